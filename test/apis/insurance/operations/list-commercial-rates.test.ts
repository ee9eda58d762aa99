import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { allowProduct } from "#src/apis/insurance/catalog/permissions.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";

type Page = Schemas["CommercialRatePage"];

describe("listCommercialRates", () => {
  const server = sharedInsuranceServer();

  const path = (query: Readonly<Record<string, string>> = {}) => `/commercial-rates?${new URLSearchParams(query)}`;
  const list = (merchant: Merchant, query?: Readonly<Record<string, string>>) =>
    server.must(server.get<Page>(path(query), merchant.key));
  const namesOf = ({ items }: Page) => items.map(({ providerId, productId }) => `${providerId}/${productId}`);

  describe("200", () => {
    it("shows the business's own share and never the platform's", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const updatedAt = new Date("2026-11-01T09:30:00.000Z");
      const rate = { rateBasisPoints: 1_275, platformBasisPoints: 333 };
      await allowProduct(
        server.database,
        merchant,
        { providerId: "aegis", productId: "motor-third-party", ...rate },
        updatedAt,
      );
      expect(await list(merchant)).to.deep.equal({
        items: [
          {
            providerId: "aegis",
            productId: "motor-third-party",
            productName: "Aegis Drive Basic",
            rateBasisPoints: 1_275,
            environment: "test",
            updatedAt: updatedAt.toISOString(),
          },
        ],
        nextCursor: null,
      });
    });

    it("narrows to one product id, of whichever insurer", async () => {
      const merchant = await server.aMerchant();
      expect(namesOf(await list(merchant, { productId: "device-damage" }))).to.deep.equal([
        "farrier/device-damage",
        "gullwing/device-damage",
        "juniper/device-damage",
      ]);
      expect(namesOf(await list(merchant, { productId: "space-travel" }))).to.deep.equal([]);
    });
  });
});
