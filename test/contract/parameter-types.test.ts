/** Values that are sent as text, where the schema says their type in another way than by one `type`. */
import { expect } from "chai";
import type { JsonSchema } from "#src/contract/document.ts";
import { planValue, readScalar } from "#src/contract/value-plan.ts";
import { opened } from "#test/support/opened.ts";
import { aDocument, anything } from "./support/document.ts";
import { bindLoosely, echo, post, problemOf, serve } from "./support/serve.ts";

const integer = { type: "integer" };
const text = { type: "string", maxLength: 50 };
const word = { type: "string", maxLength: 10, pattern: "^[a-z]+$" };
const point = { type: "object", additionalProperties: false, required: ["x"], properties: { x: integer, label: text } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schemas: Record<string, JsonSchema> = {
  Limit: { type: "integer", minimum: 1 },
  Page: { allOf: [ref("Limit")], maximum: 10 },
  Point: point,
  MaybeList: { anyOf: [{ type: "array", items: ref("Limit") }, { type: "null" }] },
};

/** What each text is read as; `null` where it is refused. */
const cases: readonly [schema: JsonSchema, readings: Readonly<Record<string, unknown>>][] = [
  [
    { allOf: [ref("Limit")], maximum: 50 },
    { 5: 5, 0: null, 51: null, x: null },
  ],
  [ref("Page"), { 5: 5, 11: null }],
  [
    { ...ref("Limit"), maximum: 50 },
    { 5: 5, 51: null },
  ],
  [{ anyOf: [integer, { type: "null" }] }, { 5: 5, "1.5": null, null: null, "": null }],
  [{ oneOf: [integer, { type: "boolean" }] }, { 5: 5, true: true, x: null }],
  [{ type: ["integer", "boolean"] }, { 5: 5, true: true, false: false, TRUE: null }],
  [{ enum: [1, 2] }, { 1: 1, "2.0": 2, 3: null }],
  [{ const: 1 }, { 1: 1, 2: null }],
  [{ enum: [1, "2", true, null] }, { 1: 1, 2: "2", true: true, null: null }],
  [
    { type: ["integer", "string"], maxLength: 10 },
    { 5: 5, "1.5": "1.5", "1e999": "1e999", "05": "05" },
  ],
  [{ anyOf: [{ type: "integer", maximum: 10 }, text] }, { 10: 10, 11: "11", auto: "auto" }],
  [{ anyOf: [{ type: "number", exclusiveMinimum: 0 }, { const: "auto" }] }, { "0.5": 0.5, 0: null, auto: "auto" }],
  [{ anyOf: [word, { type: "number", multipleOf: 0.5 }] }, { "1.5": 1.5, abc: "abc", "1.2": null }],
  [{ allOf: [{ type: ["integer", "string"], maxLength: 9 }, { type: ["string", "boolean"] }] }, { 5: "5", x: "x" }],
];

describe("the type of a parameter", () => {
  const served = opened(async () => {
    const parameters = cases.map(([schema], index) => ({ name: `p${index}`, in: "query", schema }));
    const list = (items: JsonSchema) => ({ type: "array", items });
    const lists = [
      { name: "optional", schema: ref("MaybeList") },
      { name: "either", schema: list({ anyOf: [integer, { type: "boolean" }, { type: "null" }] }) },
      { name: "some", schema: list({ enum: [1, "two"] }) },
      { name: "all", schema: { anyOf: [list(integer), { const: "all" }] } },
      { name: "constant", schema: { enum: [[1, 2]] } },
    ].map((parameter) => ({ ...parameter, in: "query" }));
    const deep = {
      name: "deep",
      in: "query",
      style: "deepObject",
      schema: {
        anyOf: [{ allOf: [ref("Point"), { type: "object", properties: { x: { maximum: 9 } } }] }, { type: "null" }],
      },
    };
    const counts = {
      name: "counts",
      in: "query",
      style: "deepObject",
      schema: { type: "object", additionalProperties: { anyOf: [integer, { type: "null" }] } },
    };
    const header = { name: "X-Page", in: "header", schema: ref("Page") };
    const inPath = { name: "page", in: "path", required: true, schema: { anyOf: [integer, { type: "boolean" }] } };
    return serve(
      aDocument({
        paths: {
          "/query": {
            get: { operationId: "readQuery", parameters: [...parameters, ...lists, deep, counts], responses: anything },
          },
          "/page/{page}": { get: { operationId: "readPage", parameters: [header, inPath], responses: anything } },
        },
        schemas,
      }),
      { handlers: { readQuery: echo, readPage: echo } },
    );
  });

  const read = async (search: string, name: string): Promise<unknown> => {
    const response = await fetch(`${served.url}/query?${search}`);
    if (response.status === 400) return null;
    expect(response.status).to.equal(200);
    return ((await response.json()) as { query: Record<string, unknown> }).query[name];
  };

  cases.forEach(([schema, readings], index) => {
    it(`is what a text can be of ${JSON.stringify(schema)}`, async () => {
      const names = Object.keys(readings);
      const values = await Promise.all(names.map((name) => read(`p${index}=${name}`, `p${index}`)));
      expect(Object.fromEntries(names.map((name, at) => [name, values[at]]))).to.deep.equal(readings);
    });
  });

  it("is known of items, where the list is optional and where an item may have several types", async () => {
    expect(await read("optional=1&optional=2", "optional")).to.deep.equal([1, 2]);
    expect(await read("optional=0", "optional")).to.equal(null);
    expect(await read("either=1&either=true", "either")).to.deep.equal([1, true]);
    expect(await read("some=1&some=two", "some")).to.deep.equal([1, "two"]);
    expect(await read("constant=1&constant=2", "constant")).to.deep.equal([1, 2]);
  });

  it("is a list, unless there is one text that is no item", async () => {
    expect(await read("all=1", "all")).to.deep.equal([1]);
    expect(await read("all=1&all=2", "all")).to.deep.equal([1, 2]);
    expect(await read("all=all", "all")).to.equal("all");
    expect(await read("all=none", "all")).to.equal(null);
    expect(await read("all=all&all=1", "all")).to.equal(null);
  });

  it("is known of properties, listed or not", async () => {
    expect(await read("deep[x]=5&deep[label]=7", "deep")).to.deep.equal({ x: 5, label: "7" });
    expect(await read("deep[x]=10", "deep")).to.equal(null);
    expect(await read("counts[a]=5&counts[b]=6", "counts")).to.deep.equal({ a: 5, b: 6 });
  });

  it("is known in the path and in headers", async () => {
    const response = await fetch(`${served.url}/page/7`, { headers: { "X-Page": "10" } });
    expect(await response.json()).to.deep.include({ path: { page: 7 }, headers: { "x-page": 10 } });
    expect((await fetch(`${served.url}/page/7`, { headers: { "X-Page": "11" } })).status).to.equal(400);
  });

  it("that a text has shows in the finding, where the value is not admitted", async () => {
    const problem = await problemOf(await fetch(`${served.url}/query?p0=51&p1=x`));
    expect(problem.fieldErrors.map(({ path, code }) => `${path} ${code}`)).to.have.members([
      "/query/p0 maximum",
      "/query/p1 type",
    ]);
  });
});

describe("a parameter that no text can be decoded for", () => {
  const refusal = (parameter: object) => {
    const operation = {
      operationId: "read",
      parameters: [{ name: "p", in: "query", ...parameter }],
      responses: anything,
    };
    try {
      bindLoosely(aDocument({ paths: { "/read": { get: operation } }, schemas }), { handlers: { read: echo } });
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  const object = (properties: object) => ({ type: "object", properties });
  for (const [what, [parameter, message]] of Object.entries({
    "null alone": [{ schema: { type: "null" } }, "no text can stand for a value of its schema"],
    "types without a common one": [{ schema: { allOf: [integer, text] } }, "no text can stand for a value"],
    "an optional object in form style": [{ schema: { anyOf: [ref("Point"), { type: "null" }] } }, "deepObject"],
    "an object or a text": [
      { schema: { oneOf: [ref("Point"), text] }, style: "deepObject" },
      "an object cannot be told from a value of another type",
    ],
    "objects in a list": [{ schema: { type: "array", items: ref("Point") } }, "can hold neither lists nor objects"],
    "an object in an object": [
      { schema: object({ inner: ref("Point") }), style: "deepObject" },
      "inner: an object in a parameter cannot hold another one",
    ],
    "a list in an object in a header": [
      { schema: object({ inner: { type: "array" } }), in: "header" },
      "inner: an object cannot hold a list here",
    ],
  } as const))
    it(`is refused: ${what}`, () => {
      expect(refusal(parameter))
        .to.match(/^read: p: /)
        .and.contain(message);
    });
});

describe("a schema that refers to itself in place", () => {
  const document = aDocument({
    paths: {},
    schemas: {
      Union: { anyOf: [integer, ref("Other")] },
      Other: { oneOf: [ref("Union"), { type: "boolean" }] },
      Itself: ref("Itself"),
      Chain0: integer,
      ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`Chain${at + 1}`, ref(`Chain${at}`)])),
    },
  });

  it("has the types that it says elsewhere", () => {
    const plan = planValue(document, ref("Union"));
    expect([...plan.kinds]).to.deep.equal(["boolean", "integer"]);
    expect(["5", "true", "x"].map((value) => readScalar(value, plan))).to.deep.equal([5, true, "x"]);
  });

  it("is refused where it says nothing else, and so are references without end", () => {
    expect(() => planValue(document, ref("Itself"))).to.throw("references go in a circle");
    expect(() => planValue(document, ref("Chain40"))).to.throw("more than 16 references in a row");
  });
});

describe("the type of a form's field", () => {
  const form = {
    allOf: [{ type: "object", properties: { age: { anyOf: [integer, { type: "null" }] } } }],
    type: "object",
    properties: {
      point: { anyOf: [ref("Point"), { type: "null" }] },
      points: { type: "array", items: ref("Point") },
      code: { type: ["integer", "string"], maxLength: 5 },
      shape: { oneOf: [point, text] },
      rows: { type: "array", items: { type: "array", items: integer } },
    },
  };
  const served = opened(async () => {
    const content = { "application/x-www-form-urlencoded": { schema: form }, "multipart/form-data": { schema: form } };
    return serve(
      aDocument({
        paths: { "/form": { post: { operationId: "send", requestBody: { content }, responses: anything } } },
        schemas,
      }),
      { handlers: { send: echo } },
    );
  });

  const send = (fields: readonly [string, string][], multipart: boolean) => {
    if (!multipart)
      return post(`${served.url}/form`, new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(), {
        "Content-Type": "application/x-www-form-urlencoded",
      });
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    return fetch(`${served.url}/form`, { method: "POST", body });
  };

  for (const multipart of [false, true]) {
    const kind = multipart ? "multipart" : "urlencoded";
    it(`is gathered as that of a parameter, and objects are JSON: ${kind}`, async () => {
      const response = await send(
        [
          ["age", "36"],
          ["point", '{"x":1,"label":"2"}'],
          ["points", '{"x":1}'],
          ["points", '{"x":2}'],
          ["code", "0x"],
          ["shape", "{round}"],
          ["rows", "[1,2]"],
          ["rows", "[]"],
        ],
        multipart,
      );
      expect(((await response.json()) as { body: unknown }).body).to.deep.equal({
        age: 36,
        point: { x: 1, label: "2" },
        points: [{ x: 1 }, { x: 2 }],
        code: "0x",
        shape: "{round}",
        rows: [[1, 2], []],
      });
    });

    it(`is checked as in a JSON body: ${kind}`, async () => {
      const problem = await problemOf(
        await send(
          [
            ["point", '{"x":"1"}'],
            ["points", "{"],
            ["points", '{"x":1,"__proto__":2}'],
          ],
          multipart,
        ),
      );
      expect(problem.fieldErrors.map(({ path }) => path)).to.include.members([
        "/body/points/0",
        "/body/points/1/__proto__",
      ]);
      expect(problem.fieldErrors.some(({ path }) => path.startsWith("/body/point"))).to.equal(true);
    });
  }

  for (const [what, [media, message]] of Object.entries({
    "a form that is no object": [{ schema: { type: "array" } }, "the schema of a form has to admit an object"],
    "a field in the style deepObject": [
      { schema: form, encoding: { point: { style: "deepObject", explode: true } } },
      "point: a field can have no style except form, exploded",
    ],
    "an object in XML": [
      { schema: form, encoding: { point: { contentType: "application/xml" } } },
      "point: a field that is an object can only be JSON",
    ],
  } as const))
    it(`is refused at the start: ${what}`, () => {
      const content = { "application/x-www-form-urlencoded": media };
      const document = aDocument({
        paths: { "/form": { post: { operationId: "send", requestBody: { content }, responses: anything } } },
        schemas,
      });
      expect(() => bindLoosely(document, { handlers: { send: echo } })).to.throw(
        `send: application/x-www-form-urlencoded: ${message}`,
      );
    });
});
