import { expect } from "chai";
import type { JsonSchema } from "#src/contract/document.ts";
import { aDocument, taking } from "./support/document.ts";
import { validatorsOf } from "./support/serve.ts";

/** Whether the validator that is generated for a body takes a value. */
function takes(schema: JsonSchema, schemas: Record<string, JsonSchema> = {}): (value: unknown) => boolean {
  const document = { ...aDocument(taking(schema)), components: { schemas } };
  const validate = validatorsOf(document).send_body_application_json;
  if (validate === undefined) throw new Error("There is no validator");
  return (value) => validate(value);
}

const item = { Item: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } } as const;
const anItem = { $ref: "#/components/schemas/Item" };

describe("generated validators", () => {
  it("refuse what fails, however many errors came before", () => {
    const either = takes(
      { anyOf: [{ type: "array", maxItems: 1_000, items: anItem }, { $ref: "#/components/schemas/Item" }] },
      item,
    );
    const some = takes({ type: "array", maxItems: 1_000, contains: anItem }, item);
    for (const count of [1, 499, 500, 501, 600]) {
      expect(either(Array(count).fill("x")), `anyOf with ${count}`).to.equal(false);
      expect(some(Array(count).fill("x")), `contains with ${count}`).to.equal(false);
    }
    expect(either([{ id: 1 }])).to.equal(true);
    expect(some([...Array(600).fill("x"), { id: 1 }])).to.equal(true);
  });

  it("compare no more items than there may be", () => {
    const compared = takes({ type: "array", maxItems: 50, uniqueItems: true, items: anItem }, item);
    const list = (length: number) => Array.from({ length }, (_, id) => ({ id }));
    expect(compared(list(50))).to.equal(true);
    expect(compared([...list(49), { id: 0 }])).to.equal(false);
    // Each would be compared with each: twenty thousand million comparisons.
    expect(compared(list(200_000))).to.equal(false);
    expect(() => takes({ type: "array", uniqueItems: true, items: anItem }, item)).to.throw("needs a maxItems");
  });

  it("take names that every object inherits for what they are: unknown", () => {
    const named = takes({
      type: "object",
      properties: { k: {} },
      if: { required: ["k"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { a: {} } },
      unevaluatedProperties: false,
    });
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "b"])
      expect(named(JSON.parse(`{"${name}":1}`)), name).to.equal(false);
    expect(named({ k: 1, a: 1 })).to.equal(true);
    expect(named({ k: 1 })).to.equal(true);
  });

  it("take decimal multiples of decimals", () => {
    const cents = takes({ type: "number", multipleOf: 0.01 });
    for (const good of [19.99, 0.07, 4.35, 0, -1.1, 111848.18, 199_999.99])
      expect(cents(good), String(good)).to.equal(true);
    for (const bad of [19.999, 0.001, -0.005, 1e-12]) expect(cents(bad), String(bad)).to.equal(false);
    const fives = takes({ type: "number", multipleOf: 5 });
    expect([fives(1e22), fives(10), fives(12), fives(-5)]).to.deep.equal([true, true, false, true]);
    const ones = takes({ type: "number", multipleOf: 1 });
    expect([ones(Number.MAX_SAFE_INTEGER), ones(0.5)]).to.deep.equal([true, false]);
  });

  it("take UUIDs and dates in the forms of their RFCs alone", () => {
    const judge = (format: string, texts: readonly string[]) => {
      const isOf = takes({ type: "string", format });
      return texts.filter((text) => isOf(text));
    };
    const uuid = "0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11";
    expect(judge("uuid", [uuid, uuid.toUpperCase(), `urn:uuid:${uuid}`, uuid.slice(1)])).to.deep.equal([
      uuid,
      uuid.toUpperCase(),
    ]);
    const times = ["Z", "z", "+01:00", "-23:59", "+01", "+0100", ""];
    const good = ["Z", "z", "+01:00", "-23:59"];
    for (const fraction of ["", ".5", ".123456789"]) {
      const clock = `10:15:30${fraction}`;
      expect(
        judge(
          "time",
          times.map((offset) => clock + offset),
        ),
      ).to.deep.equal(good.map((offset) => clock + offset));
      for (const separator of ["T", "t"]) {
        const date = `2026-01-31${separator}${clock}`;
        expect(
          judge(
            "date-time",
            times.map((offset) => date + offset),
          ),
        ).to.deep.equal(good.map((offset) => date + offset));
      }
    }
    const odd = [" ", "\t", "\n"].map((separator) => `2026-01-31${separator}10:15:30Z`);
    expect(judge("date-time", [...odd, "2026-02-30T10:15:30Z", "2026-01-31T24:15:30Z"])).to.deep.equal([]);
  });
});
