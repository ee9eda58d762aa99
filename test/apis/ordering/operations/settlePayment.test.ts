import { expect } from "chai";
import { FormTokens } from "#src/apis/ordering/payments/form-token.ts";
import { sharedOrderingServer } from "#test/builders/ordering.ts";
import { crowdOf } from "#test/support/runs.ts";
import { expectPage } from "./pages.ts";

describe("settlePayment", () => {
  const server = sharedOrderingServer();

  async function aForm() {
    const { reference, orderId, customerId } = await server.aCheckout();
    const token = await server.pageToken(reference);
    const decide = (decision: string, headers = {}) => server.sendForm(reference, { decision, token }, headers);
    return { reference, orderId, customerId, token, decide };
  }

  const orderOf = async (orderId: string) => {
    const { rows } = await server.database.pool.query<{ status: string; deliveries: number }>(
      `WITH sent AS MATERIALIZED (SELECT count(*)::int AS deliveries FROM deliveries WHERE order_id = $1)
       SELECT status, deliveries FROM orders, sent WHERE order_id = $1`,
      [orderId],
    );
    return rows[0];
  };

  describe("200", () => {
    it("pays the order and sends a delivery on its way when the visitor approves", async () => {
      const { reference, orderId, decide } = await aForm();
      expectPage(await decide("approve"), 200, /Paid\./);
      const attempt = await server.attempt(reference);
      expect(attempt.status).to.equal("SUCCEEDED");
      expect(attempt.deliveryId).to.match(/^del_/);
      expect(await orderOf(orderId)).to.deep.equal({ status: "PAID", deliveries: 1 });
    });

    it("leaves the order to another attempt when the visitor declines", async () => {
      const { reference, orderId, decide } = await aForm();
      expectPage(await decide("decline"), 200, /declined/);
      expect(await server.attempt(reference)).to.include({ status: "FAILED", deliveryId: null });
      expect(await orderOf(orderId)).to.deep.equal({ status: "AWAITING_PAYMENT", deliveries: 0 });
    });

    it("counts the first decision only, and shows its outcome to later ones", async () => {
      const { reference, decide } = await aForm();
      await decide("decline");
      const { settledAt } = await server.attempt(reference);
      expectPage(await decide("approve"), 200, /declined/);
      expect(await server.attempt(reference)).to.include({ status: "FAILED", settledAt });
    });

    it("settles once, however many approve at once", async () => {
      const { orderId, decide } = await aForm();
      const answers = await Promise.all(Array.from({ length: crowdOf(100) }, () => decide("approve")));
      for (const answer of answers) expectPage(answer, 200, /Paid\./);
      expect(await orderOf(orderId)).to.deep.equal({ status: "PAID", deliveries: 1 });
    });

    it("settles one way when both are sent at once, and tells everybody the same", async () => {
      const { reference, orderId, decide } = await aForm();
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => decide(index % 2 === 0 ? "approve" : "decline")),
      );
      const paid = (await server.attempt(reference)).status === "SUCCEEDED";
      for (const answer of answers) expectPage(answer, 200, paid ? /Paid\./ : /declined/);
      expect(await orderOf(orderId)).to.deep.equal(
        paid ? { status: "PAID", deliveries: 1 } : { status: "AWAITING_PAYMENT", deliveries: 0 },
      );
    });

    it("reverses an approval that comes after the time is over, once", async () => {
      const { reference, orderId, decide } = await aForm();
      await server.age("payment_attempts", reference, 30);
      const answers = await Promise.all(Array.from({ length: 10 }, () => decide("approve")));
      for (const answer of answers) expectPage(answer, 200, /too late/);
      expect(await server.attempt(reference)).to.include({ status: "REVERSED", deliveryId: null });
      expect(await orderOf(orderId)).to.deep.equal({ status: "CANCELLED", deliveries: 0 });
    });

    it("leaves an abandoned payment as it is when the visitor then declines", async () => {
      const { reference, orderId, decide } = await aForm();
      await server.age("payment_attempts", reference, 31);
      expectPage(await decide("decline"), 200, /time for this payment is over/);
      expect((await server.attempt(reference)).status).to.equal("ABANDONED");
      expect((await orderOf(orderId))?.deliveries).to.equal(0);
    });

    it("takes the form of a browser that says the page is its own", async () => {
      const { decide } = await aForm();
      expectPage(await decide("approve", { "sec-fetch-site": "same-origin" }), 200, /Paid\./);
    });
  });

  describe("400", () => {
    it("refuses another decision, a missing one, and fields that the page does not have", async () => {
      const { reference, token } = await aForm();
      for (const fields of [{ token, decision: "maybe" }, { token }, { decision: "approve" }, {}]) {
        expectPage(await server.sendForm(reference, fields as Record<string, string>), 400, /Validation failed/);
      }
      const more = { token, decision: "approve", amount: "1" };
      expectPage(await server.sendForm(reference, more), 400, /Validation failed/);
      expect((await server.attempt(reference)).status).to.equal("PENDING");
    });
  });

  describe("403", () => {
    it("refuses a token that the page did not make, or made for another payment or another time", async () => {
      const { reference, token } = await aForm();
      const tokens = new FormTokens(server.masterKey);
      const forged = [
        "x",
        `${token}x`,
        token.replace(/^\d/, "9"),
        (await aForm()).token,
        new FormTokens(Buffer.alloc(32, 8)).issue(reference, Date.now()),
        tokens.issue(reference, Date.now() - 3_600_000),
      ];
      for (const bad of forged) {
        expectPage(await server.sendForm(reference, { decision: "approve", token: bad }), 403, /not valid any more/);
      }
      expect((await server.attempt(reference)).status).to.equal("PENDING");
    });

    it("refuses a form that a browser sends from another site", async () => {
      const { reference, decide } = await aForm();
      for (const site of ["cross-site", "same-site", "none"]) {
        expectPage(await decide("approve", { "sec-fetch-site": site }), 403, /not valid any more/);
      }
      expect((await server.attempt(reference)).status).to.equal("PENDING");
    });
  });
});
