/** Purchases of a business: made, read. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { notFound, Problem } from "#src/http/problem.ts";
import { completeActivationStep } from "#src/identity/activation.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import {
  type PolicyRow,
  type PurchaseRow,
  policyRecords,
  purchaseRecords,
  type QuoteContext,
  type QuoteRow,
} from "../entities.ts";
import { emitInsuranceEvents } from "../events.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { contradiction, InsurerFailure } from "../insurers/failure.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import { declareOperation, type Intent } from "../intents/operation.ts";
import { perform } from "../intents/perform.ts";
import { changePolicy, policyOf } from "../policies/policy-record.ts";
import { presentPolicy, presentPurchase, quoteStatusAt } from "../presenters/records.ts";
import type { Tenant } from "../tenant.ts";
import { expireQuote, markQuoteBought, quoteOf, quoteSubject } from "./quote-state.ts";

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
  return perform(intents, purchase, {
    ...call,
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
  const row = await purchaseRecords.of(database.dataSource.manager, tenant).findOne({ providerId, purchaseId });
  if (row === null) throw notFound("There is no such purchase.");
  return row;
}

type Bought = Answered<"createPurchase">;

const { call, findingsIn } = protocolCall("createPurchase", ({ body }: PreparedPurchase) => ({ body }));

/** The premium was collected, so it has to be known what became of it: purchases are settled. */
export const purchase = declareOperation<PreparedPurchase, Bought, Schemas["Purchase"]>({
  name: "createPurchase",
  whenLost: "settle",
  findingsIn,

  async call(intent, context) {
    try {
      return await call(intent, context);
    } catch (error) {
      throw error instanceof InsurerFailure ? error.withPaths(asSent) : error;
    }
  },

  async commit(transaction, intent, bought, at) {
    const { manager, client, statements } = transaction;
    const row = purchaseRow(intent, bought, at);
    const { environment, businessId, providerId } = intent;
    const { quoteId, purchaseId } = row;
    void statements.send(() => markQuoteBought(manager, intent, { providerId, quoteId }, at));
    void statements.send(() =>
      purchaseRecords
        .of(manager, intent)
        .insert(row)
        .catch(onViolation("insurance_purchases_pkey", givenBefore(providerId, "/body/purchaseId"))),
    );
    if (environment === "test")
      void statements.send(() => completeActivationStep(client, businessId, "TEST_PURCHASE", at));
    const body = presentPurchase(row);
    const created = { type: "purchase.created", providerId, resourceId: purchaseId, data: body } as const;
    const { change } = intent.request;
    if (change != null) {
      await emitInsuranceEvents(transaction, intent, [created], at);
      await changePolicyAsBought(transaction, intent, change, bought, at);
      return { status: 201, body };
    }
    const policy = policyRow(intent, bought, at);
    void statements.send(() =>
      policyRecords
        .of(manager, intent)
        .insert(policy)
        .catch(onViolation("insurance_policies_pkey", givenBefore(providerId, "/body/policy/policyId"))),
    );
    const events = [
      created,
      { type: "policy.issued", providerId, resourceId: policy.policyId, data: presentPolicy(policy) },
    ] as const;
    statements.alongside(emitInsuranceEvents(transaction, intent, events, at));
    return { status: 201, body };
  },

  /** The insurer's clock counts: what it no longer sells is not usable here. */
  async refused(transaction, intent, { failure }, at) {
    if (failure.kind !== "refused" || failure.code !== "QUOTE_EXPIRED") return;
    const { providerId, request } = intent;
    await expireQuote(transaction, intent, { providerId, quoteId: request.body.quoteId }, at);
  },
});

const changeEvents = { renewal: "policy.renewed", endorsement: "policy.endorsed" } as const;

/** The policy has the terms that were bought, and its insurer is asked for new documents. */
async function changePolicyAsBought(
  transaction: Transaction,
  intent: Intent<PreparedPurchase>,
  { context, policyId, revision }: PolicyChange,
  { purchaseId, policy: document }: Bought,
  at: Date,
): Promise<void> {
  const { providerId } = intent;
  if (document.policyId !== policyId)
    throw contradiction(providerId, "createPurchase", "/body/policy/policyId", `must be "${policyId}"`);
  const policy = await policyOf(transaction.manager, intent, { providerId, policyId }, { lock: true });
  const bought = { document, purchaseId, nextDocumentsAt: at, documentsSince: at };
  // The insurer answers a repeated call as it answered the first. The policy may have been cancelled since: its status stays, and is read soon.
  const change =
    policy.revision === revision
      ? { ...bought, status: document.status, readAt: at }
      : { ...bought, nextReadingAt: at };
  await changePolicy(transaction, policy, change, at, changeEvents[context]);
}

/** One id must never stand for two purchases or policies. */
function givenBefore(providerId: string, path: string): (cause: unknown) => InsurerFailure {
  return (cause) => contradiction(providerId, "createPurchase", path, "is the id of an earlier purchase", cause);
}

/** The insurer reads the terms of the sale as one object, which the seller's request does not have. */
function asSent(path: string): string {
  return path.replace(/^\/body\/sale(?=\/)/, "/body");
}

function purchaseRow(
  { businessId, environment, providerId, request }: Intent<PreparedPurchase>,
  { purchaseId, policy }: Bought,
  createdAt: Date,
): PurchaseRow {
  const { productId, body } = request;
  return {
    businessId,
    environment,
    providerId,
    purchaseId,
    position: risingId(),
    quoteId: body.quoteId,
    productId,
    policyId: policy.policyId,
    transactionId: body.transactionId,
    paymentMinor: body.payment.amountMinor,
    currency: body.payment.currency,
    createdAt,
  };
}

function policyRow(
  { businessId, environment, providerId, request }: Intent<PreparedPurchase>,
  { purchaseId, policy }: Bought,
  createdAt: Date,
): PolicyRow {
  return {
    businessId,
    environment,
    providerId,
    policyId: policy.policyId,
    position: risingId(),
    purchaseId,
    productId: request.productId,
    status: policy.status,
    endDate: policy.endDate,
    document: policy,
    createdAt,
    updatedAt: createdAt,
    readAt: createdAt,
    revision: 0,
    nextReadingAt: null,
    nextDocumentsAt: createdAt,
    documentsSince: createdAt,
  };
}

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
 * Makes the request for a purchase that an insurer is sent. A usable quote is bought as it stands, also when its product has left the shelf
 * since. Throws Problem NOT_FOUND, QUOTE_ALREADY_BOUGHT, QUOTE_EXPIRED, and AMOUNT_MISMATCH when nothing but the payment is wrong.
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
