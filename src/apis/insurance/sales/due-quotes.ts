// SQL: what has no row in another table.
/** Quotes of all tenants whose time is over. */
import type { Pool } from "pg";
import { dueRows } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import type { Tenant } from "../tenant.ts";
import type { QuoteName } from "./quote-state.ts";

export interface DueQuote extends Tenant, QuoteName {}

interface QuoteRow {
  readonly business_id: string;
  readonly environment: Tenant["environment"];
  readonly provider_id: string;
  readonly quote_id: string;
}

/** Usable quotes that are over and that nobody is buying, those first whose time was over first. */
export async function quotesPast(pool: Pool, now: Date, limit: number): Promise<DueQuote[]> {
  // By insurance_quotes_expiring and insurer_intents_pkey.
  const rows = await dueRows<QuoteRow>(pool, {
    table: "insurance_quotes",
    columns: ["business_id", "environment", "provider_id", "quote_id", "status", "expires_at"],
    // Expiry looks for the quote's intent once more. Where a shard is asked by itself, that is the only look.
    from: (source, whole) => `${source}
     WHERE status = 'USABLE' AND expires_at <= ${literal(now)} ${whole ? notBeingBought : ""} ORDER BY expires_at LIMIT ${limit}`,
  });
  return rows.map((row) => ({
    businessId: row.business_id,
    environment: row.environment,
    providerId: row.provider_id,
    quoteId: row.quote_id,
  }));
}

const notBeingBought = `AND NOT EXISTS (
  SELECT FROM insurer_intents intent
  WHERE intent.business_id = insurance_quotes.business_id AND intent.environment = insurance_quotes.environment
    AND intent.operation = 'createPurchase'
    AND intent.subject = 'quote/' || insurance_quotes.provider_id || '/' || insurance_quotes.quote_id)`;
