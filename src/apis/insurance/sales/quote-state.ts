/** Quotes inside transactions: read, bought, expired. */
import type { EntityManager } from "typeorm";
import type { Transaction } from "#src/storage/transaction.ts";
import { type QuoteRow, quoteEntity, quoteRecords } from "../entities/quote.ts";
import { emitInsuranceEvents } from "../events.ts";
import { presentQuote } from "../presenters/records.ts";
import { type Tenant, tenantOf } from "../tenant.ts";

/** An insurer's quote, by the names that identify it. */
export interface QuoteName {
  readonly providerId: string;
  readonly quoteId: string;
}

/** Null for a quote of another business or environment, as for none. By insurance_quotes_pkey. */
export function quoteOf(manager: EntityManager, tenant: Tenant, quote: QuoteName): Promise<QuoteRow | null> {
  return quoteRecords.findOne(manager, identity(tenant, quote));
}

/** Marks a quote as bought whatever its status: its insurer has sold it. By insurance_quotes_pkey. */
export async function markQuoteBought(
  manager: EntityManager,
  tenant: Tenant,
  quote: QuoteName,
  now: Date,
): Promise<void> {
  await quoteRecords.update(manager, identity(tenant, quote), { status: "BOUGHT", updatedAt: now });
}

/** With quote.expired, once: nothing happens to a quote that is no longer USABLE. By insurance_quotes_pkey. */
export async function expireQuote(
  transaction: Transaction,
  tenant: Tenant,
  quote: QuoteName,
  now: Date,
): Promise<void> {
  const { manager } = transaction;
  const usable = { ...identity(tenant, quote), status: "USABLE" as const };
  const { affected } = await manager.update(quoteEntity, usable, { status: "EXPIRED", updatedAt: now });
  if (affected !== 1) return;
  const expired = await manager.findOneByOrFail(quoteEntity, identity(tenant, quote));
  const { providerId, quoteId: resourceId } = quote;
  const data = presentQuote(expired, now);
  await emitInsuranceEvents(transaction, tenant, [{ type: "quote.expired", providerId, resourceId, data }], now);
}

function identity(tenant: Tenant, { providerId, quoteId }: QuoteName) {
  return { ...tenantOf(tenant), providerId, quoteId };
}
