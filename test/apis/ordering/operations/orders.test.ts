import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { addresses, sharedOrderingServer } from "#test/builders/ordering.ts";
import { expectProblem } from "#test/support/refusals.ts";

describe("orders", () => {
  const server = sharedOrderingServer();
  const pathOf = (customerId: string) => `/api/v1/customers/${customerId}/orders`;
  const page = (customerId: string, query = "") =>
    server.must(server.get<Schemas["OrderPage"]>(pathOf(customerId) + query));
  const anOrderOf = (customerId: string) => server.aCheckout({ customerId });
  /** One of each: waiting, declined and forgotten, paid and on its way. */
  async function someOrders() {
    const { customerId } = await server.aCustomer();
    const [forgotten, paid, waiting] = [
      await anOrderOf(customerId),
      await anOrderOf(customerId),
      await anOrderOf(customerId),
    ];
    await server.settle(forgotten.reference, "decline");
    await server.ageOrder(customerId, forgotten.orderId, 31);
    await server.settle(paid.reference, "approve");
    return { customerId, forgotten, paid, waiting };
  }

  describe("listOrders", () => {
    describe("200", () => {
      it("says of each where its payment and its delivery stand, and finds them by that", async () => {
        const { customerId, forgotten, paid, waiting } = await someOrders();
        const { deliveryId } = await server.attempt(paid.reference);
        const { items } = await page(customerId);
        const told = items.map(({ orderId, status, reference, payBefore, delivery }) => [
          orderId,
          status,
          reference,
          payBefore === null,
          delivery,
        ]);
        expect(told).to.deep.equal([
          [waiting.orderId, "AWAITING_PAYMENT", waiting.reference, false, null],
          [paid.orderId, "PAID", paid.reference, true, { deliveryId, status: "PENDING" }],
          [forgotten.orderId, "CANCELLED", forgotten.reference, true, null],
        ]);
        for (const item of items)
          expect((await page(customerId, `?status=${item.status}`)).items).to.deep.equal([item]);
      });
    });

    describe("400", () => {
      it("takes a cursor with its own filters only", async () => {
        const { customerId } = await server.aCustomer();
        for (let count = 0; count < 2; count++) await anOrderOf(customerId);
        const { nextCursor } = await page(customerId, "?limit=1");
        const answer = await server.get(`${pathOf(customerId)}?status=PAID&cursor=${nextCursor}`);
        expectProblem(answer, 400, "INVALID_CURSOR");
      });
    });
  });

  describe("getOrder", () => {
    describe("200", () => {
      it("shows what was quoted and where it goes, whatever becomes of menu and address", async () => {
        const { customerId } = await server.aCustomer();
        const { addressId } = await server.anAddress(customerId);
        const quote = await server.aQuote();
        const { orderId } = await server.aCheckout({ quoteId: quote.quoteId, customerId, addressId });
        await server.must(server.post(addresses.remove, { customerId, addressId }));
        const order = await server.order(customerId, orderId);
        const { items, mealSubtotal, serviceCharge, deliveryFee, total, vendorId, quoteId } = quote;
        expect(order).to.deep.include({ items, mealSubtotal, serviceCharge, deliveryFee, total, vendorId, quoteId });
        expect(order.address).to.include({ addressId, label: "Home", city: "Lagos" });
        const [listed] = (await page(customerId)).items;
        expect(order).to.deep.include(listed);
      });
    });
  });
});
