// SQL: what has no row in another table.
/** Quotes of all tenants whose time is over. */
import type { Pool } from "pg";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { quoteEntity } from "../entities/quote.ts";
import type { Tenant } from "../tenant.ts";
import type { QuoteName } from "./quote-state.ts";

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
