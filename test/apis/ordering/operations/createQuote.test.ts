import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { addresses, here, northOf, sharedOrderingServer } from "#test/builders/ordering.ts";
import { expectProblem } from "#test/support/refusals.ts";

describe("createQuote", () => {
  const server = sharedOrderingServer();
  const ask = (body: unknown) => server.post<Schemas["Quote"]>(addresses.quote, body);
  const refusal = (body: unknown) => server.post(addresses.quote, body);

  async function aWish(given: object = {}) {
    const { vendorId, mealIds } = await server.aVendor();
    const items = [
      { mealId: mealIds[0], quantity: 2 },
      { mealId: mealIds[1], quantity: 1 },
    ];
    return { vendorId, items, location: northOf(here, 2_000), ...given };
  }

  describe("201", () => {
    it("prices the meals, the service and the way", async () => {
      const before = Date.now();
      const wish = await aWish();
      const { status, body } = await ask(wish);
      expect(status).to.equal(201);
      expect(body).to.deep.include({
        vendorId: wish.vendorId,
        customerId: null,
        items: [
          { ...wish.items[0], name: "Jollof rice", unitPrice: 250_000, lineTotal: 500_000 },
          { ...wish.items[1], name: "Jollof rice", unitPrice: 80_000, lineTotal: 80_000 },
        ],
        mealSubtotal: 580_000,
        serviceCharge: 29_000,
        deliveryFee: 70_000,
        total: 679_000,
        currency: "NGN",
        status: "OPEN",
      });
      expect(body.distanceMeters).to.be.closeTo(2_000, 5);
      const lifetime = Date.parse(body.expiresAt) - Date.parse(body.createdAt);
      expect(lifetime).to.equal(15 * 60_000);
      expect(Date.parse(body.createdAt)).to.be.within(before, Date.now());
    });

    it("delivers to an address of the customer, and binds the quote to that customer", async () => {
      const { customerId } = await server.aCustomer();
      const { addressId } = await server.anAddress(customerId, northOf(here, 900));
      const { location: _, ...wish } = await aWish();
      const { body } = await ask({ ...wish, customerId, addressId });
      expect(body).to.include({ customerId, deliveryFee: 50_000 });
    });

    it("has a longer way cost more, to the band's last metre", async () => {
      for (const [meters, fee] of [
        [990, 50_000],
        [1_010, 70_000],
        [2_990, 70_000],
        [3_010, 100_000],
        [9_990, 150_000],
      ] as const) {
        const { body } = await ask(await aWish({ location: northOf(here, meters) }));
        expect(body.deliveryFee, `${meters} m`).to.equal(fee);
      }
    });
  });

  describe("404", () => {
    it("knows no vendor that does not exist, or is not approved", async () => {
      expectProblem(await refusal(await aWish({ vendorId: "ven_unknown" })), 404, "NOT_FOUND");
      const { vendorId, mealIds } = await server.aVendor({ approved: false });
      const items = [{ mealId: mealIds[0], quantity: 1 }];
      expectProblem(await refusal(await aWish({ vendorId, items })), 404, "NOT_FOUND");
    });
  });

  describe("422", () => {
    it("measures places that are nowhere but by a hair", async () => {
      const location = { latitude: 5e-324, longitude: 1e-310 };
      expectProblem(await refusal(await aWish({ location })), 422, "OUT_OF_RANGE");
    });

    it("refuses a place beyond the radius, and says how far it is", async () => {
      const answer = await refusal(await aWish({ location: northOf(here, 10_020) }));
      expectProblem(answer, 422, "OUT_OF_RANGE");
      expect(answer.body.details.radiusMeters).to.equal(10_000);
      expect(answer.body.details.distanceMeters).to.be.within(10_001, 10_030);
    });

    it("refuses meals of another vendor and meals that are sold out, and names them", async () => {
      const { mealIds: others } = await server.aVendor();
      const wish = await aWish();
      const soldOut = wish.items[1]?.mealId;
      await server.database.pool.query("UPDATE meals SET available = false WHERE meal_id = $1", [soldOut]);
      const items = [...wish.items, { mealId: others[0], quantity: 1 }];
      const answer = await refusal({ ...wish, items });
      expectProblem(answer, 422, "MEAL_UNAVAILABLE");
      expect(answer.body.details.mealIds).to.deep.equal([soldOut, others[0]]);
    });
  });
});
