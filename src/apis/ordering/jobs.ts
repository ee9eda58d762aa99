// SQL: rows that are due, an update that tells whether there was one, and deletes in batches by an index on the end.
/** Scheduled jobs. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { isPassing } from "#src/storage/passing.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { orderEntity, orders, paymentAttemptEntity } from "./entities.ts";
import { tellOfPayment } from "./events.ts";

/** Gives up payments that nobody made in time, and their orders. */
const abandonPayments = declareJob<unknown>({
  name: "abandon-payments",
  cron: "* * * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await abandonExpiredAttempts(database, new Date());
    await cancelUnpaidOrders(database, new Date());
  },
});

/** Deletes quotes that nobody ordered, 30 days after they expired. */
const purgeQuotes = declareJob<unknown>({
  name: "ordering-purge-quotes",
  cron: "50 3 * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await purgeExpiredQuotes(database, new Date());
  },
});

export const orderingJobs: readonly Job<unknown>[] = [abandonPayments, purgeQuotes];

/** Of one page; the next follows at once. */
const pageSize = 500;
const atATime = 4;

type Databases = Pick<Database, "dataSource" | "pool">;

/** Notes which attempts were abandoned and cancels their orders, each attempt in a transaction with its order. Returns how many. */
export function abandonExpiredAttempts(database: Databases, now: Date): Promise<number> {
  // By payment_attempts_pending.
  const find = () =>
    dueRecords(database.pool, {
      entity: paymentAttemptEntity,
      properties: ["reference", "status", "expiresAt"],
      from: (source) =>
        `${source} WHERE status = 'PENDING' AND expires_at <= ${literal(now)} ORDER BY expires_at LIMIT ${pageSize}`,
    });
  return forEachDue(find, ({ reference }) => abandon(database, reference));
}

/** Cancels orders that were declined and not paid since. Returns how many. */
export function cancelUnpaidOrders(database: Databases, now: Date): Promise<number> {
  // By orders_unpaid.
  const find = () =>
    dueRecords(database.pool, {
      entity: orderEntity,
      properties: ["customerId", "orderId", "status", "payBefore"],
      from: (source) =>
        `${source} WHERE status = 'AWAITING_PAYMENT' AND pay_before <= ${literal(now)} ORDER BY pay_before LIMIT ${pageSize}`,
    });
  return forEachDue(find, async ({ customerId, orderId }) => {
    // By orders_pkey.
    const { rowCount } = await database.pool.query(
      `UPDATE orders SET status = 'CANCELLED'
       WHERE customer_id = $1 AND order_id = $2 AND status = 'AWAITING_PAYMENT' AND pay_before <= $3`,
      [customerId, orderId, now],
    );
    return rowCount === 1;
  });
}

/** Handles due attempts in batches. Attempts on a node of a cluster that does not answer are left to the next run. Returns how many were handled. */
async function forEachDue<Row>(find: () => Promise<Row[]>, work: (row: Row) => Promise<boolean>): Promise<number> {
  let done = 0;
  for (;;) {
    const rows = await find();
    const waiting = rows.values();
    let left = 0;
    const worker = async () => {
      for (const row of waiting)
        await work(row).then(
          (isDone) => (isDone ? done++ : undefined),
          (error: unknown) => {
            if (!isPassing(error)) throw error;
            left++;
          },
        );
    };
    await Promise.all(Array.from({ length: atATime }, worker));
    if (rows.length < pageSize || left > 0) return done;
  }
}

/** False when it was made, or abandoned, a moment ago. */
function abandon(database: Databases, reference: string): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const { manager } = transaction;
    const lock = { mode: "pessimistic_write" } as const;
    const attempt = await manager.findOne(paymentAttemptEntity, { where: { reference, status: "PENDING" }, lock });
    if (attempt === null) return false;
    const outcome = { status: "ABANDONED", settledAt: attempt.expiresAt } as const;
    await manager.update(paymentAttemptEntity, { reference }, outcome);
    const { orderId } = attempt;
    await orders.of(manager, attempt).update({ orderId, status: "AWAITING_PAYMENT" }, { status: "CANCELLED" });
    await tellOfPayment(transaction, { ...attempt, ...outcome }, null, attempt.expiresAt);
    return true;
  });
}

/** How long a quote is kept after it has expired (days). */
const keptDays = 30;

const batch = 5_000;

/** Deletes quotes that expired more than 30 days before `now` and were never ordered. Returns how many. */
export async function purgeExpiredQuotes({ pool }: Pick<Database, "pool">, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  let purged = 0;
  let deleted: number;
  do {
    // Index quotes_unused.
    const { rowCount } = await pool.query(
      `DELETE FROM quotes WHERE quote_id IN (
         SELECT quote_id FROM quotes WHERE order_id IS NULL AND expires_at < $1 LIMIT ${batch})`,
      [before],
    );
    deleted = rowCount ?? 0;
    purged += deleted;
  } while (deleted === batch);
  return purged;
}
