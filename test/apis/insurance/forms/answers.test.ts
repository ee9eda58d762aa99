import { expect } from "chai";
import fc from "fast-check";
import { splitAnswers } from "#src/apis/insurance/forms/answers.ts";

const names = fc.oneof(fc.constantFrom("plan", "holderName", "__proto__", "constructor", ""), fc.string());
const values = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.array(fc.string()),
  fc.constant(null),
);

describe("the answers of a quote request", () => {
  it("go into one of two parts each, unchanged: those to fields of the form, and all others", () => {
    fc.assert(
      fc.property(fc.dictionary(names, values), fc.uniqueArray(names), (answers, fields) => {
        const fieldIds = new Set(fields);
        const { inputs, configuration } = splitAnswers(answers, fieldIds);
        const sent = new Map(Object.entries(answers));
        const parts = [...Object.entries(inputs), ...Object.entries(configuration)];
        expect(new Map(parts)).to.deep.equal(sent);
        expect(parts).to.have.length(sent.size);
        expect(Object.keys(inputs).every((name) => fieldIds.has(name))).to.equal(true);
        expect(Object.keys(configuration).some((name) => fieldIds.has(name))).to.equal(false);
      }),
    );
  });
});
