/** Whether a quote can be bought as asked, and what its insurer is then sent. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/insurance/contract.ts";
import { notFound, Problem } from "#src/http/problem.ts";
import type { QuoteContext, QuoteRow } from "../entities/quote.ts";
import type { Asked } from "../insurers/protocol.ts";
import { policyOf } from "../policies/policy-record.ts";
import { quoteStatusAt } from "../presenters/records.ts";
import type { Tenant } from "../tenant.ts";
import { quoteOf } from "./quote-state.ts";

export interface PolicyChange {
  readonly context: Exclude<QuoteContext, "new_business">;
  readonly policyId: string;
  /** The policy's revision before the insurer was asked. */
  readonly revision: number;
}

/** The intent of a purchase, on record while the insurer is asked. */
export interface PreparedPurchase {
  readonly productId: string;
  /** The policy that the quote renews or endorses; null, or in older records absent, where it makes a new one. */
  readonly change?: PolicyChange | null;
  readonly body: Asked<"createPurchase">["body"];
}

/**
 * A usable quote is bought as it stands, also when its product has left the shelf since. Throws Problem NOT_FOUND,
 * QUOTE_ALREADY_BOUGHT, QUOTE_EXPIRED, and AMOUNT_MISMATCH when nothing but the payment is wrong.
 */
export async function preparePurchase(
  manager: EntityManager,
  tenant: Tenant,
  asked: Schemas["PurchaseRequest"],
  now: Date,
): Promise<PreparedPurchase> {
  const quote = await quoteOf(manager, tenant, asked);
  if (quote === null) throw notFound("There is no such quote.");
  const status = quoteStatusAt(quote, now);
  if (status === "BOUGHT") throw new Problem("QUOTE_ALREADY_BOUGHT");
  if (status === "EXPIRED") throw new Problem("QUOTE_EXPIRED");
  const { totalMinor, currency, productId, context, policyId } = quote;
  if (!pays(asked, quote))
    throw new Problem("AMOUNT_MISMATCH", { details: { total: { amountMinor: totalMinor, currency } } });
  const isChange = context !== "new_business" && policyId !== null;
  const policy = isChange ? await policyOf(manager, tenant, { providerId: asked.providerId, policyId }) : null;
  const { quoteId, transactionId, customer, beneficiaries = [], consents = [] } = asked;
  return {
    productId,
    change: isChange && policy !== null ? { context, policyId, revision: policy.revision } : null,
    body: {
      quoteId,
      transactionId,
      customer,
      payment: { amountMinor: totalMinor, currency },
      beneficiaries,
      consents,
      startDate: asked.startDate ?? now.toISOString().slice(0, 10),
      sale: { country: asked.country ?? null, currency: asked.currency ?? null, channel: asked.channel ?? null },
    },
  };
}

/** The whole total, and no other currency wherever one is named. */
function pays(
  { payment, currency }: Schemas["PurchaseRequest"],
  quote: Pick<QuoteRow, "totalMinor" | "currency">,
): boolean {
  const named = [payment.currency, currency].filter((code) => code != null);
  return payment.amountMinor === quote.totalMinor && named.every((code) => code === quote.currency);
}
