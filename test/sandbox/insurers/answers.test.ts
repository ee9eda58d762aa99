import { expect } from "chai";
import { answerFaults } from "#src/sandbox/insurers/answers.ts";
import { productLines } from "#src/sandbox/insurers/product-lines.ts";

const motor = {
  holderName: "Ada Byrne",
  dateOfBirth: "1990-04-12",
  vehicleMake: "toyota",
  vehicleModel: "yaris",
  registrationNumber: "LND-123-AA",
  usedForWork: false,
  sumInsured: 4_000_000,
};

describe("how a sandbox insurer reads answers", () => {
  const { fields } = productLines.motorComprehensive;
  const paths = (changes: object) =>
    answerFaults(fields, { ...motor, ...changes }).map(({ path }) => path.replace("/body/inputs/", ""));

  it("finds nothing wrong with good ones", () => {
    expect(paths({})).to.deep.equal([]);
  });

  it("asks for what a condition brings up, and only then", () => {
    expect(paths({ usedForWork: true })).to.deep.equal(["occupation"]);
    expect(paths({ usedForWork: true, occupation: "delivery" })).to.deep.equal([]);
    expect(paths({ usedForWork: true, occupation: "racing" })).to.deep.equal(["occupation"]);
  });

  const wrong: readonly [what: string, changes: object, path: string][] = [
    ["a missing name", { holderName: "" }, "holderName"],
    ["a name that is a number", { holderName: 7 }, "holderName"],
    ["a name that is too long", { holderName: "a".repeat(201) }, "holderName"],
    ["a day that no calendar has", { dateOfBirth: "1990-02-30" }, "dateOfBirth"],
    ["a day in another order", { dateOfBirth: "12-04-1990" }, "dateOfBirth"],
    ["a boolean in words", { usedForWork: "no" }, "usedForWork"],
    ["a sum below the least", { sumInsured: 499_999 }, "sumInsured"],
    ["a sum above the most", { sumInsured: 100_000_001 }, "sumInsured"],
    ["a sum in words", { sumInsured: "4000000" }, "sumInsured"],
    ["a model of another make", { vehicleModel: "civic" }, "vehicleModel"],
    ["an answer to no question", { colour: "red" }, "colour"],
    ["an answer with a name from a pointer", { "a/b~c": 1 }, "a~1b~0c"],
  ];
  for (const [what, changes, path] of wrong)
    it(`finds ${what}`, () => {
      expect(paths(changes)).to.deep.equal([path]);
    });
});
