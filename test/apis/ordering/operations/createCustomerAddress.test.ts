import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { addresses, home, sharedOrderingServer } from "#test/builders/ordering.ts";
import { expectProblem } from "#test/support/refusals.ts";

describe("createCustomerAddress", () => {
  const server = sharedOrderingServer();
  const create = (body: unknown) => server.post<Schemas["Address"]>(addresses.address, body);
  const ofSomebody = async () => ({ customerId: (await server.aCustomer()).customerId, ...home });

  describe("201", () => {
    it("makes the first address active, and leaves it so when others follow", async () => {
      const address = await ofSomebody();
      const first = await create(address);
      expect(first.status).to.equal(201);
      expect(first.body).to.include({ ...address, active: true });
      expect((await create({ ...address, label: "Work" })).body.active).to.equal(false);
    });

    it("takes the poles and both sides of the antimeridian", async () => {
      const { customerId } = await server.aCustomer();
      for (const place of [
        { latitude: 90, longitude: 0 },
        { latitude: -90, longitude: 180 },
        { latitude: 0, longitude: -180 },
        { latitude: 5e-324, longitude: 1e-310 },
      ]) {
        expect(await server.anAddress(customerId, place)).to.include(place);
      }
    });

    it("leaves exactly one active when a customer adds ten at once", async () => {
      const address = await ofSomebody();
      const made = await Promise.all(Array.from({ length: 10 }, () => create(address)));
      expect(made.map(({ status }) => status)).to.deep.equal(Array(10).fill(201));
      expect(made.filter(({ body }) => body.active)).to.have.length(1);
    });
  });

  describe("409", () => {
    it("lets a customer have fifty addresses, also when they come all at once", async () => {
      const address = await ofSomebody();
      const answers = await Promise.all(Array.from({ length: 55 }, () => server.post(addresses.address, address)));
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).to.have.length(5);
      for (const answer of refused) expectProblem(answer, 409, "TOO_MANY_ADDRESSES");
    });
  });
});
