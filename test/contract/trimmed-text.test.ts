import { expect } from "chai";
import fc from "fast-check";
import type { JsonSchema, OpenApiDocument } from "#src/contract/document.ts";
import { compileValidators } from "#src/contract/schema/compile.ts";
import { opened } from "#test/support/opened.ts";
import { runs } from "#test/support/runs.ts";
import { aDocument, anything, taking } from "./support/document.ts";
import { bindLoosely, echo, post, problemOf, serve } from "./support/serve.ts";

const trimming = (document: OpenApiDocument): OpenApiDocument => ({ ...document, "x-accord-text": "trimmed" });

const name = { type: "string", minLength: 2, maxLength: 5 };
const car = {
  type: "object",
  required: ["kind", "plate"],
  properties: { kind: { const: "CAR" }, plate: { type: "string", minLength: 3, maxLength: 4 } },
};
const dog = {
  type: "object",
  required: ["kind", "breed"],
  properties: { kind: { const: "DOG" }, breed: { type: "string", maxLength: 9 } },
};
const order: JsonSchema = {
  type: "object",
  additionalProperties: { type: "string" },
  properties: {
    name,
    names: { type: "array", items: name },
    sort: { type: "string", enum: ["ASC", "DESC"] },
    code: { type: "string", pattern: "^[A-Z]+$", maxLength: 9 },
    day: { type: "string", format: "date" },
    either: { anyOf: [{ type: "string", minLength: 4 }, { type: "integer" }] },
    risk: { oneOf: [car, dog] },
    free: { type: "object", additionalProperties: true, propertyNames: { maxLength: 6 } },
    person: { $ref: "#/components/schemas/Person" },
  },
};
const person = { type: "object", properties: { nick: name } };

describe("a document whose texts are trimmed", () => {
  const served = opened(async () => {
    const parameter = (more: object) => ({ in: "query", schema: name, ...more });
    const document = aDocument({
      schemas: { Person: person },
      paths: {
        ...taking(order).paths,
        "/text": {
          post: {
            operationId: "text",
            requestBody: { content: { "application/json": { schema: name } } },
            responses: anything,
          },
        },
        "/things/{id}": {
          get: {
            operationId: "read",
            "x-accord-query": "strict",
            parameters: [
              parameter({ name: "q" }),
              parameter({ name: "tags", schema: { type: "array", items: name } }),
              parameter({ name: "limit", schema: { type: "integer" } }),
              parameter({
                name: "filter",
                style: "deepObject",
                schema: { type: "object", properties: { nick: name } },
              }),
              { in: "path", name: "id", required: true, schema: name },
              { in: "header", name: "X-Name", schema: name },
            ],
            responses: anything,
          },
        },
      },
    });
    return serve(trimming(document), { handlers: { send: echo, text: echo, read: echo } });
  });

  const taken = async (response: Response) => {
    expect(response.status, await response.clone().text()).to.equal(200);
    return (await response.json()) as Record<string, unknown>;
  };
  const send = async (body: unknown, path = "/send") => (await taken(await post(served.url + path, body))).body;
  const refusals = async (response: Response) => {
    expect(response.status).to.equal(400);
    return (await problemOf(response)).fieldErrors.map((finding) => `${finding.path} ${finding.code}`);
  };
  const refused = async (body: unknown, path = "/send") => refusals(await post(served.url + path, body));
  const read = (query: string, id = "abc", headers: Record<string, string> = {}) =>
    fetch(`${served.url}/things/${id}?${query}`, { headers });

  describe("in a body", () => {
    it("gives its handlers trimmed values at any depth, whatever the white space", async () => {
      expect(
        await send({ name: " ab\n", free: { a: [" x ", { b: "\u00a0y\t" }, 1, null] }, other: "\u3000in side\ufeff" }),
      ).to.deep.equal({ name: "ab", free: { a: ["x", { b: "y" }, 1, null] }, other: "in side" });
    });

    it("leaves names as they are", async () => {
      const sent = '{" other ":" x ","__proto__":" y ","free":{" a ":1}}';
      expect(JSON.stringify(await send(sent))).to.equal('{" other ":"x","__proto__":"y","free":{" a ":1}}');
    });

    it("trims a text that is the whole body", async () => {
      expect(await send('" ab "', "/text")).to.equal("ab");
      expect(await refused('"abcd  "', "/text")).to.deep.equal(["/body maxLength"]);
      expect(await refused('"  "', "/text")).to.deep.equal(["/body blank"]);
    });

    it("measures lengths before trimming", async () => {
      expect(await send({ name: "a " })).to.deep.equal({ name: "a" });
      expect(await refused({ name: "abc   " })).to.deep.equal(["/body/name maxLength"]);
      expect(await refused({ names: ["ab", " abcd ", "a"], person: { nick: "ab    " } })).to.deep.equal([
        "/body/names/1 maxLength",
        "/body/names/2 minLength",
        "/body/person/nick maxLength",
      ]);
    });

    it("measures characters, of which some take two units", async () => {
      expect(await send({ name: "😀😀😀😀 " })).to.deep.equal({ name: "😀😀😀😀" });
      expect(await refused({ name: "😀😀😀😀  " })).to.deep.equal(["/body/name maxLength"]);
      expect(await refused({ name: "😀" })).to.deep.equal(["/body/name minLength"]);
    });

    it("judges everything else by the trimmed text", async () => {
      const padded = { sort: " ASC", code: "AB ", day: " 2026-11-21 " };
      expect(await send(padded)).to.deep.equal({ sort: "ASC", code: "AB", day: "2026-11-21" });
      expect(await refused({ sort: " UP ", code: " ab ", day: " today " })).to.deep.equal([
        "/body/sort enum",
        "/body/code pattern",
        "/body/day format",
      ]);
    });

    it("chooses between alternatives by the trimmed text, and measures inside them before trimming", async () => {
      expect(await send({ risk: { kind: " CAR", plate: "A1 " } })).to.deep.equal({
        risk: { kind: "CAR", plate: "A1" },
      });
      expect(await refused({ risk: { kind: " CAR", plate: "A1   " } })).to.deep.equal(["/body/risk/plate maxLength"]);
      expect(await send({ risk: { kind: "DOG ", breed: "Poodle  " } })).to.deep.equal({
        risk: { kind: "DOG", breed: "Poodle" },
      });
      expect(await send({ either: " ab " })).to.deep.equal({ either: "ab" });
      expect(await refused({ either: " a" })).to.deep.equal(["/body/either anyOf"]);
    });

    it("refuses white space alone wherever it stands, once", async () => {
      expect(
        await refused({ name: " ", sort: "\t", free: { a: ["  "] }, names: ["\u2003\u2003\u2003\u2003\u2003\u2003"] }),
      ).to.deep.equal([
        "/body/name blank",
        "/body/sort blank",
        "/body/free/a/0 blank",
        "/body/names/0 blank",
        "/body/names/0 maxLength",
        "/body/sort enum",
      ]);
      expect((await problemOf(await post(`${served.url}/send`, { name: " " }))).fieldErrors).to.deep.equal([
        { path: "/body/name", code: "blank", message: "must not be blank" },
      ]);
    });

    it("leaves it to the schema whether a text may be empty", async () => {
      expect(await send({ other: "" })).to.deep.equal({ other: "" });
      expect(await refused({ name: "" })).to.deep.equal(["/body/name minLength"]);
    });

    it("measures names as they are", async () => {
      expect(await send({ free: { abcdef: " x " } })).to.deep.equal({ free: { abcdef: "x" } });
      expect(await refused({ free: { abcdefg: "x" } })).to.deep.equal(["/body/free/abcdefg propertyNames"]);
    });

    it("lists at most a hundred findings", async () => {
      const found = await refused({ free: { a: Array(150).fill(" ") }, names: Array(150).fill("x") });
      expect(found).to.have.lengthOf(100);
    });
  });

  describe("elsewhere in a request", () => {
    it("gives its handlers trimmed query parameters", async () => {
      const { query } = await taken(await read("q=%20ab+&tags=%20x1&tags=x2&filter[nick]=+ab&limit=5"));
      expect(query).to.deep.equal({ q: "ab", tags: ["x1", "x2"], filter: { nick: "ab" }, limit: 5 });
    });

    it("measures query parameters before trimming, and refuses blank ones", async () => {
      expect((await taken(await read("q=a+"))).query).to.deep.equal({ q: "a" });
      expect(await refusals(await read("q=+abcd+&tags=++++&filter[nick]=+"))).to.deep.equal([
        "/query/tags/0 blank",
        "/query/filter/nick blank",
        "/query/q maxLength",
      ]);
    });

    it("leaves paths and headers as they are", async () => {
      const { path, headers } = await taken(await read("", "%20a%20", { "X-Name": "a  b" }));
      expect([path, headers]).to.deep.equal([{ id: " a " }, { "x-name": "a  b" }]);
      expect(((await taken(await read("", "%20%20"))).path as { id: string }).id).to.equal("  ");
    });

    it("measures answers as they are", async () => {
      const answering = { "200": { description: "A name.", content: { "application/json": { schema: name } } } };
      const document = aDocument({ paths: { "/": { get: { operationId: "get", responses: answering } } } });
      const other = await serve(trimming(document), { handlers: { get: () => ({ status: 200, body: " abc " }) } });
      expect(await (await fetch(other.url)).json()).to.equal(" abc ");
      await other.close();
    });
  });

  it("tells trimmed values from the lengths they had, whatever is sent", async () => {
    const space = fc.constantFrom("", " ", "\t", "\n ", "\u00a0\u2003");
    const text = fc.tuple(space, fc.string({ unit: "grapheme", maxLength: 6 }), space).map((parts) => parts.join(""));
    const schema = { type: "array", items: { type: "string", minLength: 2, maxLength: 5 } };
    const document = trimming(aDocument(taking(schema)));
    const other = await serve(document, { handlers: { send: echo } });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
        const good = texts.every((sent) => sent.trim() !== "" && [...sent].length >= 2 && [...sent].length <= 5);
        const response = await post(`${other.url}/send`, texts);
        expect(response.status).to.equal(good ? 200 : 400);
        const answer = (await response.json()) as { body?: unknown };
        if (good) expect(answer.body).to.deep.equal(texts.map((sent) => sent.trim()));
      }),
      { numRuns: runs(300) },
    );
    await other.close();
  });
});

describe("a document whose texts are not trimmed", () => {
  it("takes them as they are", async () => {
    const served = await serve(aDocument(taking(name)), { handlers: { send: echo } });
    const response = await post(`${served.url}/send`, '" a "');
    expect(((await response.json()) as { body: string }).body).to.equal(" a ");
    await served.close();
  });
});

describe("x-accord-text", () => {
  const bind = (document: OpenApiDocument) => () => bindLoosely(document, { handlers: { send: echo } });

  it("knows no other value", () => {
    const odd = { ...aDocument(taking(name)), "x-accord-text": "lower" as "trimmed" };
    expect(bind(odd)).to.throw('x-accord-text must be trimmed, not "lower"');
  });

  for (const [mediaType, more] of [
    ["text/plain", {}],
    ["application/x-www-form-urlencoded", { schema: { type: "object", properties: { name } } }],
    ["application/json", { "x-accord-body": "raw" }],
  ] as const)
    it(`stops the boot where a body is ${mediaType}${"x-accord-body" in more ? " that its handler decodes" : ""}`, () => {
      const requestBody = { content: { [mediaType]: { schema: name, ...more } } };
      const post = { operationId: "send", requestBody, responses: anything };
      const document = trimming(aDocument({ paths: { "/send": { post } } }));
      expect(bind(document)).to.throw(`send: x-accord-text: trimmed is for JSON bodies, not for ${mediaType}`);
    });

  it("holds for validators that are compiled in memory as well", () => {
    const validators = compileValidators(trimming(aDocument(taking(name))));
    const validate = validators.send_body_application_json;
    expect([validate?.("abcdef"), validate?.errors?.[0]?.message, validate?.("abcde")]).to.deep.equal([
      false,
      "must NOT have more than 5 characters",
      true,
    ]);
  });
});
