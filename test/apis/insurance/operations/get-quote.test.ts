import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { QuoteName } from "#src/apis/insurance/sales/quote-state.ts";
import { expectProblem } from "#test/support/refusals.ts";
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

    it("asks no insurer", async () => {
      const row = await server.aQuote(merchant);
      const before = server.gateway.seen.length;
      await server.must(server.get(pathOf(row), merchant.key));
      expect(server.gateway.seen).to.have.length(before);
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

  describe("404", () => {
    it("knows no quote of another insurer, nor one whose id is not exactly the same", async () => {
      const row = await server.aQuote(merchant);
      const refused = [
        server.get(pathOf({ ...row, providerId: "borealis" }), merchant.key),
        server.get(pathOf({ ...row, quoteId: `${row.quoteId}0` }), merchant.key),
        server.get(pathOf({ ...row, quoteId: row.quoteId.toUpperCase() }), merchant.key),
        server.get(pathOf({ ...row, quoteId: "%F0%9F%9A%97'--" }), merchant.key),
      ];
      for (const answer of await Promise.all(refused)) expectProblem(answer, 404, "NOT_FOUND");
    });
  });
});
