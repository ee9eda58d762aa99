/** Quotes whose time is over: readers see it by the clock, receivers of events are told. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type GroupLimits, runGrouped } from "../grouped-concurrency.ts";
import { intentsFor, lockCreation } from "../intents/rows.ts";
import { tenantOf } from "../tenant.ts";
import { type DueQuote, quotesPast } from "./due-quotes.ts";
import { expireQuote, quoteSubject } from "./quote-state.ts";

export interface ExpiryOptions {
  readonly now: Date;
  /** Begins no more quotes when it aborts. */
  readonly signal: AbortSignal;
  /** Quotes that are read at once; 500 when left out. */
  readonly batch?: number;
  /** Most quotes of one run; 20,000 when left out. */
  readonly most?: number;
}

const defaultBatch = 500;
const defaultMost = 20_000;
const limits: GroupLimits = { most: 4, mostPerGroup: 2 };

/**
 * Marks quotes as expired, those first whose time was over first, each in a transaction with its event. A quote that
 * somebody is buying is left alone: the insurer decides what becomes of it. Any number of processes may do this at the
 * same time.
 */
export async function expireQuotes(
  database: Pick<Database, "dataSource" | "pool">,
  { now, signal, batch = defaultBatch, most = defaultMost }: ExpiryOptions,
): Promise<void> {
  for (let begun = 0; begun < most && !signal.aborted; begun += batch) {
    const due = await quotesPast(database.pool, now, Math.min(batch, most - begun));
    await runGrouped(due, groupOf, limits, async (quote) => {
      if (!signal.aborted) await expireUnlessWanted(database, quote, now);
    });
    if (due.length < batch) return;
  }
}

const groupOf = ({ businessId }: DueQuote) => businessId;

/**
 * Expires a quote unless somebody is buying it. Buying takes the same lock, so nobody can begin between the look at
 * intents and the commit.
 */
function expireUnlessWanted(database: Pick<Database, "dataSource">, quote: DueQuote, now: Date): Promise<void> {
  const purchases = { ...tenantOf(quote), operation: "createPurchase" };
  const subject = quoteSubject(quote);
  return inTransaction(database, async (transaction) => {
    if (!(await lockCreation(transaction.client, purchases, subject, null))) return;
    if ((await intentsFor(transaction.manager, purchases, subject, null)).length > 0) return;
    await expireQuote(transaction, quote, quote, now);
  });
}

/** Every minute. `now` gives milliseconds since the epoch. */
export function expiringOfQuotes({ now }: { readonly now: () => number }): Job<unknown> {
  return declareJob<unknown>({
    name: "expire-insurance-quotes",
    cron: "* * * * *",
    maxAttempts: 3,
    run: async (_payload, { database, signal }) => {
      await expireQuotes(database, { now: new Date(now()), signal });
    },
  });
}
