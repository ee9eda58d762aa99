import { expect } from "chai";
import type { JsonSchema } from "#src/contract/document.ts";
import { UnenforceableSchema } from "#src/contract/schema/lower.ts";
import { aDocument, anything, taking } from "./support/document.ts";
import { validatorsOf } from "./support/serve.ts";

const text = { type: "string", maxLength: 40 };
const number = { type: "number" };

/** What the engine finds wrong with values of this schema. */
function checker(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>> = {}) {
  const validate = validatorsOf(aDocument({ ...taking(schema), schemas })).send_body_application_json;
  if (validate === undefined) throw new Error("no validator for the body");
  return (value: unknown): string[] =>
    validate(structuredClone(value))
      ? []
      : (validate.errors ?? [])
          .filter(({ keyword }) => keyword !== "if")
          .map(({ instancePath, keyword, params }) =>
            [instancePath, keyword, params.missingProperty].filter(Boolean).join(" "),
          );
}

const refusal = (schema: JsonSchema, schemas?: Readonly<Record<string, JsonSchema>>): string => {
  try {
    checker(schema, schemas);
  } catch (error) {
    if (error instanceof UnenforceableSchema) return error.message;
    throw error;
  }
  return "";
};

describe("oneOf", () => {
  const card = { type: "object", required: ["kind", "number"], properties: { kind: text, number: text } };
  const bank = { type: "object", required: ["kind", "iban"], properties: { kind: text, iban: text } };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  describe("with a discriminator", () => {
    const payment = {
      oneOf: [ref("Card"), ref("Bank")],
      discriminator: {
        propertyName: "kind",
        mapping: { visa: "#/components/schemas/Card", amex: "Card", sepa: "#/components/schemas/Bank" },
      },
    };
    const check = checker(payment, { Card: card, Bank: bank });

    it("holds each value to the branch that its mapping names", () => {
      expect(check({ kind: "visa", number: "1" })).to.deep.equal([]);
      expect(check({ kind: "amex", number: "1" })).to.deep.equal([]);
      expect(check({ kind: "sepa", iban: "1" })).to.deep.equal([]);
      expect(check({ kind: "sepa", number: "1" })).to.deep.equal(["required iban"]);
    });

    it("finds fault with the discriminator alone when it names no branch", () => {
      expect(check({ kind: "cash" })).to.deep.equal(["/kind enum"]);
      expect(check({})).to.deep.equal(["required kind"]);
      expect(check([])).to.include("type");
    });

    it("is refused without an explicit mapping", () => {
      const schema = { ...payment, discriminator: { propertyName: "kind" } };
      expect(refusal(schema, { Card: card, Bank: bank })).to.contain("explicit mapping");
    });

    it("is refused when the mapping leads to no branch, or none to a branch", () => {
      const mapped = (mapping: Record<string, string>) =>
        refusal({ ...payment, discriminator: { propertyName: "kind", mapping } }, { Card: card, Bank: bank, Cash: {} });
      expect(mapped({ visa: "Card", cash: "Cash", sepa: "Bank" })).to.contain("maps cash to Cash, which is no branch");
      expect(mapped({ visa: "Card" })).to.contain("/oneOf/1: no value of the discriminator leads here");
    });
  });

  it("by type: findings speak of the branch whose type the value has", () => {
    const check = checker({ oneOf: [text, { type: "array", items: number }, { type: ["boolean", "null"] }] });
    expect(check("x")).to.deep.equal([]);
    expect(check(null)).to.deep.equal([]);
    expect(check([1, "x"])).to.deep.equal(["/1 type"]);
    expect(check("x".repeat(41))).to.deep.equal(["maxLength"]);
    expect(check({})).to.deep.equal(["type"]);
  });

  it("by constant: the value of one required property decides", () => {
    const check = checker({
      oneOf: [
        { type: "object", required: ["v", "a"], properties: { v: { const: 1 }, a: text } },
        { type: "object", required: ["v", "b"], properties: { v: { enum: [2, 3] }, b: text } },
      ],
    });
    expect(check({ v: 1, a: "x" })).to.deep.equal([]);
    expect(check({ v: 3, b: "x" })).to.deep.equal([]);
    expect(check({ v: 2, a: "x" })).to.deep.equal(["required b"]);
    expect(check({ v: 4 })).to.deep.equal(["/v enum"]);
  });

  it("by required property: the presence of a name that no other branch knows decides", () => {
    const check = checker({
      oneOf: [
        { type: "object", additionalProperties: false, required: ["file"], properties: { file: text } },
        { type: "object", additionalProperties: false, required: ["url"], properties: { url: text } },
      ],
    });
    expect(check({ file: "x" })).to.deep.equal([]);
    expect(check({ url: "x" })).to.deep.equal([]);
    expect(check({ file: 1 })).to.deep.equal(["/file type"]);
    expect(check({ file: "x", url: "y" })).to.deep.equal(["additionalProperties"]);
    expect(check({})).to.deep.equal(["required url"]);
    expect(check("x")).to.deep.equal(["type"]);
  });

  const undecidable: [why: string, schema: JsonSchema][] = [
    ["both are numbers", { oneOf: [{ type: "integer" }, number] }],
    ["both are any text", { oneOf: [text, { ...text, maxLength: 3 }] }],
    ["the constants overlap", { oneOf: [withConst("v", [1, 2]), withConst("v", [2, 3])] }],
    ["the constant is optional", { oneOf: [{ ...withConst("v", [1]), required: [] }, withConst("v", [2])] }],
    ["nothing is required", { oneOf: [{ type: "object" }, { type: "object", properties: { a: text } }] }],
    ["one is anything", { oneOf: [true, text] }],
  ];
  for (const [why, schema] of undecidable)
    it(`is refused when the branches cannot be told apart: ${why}`, () => {
      expect(refusal(schema)).to.contain("cannot be told apart");
    });

  it("keeps what stands beside it", () => {
    const check = checker({
      type: "object",
      required: ["id"],
      properties: { id: text },
      allOf: [{ type: "object", required: ["at"] }],
      oneOf: [
        { type: "object", required: ["a"], properties: { a: text } },
        { type: "object", required: ["b"], properties: { b: text } },
      ],
    });
    expect(check({ id: "1", at: 1, a: "x" })).to.deep.equal([]);
    expect(check({ b: "x" })).to.have.members(["required id", "required at"]);
  });
});

function withConst(name: string, values: readonly unknown[]) {
  return { type: "object", required: [name], properties: { [name]: { enum: values } } };
}

describe("keywords", () => {
  const refused: [keyword: string, schema: JsonSchema][] = [
    ["nullable", { type: "string", nullable: true }],
    ["readOnly", { type: "string", readOnly: true }],
    ["writeOnly", { type: "string", writeOnly: true }],
    ["$defs", { $defs: { A: text }, type: "string" }],
    ["$id", { $id: "https://example.org/x", type: "string" }],
    ["$anchor", { $anchor: "a", type: "string" }],
    ["$dynamicRef", { $dynamicRef: "#meta" }],
    ["contentSchema", { type: "string", contentSchema: true }],
    ["maxlength", { type: "string", maxlength: 3 }],
    ["minLenght", { type: "object", properties: { deep: { items: { minLenght: 3 } } } }],
  ];
  for (const [keyword, schema] of refused)
    it(`${keyword} is refused, since nothing would come of it at run time`, () => {
      expect(refusal(schema)).to.contain(`the keyword ${keyword} cannot be enforced`);
    });

  it("a refusal names the place", () => {
    expect(refusal({ type: "object", properties: { a: { type: "array", items: { nullable: true } } } })).to.equal(
      "send/requestBody/application/json/properties/a/items/nullable: the keyword nullable cannot be enforced at run time",
    );
  });

  it("a pattern without a maxLength is refused, since its time would have no bound", () => {
    expect(refusal({ type: "string", pattern: "^(a+)+$" })).to.contain("a pattern needs a maxLength");
    expect(checker({ type: "string", pattern: "^a+$", maxLength: 9 })("b")).to.deep.equal(["pattern"]);
  });

  it("a property that every JavaScript object has is refused, declared or required", () => {
    expect(refusal({ type: "object", properties: { toString: text } })).to.contain("has a property toString");
    expect(refusal({ type: "object", required: ["constructor"] })).to.contain("has a property constructor");
  });

  it("a reference to anything but a component schema is refused", () => {
    expect(refusal({ $ref: "#/paths/~1send" })).to.contain("does not point at a component schema");
  });

  it("an unknown format stops the compilation", () => {
    expect(() => checker({ type: "string", format: "phone-number" })).to.throw('unknown format "phone-number"');
  });

  it("annotations and extensions are left out", () => {
    const schema = { ...text, title: "T", example: 1, examples: [1], deprecated: true, xml: {}, "x-own": { any: 1 } };
    expect(checker(schema)("x")).to.deep.equal([]);
  });

  const enforced: [keyword: string, schema: JsonSchema, good: unknown, bad: unknown, found: string][] = [
    ["multipleOf", { type: "integer", multipleOf: 5 }, 10, 11, "multipleOf"],
    ["exclusiveMinimum", { type: "number", exclusiveMinimum: 0 }, 0.1, 0, "exclusiveMinimum"],
    ["minLength counts characters", { type: "string", minLength: 3 }, "😀😀😀", "😀😀", "minLength"],
    ["maxLength counts characters", { type: "string", maxLength: 3 }, "😀😀😀", "😀😀😀x", "maxLength"],
    ["uniqueItems", { type: "array", uniqueItems: true, maxItems: 10 }, [1, 2], [{ a: 1 }, { a: 1 }], "uniqueItems"],
    ["contains", { type: "array", contains: { const: 1 } }, [0, 1], [0], "contains"],
    ["prefixItems", { type: "array", prefixItems: [text, number] }, ["a", 1], ["a", "b"], "/1 type"],
    ["minProperties", { type: "object", minProperties: 1 }, { a: 1 }, {}, "minProperties"],
    ["patternProperties", { type: "object", patternProperties: { "^n": number } }, { n: 1 }, { n: "" }, "/n type"],
    [
      "dependentRequired",
      { type: "object", dependentRequired: { a: ["b"] } },
      { b: 1 },
      { a: 1 },
      "dependentRequired b",
    ],
    ["not", { type: "object", not: { required: ["a"] } }, {}, { a: 1 }, "not"],
    [
      "unevaluatedProperties",
      { allOf: [{ type: "object", properties: { a: true } }], type: "object", unevaluatedProperties: false },
      { a: 1 },
      { b: 1 },
      "unevaluatedProperties",
    ],
    [
      "format date-time",
      { type: "string", format: "date-time" },
      "2026-11-21T10:00:00.5Z",
      "2026-13-01T00:00:00Z",
      "format",
    ],
    ["format date", { type: "string", format: "date" }, "2028-02-29", "2026-02-29", "format"],
    ["format uuid", { type: "string", format: "uuid" }, "0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11", "0198c1f2", "format"],
    ["format email", { type: "string", format: "email" }, "ada@example.org", "ada@", "format"],
    ["a type list", { type: ["string", "null"], maxLength: 2 }, null, 1, "type"],
  ];
  for (const [keyword, schema, good, bad, found] of enforced)
    it(`${keyword} is enforced`, () => {
      const check = checker(schema);
      expect(check(good)).to.deep.equal([]);
      expect(check(bad)).to.include(found);
    });

  it("lengths are enforced around the bounds for characters of one and of two units alike", () => {
    const check = checker({ type: "string", minLength: 4, maxLength: 8 });
    for (const character of ["x", "é", "😀"])
      for (let length = 0; length < 20; length++)
        expect(check(character.repeat(length)).length === 0, `${length} × ${character}`).to.equal(
          length >= 4 && length <= 8,
        );
  });
});

describe("a default", () => {
  it("is filled in where a property is missing, in nested objects too", () => {
    const schema = {
      type: "object",
      properties: {
        unit: { type: "string", default: "ms" },
        inner: { type: "object", default: {}, properties: { size: { type: "integer", default: 3 } } },
      },
    };
    const validate = validatorsOf(aDocument({ ...taking(schema) })).send_body_application_json;
    const value = {};
    expect(validate?.(value)).to.equal(true);
    expect(value).to.deep.equal({ unit: "ms", inner: { size: 3 } });
  });

  it("of a required property is refused: it would hide an answer that lacks the property", () => {
    const schema = { type: "object", required: ["unit"], properties: { unit: { type: "string", default: "ms" } } };
    expect(refusal(schema)).to.include("unit is required and has a default");
  });
});

describe("equal schemas", () => {
  it("are compiled once and serve every place that has them", () => {
    const operation = (operationId: string) => ({
      post: {
        operationId,
        requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
        responses: anything,
      },
    });
    const validators = validatorsOf(aDocument({ paths: { "/a": operation("a"), "/b": operation("b") } }));
    expect(validators.a_body_application_json).to.be.a("function");
    expect(validators.a_body_application_json).to.equal(validators.b_body_application_json);
  });
});
