import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { addresses, sharedOrderingServer } from "#test/builders/ordering.ts";

describe("getQuote", () => {
  const server = sharedOrderingServer();
  const path = (quoteId: string) => `${addresses.quote}/${quoteId}`;
  const read = (quoteId: string) => server.get<Schemas["Quote"]>(path(quoteId));

  describe("200", () => {
    it("returns the quote as it was made", async () => {
      const quote = await server.aQuote();
      const { status, body } = await read(quote.quoteId);
      expect(status).to.equal(200);
      expect(body).to.deep.equal(quote);
    });

    it("keeps every amount when meals and fees change afterwards", async () => {
      const quote = await server.aQuote();
      await server.database.pool.query("UPDATE meals SET price = price * 2, name = 'Dearer' WHERE vendor_id = $1", [
        quote.vendorId,
      ]);
      await server.database.pool.query(
        `INSERT INTO fee_schedules VALUES (now() - interval '1 second', 1000, 50000, 400000, 15000,
           '[{"upToMeters": 20000, "fee": 999900}]')`,
      );
      try {
        expect((await read(quote.quoteId)).body).to.deep.equal(quote);
        const { vendorId, items } = quote;
        const wanted = items.map(({ mealId, quantity }) => ({ mealId, quantity }));
        const location = { latitude: 6.43, longitude: 3.42 };
        const today = await server.aQuote({ vendorId, items: wanted, location });
        // Half as much again of the delivery fee for the surge, 10 % of the meals for the service.
        expect(today).to.include({ mealSubtotal: 500_000, serviceCharge: 50_000, deliveryFee: 1_499_850 });
      } finally {
        await server.database.pool.query("DELETE FROM fee_schedules WHERE effective_from > 'epoch'");
      }
    });

    it("says when it has expired, and when it was used", async () => {
      const { quoteId } = await server.aQuote();
      await server.age("quotes", quoteId, 15);
      expect((await read(quoteId)).body.status).to.equal("EXPIRED");
      const { request } = await server.aCheckout();
      expect((await read(request.quoteId)).body.status).to.equal("USED");
    });
  });
});
