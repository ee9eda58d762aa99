// SQL: what has no row in another table.
/** Quotes of all tenants whose time is over. */
import type { Pool } from "pg";
import type { Tenant } from "../tenant.ts";
import type { QuoteName } from "./quote-state.ts";

export interface DueQuote extends Tenant, QuoteName {}

/** Usable quotes that are over and that nobody is buying, those first whose time was over first. */
export async function quotesPast(pool: Pool, now: Date, limit: number): Promise<DueQuote[]> {
  // By insurance_quotes_expiring and insurer_intents_pkey.
  const { rows } = await pool.query<DueQuote>(
    `SELECT business_id AS "businessId", environment, provider_id AS "providerId", quote_id AS "quoteId"
     FROM insurance_quotes quote
     WHERE status = 'USABLE' AND expires_at <= $1 AND NOT EXISTS (
       SELECT FROM insurer_intents intent
       WHERE intent.business_id = quote.business_id AND intent.environment = quote.environment
         AND intent.operation = 'createPurchase'
         AND intent.subject = 'quote/' || quote.provider_id || '/' || quote.quote_id)
     ORDER BY expires_at LIMIT $2`,
    [now, limit],
  );
  return rows;
}
