import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { sharedOrderingServer } from "#test/builders/ordering.ts";
import { expectProblem } from "#test/support/refusals.ts";

describe("reviewRider", () => {
  const server = sharedOrderingServer();
  const path = (customerId: string) => `/api/v1/customers/customers/${customerId}/reviews/rider`;
  const review = (customerId: string, body: unknown) => server.post<Schemas["RiderReview"]>(path(customerId), body);
  const refusal = (customerId: string, body: unknown) => server.post(path(customerId), body);
  const indicators = { professional: true, onTime: false, handledWithCare: true };

  describe("201", () => {
    it("stores stars, words and indicators", async () => {
      const { customerId, deliveryId } = await server.aDelivery();
      const said = { deliveryId, rating: 4, text: "Kind, but late.", indicators };
      const { status, body } = await review(customerId, said);
      expect(status).to.equal(201);
      const { createdAt, ...rest } = body;
      expect(rest).to.deep.equal({ customerId, ...said });
      expect(Date.parse(createdAt)).to.be.closeTo(Date.now(), 5_000);
    });

    it("is content with stars alone; indicators that are left out are false", async () => {
      const { customerId, deliveryId } = await server.aDelivery();
      const { body } = await review(customerId, { deliveryId, rating: 1, indicators: { onTime: true } });
      expect(body).to.deep.include({
        text: null,
        indicators: { professional: false, onTime: true, handledWithCare: false },
      });
    });
  });

  describe("409", () => {
    for (const status of ["PENDING", "IN_TRANSIT", "FAILED"] as const) {
      it(`refuses a delivery that is ${status}`, async () => {
        const { customerId, deliveryId } = await server.aDelivery(status);
        const answer = await refusal(customerId, { deliveryId, rating: 5 });
        expectProblem(answer, 409, "DELIVERY_NOT_DELIVERED");
        expect(answer.body.details).to.deep.equal({ status });
      });
    }

    it("takes one review of a delivery, also of ten at once", async () => {
      const { customerId, deliveryId } = await server.aDelivery();
      const answers = await Promise.all(
        [1, 2, 3, 4, 5, 1, 2, 3, 4, 5].map((rating) => refusal(customerId, { deliveryId, rating })),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).to.have.length(9);
      for (const answer of refused) expectProblem(answer, 409, "ALREADY_REVIEWED");
    });
  });
});
