import { expect } from "chai";
import { negotiate, parseMediaType } from "#src/contract/media-type.ts";
import { opened } from "#test/support/opened.ts";
import { aDocument, anything, problems } from "./support/document.ts";
import { echo, post, problemOf, serve } from "./support/serve.ts";

const object = { type: "object", additionalProperties: true };

describe("media types", () => {
  const served = opened(() =>
    serve(
      aDocument({
        paths: {
          "/json": {
            post: {
              operationId: "takeJson",
              requestBody: { content: { "application/json": { schema: object } } },
              responses: anything,
            },
          },
          "/two": {
            post: {
              operationId: "takeTwo",
              requestBody: {
                content: {
                  "application/json": { schema: object },
                  "application/x-protobuf": { "x-accord-body": "raw" },
                },
              },
              responses: {
                "200": {
                  description: "In the encoding of the request.",
                  content: { "application/json": { schema: object }, "application/x-protobuf": {} },
                },
                ...problems(400, 406, 415),
              },
            },
          },
        },
      }),
      {
        handlers: {
          takeJson: echo,
          takeTwo: (_, call) =>
            call.accepts === "application/json"
              ? { status: 200, type: call.accepts, body: {} }
              : { status: 200, type: call.accepts, body: Buffer.from([1, 2]) },
        },
      },
    ),
  );

  for (const type of ["application/json", "Application/JSON; charset=utf-8", 'application/json;charset="UTF-8"'])
    it(`takes a body of ${type}`, async () => {
      const response = await post(`${served.url}/json`, {}, { "Content-Type": type });
      expect(response.status).to.equal(200);
      expect(await response.json()).to.include({ mediaType: "application/json" });
    });

  for (const type of ["text/json", "application/xml", "nonsense", "application/json; charset=latin1", "a/b/c", "*/*"])
    it(`refuses a body of ${type} with 415 and says what it takes`, async () => {
      const response = await post(`${served.url}/json`, "{}", { "Content-Type": type });
      expect(response.status).to.equal(415);
      expect(response.headers.get("accept")).to.equal("application/json");
      expect((await problemOf(response)).code).to.equal("UNSUPPORTED_MEDIA_TYPE");
    });

  it("takes the only type there is when the request names none", async () => {
    const response = await post(`${served.url}/json`, new TextEncoder().encode("{}"), {});
    expect(response.status).to.equal(200);
  });

  it("refuses a body without a type where there are two", async () => {
    const response = await post(`${served.url}/two`, new TextEncoder().encode("{}"), {});
    expect(response.status).to.equal(415);
    expect((await problemOf(response)).detail).to.contain("application/json, application/x-protobuf");
  });

  it("answers 406 when nothing it can produce is acceptable", async () => {
    const response = await post(`${served.url}/json`, {}, { "Content-Type": "application/json", Accept: "text/html" });
    expect(response.status).to.equal(406);
    expect(await problemOf(response)).to.include({
      code: "NOT_ACCEPTABLE",
      detail: "This operation answers application/json.",
    });
  });

  it("answers 406 to a type that is explicitly unwanted", async () => {
    const headers = { "Content-Type": "application/json", Accept: "*/*, application/json;q=0" };
    expect((await post(`${served.url}/json`, {}, headers)).status).to.equal(406);
  });

  it("answers in the encoding of the request when the client has no preference", async () => {
    const answer = async (headers: Record<string, string>) =>
      (await post(`${served.url}/two`, "{}", headers)).headers.get("content-type");
    const protobuf = "application/x-protobuf";
    expect(await answer({ "Content-Type": protobuf })).to.equal(protobuf);
    expect(await answer({ "Content-Type": protobuf, Accept: "application/*" })).to.equal(protobuf);
    expect(await answer({ "Content-Type": protobuf, Accept: "application/json" })).to.equal("application/json");
    expect(await answer({ "Content-Type": "application/json" })).to.equal("application/json");
  });
});

describe("Accept", () => {
  const offers = ["application/json", "text/csv"];
  const cases: [accept: string | undefined, chosen: string | null][] = [
    [undefined, "application/json"],
    ["", "application/json"],
    ["text/csv", "text/csv"],
    ["TEXT/CSV", "text/csv"],
    ["text/*", "text/csv"],
    ["text/csv;q=0.4, application/json;q=0.5", "application/json"],
    ["*/*;q=0.1, text/csv", "text/csv"],
    ["application/*;q=0.2, application/json;q=0.1, text/csv;q=0.15", "text/csv"],
    ["*/*, application/json;q=0", "text/csv"],
    ["image/png, */*;q=0", null],
    ["application/json;version=2;q=0.9", "application/json"],
    [",,,", null],
  ];
  for (const [accept, chosen] of cases)
    it(`${JSON.stringify(accept)} chooses ${chosen}`, () => {
      expect(negotiate(accept, offers)).to.equal(chosen);
    });

  it("reads no more than a bounded part of a hostile header", () => {
    expect(negotiate(`${"a/b,".repeat(100_000)}text/csv`, offers)).to.equal(null);
  });
});

describe("Content-Type", () => {
  it("is read without regard to case and to parameters that say nothing", () => {
    expect(parseMediaType("Multipart/Form-Data; boundary=x")).to.deep.equal({
      essence: "multipart/form-data",
      charset: null,
    });
    expect(parseMediaType("text/plain;Charset=UTF-8;x=y")?.charset).to.equal("utf-8");
  });

  it("is null when it is no media type", () => {
    for (const header of ["", "json", "a/", "/b", "a b/c", "a/b c", `a/${"b".repeat(200)}`])
      expect(parseMediaType(header), header).to.equal(null);
  });
});
