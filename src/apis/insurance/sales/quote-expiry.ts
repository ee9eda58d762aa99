/** Quotes whose time is over say so: readers see it by the clock, receivers of events are told. */
import type { Pool } from "pg";
import type { Environment } from "#src/identity/environment.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type GroupLimits, runGrouped } from "../grouped-concurrency.ts";
import { intentsFor, lockCreation } from "../intents/store.ts";
import type { Tenant } from "../tenant.ts";
import { expireQuote, type QuoteName } from "./quote-state.ts";
import { quoteSubject } from "./quote-subject.ts";

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
  pool: Pool,
  { now, signal, batch = defaultBatch, most = defaultMost }: ExpiryOptions,
): Promise<void> {
  for (let begun = 0; begun < most && !signal.aborted; begun += batch) {
    const due = await quotesPast(pool, now, Math.min(batch, most - begun));
    await runGrouped(due, groupOf, limits, async (quote) => {
      if (signal.aborted) return false;
      await expireUnlessWanted(pool, quote, now);
      return true;
    });
    if (due.length < batch) return;
  }
}

const groupOf = ({ businessId }: DueQuote) => businessId;

interface DueQuote extends Tenant, QuoteName {}

async function quotesPast(pool: Pool, now: Date, limit: number): Promise<DueQuote[]> {
  // By insurance_quotes_expiring and insurer_intents_pkey.
  const { rows } = await pool.query<{
    business_id: string;
    environment: Environment;
    provider_id: string;
    quote_id: string;
  }>(
    `SELECT business_id, environment, provider_id, quote_id FROM insurance_quotes quote
     WHERE status = 'USABLE' AND expires_at <= $1 AND NOT EXISTS (
       SELECT FROM insurer_intents intent
       WHERE intent.business_id = quote.business_id AND intent.environment = quote.environment
         AND intent.operation = 'createPurchase'
         AND intent.subject = 'quote/' || quote.provider_id || '/' || quote.quote_id)
     ORDER BY expires_at LIMIT $2`,
    [now, limit],
  );
  return rows.map((row) => ({
    businessId: row.business_id,
    environment: row.environment,
    providerId: row.provider_id,
    quoteId: row.quote_id,
  }));
}

/** Nobody can begin to buy the quote between the look at intents and the commit: beginning takes the same lock. */
function expireUnlessWanted(pool: Pool, quote: DueQuote, now: Date): Promise<void> {
  const purchases = { businessId: quote.businessId, environment: quote.environment, operation: "createPurchase" };
  const subject = quoteSubject(quote);
  return inTransaction(pool, async (client) => {
    if (!(await lockCreation(client, purchases, subject, null))) return;
    if ((await intentsFor(client, purchases, subject, null)).length > 0) return;
    await expireQuote(client, quote, quote, now);
  });
}
