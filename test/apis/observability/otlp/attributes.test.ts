import { expect } from "chai";
import fc from "fast-check";
import { plainJson, plainText } from "#src/apis/observability/otlp/attributes.ts";
import { anyCharacter } from "#test/support/any-character.ts";

describe("stored attributes", () => {
  it("become plain JSON that parses, whatever keys and text they hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (key, stringValue) => {
        const value = { kvlistValue: { values: [{ key, value: { arrayValue: { values: [{ stringValue }] } } }] } };
        expect(Object.entries(JSON.parse(plainJson(value)))).to.deep.equal([[key, [stringValue]]]);
      }),
    );
  });

  it("keep integers exact in plain JSON", () => {
    expect(plainText({ arrayValue: { values: [{ intValue: "9007199254740993" }] } })).to.equal("[9007199254740993]");
  });
});
