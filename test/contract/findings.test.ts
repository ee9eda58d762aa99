import { expect } from "chai";
import fc from "fast-check";
import { compileValidators } from "#src/contract/schema/compile.ts";
import { maxFindings } from "#src/http/problem.ts";
import { opened } from "#test/support/opened.ts";
import { runs } from "#test/support/runs.ts";
import { aDocument, anything, taking } from "./support/document.ts";
import { echo, post, problemOf, serve, validatorsOf } from "./support/serve.ts";

const text = { type: "string", maxLength: 5 };
const line = {
  type: "object",
  additionalProperties: false,
  required: ["sku", "quantity"],
  properties: { sku: text, quantity: { type: "integer", minimum: 1 }, "a/b~c": text },
};
const contact = {
  type: "object",
  anyOf: [{ required: ["email"] }, { required: ["phone"] }],
  properties: { email: text, phone: text },
};
const order = {
  type: "object",
  additionalProperties: false,
  required: ["currency"],
  properties: {
    currency: { type: "string", enum: ["EUR", "NGN"] },
    version: { const: 2 },
    lines: { type: "array", items: { $ref: "#/components/schemas/Line" } },
    contacts: { type: "array", items: contact },
    tags: { type: "object", propertyNames: { type: "string", maxLength: 3 }, additionalProperties: text },
    when: { type: "string", format: "date-time" },
  },
};

describe("findings", () => {
  const served = opened(async () => {
    const sketch = taking(order);
    const query = { name: "limit", in: "query", schema: { type: "integer", maximum: 10 } };
    const header = { name: "X-Mode", in: "header", required: true, schema: { type: "string", enum: ["fast"] } };
    const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
    return serve(
      aDocument({
        schemas: { Line: line },
        paths: {
          ...sketch.paths,
          "/all/{id}": {
            post: {
              operationId: "sendAll",
              parameters: [header, query, id],
              requestBody: { required: true, content: { "application/json": { schema: order } } },
              responses: anything,
            },
          },
        },
      }),
      { handlers: { send: echo, sendAll: echo } },
    );
  });

  const findings = async (body: unknown, path = "/send") => {
    const response = await post(served.url + path, body);
    expect(response.status).to.equal(400);
    const problem = await problemOf(response);
    expect(problem.code).to.equal("VALIDATION_FAILED");
    return problem.fieldErrors;
  };
  const places = async (body: unknown, path?: string) =>
    (await findings(body, path)).map((finding) => `${finding.path} ${finding.code}`);

  it("are all there, in the order path, query, header, body", async () => {
    expect(await places({ currency: "USD", version: 3 }, "/all/x?limit=11")).to.deep.equal([
      "/path/id type",
      "/query/limit maximum",
      "/header/x-mode required",
      "/body/currency enum",
      "/body/version const",
    ]);
  });

  it("point into the body, with RFC 6901 escapes", async () => {
    expect(
      await places({
        currency: "EUR",
        lines: [{ sku: "a", quantity: 1 }, { sku: 7, quantity: 0, "a/b~c": 1, "x/y": 1 }, {}],
        tags: { long: "x", ok: 1 },
        when: "yesterday",
      }),
    ).to.have.members([
      "/body/lines/1/x~1y unknown",
      "/body/lines/1/sku type",
      "/body/lines/1/quantity minimum",
      "/body/lines/1/a~1b~0c type",
      "/body/lines/2/sku required",
      "/body/lines/2/quantity required",
      "/body/tags/long propertyNames",
      "/body/tags/ok type",
      "/body/when format",
    ]);
  });

  it("say in words what is allowed", async () => {
    const messages = (await findings({ currency: "USD", version: 1, extra: 1 })).map(({ message }) => message);
    expect(messages).to.have.members(['must be one of "EUR", "NGN"', "must be 2", "is not a known field"]);
  });

  it("name the allowed values also where the value has another type, once", async () => {
    const found = await findings({ currency: 7 });
    expect(found).to.deep.equal([{ path: "/body/currency", code: "enum", message: 'must be one of "EUR", "NGN"' }]);
  });

  it("of alternatives are one finding for each value that fits none, and name what would do", async () => {
    const found = await findings({ currency: "EUR", contacts: [{}, { email: "x" }, {}] });
    expect(found).to.deep.equal([
      { path: "/body/contacts/0", code: "anyOf", message: "needs at least one of email, phone" },
      { path: "/body/contacts/2", code: "anyOf", message: "needs at least one of email, phone" },
    ]);
  });

  it("about a name say what is wrong with it", async () => {
    expect(await findings({ currency: "EUR", tags: { long: "x" } })).to.deep.equal([
      {
        path: "/body/tags/long",
        code: "propertyNames",
        message: "has a name that must NOT have more than 3 characters",
      },
    ]);
  });

  it("about the whole body point at the body", async () => {
    expect(await places([])).to.deep.equal(["/body type"]);
    expect(await places("null")).to.deep.equal(["/body type"]);
  });

  it("never repeat themselves", async () => {
    const found = await places({ currency: "EUR", lines: Array.from({ length: 40 }, () => 1) });
    expect(found).to.have.lengthOf(40);
    expect(new Set(found).size).to.equal(40);
  });
});

describe("a document whose validation status is 422", () => {
  const served = opened(async () => {
    const parameters = [
      { name: "text", in: "query", schema: { type: "string", maxLength: 9 } },
      { name: "X-Count", in: "header", schema: { type: "integer" } },
    ];
    const document = aDocument({ ...taking(order, { parameters }), schemas: { Line: line } });
    return serve({ ...document, "x-accord-validation-status": 422 }, { handlers: { send: echo } });
  });

  it("answers what is wrong with an address or a header with 400, and lists all there is", async () => {
    const nul = await post(`${served.url}/send?text=a%00b`, {});
    expect(nul.status).to.equal(400);
    const problem = await problemOf(nul);
    expect(problem.code).to.equal("BAD_REQUEST");
    expect(problem.fieldErrors.map(({ path, code }) => `${path} ${code}`)).to.deep.equal([
      "/query/text nul",
      "/body/currency required",
    ]);
    const header = await post(`${served.url}/send`, {}, { "content-type": "application/json", "x-count": "many" });
    expect([header.status, (await problemOf(header)).code]).to.deep.equal([400, "BAD_REQUEST"]);
  });

  it("answers findings with 422 and what cannot be read with 400", async () => {
    const invalid = await post(`${served.url}/send`, {});
    expect(invalid.status).to.equal(422);
    expect(await problemOf(invalid)).to.deep.include({
      status: 422,
      code: "VALIDATION_FAILED",
      fieldErrors: [{ path: "/body/currency", code: "required", message: "is required" }],
    });
    expect((await post(`${served.url}/send`, "{")).status).to.equal(400);
  });
});

describe("as many findings as a body may have values", () => {
  const limit = 16 * 1024 * 1024;
  const served = opened(async () => {
    const either = { anyOf: [{ type: "string" }, { type: "number" }] };
    const schema = {
      type: "object",
      additionalProperties: false,
      properties: {
        wrong: { type: "array", items: { type: "string" } },
        lines: { type: "array", items: { $ref: "#/components/schemas/Line" } },
        contacts: { type: "array", items: contact },
        mixed: { type: "array", items: either },
        // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
        tested: { type: "object", if: { required: ["x"] }, then: { required: ["y"] } },
      },
    };
    const body = {
      required: true,
      content: { "application/json": { schema } },
      "x-accord-body-limit": limit,
    };
    return serve(
      aDocument({
        schemas: { Line: line },
        paths: { "/send": { post: { operationId: "send", requestBody: body, responses: anything } } },
      }),
      { handlers: { send: echo } },
    );
  });

  const bodies: [what: string, body: string][] = [
    ["wrong items", `{"wrong":[${"1,".repeat(99_000)}1]}`],
    ["wrong items behind a reference", `{"lines":[${"{},".repeat(49_000)}{}]}`],
    ["values that fit no alternative", `{"contacts":[${"{},".repeat(49_000)}{}]}`],
    ["unknown names", `{${Array.from({ length: 19_000 }, (_, at) => `"n${at}":1`).join(",")}}`],
    ["wrong items before alternatives that fit", `{"wrong":[${"1,".repeat(2_000)}1],"mixed":[1,"a"],"tested":{}}`],
  ];
  for (const [what, body] of bodies)
    it(`${what}: one answer with the first ${maxFindings} without much memory`, async () => {
      const before = process.memoryUsage();
      const response = await post(`${served.url}/send`, body);
      expect(response.status).to.equal(400);
      expect((await problemOf(response)).fieldErrors).to.have.lengthOf(maxFindings);
      // The value itself is far larger than what may be kept of its findings.
      expect(process.memoryUsage().heapUsed - before.heapUsed).to.be.below(256 * 1024 * 1024);
    });
});

describe("the validators that are written as code", () => {
  it("agree with those compiled in memory on every value", () => {
    const document = aDocument({ ...taking(order), schemas: { Line: line } });
    const written = validatorsOf(document).send_body_application_json;
    const compiled = compileValidators(document).send_body_application_json;
    if (written === undefined || compiled === undefined) throw new Error("no validator for the body");
    const some = (...values: fc.Arbitrary<unknown>[]) => fc.option(fc.oneof(...values), { nil: undefined });
    const texts = fc.string({ unit: "grapheme", minLength: 3, maxLength: 8 });
    const orders = fc.record({
      currency: some(fc.constantFrom("EUR", "NGN", "USD"), fc.integer()),
      version: some(fc.constantFrom(1, 2, "2")),
      lines: some(
        fc.array(fc.record({ sku: some(texts, fc.integer()), quantity: some(fc.integer({ min: -1, max: 3 }), texts) })),
      ),
      contacts: some(fc.array(fc.record({ email: some(texts), phone: some(texts) }))),
      tags: some(fc.dictionary(texts, fc.oneof(texts, fc.integer()))),
      when: some(
        texts,
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      ),
      other: some(fc.constant(1)),
    });
    fc.assert(
      fc.property(orders, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const valid = written(structuredClone(plain));
        expect(valid).to.equal(compiled(structuredClone(plain)));
        if (!valid && (compiled.errors?.length ?? 0) < 400) {
          const facts = (errors: typeof written.errors) =>
            (errors ?? []).map(({ instancePath, keyword, params }) => ({ instancePath, keyword, params }));
          expect(facts(written.errors)).to.deep.equal(facts(compiled.errors));
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
