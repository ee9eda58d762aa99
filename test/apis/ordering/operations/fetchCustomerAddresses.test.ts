import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { addresses, sharedOrderingServer } from "#test/builders/ordering.ts";

describe("fetchCustomerAddresses", () => {
  const server = sharedOrderingServer();
  const path = (customerId: string) => `${addresses.list}?customerId=${customerId}`;
  const list = (customerId: string) => server.get<Schemas["AddressList"]>(path(customerId));

  describe("200", () => {
    it("returns a customer's addresses, and nobody else's, in the order in which they were added", async () => {
      const { customerId } = await server.aCustomer();
      const mine = [await server.anAddress(customerId), await server.anAddress(customerId, { label: "Work" })];
      await server.anAddress((await server.aCustomer()).customerId);
      const { status, body } = await list(customerId);
      expect(status).to.equal(200);
      expect(body.items).to.deep.equal(mine);
    });

    it("returns nothing for a customer without addresses", async () => {
      expect((await list((await server.aCustomer()).customerId)).body.items).to.deep.equal([]);
    });
  });
});
