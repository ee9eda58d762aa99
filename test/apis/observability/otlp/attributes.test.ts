import { expect } from "chai";
import fc from "fast-check";
import { type AnyValue, plainJson, plainText, typedAttributes } from "#src/apis/observability/otlp/attributes.ts";
import { anyCharacter } from "#test/support/any-character.ts";

describe("stored attributes", () => {
  it("are typed as Jaeger presents them", () => {
    const stored = JSON.stringify([
      { key: "s", value: { stringValue: "text" } },
      { key: "b", value: { boolValue: false } },
      { key: "i", value: { intValue: "42" } },
      { key: "d", value: { doubleValue: 0.5 } },
      { key: "bytes", value: { bytesValue: "AAE=" } },
      { key: "list", value: { arrayValue: { values: [{ intValue: "1" }, { stringValue: "x" }] } } },
      { key: "map", value: { kvlistValue: { values: [{ key: "k", value: { doubleValue: "NaN" } }] } } },
      { key: "none", value: {} },
    ]);
    const expected = [
      { key: "s", type: "string", value: "text" },
      { key: "b", type: "bool", value: false },
      { key: "i", type: "int64", value: 42 },
      { key: "d", type: "float64", value: 0.5 },
      { key: "bytes", type: "binary", value: "AAE=" },
      { key: "list", type: "string", value: '[1,"x"]' },
      { key: "map", type: "string", value: '{"k":"NaN"}' },
      { key: "none", type: "string", value: "" },
    ];
    expect(typedAttributes(stored)).to.deep.equal(expected);
    expect(typedAttributes(JSON.parse(stored))).to.deep.equal(expected);
  });

  it("give integers past 2^53 − 1 and non-finite doubles as text", () => {
    const value = (one: AnyValue) => typedAttributes([{ key: "k", value: one }])[0]?.value;
    expect(value({ intValue: "9007199254740991" })).to.equal(9007199254740991);
    expect(value({ intValue: "9007199254740992" })).to.equal("9007199254740992");
    expect(value({ intValue: "-9223372036854775808" })).to.equal("-9223372036854775808");
    expect(value({ doubleValue: "-Infinity" })).to.equal("-Infinity");
  });

  it("keep order and repeated keys", () => {
    const pair = (text: string) => ({ key: "k", value: { stringValue: text } });
    expect(typedAttributes([pair("1"), pair("2")]).map(({ value }) => value)).to.deep.equal(["1", "2"]);
  });

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
