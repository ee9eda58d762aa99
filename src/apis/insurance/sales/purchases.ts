/** Purchases of a business: made, read. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { notFound } from "#src/http/problem.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { type PurchaseRow, purchaseEntity } from "../entities/purchase.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { perform } from "../intents/perform.ts";
import { type Tenant, tenantOf } from "../tenant.ts";
import { preparePurchase } from "./purchase-preparation.ts";
import { quoteSubject } from "./quote-state.ts";

/**
 * Buys a quote: at its insurer, at most once whatever happens on the way, and then here. Throws Problem as `preparePurchase`
 * and `perform` do, and InsurerFailure; unless that is a refusal, the policy may have been issued, and the same request
 * with the same key finds out.
 */
export function buyQuote(
  { intents, now }: Pick<HandlerDependencies, "intents" | "now">,
  body: Schemas["PurchaseRequest"],
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["Purchase"]>> {
  return perform(intents, {
    ...call,
    operation: "createPurchase",
    providerId: body.providerId,
    subject: quoteSubject(body),
    sent: body,
    prepare: ({ manager }) => preparePurchase(manager, call, body, new Date(now())),
  });
}

/** Throws Problem NOT_FOUND, also for a purchase of another business or environment. By insurance_purchases_pkey. */
export async function purchaseOf(
  { database }: Pick<HandlerDependencies, "database">,
  tenant: Tenant,
  { providerId, purchaseId }: { readonly providerId: string; readonly purchaseId: string },
): Promise<PurchaseRow> {
  const row = await database.dataSource
    .getRepository(purchaseEntity)
    .findOneBy({ ...tenantOf(tenant), providerId, purchaseId });
  if (row === null) throw notFound("There is no such purchase.");
  return row;
}
