import { randomUUID } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { type Signed, sharedPlaceholderServer } from "#test/builders/placeholder.ts";
import { expectFindings } from "#test/support/refusals.ts";
import { runs } from "#test/support/runs.ts";

type Order = Schemas["Order"];

describe("the orders", () => {
  const server = sharedPlaceholderServer();
  const newOrder = async () => ({ items: [{ productId: (await server.aProduct()).id, quantity: 2 }] });
  const place = (as: Signed, body: unknown) => server.send("POST", "/v1/orders", { as, body });
  const notificationsOf = async (as: Signed) => {
    const { items } = await server.data<Schemas["NotificationPage"]>("GET", "/v1/notifications", { as });
    return items.map(({ type, orderId }) => [type, orderId]);
  };

  describe("createOrder", () => {
    describe("201", () => {
      it("places an order at the prices of the moment, and tells the customer", async () => {
        const as = await server.aUser();
        const lamp = await server.aProduct({ name: "Lamp", priceMinor: 1_250_000 });
        const pen = await server.aProduct({ name: "Pen", priceMinor: 99 });
        const items = [
          { productId: lamp.id.toUpperCase(), quantity: 2 },
          { productId: pen.id, quantity: 3 },
        ];
        const order = await server.data<Order>("POST", "/v1/orders", { as, body: { items } });
        expect(order).to.deep.include({ status: "PENDING", totalMinor: 2_500_297, currency: "NGN" });
        expect(order.items).to.deep.equal([
          { productId: lamp.id, name: "Lamp", unitPriceMinor: 1_250_000, quantity: 2, lineTotalMinor: 2_500_000 },
          { productId: pen.id, name: "Pen", unitPriceMinor: 99, quantity: 3, lineTotalMinor: 297 },
        ]);
        expect(await server.data("GET", `/v1/orders/${order.id}`, { as })).to.deep.equal(order);
        expect(await notificationsOf(as)).to.deep.include(["order_created", order.id]);
      });

      it("adds up whole numbers exactly, up to the dearest order there can be", async () => {
        const as = await server.aUser();
        const line = fc.record({
          priceMinor: fc.oneof(fc.integer({ min: 0, max: 10_000_000_000 }), fc.constant(10_000_000_000)),
          quantity: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constant(1000)),
        });
        await fc.assert(
          fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 50, size: "max" }), async (lines) => {
            const items = await Promise.all(
              lines.map(async ({ priceMinor, quantity }) => ({
                productId: (await server.aProduct({ priceMinor })).id,
                quantity,
              })),
            );
            const order = await server.data<Order>("POST", "/v1/orders", { as, body: { items } });
            const total = lines.reduce(
              (sum, { priceMinor, quantity }) => sum + BigInt(priceMinor) * BigInt(quantity),
              0n,
            );
            expect(BigInt(order.totalMinor)).to.equal(total);
            expect(order.items.reduce((sum, item) => sum + item.lineTotalMinor, 0)).to.equal(order.totalMinor);
          }),
          { numRuns: runs(8) },
        );
      });

      it("tells nobody who does not want to know", async () => {
        const as = await server.aUser();
        const body = { language: "en", timeZone: "UTC", theme: "dark", orderNotifications: false };
        await server.data("PUT", "/v1/settings", { as, body });
        await server.anOrder(as);
        expect(await notificationsOf(as)).to.deep.equal([["welcome", null]]);
      });
    });
    describe("400", () => {
      it("refuses products that are not in the shop or stand there twice, all of them at once", async () => {
        const as = await server.aUser();
        const { items } = await newOrder();
        const unknown = { productId: randomUUID(), quantity: 1 };
        const answer = await place(as, { items: [...items, unknown, ...items] });
        expectFindings(answer, "/body/items/1/productId", "/body/items/2/productId");
        expect(await server.data<Schemas["OrderPage"]>("GET", "/v1/orders", { as })).to.include({ total: 0 });
      });
    });
  });

  for (const [operationId, verb, status, type] of [
    ["cancelOrder", "cancel", "CANCELLED", "order_cancelled"],
    ["payOrder", "pay", "PAID", "order_paid"],
  ] as const) {
    describe(operationId, () => {
      describe("200", () => {
        it(`turns a pending order ${status}, and tells the customer`, async () => {
          const as = await server.aUser();
          const order = await server.anOrder(as);
          const ended = await server.data<Order>("PATCH", `/v1/orders/${order.id}/${verb}`, { as });
          expect(ended).to.deep.equal({ ...order, status, updatedAt: ended.updatedAt });
          expect(await server.data("GET", `/v1/orders/${order.id}`, { as })).to.deep.equal(ended);
          expect(await notificationsOf(as)).to.deep.include([type, order.id]);
        });

        it("ends an order once and in one way, however many try at once", async () => {
          const as = await server.aUser();
          const { id } = await server.anOrder(as);
          const answers = await Promise.all(
            Array.from({ length: 20 }, (_, index) =>
              server.send("PATCH", `/v1/orders/${id}/${index % 2 === 0 ? "pay" : "cancel"}`, { as }),
            ),
          );
          expect(answers.map((answer) => answer.status).sort()).to.deep.equal([200, ...Array(19).fill(409)]);
          expect(await notificationsOf(as)).to.have.length(3);
        });
      });
    });
  }
});
