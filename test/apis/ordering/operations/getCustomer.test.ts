import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { orderingServer } from "./server.ts";

describe("getCustomer", () => {
  const server = orderingServer();
  const path = (customerId: string) => `/api/v1/customers/customers/get-customer-by-id/${customerId}`;

  describe("200", () => {
    it("returns the customer as it was created", async () => {
      const customer = await server.aCustomer();
      const { status, body } = await server.get<Schemas["Customer"]>(path(customer.customerId));
      expect(status).to.equal(200);
      expect(body).to.deep.equal(customer);
    });
  });

  describe("400", () => {
    it("refuses an id that cannot be one", async () => {
      for (const id of ["a%20b", "x".repeat(65), "%00"])
        expectProblem(await server.get(path(id)), 400, "VALIDATION_FAILED");
    });
  });
});
