import { expect } from "chai";
import fc from "fast-check";
import { parseQuery, readForm } from "#src/contract/parameters.ts";
import { planValue, readScalar } from "#src/contract/value-plan.ts";
import { opened } from "#test/support/opened.ts";
import { runs } from "#test/support/runs.ts";
import { aDocument, anything } from "./support/document.ts";
import { echo, problemOf, serve } from "./support/serve.ts";

const text = { type: "string", maxLength: 200 };
const integer = { type: "integer", minimum: -1_000_000, maximum: 1_000_000 };
const list = (items: object) => ({ type: "array", maxItems: 50, items });
const point = {
  type: "object",
  additionalProperties: false,
  required: ["x"],
  properties: { x: integer, label: text, open: { type: "boolean" } },
};

interface Echoed {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
}

describe("parameters", () => {
  const served = opened(async () => {
    const get = (operationId: string, parameters: object[], more: object = {}) => ({
      get: { operationId, parameters, responses: anything, ...more },
    });
    const inQuery = (name: string, schema: object, more: object = {}) => ({ name, in: "query", schema, ...more });
    return serve(
      aDocument({
        paths: {
          "/strict": get(
            "readStrict",
            [
              inQuery("text", text),
              inQuery("integer", integer),
              inQuery("number", { type: "number" }),
              inQuery("flag", { type: "boolean" }),
              inQuery("either", { type: ["integer", "string"], maxLength: 20 }),
              inQuery("limit", { type: "integer", minimum: 1, maximum: 200, default: 50 }),
              inQuery("many", list(text)),
              inQuery("numbers", list(integer), { explode: false }),
              inQuery("listed", list(text), { explode: false }),
              inQuery("spaced", list(text), { style: "spaceDelimited", explode: false }),
              inQuery("piped", list(text), { style: "pipeDelimited", explode: false }),
              inQuery("deep", point, { style: "deepObject", explode: true }),
              { name: "json", in: "query", content: { "application/json": { schema: list(point) } } },
              inQuery("match[]", list(text)),
            ],
            { "x-accord-query": "strict" },
          ),
          "/open": get("readOpen", [inQuery("text", text)]),
          "/path/{numbers}/{object}/{plain}": get("readPath", [
            { name: "numbers", in: "path", required: true, schema: list(integer) },
            { name: "object", in: "path", required: true, explode: true, schema: point },
            { name: "plain", in: "path", required: true, schema: text },
          ]),
          "/header": get("readHeader", [
            { name: "X-Count", in: "header", required: true, schema: integer },
            { name: "X-Tags", in: "header", schema: list(text) },
            { name: "X-Point", in: "header", schema: point },
          ]),
        },
      }),
      { handlers: { readStrict: echo, readOpen: echo, readPath: echo, readHeader: echo } },
    );
  });

  const ask = (path: string, headers: Record<string, string> = {}) => fetch(served.url + path, { headers });
  const query = async (search: string) => ((await (await ask(`/strict?${search}`)).json()) as Echoed).query;
  const findings = async (path: string, headers: Record<string, string> = {}) => {
    const response = await ask(path, headers);
    const problem = await problemOf(response);
    expect(problem).to.include({ status: 400, code: "VALIDATION_FAILED" });
    return problem.fieldErrors.map(({ path, code }) => `${path} ${code}`);
  };

  it("become the numbers and booleans that the document says", async () => {
    expect(await query("text=7&integer=-7&number=1.5e3&flag=true&either=12")).to.deep.equal({
      text: "7",
      integer: -7,
      number: 1500,
      flag: true,
      either: 12,
      limit: 50,
    });
    expect(await query("either=x12&flag=false")).to.deep.include({ either: "x12", flag: false });
  });

  for (const number of ["", "+1", " 1", "0x1f", "1_0", "01", "1e", "Infinity", "NaN", "1e999", "٣", "1.5"])
    it(`${JSON.stringify(number)} is no integer`, async () => {
      expect(await findings(`/strict?integer=${encodeURIComponent(number)}`)).to.deep.equal(["/query/integer type"]);
    });

  for (const flag of ["", "1", "TRUE", "yes"])
    it(`${JSON.stringify(flag)} is no boolean`, async () => {
      expect(await findings(`/strict?flag=${flag}`)).to.deep.equal(["/query/flag type"]);
    });

  it("have the document's default when they are left out", async () => {
    expect(await query("")).to.deep.equal({ limit: 50 });
    expect(await query("limit=3")).to.deep.equal({ limit: 3 });
  });

  it("are refused when the document does not know them and is strict", async () => {
    expect(await findings("/strict?txet=a&__proto__=b&constructor=c")).to.deep.equal([
      "/query/txet unknown",
      "/query/__proto__ unknown",
      "/query/constructor unknown",
    ]);
  });

  it("are ignored when the document does not know them and is not strict", async () => {
    const response = await ask("/open?other=1&text=a&__proto__=b");
    expect(((await response.json()) as Echoed).query).to.deep.equal({ text: "a" });
  });

  it("given twice where one is meant are refused, not cut", async () => {
    expect(await findings("/strict?text=a&text=b")).to.deep.equal(["/query/text type"]);
    expect(await findings("/strict?deep[x]=1&deep[label]=a&deep[label]=b")).to.deep.equal(["/query/deep/label type"]);
    expect(await findings("/strict?json=[]&json=[]")).to.deep.equal(["/query/json/0 type", "/query/json/1 type"]);
  });

  it("read + as a space and percent-escapes as UTF-8", async () => {
    expect(await query("%74ext=a+b%2Bc%20%C3%A9")).to.have.property("text", "a b+c é");
  });

  it("with escapes that are no UTF-8 are refused", async () => {
    expect(await findings("/strict?text=%ff")).to.deep.equal(["/query malformed"]);
    expect(await findings("/strict?text=%")).to.deep.equal(["/query malformed"]);
  });

  it("may not hold NUL, in the path or in the query", async () => {
    expect(await findings("/strict?text=a%00b&many=ok&many=%00")).to.deep.equal([
      "/query/text nul",
      "/query/many/1 nul",
    ]);
    expect(await findings("/path/1/x=1/%00")).to.deep.equal(["/path/plain nul"]);
  });

  it("in JSON are read as JSON, and what is no JSON is refused", async () => {
    const value = [{ x: 1, label: "a&b=c", open: true }];
    expect(await query(`json=${encodeURIComponent(JSON.stringify(value))}`)).to.deep.include({ json: value });
    expect(await findings("/strict?json=[{]")).to.deep.equal(["/query/json type"]);
    expect(await findings(`/strict?json=${"[".repeat(7000)}${"]".repeat(7000)}`)).to.deep.equal(["/query/json type"]);
  });

  it("in headers are found without regard to case", async () => {
    const response = await ask("/header", { "x-COUNT": "5", "X-Tags": "a,b", "X-Point": "x,3,label,here" });
    expect(((await response.json()) as Echoed).headers).to.deep.equal({
      "x-count": 5,
      "x-tags": ["a", "b"],
      "x-point": { x: 3, label: "here" },
    });
    expect(await findings("/header", { "X-Tags": "a" })).to.deep.equal(["/header/x-count required"]);
  });

  it("of a Prometheus kind keep their brackets", async () => {
    expect(await query("match[]=up&match%5B%5D=down")).to.deep.include({ "match[]": ["up", "down"] });
  });

  describe("written in their style and read back", () => {
    const plain = fc.string({ unit: "grapheme", maxLength: 20 }).filter((value) => !value.includes("\0"));
    const whole = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const aPoint = fc.record({ x: whole, label: plain, open: fc.boolean() }, { requiredKeys: ["x"] });
    const without = (separator: string) => plain.filter((value) => value !== "" && !value.includes(separator));
    const percent = encodeURIComponent;

    /** Every text that `write` makes of a value must be read as that value. */
    const holds = <T>(values: fc.Arbitrary<T>, name: string, write: (value: T) => string) =>
      fc.assert(
        fc.asyncProperty(values, async (value) => {
          expect(await query(write(value))).to.have.deep.property(name.replace(".", "\\."), value);
        }),
        { numRuns: runs(50) },
      );

    it("form: one text", () => holds(plain, "text", (value) => `text=${percent(value)}`));
    it("form as URLSearchParams writes it", () =>
      holds(plain, "text", (value) => new URLSearchParams({ text: value }).toString()));
    it("form: a number", () =>
      holds(
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
        "number",
        (value) => `number=${percent(String(value))}`,
      ));
    it("form, exploded: a list of texts", () =>
      holds(fc.array(plain, { minLength: 1, maxLength: 20 }), "many", (values) =>
        values.map((value) => `many=${percent(value)}`).join("&"),
      ));
    it("form: a list of numbers", () =>
      holds(fc.array(whole, { maxLength: 20 }), "numbers", (values) => `numbers=${values.join(",")}`));
    it("form: a list of texts, commas in which are escaped", () =>
      holds(
        fc.array(
          plain.filter((value) => value !== ""),
          { maxLength: 20 },
        ),
        "listed",
        (values) => `listed=${values.map(percent).join(",")}`,
      ));
    it("spaceDelimited", () =>
      holds(
        fc.array(without(" "), { maxLength: 20 }),
        "spaced",
        (values) => `spaced=${values.map(percent).join("%20")}`,
      ));
    it("pipeDelimited", () =>
      holds(fc.array(without("|"), { maxLength: 20 }), "piped", (values) => `piped=${values.map(percent).join("|")}`));
    it("deepObject", () =>
      holds(aPoint, "deep", (value) =>
        Object.entries(value)
          .map(([key, part]) => `deep%5B${key}%5D=${percent(String(part))}`)
          .join("&"),
      ));
    it("JSON", () =>
      holds(fc.array(aPoint, { maxLength: 5 }), "json", (value) => `json=${percent(JSON.stringify(value))}`));

    it("simple, in the path", () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(whole, { minLength: 1, maxLength: 10 }),
          fc.record({ x: whole, label: plain }),
          // A URL parser takes segments of only dots for steps in the tree.
          plain.filter((value) => !/^\.{0,2}$/.test(value)),
          async (numbers, object, value) => {
            const pairs = Object.entries(object).map(([key, part]) => `${key}=${percent(String(part))}`);
            const response = await ask(`/path/${numbers.join(",")}/${pairs.join(",")}/${percent(value)}`);
            const { path } = (await response.json()) as Echoed;
            expect(path).to.deep.equal({ numbers, object, plain: value });
          },
        ),
        { numRuns: runs(50) },
      ));
  });
});

describe("what a parameter's schema says about its text", () => {
  const document = aDocument({
    paths: {},
    schemas: {
      Tree: {
        type: "object",
        properties: { name: text, children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
      },
    },
  });

  it("is found behind references, also where a schema contains itself", () => {
    const plan = planValue(document, { $ref: "#/components/schemas/Tree" });
    expect([...plan.kinds]).to.deep.equal(["object"]);
    expect(readForm(parseQuery("name=oak&children=a&children=b"), plan)).to.deep.equal({
      name: "oak",
      children: ["a", "b"],
    });
  });

  it("is nothing for a schema without a type", () => {
    expect(readScalar("12", planValue(document, true))).to.equal("12");
    expect(readScalar("12", planValue(document, { maximum: 20 }))).to.equal("12");
  });
});

describe("an undecoded query", () => {
  it("is read as the WHATWG URL standard reads it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })), { maxLength: 8 }),
        (pairs) => {
          const written = new URLSearchParams(pairs).toString();
          const read = [...parseQuery(written)].flatMap(([name, values]) => values.map((value) => [name, value]));
          const expected = pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]);
          const byName = (a: string[], b: string[]) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : a[0] === b[0] ? 0 : 1);
          expect(read.sort(byName)).to.deep.equal(expected.sort(byName));
        },
      ),
    );
  });

  it("survives empty pairs, names without values and values with =", () => {
    expect([...parseQuery("&&a&=b&c=d=e&")]).to.deep.equal([
      ["a", [""]],
      ["", ["b"]],
      ["c", ["d=e"]],
    ]);
  });
});
