// SQL: what has no row in another table.
/** Quotes whose time is over: readers see it by the clock, receivers of events are told. */
import type { Pool } from "pg";
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { quoteEntity } from "../entities.ts";
import { type GroupLimits, runGrouped } from "../grouped-concurrency.ts";
import { intentsFor, lockCreation } from "../intents/rows.ts";
import { type Tenant, tenantOf } from "../tenant.ts";
import { expireQuote, type QuoteName, quoteSubject } from "./quote-state.ts";

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

export interface DueQuote extends Tenant, QuoteName {}

/** Usable quotes that are over and that nobody is buying, those first whose time was over first. */
export function quotesPast(pool: Pool, now: Date, limit: number): Promise<DueQuote[]> {
  // By insurance_quotes_expiring and insurer_intents_pkey.
  return dueRecords(pool, {
    entity: quoteEntity,
    properties: ["businessId", "environment", "providerId", "quoteId", "status", "expiresAt"],
    // Expiry looks for the quote's intent once more. Where a shard is asked by itself, that is the only look.
    from: (source, whole) => `${source}
     WHERE status = 'USABLE' AND expires_at <= ${literal(now)} ${whole ? notBeingBought : ""} ORDER BY expires_at LIMIT ${limit}`,
  });
}

const notBeingBought = `AND NOT EXISTS (
  SELECT FROM insurer_intents intent
  WHERE intent.business_id = insurance_quotes.business_id AND intent.environment = insurance_quotes.environment
    AND intent.operation = 'createPurchase'
    AND intent.subject = 'quote/' || insurance_quotes.provider_id || '/' || insurance_quotes.quote_id)`;
