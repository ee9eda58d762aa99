import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { QuoteName } from "#src/apis/insurance/sales/quote-state.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";

type Quote = Schemas["Quote"];

const pathOf = ({ providerId, quoteId }: QuoteName) => `/quotes/${providerId}/${quoteId}`;

describe("getQuote", () => {
  const server = sharedInsuranceServer();

  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await server.aMerchant({ sells: [] });
  });

  describe("200", () => {
    it("shows the quote as it was given", async () => {
      const row = await server.aQuote(merchant, "dunlin");
      const { status, body } = await server.get<Quote>(pathOf(row), merchant.key);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        providerId: "dunlin",
        quoteId: row.quoteId,
        productId: "personal-accident",
        formId: "personal-accident.new_business",
        formVersion: 1,
        context: "new_business",
        policyId: null,
        status: "USABLE",
        total: { amountMinor: row.totalMinor, currency: "NGN" },
        currency: "NGN",
        lines: row.lines,
        environment: "test",
        expiresAt: row.expiresAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      });
    });

    it("shows by the clock that it has expired, whether or not that was noted", async () => {
      const row = await server.aQuote(merchant);
      const over = "UPDATE insurance_quotes SET expires_at = now() WHERE quote_id = $1";
      await server.database.pool.query(over, [row.quoteId]);
      expect((await server.get<Quote>(pathOf(row), merchant.key)).body.status).to.equal("EXPIRED");
    });

    it("shows that it was bought, also when its time is over", async () => {
      const row = await server.aQuote(merchant);
      await server.must(server.post("/purchases", server.aPurchaseRequest(row), merchant.key));
      const over = "UPDATE insurance_quotes SET expires_at = now() WHERE quote_id = $1";
      await server.database.pool.query(over, [row.quoteId]);
      const { body } = await server.get<Quote>(pathOf(row), merchant.key);
      expect(body.status).to.equal("BOUGHT");
      expect(Date.parse(body.updatedAt)).to.be.above(row.updatedAt.getTime());
    });
  });
});
