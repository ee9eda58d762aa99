import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { orderingJobs } from "#src/apis/ordering/jobs.ts";
import { addresses, orderingServer } from "#test/builders/ordering.ts";
import { runJob } from "#test/support/run-job.ts";

describe("the ordering API's jobs", () => {
  const server = orderingServer();

  async function runAll(): Promise<void> {
    for (const job of orderingJobs) {
      expect(job.cron, job.name).to.be.a("string");
      await runJob(job, { database: server.database });
    }
  }

  const stored = async (reference: string) => {
    const { rows } = await server.database.pool.query<{ attempt: string; order: string }>(
      `WITH attempts AS MATERIALIZED (SELECT * FROM payment_attempts WHERE reference = $1)
       SELECT attempts.status AS attempt, orders.status AS order FROM attempts JOIN orders USING (order_id)`,
      [reference],
    );
    return rows[0];
  };

  it("give up payments whose half hour is over, and their orders, and nothing else", async () => {
    const [late, early, paid] = [await server.aCheckout(), await server.aCheckout(), await server.aCheckout()];
    await server.sendForm(paid.reference, { decision: "approve", token: await server.pageToken(paid.reference) });
    for (const { reference } of [late, paid]) await server.age("payment_attempts", reference, 30);
    await server.age("payment_attempts", early.reference, 29);
    const shown = await server.attempt(late.reference);
    for (let round = 0; round < 2; round++) await runAll();
    expect(await stored(late.reference)).to.deep.equal({ attempt: "ABANDONED", order: "CANCELLED" });
    expect(await stored(early.reference)).to.deep.equal({ attempt: "PENDING", order: "AWAITING_PAYMENT" });
    expect(await stored(paid.reference)).to.deep.equal({ attempt: "SUCCEEDED", order: "PAID" });
    // Reading it before and after it was noted makes no difference.
    expect(await server.attempt(late.reference)).to.deep.equal(shown);
  });

  it("cancel orders that were declined and not paid since, and nothing else", async () => {
    const [late, early, retried] = [
      await server.aDeclinedOrder(),
      await server.aDeclinedOrder(),
      await server.aDeclinedOrder(),
    ];
    const { customerId, orderId } = retried;
    await server.ageOrder(customerId, orderId, 29);
    const again = await server.must(
      server.post<Schemas["Checkout"]>(addresses.attempts, { customerId, orderId, paymentMethod: "CARD" }),
    );
    await server.ageOrder(late.customerId, late.orderId, 30);
    await server.ageOrder(early.customerId, early.orderId, 29);
    for (let round = 0; round < 2; round++) await runAll();
    expect(await stored(late.reference)).to.deep.equal({ attempt: "FAILED", order: "CANCELLED" });
    expect(await stored(early.reference)).to.deep.equal({ attempt: "FAILED", order: "AWAITING_PAYMENT" });
    expect(await stored(again.reference)).to.deep.equal({ attempt: "PENDING", order: "AWAITING_PAYMENT" });
  });

  it("agree with a payer who comes at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const { reference } = await server.aCheckout();
      const token = await server.pageToken(reference);
      await server.age("payment_attempts", reference, 30);
      await Promise.all([runAll(), server.sendForm(reference, { decision: "approve", token })]);
      expect(await stored(reference)).to.deep.equal({ attempt: "REVERSED", order: "CANCELLED" });
    }
  });

  it("leave a quote used whose payment was given up", async () => {
    const { reference, request } = await server.aCheckout();
    await server.age("payment_attempts", reference, 30);
    await runAll();
    expect((await server.post(addresses.checkout, request)).body.code).to.equal("QUOTE_ALREADY_USED");
  });

  it("delete quotes that nobody ordered 30 days after they expired, and nothing else", async () => {
    const { pool } = server.database;
    const [old, recent] = [await server.aQuote(), await server.aQuote()];
    const { request } = await server.aCheckout();
    // A quote expires 15 minutes after it was made.
    const days = 30 * 24 * 60;
    for (const quoteId of [old.quoteId, request.quoteId]) await server.age("quotes", quoteId, days + 16);
    await server.age("quotes", recent.quoteId, days + 14);
    // More than one statement deletes.
    await pool.query(
      `INSERT INTO quotes (quote_id, vendor_id, items, meal_subtotal, service_charge, delivery_fee, total, distance_meters,
         fees_from, created_at, expires_at)
       SELECT 'old_' || n, 'v', '[]', 0, 0, 0, 0, 1, $1, $1, $1 FROM generate_series(1, 5001) AS n`,
      [new Date(0)],
    );
    await runAll();
    const { rows } = await pool.query<{ quote_id: string }>(
      "SELECT quote_id FROM quotes WHERE quote_id = ANY ($1) OR expires_at = $2",
      [[old, recent, request].map(({ quoteId }) => quoteId), new Date(0)],
    );
    expect(rows.map(({ quote_id }) => quote_id)).to.have.members([recent.quoteId, request.quoteId]);
    expect((await server.get(`/api/v1/pricing/quote/${old.quoteId}`)).status).to.equal(404);
  });
});
