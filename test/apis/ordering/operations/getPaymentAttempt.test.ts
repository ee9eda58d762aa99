import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { sharedOrderingServer } from "#test/builders/ordering.ts";

describe("getPaymentAttempt", () => {
  const server = sharedOrderingServer();
  const path = (reference: string) => `/api/v1/payments/attempts/${reference}`;
  const read = (reference: string) => server.get<Schemas["PaymentAttempt"]>(path(reference));

  describe("200", () => {
    it("shows a payment that waits for half an hour", async () => {
      const { reference, orderId, amount } = await server.aCheckout();
      const { status, body } = await read(reference);
      expect(status).to.equal(200);
      expect(body).to.include({ reference, orderId, amount, status: "PENDING", settledAt: null });
      expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).to.equal(30 * 60_000);
    });

    it("says nothing that leads to the customer, since the reference is part of a link", async () => {
      const { reference, customerId } = await server.aCheckout();
      const shown = [
        JSON.stringify((await read(reference)).body),
        String((await server.get(`/pay/${reference}`)).body),
      ];
      for (const text of shown) expect(text).not.to.include(customerId);
    });

    it("shows an abandoned one from the moment its time is over, before anybody has noted it", async () => {
      const { reference } = await server.aCheckout();
      await server.age("payment_attempts", reference, 30);
      const { body } = await read(reference);
      expect(body.status).to.equal("ABANDONED");
      expect(body.settledAt).to.equal(body.expiresAt);
    });
  });
});
