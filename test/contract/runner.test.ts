import { createServer } from "node:http";
import { expect } from "chai";
import { listening } from "#test/support/listening.ts";
import { opened } from "#test/support/opened.ts";
import type { Bring, Plan } from "../../scripts/contract-runner/plan.ts";
import { coverageTable, runContract, shortcomings } from "../../scripts/contract-runner/run.ts";
import { aDocument } from "./support/document.ts";

const pet = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: { name: { type: "string" }, age: { type: "integer", default: 1 } },
};
const count = { required: true, schema: { type: "integer", minimum: 0 } };

/** `POST /pets/7` of a pet or lines of pets, with one broken example where `broken` says so. */
const petDocument = (broken = false) =>
  aDocument({
    schemas: { Pet: pet },
    paths: {
      "/pets/{petId}": {
        post: {
          operationId: "addPet",
          parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" }, example: 7 }],
          requestBody: {
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Pet" },
                examples: { rex: { value: { name: "Rex" } }, tom: { value: { name: broken ? 7 : "Tom" } } },
              },
              "application/x-ndjson": {
                schema: { $ref: "#/components/schemas/Pet" },
                examples: { rex: { value: { name: "Rex" } } },
              },
            },
          },
          responses: {
            "201": {
              description: "Added.",
              headers: { "X-Count": count },
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/Pet" },
                  examples: { rex: { value: { name: "Rex" } } },
                },
              },
            },
            "204": { description: "Known already." },
            "400": { description: "Refused.", content: { "text/plain": { "x-accord-example-base64": "bm8=" } } },
          },
        },
      },
    },
  });

/** The animals of any zoo, which may refuse in words of its own. */
const zooDocument = (closed: object = { zoo: "Paris" }) =>
  aDocument({
    paths: {
      "/animals": {
        get: {
          operationId: "listAnimals",
          responses: {
            "204": { description: "None." },
            "409": { description: "Asleep." },
            "4XX": {
              description: "Refused by the zoo.",
              content: {
                "application/json": {
                  schema: { type: "object", required: ["zoo"], properties: { zoo: { type: "string" } } },
                  examples: { full: { value: { zoo: "Berlin" } }, closed: { value: closed } },
                },
              },
            },
          },
        },
      },
    },
  });

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const good: Reply = {
  status: 201,
  headers: { "content-type": "application/json", "x-count": "1" },
  body: '{"name":"Rex"}',
};
const nothing: Reply = { status: 204, headers: {}, body: "" };
const refusal: Reply = { status: 400, headers: { "content-type": "text/plain" }, body: "no" };

describe("the contract runner", () => {
  let reply = good;
  const asked: string[] = [];
  const server = opened(() =>
    listening(
      createServer(async (request, response) => {
        let body = "";
        for await (const chunk of request) body += chunk;
        asked.push(`${request.method} ${request.url} ${request.headers["content-type"]} ${body}`);
        const answer =
          { 400: refusal, 204: nothing, 409: { ...nothing, status: 409 } }[String(request.headers["x-want"])] ?? reply;
        const guards = { "x-content-type-options": "nosniff", "cache-control": "no-store" };
        response.writeHead(answer.status, { ...guards, ...answer.headers }).end(answer.body);
      }),
    ),
  );
  beforeEach(() => {
    reply = good;
    asked.length = 0;
  });

  const wanting =
    (status: number): Bring =>
    (draft, sendTo) =>
      sendTo({ ...draft, headers: { ...draft.headers, "x-want": String(status) } });
  const plan = (changes: Plan["bring"][string] = {}): Plan => ({
    bring: { addPet: { 201: wanting(201), 204: wanting(204), 400: wanting(400), ...changes } },
    decode: (bytes) => ({ name: new TextDecoder().decode(bytes) }),
  });
  const faults = async (changed: Partial<Reply>, document = petDocument(), changes?: Plan["bring"][string]) => {
    reply = { ...good, ...changed };
    return shortcomings(await runContract(document, { baseUrl: server.url, plan: plan(changes) }));
  };
  const at = "addPet 201 (application/json → application/json): rex:";

  it("sends every example of every media type, and asks for every status", async () => {
    const report = await runContract(petDocument(), { baseUrl: server.url, plan: plan() });
    expect(shortcomings(report)).to.deep.equal([]);
    const sent = (type: string, name: string) => `POST /pets/7 ${type} {"name":"${name}"}`;
    const [json, ndjson] = ["application/json", "application/x-ndjson"] as const;
    const successes = [sent(json, "Rex"), sent(json, "Tom"), sent(ndjson, "Rex")];
    expect(asked).to.have.members([...successes, ...successes, sent(json, "Rex"), sent(ndjson, "Rex")]);
    expect(coverageTable(report)).to.match(
      /addPet +application\/json +201✔×2 204✔×2 400✔\naddPet +application\/x-ndjson +201✔/,
    );
    expect(coverageTable(report)).to.contain("6 of 6 answers proven, 5 examples checked, 0 other faults");
  });

  it("finds a wrong status, media type, body and header", async () => {
    expect(await faults({ status: 200 })).to.include(`${at} answered 200: {"name":"Rex"}`);
    expect(await faults({ headers: { ...good.headers, "content-type": "text/html" } })).to.include(
      `${at} answered with media type text/html, not application/json`,
    );
    expect(await faults({ body: '{"name":7,"x":1}' })).to.include.members([
      `${at} the body must NOT have additional properties`,
      `${at} the body/name must be string`,
    ]);
    expect(await faults({ body: "{" })).to.satisfy((found: string[]) =>
      found[0]?.startsWith(`${at} the body cannot be read`),
    );
    expect(await faults({ headers: { "content-type": "application/json" } })).to.include(
      `${at} the header X-Count is missing`,
    );
    expect(await faults({ headers: { ...good.headers, "x-count": "-1" } })).to.include(
      `${at} the header X-Count must be >= 0`,
    );
    expect(await faults({ headers: { ...good.headers, "x-count": "one" } })).to.include(
      `${at} the header X-Count must be integer`,
    );
  });

  it("finds an answer that a browser may take for something else, or a cache keep for somebody else", async () => {
    expect(await faults({ headers: { ...good.headers, "x-content-type-options": "" } })).to.include(
      `${at} may be taken for another media type`,
    );
    expect(await faults({ headers: { ...good.headers, "cache-control": "private" } })).to.include(
      `${at} Cache-Control does not say no-store`,
    );
    expect(await faults({ headers: { ...good.headers, "cache-control": "private, no-store" } })).to.deep.equal([]);
  });

  it("does not fill in defaults, which the caller would never see", async () => {
    const strict = petDocument();
    const pets = strict.components?.schemas as Record<string, unknown>;
    pets.Pet = { ...pet, required: ["name", "age"] };
    expect(await faults({}, strict)).to.include(`${at} the body must have required property 'age'`);
  });

  it("finds examples that break their schema", async () => {
    expect(await faults({}, petDocument(true))).to.deep.equal([
      "addPet request application/json tom: the body/name must be string",
    ]);
  });

  it("finds a plan that says too little or too much", async () => {
    const silent = { 400: undefined as unknown as Bring, 409: wanting(409) };
    expect(await faults({}, petDocument(), silent)).to.deep.equal([
      "addPet 400 (application/json → text/plain): the plan does not say how to get there",
      "addPet 400 (application/x-ndjson → text/plain): the plan does not say how to get there",
      "the plan knows addPet 409, the document does not",
    ]);
  });

  describe("given a range of statuses", () => {
    const zooPlan = (changes: Plan["bring"][string] = {}): Plan => ({
      bring: { listAnimals: { 204: wanting(204), 409: wanting(409), "4XX": wanting(418), ...changes } },
      decode: () => null,
    });
    const zooFaults = async (answer: Partial<Reply>, changes?: Plan["bring"][string], document = zooDocument()) => {
      reply = { ...good, status: 418, body: '{"zoo":"Berlin"}', ...answer };
      return shortcomings(await runContract(document, { baseUrl: server.url, plan: zooPlan(changes) }));
    };
    const where = "listAnimals 4XX (null → application/json):";

    it("takes one of them for the range, and counts it", async () => {
      reply = { ...good, status: 418, body: '{"zoo":"Berlin"}' };
      const report = await runContract(zooDocument(), { baseUrl: server.url, plan: zooPlan() });
      expect(shortcomings(report)).to.deep.equal([]);
      expect(coverageTable(report)).to.match(/^listAnimals .* 4XX✔$/m);
      expect(coverageTable(report)).to.contain("3 of 3 answers proven, 2 examples checked");
    });

    it("finds a range that the plan leaves out", async () => {
      const silent = { "4XX": undefined as unknown as Bring };
      expect(await zooFaults({}, silent)).to.deep.equal([`${where} the plan does not say how to get there`]);
      expect(await zooFaults({}, { "5XX": wanting(500) })).to.deep.equal([
        "the plan knows listAnimals 5XX, the document does not",
      ]);
    });

    it("finds a status outside the range, and one that is listed by itself", async () => {
      expect(await zooFaults({ status: 500 })).to.deep.equal([`${where} answered 500: {"zoo":"Berlin"}`]);
      expect(await zooFaults({ status: 302 })).to.deep.equal([`${where} answered 302: {"zoo":"Berlin"}`]);
      expect(await zooFaults({}, { "4XX": wanting(409) })).to.deep.equal([`${where} answered 409: `]);
    });

    it("finds an answer and an example that break the range's schema", async () => {
      expect(await zooFaults({ body: "{}" })).to.deep.equal([`${where} the body must have required property 'zoo'`]);
      expect(await zooFaults({}, {}, zooDocument({}))).to.deep.equal([
        "listAnimals 4XX application/json closed: the body must have required property 'zoo'",
      ]);
    });

    it("takes no other ranges", async () => {
      const document = aDocument({ paths: { "/": { get: { operationId: "get", responses: { "2XX": {} } } } } });
      const refused = await runContract(document, { baseUrl: server.url, plan: zooPlan() }).catch(
        (error: Error) => error.message,
      );
      expect(refused).to.equal("2XX: one status, 4XX or 5XX was expected");
    });
  });

  it("takes any media type that a range covers", async () => {
    const plainly = { description: "A photo.", content: { "image/*": { "x-accord-example-base64": "UE5H" } } };
    const photos = aDocument({ paths: { "/": { get: { operationId: "getPhoto", responses: { "200": plainly } } } } });
    const found = async (type: string) => {
      reply = { status: 200, headers: { "content-type": type }, body: "PNG" };
      const bring = { getPhoto: { 200: wanting(200) } };
      return shortcomings(await runContract(photos, { baseUrl: server.url, plan: { bring, decode: () => "PNG" } }));
    };
    expect(await found("image/png")).to.deep.equal([]);
    expect(await found("video/mp4")).to.deep.equal([
      "getPhoto 200 (null → image/*): answered with media type video/mp4, not image/*",
    ]);
  });

  it("finds a plan that fails", async () => {
    const failing: Bring = async () => {
      throw new Error("no such key");
    };
    expect(await faults({}, petDocument(), { 400: failing })).to.include(
      "addPet 400 (application/json → text/plain): rex: no such key",
    );
  });
});
