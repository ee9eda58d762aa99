import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { ada, addresses, sharedOrderingServer } from "#test/builders/ordering.ts";

describe("createCustomer", () => {
  const server = sharedOrderingServer();
  const create = (body: unknown) => server.post<Schemas["Customer"]>(addresses.customer, body);

  describe("201", () => {
    it("makes a customer with an id of its own", async () => {
      const { status, body } = await create(ada);
      expect(status).to.equal(201);
      expect(body).to.include(ada);
      expect(body.customerId).to.match(/^cus_/);
      expect(Date.parse(body.createdAt)).to.be.closeTo(Date.now(), 5_000);
      expect((await create(ada)).body.customerId).to.not.equal(body.customerId);
    });

    it("keeps names in every script as they are", async () => {
      const names = { firstName: "Ọlábísí", lastName: "'; DROP TABLE customers; -- 🍲" };
      expect((await create({ ...ada, ...names })).body).to.include(names);
    });
  });
});
