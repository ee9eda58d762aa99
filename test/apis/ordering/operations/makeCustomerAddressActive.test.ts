import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { addresses, sharedOrderingServer } from "#test/builders/ordering.ts";

describe("makeCustomerAddressActive", () => {
  const server = sharedOrderingServer();
  const activate = (body: unknown) => server.post<Schemas["Address"]>(addresses.activate, body);

  async function twoAddresses() {
    const { customerId } = await server.aCustomer();
    const first = await server.anAddress(customerId);
    const second = await server.anAddress(customerId, { label: "Work" });
    return { customerId, first: first.addressId, second: second.addressId };
  }

  async function activeOnes(customerId: string): Promise<string[]> {
    const path = `${addresses.list}?customerId=${customerId}`;
    const { items } = await server.must(server.get<Schemas["AddressList"]>(path));
    return items.filter(({ active }) => active).map(({ addressId }) => addressId);
  }

  describe("200", () => {
    it("makes it the only active one", async () => {
      const { customerId, second } = await twoAddresses();
      const { status, body } = await activate({ customerId, addressId: second });
      expect(status).to.equal(200);
      expect(body).to.include({ addressId: second, active: true, label: "Work" });
      expect(await activeOnes(customerId)).to.deep.equal([second]);
    });

    it("changes nothing when it is active already", async () => {
      const { customerId, first } = await twoAddresses();
      expect((await activate({ customerId, addressId: first })).body.active).to.equal(true);
      expect(await activeOnes(customerId)).to.deep.equal([first]);
    });

    it("leaves one active when both are asked for at once, again and again", async () => {
      const { customerId, first, second } = await twoAddresses();
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all([first, second].map((addressId) => activate({ customerId, addressId })));
        expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
        expect(await activeOnes(customerId)).to.have.length(1);
      }
    });
  });
});
