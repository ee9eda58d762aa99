import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { sharedOrderingServer } from "#test/builders/ordering.ts";

describe("getCustomer", () => {
  const server = sharedOrderingServer();
  const path = (customerId: string) => `/api/v1/customers/customers/get-customer-by-id/${customerId}`;

  describe("200", () => {
    it("returns the customer as it was created", async () => {
      const customer = await server.aCustomer();
      const { status, body } = await server.get<Schemas["Customer"]>(path(customer.customerId));
      expect(status).to.equal(200);
      expect(body).to.deep.equal(customer);
    });
  });
});
