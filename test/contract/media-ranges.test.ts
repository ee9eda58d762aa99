import { createServer } from "node:http";
import { expect } from "chai";
import Koa from "koa";
import type { HandlerAnswer } from "#src/contract/answer.ts";
import { accord } from "#src/contract/middleware.ts";
import { mockApi } from "#src/contract/mock.ts";
import { listening } from "#test/support/listening.ts";
import { opened } from "#test/support/opened.ts";
import { aDocument, problems } from "./support/document.ts";
import { serve, validatorsOf } from "./support/serve.ts";

const get = (operationId: string, ...mediaTypes: string[]) => {
  const content = Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: { type: "string" }, "x-accord-example-base64": "U2NoZWR1bGU=" }]),
  );
  return { get: { operationId, responses: { "200": { description: "A file.", content }, ...problems(406, 500) } } };
};

const document = aDocument({
  paths: { "/file": get("getFile", "*/*"), "/photo": get("getPhoto", "image/*", "image/svg+xml", "application/json") },
});

describe("ranges of media types", () => {
  let answer: HandlerAnswer;
  const served = opened(async () => {
    const handler = () => answer;
    return serve(document, { handlers: { getFile: handler, getPhoto: handler } });
  });

  const answered = async (path: string, type: string | undefined, body: unknown, accept = "*/*") => {
    answer = { status: 200, body, ...(type === undefined ? {} : { type }) };
    const response = await fetch(served.url + path, { headers: { accept } });
    return [response.status, response.headers.get("content-type"), await response.text()];
  };

  it("let a handler answer any type that they cover", async () => {
    expect(await answered("/file", "application/pdf", "%PDF")).to.deep.equal([200, "application/pdf", "%PDF"]);
    expect(await answered("/file", "text/plain; charset=latin1", Buffer.from("hi"))).to.deep.equal([
      200,
      "text/plain; charset=latin1",
      "hi",
    ]);
    expect(await answered("/photo", "image/png", "PNG")).to.deep.equal([200, "image/png", "PNG"]);
  });

  it("leave bytes as they are, even where they are JSON", async () => {
    const bytes = Buffer.from('{ "a": 1 }');
    expect(await answered("/file", "application/json", bytes)).to.deep.equal([200, "application/json", '{ "a": 1 }']);
    expect(await answered("/photo", "image/x+json", bytes)).to.deep.equal([200, "image/x+json", '{ "a": 1 }']);
  });

  it("give way to a type that is documented by itself", async () => {
    expect(await answered("/photo", "application/json", "text")).to.deep.equal([200, "application/json", '"text"']);
  });

  it("do not cover other types, nor an answer without a type or with a range for one", async () => {
    for (const type of ["video/mp4", "imagery/png", "image", undefined, "image/*"])
      expect((await answered("/photo", type, "x"))[0], type).to.equal(500);
    for (const type of [undefined, "*/*"]) expect((await answered("/file", type, "x"))[0], type).to.equal(500);
  });

  it("leave it open what Accept could ask for", async () => {
    expect((await answered("/file", "application/pdf", "%PDF", "text/html"))[0]).to.equal(200);
  });

  it("are mocked by the example's bytes", async () => {
    const app = new Koa().use(accord(await mockApi("small", document, validatorsOf(document), {})));
    const server = await listening(createServer(app.callback()));
    const response = await fetch(`${server.url}/file`);
    expect(response.headers.get("content-type")).to.equal("application/octet-stream");
    expect(await response.text()).to.equal("Schedule");
    await server.close();
  });
});
