import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { addresses, sharedOrderingServer } from "#test/builders/ordering.ts";

describe("deleteCustomerAddress", () => {
  const server = sharedOrderingServer();
  const remove = (customerId: string, addressId: string) =>
    server.post<Schemas["AddressList"]>(addresses.remove, { customerId, addressId });

  async function addressesOf(count: number): Promise<{ customerId: string; ids: string[] }> {
    const { customerId } = await server.aCustomer();
    const ids: string[] = [];
    for (let made = 0; made < count; made++) ids.push((await server.anAddress(customerId)).addressId);
    return { customerId, ids };
  }

  const shown = ({ items }: Schemas["AddressList"]) => items.map(({ addressId, active }) => [addressId, active]);

  describe("200", () => {
    it("returns the addresses that are left", async () => {
      const { customerId, ids } = await addressesOf(3);
      const { status, body } = await remove(customerId, String(ids[1]));
      expect(status).to.equal(200);
      expect(shown(body)).to.deep.equal([
        [ids[0], true],
        [ids[2], false],
      ]);
    });

    it("makes the address added last active when the active one goes", async () => {
      const { customerId, ids } = await addressesOf(3);
      expect(shown((await remove(customerId, String(ids[0]))).body)).to.deep.equal([
        [ids[1], false],
        [ids[2], true],
      ]);
    });

    it("leaves none when the last one goes; the next one added is active", async () => {
      const { customerId, ids } = await addressesOf(1);
      expect((await remove(customerId, String(ids[0]))).body.items).to.deep.equal([]);
      expect((await server.anAddress(customerId)).active).to.equal(true);
    });

    it("leaves the orders that were made with it", async () => {
      const { request, reference } = await server.aCheckout();
      expect((await remove(request.customerId, request.addressId)).status).to.equal(200);
      expect((await server.attempt(reference)).status).to.equal("PENDING");
    });

    it("leaves exactly one active when all but one are deleted at once", async () => {
      const { customerId, ids } = await addressesOf(6);
      await Promise.all(ids.slice(0, 5).map((id) => remove(customerId, id)));
      const left = await server.get<Schemas["AddressList"]>(`${addresses.list}?customerId=${customerId}`);
      expect(shown(left.body)).to.deep.equal([[ids[5], true]]);
    });
  });
});
