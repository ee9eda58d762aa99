import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { insuranceServer } from "#test/builders/insurance/server.ts";

type Product = Schemas["ConfiguredProduct"];

describe("getProduct", () => {
  // No insurer may take longer than this; readers of a product would wait five seconds.
  const server = insuranceServer({ insurerDeadlineMs: 500 });

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

    it("shows the product without a config when its insurer is slow or answers nonsense", async () => {
      const { key } = await server.aMerchant();
      for (const trouble of ["slow", "invalid"]) {
        const end = server.gateway.trouble({ insurerId: "dunlin", call: /^GET \/products\//, with: trouble });
        const answer = await server.must(server.get<Product>(pathOf({ ...accident, providerId: "dunlin" }), key));
        end();
        expect(answer, trouble).to.include({
          config: null,
          configStatus: "unavailable",
          providerName: "Dunlin Health",
        });
      }
    });

    it("shows the product without a config while its insurer cannot be reached", async () => {
      const { key } = await server.aMerchant();
      const lantern = { providerId: "lantern", productId: "health-individual" };
      const product = await server.must(server.get<Product>(pathOf(lantern), key));
      expect(product).to.include({ ...lantern, name: "Lantern Wellness", config: null, configStatus: "unavailable" });
    });
  });
});
