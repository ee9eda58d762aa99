import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { sharedInsuranceServer } from "./server.ts";

type Taxonomy = Schemas["Taxonomy"];

describe("getTaxonomy", () => {
  const server = sharedInsuranceServer();

  const read = async () => {
    const { key } = await server.aMerchant({ sells: [] });
    return server.get<Taxonomy>("/taxonomy", key);
  };

  describe("200", () => {
    it("serves the active nodes by level, sorted by parent, then by their place", async () => {
      const { status, body } = await read();
      expect(status).to.equal(200);
      expect(body.classes.map(({ code }) => code)).to.deep.equal(["GENERAL", "LIFE_AND_HEALTH"]);
      expect(body.categories.map(({ code }) => code)).to.deep.equal([
        ...["DEVICE", "HOME", "MOTOR", "TRAVEL"],
        ...["ACCIDENT", "HEALTH"],
      ]);
      expect(body.productTypes).to.deep.include({
        code: "MOTOR_COMPREHENSIVE",
        name: "Motor, comprehensive",
        parentCode: "MOTOR",
        sortOrder: 20,
      });
      const byPlace = body.productTypes.filter(({ parentCode }) => parentCode === "MOTOR").map(({ code }) => code);
      expect(byPlace).to.deep.equal(["MOTOR_THIRD_PARTY", "MOTOR_COMPREHENSIVE"]);
    });

    it("counts the request against the budget of the key", async () => {
      const { headers } = await read();
      expect(headers.get("x-ratelimit-limit")).to.equal("600");
      expect(headers.get("x-ratelimit-remaining")).to.equal("599");
      expect(Number(headers.get("x-ratelimit-reset"))).to.be.within(1, 60);
    });
  });
});
