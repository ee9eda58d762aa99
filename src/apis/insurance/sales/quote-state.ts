/** Quotes inside transactions: read, bought, expired. */
import type { EntityManager } from "typeorm";
import type { Transaction } from "#src/storage/transaction.ts";
import { type QuoteRow, quoteRecords } from "../entities.ts";
import { emitInsuranceEvents } from "../events.ts";
import { presentQuote } from "../presenters/records.ts";
import type { Tenant } from "../tenant.ts";

/** An insurer's quote, by the names that identify it. */
export interface QuoteName {
  readonly providerId: string;
  readonly quoteId: string;
}

/** The subject of a purchase: one intent at a time may be on it. In SQL: `'quote/' || provider_id || '/' || quote_id`. */
export function quoteSubject({ providerId, quoteId }: QuoteName): string {
  return `quote/${providerId}/${quoteId}`;
}

/** Null for a quote of another business or environment, as for none. By insurance_quotes_pkey. */
export function quoteOf(manager: EntityManager, tenant: Tenant, quote: QuoteName): Promise<QuoteRow | null> {
  return quoteRecords.of(manager, tenant).findOne(named(quote));
}

/** Marks a quote as bought whatever its status: its insurer has sold it. By insurance_quotes_pkey. */
export async function markQuoteBought(
  manager: EntityManager,
  tenant: Tenant,
  quote: QuoteName,
  now: Date,
): Promise<void> {
  await quoteRecords.of(manager, tenant).update(named(quote), { status: "BOUGHT", updatedAt: now });
}

/** With quote.expired, once: nothing happens to a quote that is no longer USABLE. By insurance_quotes_pkey. */
export async function expireQuote(
  transaction: Transaction,
  tenant: Tenant,
  quote: QuoteName,
  now: Date,
): Promise<void> {
  const quotes = quoteRecords.of(transaction.manager, tenant);
  const usable = { ...named(quote), status: "USABLE" } as const;
  if ((await quotes.update(usable, { status: "EXPIRED", updatedAt: now })) !== 1) return;
  const expired = await quotes.findOne(named(quote));
  if (expired === null) throw new Error("A quote that was changed is not there");
  const { providerId, quoteId: resourceId } = quote;
  const data = presentQuote(expired, now);
  await emitInsuranceEvents(transaction, tenant, [{ type: "quote.expired", providerId, resourceId, data }], now);
}

function named({ providerId, quoteId }: QuoteName): QuoteName {
  return { providerId, quoteId };
}
