import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { switchInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { InsuranceServer } from "./server.ts";

type Product = Schemas["ConfiguredProduct"];

describe("getProduct", () => {
  const server = new InsuranceServer();
  // No insurer may take longer than this; readers of a product would wait five seconds.
  before(() => server.start({ insurerDeadlineMs: 500 }));
  after(() => server.stop());

  const accident = { providerId: "aegis", productId: "personal-accident" };
  const pathOf = ({ providerId, productId } = accident) => `/products/${providerId}/${productId}`;

  describe("200", () => {
    it("shows the product with the config that its insurer gives now", async () => {
      const { key } = await server.aMerchant();
      const before = server.gateway.calls("aegis", /^GET \/products\/personal-accident$/).length;
      const product = await server.must(server.get<Product>(pathOf(), key));
      const { config, ...rest } = product;
      expect(rest).to.deep.equal({
        ...accident,
        providerName: "Aegis Mutual",
        name: "Aegis Mutual Accident Cover",
        description: "Accidental death, Lasting disability, Treatment after an accident: insured for a year.",
        category: "ACCIDENT",
        productType: "PERSONAL_ACCIDENT",
        classCode: "LIFE_AND_HEALTH",
        country: "NG",
        currency: "NGN",
        publishedPrice: null,
        environment: "test",
        updatedAt: "2026-10-01T08:00:00.000Z",
        configStatus: "available",
      });
      expect(config?.coverages.map(({ code }) => code)).to.deep.equal(["DEATH", "DISABILITY", "TREATMENT"]);
      expect(config?.attributes[0]).to.deep.equal({ code: "TERM", name: "Term", value: "12 months" });
      expect(config?.choices[0]).to.deep.include({ choiceId: "plan", default: "standard" });
      expect(config?.contexts).to.deep.equal(["new_business", "renewal", "endorsement", "claim", "cancellation"]);
      await server.must(server.get<Product>(pathOf(), key));
      expect(server.gateway.calls("aegis", /^GET \/products\/personal-accident$/)).to.have.length(before + 2);
    });

    it("shows the product without a config while its insurer cannot be reached", async () => {
      const { key } = await server.aMerchant();
      const lantern = { providerId: "lantern", productId: "health-individual" };
      const product = await server.must(server.get<Product>(pathOf(lantern), key));
      expect(product).to.include({ ...lantern, name: "Lantern Wellness", config: null, configStatus: "unavailable" });
    });

    for (const trouble of ["slow", "invalid", "oversized", "own-error", "status-500", "status-503", "drop"]) {
      it(`shows the product without a config when its insurer is in trouble: ${trouble}`, async () => {
        const { key } = await server.aMerchant();
        const end = server.gateway.trouble({ insurerId: "dunlin", call: /^GET \/products\//, with: trouble });
        const product = { ...accident, providerId: "dunlin" };
        const answer = await server.must(server.get<Product>(pathOf(product), key));
        end();
        expect(answer).to.include({ config: null, configStatus: "unavailable", providerName: "Dunlin Health" });
      });
    }
  });

  describe("404", () => {
    it("is the same for what may not be sold, is withdrawn or does not exist, and no insurer is asked", async () => {
      const { key } = await server.aMerchant({
        sells: [accident, { providerId: "aegis", productId: "home-contents" }],
      });
      const refused = [
        { providerId: "borealis", productId: "personal-accident" },
        { providerId: "aegis", productId: "motor-third-party" },
        { providerId: "aegis", productId: "home-contents" },
        { providerId: "aegis", productId: "space-travel" },
        { providerId: "nobody", productId: "personal-accident" },
      ];
      const asked = server.gateway.seen.length;
      const answers = await Promise.all(refused.map((product) => server.get(pathOf(product), key)));
      const bodies = answers.map((answer) => {
        expectProblem(answer, 404, "NOT_FOUND");
        const { correlationId: _, ...body } = answer.body;
        return body;
      });
      for (const body of bodies) expect(body).to.deep.equal(bodies[0]);
      expect(server.gateway.seen.length).to.equal(asked);
    });

    it("is also for a product that only the other environment may sell, or whose insurer is switched off", async () => {
      const { businessId } = await server.aMerchant();
      const live = await server.aMerchant({ businessId, environment: "live", sells: [] });
      expectProblem(await server.get(pathOf(), live.key), 404, "NOT_FOUND");
      const { key } = await server.aMerchant();
      await switchInsurer(await server.database.operator(), "caravel", false);
      const answer = await server.get(pathOf({ ...accident, providerId: "caravel" }), key);
      await switchInsurer(await server.database.operator(), "caravel", true);
      expectProblem(answer, 404, "NOT_FOUND");
    });
  });
});
