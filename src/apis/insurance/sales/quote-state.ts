/** Quotes inside transactions: read, bought, expired. */
import type { ClientBase } from "pg";
import type { Environment } from "#src/identity/environment.ts";
import type { QuoteRow } from "../entities/quote.ts";
import { emitInsuranceEvent } from "../events.ts";
import { presentQuote } from "../presenters/records.ts";
import type { Tenant } from "../tenant.ts";

/** An insurer's quote, by the names that identify it. */
export interface QuoteName {
  readonly providerId: string;
  readonly quoteId: string;
}

/** Null for a quote of another business or environment, as for none. By insurance_quotes_pkey. */
export async function quoteOf(client: ClientBase, tenant: Tenant, quote: QuoteName): Promise<QuoteRow | null> {
  const { rows } = await client.query<Row>(`SELECT ${columns} FROM insurance_quotes WHERE ${isQuote}`, [
    ...identity(tenant, quote),
  ]);
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** Whatever it was before: what the insurer has sold is bought. By insurance_quotes_pkey. */
export async function markQuoteBought(client: ClientBase, tenant: Tenant, quote: QuoteName, now: Date): Promise<void> {
  await client.query(`UPDATE insurance_quotes SET status = 'BOUGHT', updated_at = $5 WHERE ${isQuote}`, [
    ...identity(tenant, quote),
    now,
  ]);
}

/** With quote.expired, once: nothing happens to a quote that is no longer USABLE. By insurance_quotes_pkey. */
export async function expireQuote(client: ClientBase, tenant: Tenant, quote: QuoteName, now: Date): Promise<void> {
  const { rows } = await client.query<Row>(
    `UPDATE insurance_quotes SET status = 'EXPIRED', updated_at = $5 WHERE ${isQuote} AND status = 'USABLE'
     RETURNING ${columns}`,
    [...identity(tenant, quote), now],
  );
  if (rows[0] === undefined) return;
  const data = presentQuote(fromRow(rows[0]), now);
  await emitInsuranceEvent(
    client,
    tenant,
    { type: "quote.expired", providerId: quote.providerId, resourceId: quote.quoteId, data },
    now,
  );
}

const isQuote = "business_id = $1 AND environment = $2 AND provider_id = $3 AND quote_id = $4";

function identity({ businessId, environment }: Tenant, { providerId, quoteId }: QuoteName): unknown[] {
  return [businessId, environment, providerId, quoteId];
}

const columns = `business_id, environment, provider_id, quote_id, position, product_id, form_id, form_version, status,
  total_minor, currency, lines, expires_at, created_at, updated_at`;

interface Row {
  readonly business_id: string;
  readonly environment: Environment;
  readonly provider_id: string;
  readonly quote_id: string;
  readonly position: string;
  readonly product_id: string;
  readonly form_id: string;
  readonly form_version: number;
  readonly status: QuoteRow["status"];
  /** A bigint, as text. */
  readonly total_minor: string;
  readonly currency: string;
  readonly lines: QuoteRow["lines"];
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
}

function fromRow(row: Row): QuoteRow {
  return {
    businessId: row.business_id,
    environment: row.environment,
    providerId: row.provider_id,
    quoteId: row.quote_id,
    position: row.position,
    productId: row.product_id,
    formId: row.form_id,
    formVersion: row.form_version,
    status: row.status,
    totalMinor: Number(row.total_minor),
    currency: row.currency,
    lines: row.lines,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
