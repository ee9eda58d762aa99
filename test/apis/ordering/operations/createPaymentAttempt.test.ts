import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { addresses, type Problem, sharedOrderingServer } from "#test/builders/ordering.ts";

describe("createPaymentAttempt", () => {
  const server = sharedOrderingServer();
  type Declined = Awaited<ReturnType<typeof server.aDeclinedOrder>>;

  const retry = ({ customerId, orderId }: Pick<Declined, "customerId" | "orderId">, headers = {}, method = "USSD") =>
    server.post<Schemas["Checkout"]>(addresses.attempts, { customerId, orderId, paymentMethod: method }, headers);
  const expectConflict = async (answer: ReturnType<typeof retry>, code: string, details: object) => {
    const { status, body } = await answer;
    const problem = body as unknown as Problem;
    expect([status, problem.code]).to.deep.equal([409, code]);
    expect(problem.details).to.deep.equal(details);
  };

  describe("201", () => {
    it("pays the order after a decline, for the same amount, by another method", async () => {
      const declined = await server.aDeclinedOrder();
      const again = await server.must(retry(declined));
      expect(again).to.include({ orderId: declined.orderId, amount: declined.amount, status: "PENDING" });
      expect(again.reference).not.to.equal(declined.reference);
      expect(again.checkoutUrl).to.equal(`${server.baseUrl}/pay/${again.reference}`);
      expect((await server.attempt(again.reference)).paymentMethod).to.equal("USSD");
      await server.settle(again.reference, "approve");
      expect(await server.order(declined.customerId, declined.orderId)).to.deep.include({
        status: "PAID",
        reference: again.reference,
      });
      expect((await server.attempt(declined.reference)).status).to.equal("FAILED");
    });

    it("opens one attempt, of twenty requests at the same time", async () => {
      const declined = await server.aDeclinedOrder();
      const answers = await Promise.all(Array.from({ length: 20 }, () => retry(declined)));
      const opened = answers.filter(({ status }) => status === 201);
      expect(opened).to.have.length(1);
      const reference = opened[0]?.body.reference;
      for (const { status, body } of answers)
        if (status !== 201) expect(body).to.deep.include({ code: "PAYMENT_PENDING", details: { reference } });
    });

    it("has one outcome with a decline that is under way, and with an approval", async () => {
      for (const decision of ["decline", "approve"] as const) {
        const checkout = await server.aCheckout();
        const [, ...answers] = await Promise.all([
          server.settle(checkout.reference, decision),
          ...Array.from({ length: 6 }, () => retry(checkout)),
        ]);
        const opened = answers.filter(({ status }) => status === 201);
        expect(opened.length).to.be.at.most(decision === "decline" ? 1 : 0);
        const { status } = await server.order(checkout.customerId, checkout.orderId);
        expect(status).to.equal(decision === "decline" ? "AWAITING_PAYMENT" : "PAID");
      }
    });

    it("is declined and tried ten times in all", async () => {
      const declined = await server.aDeclinedOrder();
      for (let count = 2; count <= 10; count++)
        await server.settle((await server.must(retry(declined))).reference, "decline");
      await expectConflict(retry(declined), "ORDER_NOT_PAYABLE", { status: "AWAITING_PAYMENT" });
    });

    it("leaves half an hour after each decline, and two hours in all", async () => {
      const declined = await server.aDeclinedOrder();
      const { payBefore, createdAt } = await server.order(declined.customerId, declined.orderId);
      expect(Date.parse(String(payBefore)) - Date.parse(createdAt)).to.be.at.least(30 * 60_000);
      // An hour and fifty minutes ago, and the decline a moment ago.
      await server.ageOrder(declined.customerId, declined.orderId, 110);
      await server.database.pool.query("UPDATE orders SET pay_before = $3 WHERE customer_id = $1 AND order_id = $2", [
        declined.customerId,
        declined.orderId,
        new Date(Date.now() + 60_000),
      ]);
      const { reference } = await server.must(retry(declined));
      const order = await server.order(declined.customerId, declined.orderId);
      expect(Date.parse(String(order.payBefore)) - Date.parse(order.createdAt)).to.equal(120 * 60_000);
      expect((await server.attempt(reference)).expiresAt).to.equal(order.payBefore);
    });
  });

  describe("409", () => {
    it("names the open attempt, before the first is decided and after", async () => {
      const open = await server.aCheckout();
      await expectConflict(retry(open), "PAYMENT_PENDING", { reference: open.reference });
    });

    it("takes no money for an order that is paid", async () => {
      const { customerId, orderId, reference } = await server.aCheckout();
      await server.settle(reference, "approve");
      await expectConflict(retry({ customerId, orderId }), "ORDER_NOT_PAYABLE", { status: "PAID" });
    });

    it("takes none for an order whose time is over, noted or not", async () => {
      const declined = await server.aDeclinedOrder();
      await server.ageOrder(declined.customerId, declined.orderId, 31);
      await expectConflict(retry(declined), "ORDER_NOT_PAYABLE", { status: "CANCELLED" });
    });
  });
});
