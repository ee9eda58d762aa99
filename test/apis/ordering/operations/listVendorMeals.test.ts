import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { sharedOrderingServer } from "#test/builders/ordering.ts";
import { expectProblem } from "#test/support/refusals.ts";

describe("listVendorMeals", () => {
  const server = sharedOrderingServer();
  const path = (vendorId: string) => `/api/v1/customers/customers/vendors/${vendorId}/meals`;
  const list = (vendorId: string) => server.get<Schemas["Menu"]>(path(vendorId));

  describe("200", () => {
    it("lists the vendor's meals by name, those that are sold out too", async () => {
      const { vendorId, mealIds } = await server.aVendor({ prices: [250_000, 80_000] });
      await server.database.pool.query("UPDATE meals SET name = 'Akara', available = false WHERE meal_id = $1", [
        mealIds[1],
      ]);
      const { status, body } = await list(vendorId);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        vendorId,
        currency: "NGN",
        items: [
          { mealId: mealIds[1], name: "Akara", price: 80_000, available: false },
          { mealId: mealIds[0], name: "Jollof rice", price: 250_000, available: true },
        ],
      });
    });

    it("shows the menu of a vendor that is closed, and an empty one", async () => {
      const { vendorId } = await server.aVendor({ hours: [], prices: [] });
      expect((await list(vendorId)).body.items).to.deep.equal([]);
    });
  });

  describe("404", () => {
    it("knows no vendor that does not exist, or is not approved", async () => {
      const { vendorId } = await server.aVendor({ approved: false });
      for (const id of ["ven_unknown", vendorId]) expectProblem(await server.get(path(id)), 404, "NOT_FOUND");
    });
  });
});
