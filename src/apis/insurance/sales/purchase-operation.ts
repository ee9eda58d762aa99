/** Has an insurer turn a quote into a policy, once, and writes down what came of it. */
import type { Schemas } from "#generated/insurance/contract.ts";
import { completeActivationStep } from "#src/identity/activation.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import { type PolicyRow, policyRecords } from "../entities/policy.ts";
import { type PurchaseRow, purchaseRecords } from "../entities/purchase.ts";
import { emitInsuranceEvents } from "../events.ts";
import { contradiction, InsurerFailure } from "../insurers/failure.ts";
import type { Answered } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import type { EffectDependencies } from "../insurers/registry.ts";
import { declareOperation, type Intent } from "../intents/operation.ts";
import { changePolicy } from "../policies/change.ts";
import { policyOf } from "../policies/policy-record.ts";
import { presentPolicy, presentPurchase } from "../presenters/records.ts";
import type { PolicyChange, PreparedPurchase } from "./purchase-preparation.ts";
import { expireQuote, markQuoteBought } from "./quote-state.ts";

type Bought = Answered<"createPurchase">;

/** The premium was collected, so it has to be known what became of it: purchases are settled. */
export function purchaseOperation({ insurers, now }: EffectDependencies) {
  const { call, findingsIn } = protocolCall(insurers, "createPurchase", ({ body }: PreparedPurchase) => ({ body }));
  return declareOperation<PreparedPurchase, Bought, Schemas["Purchase"]>({
    whenLost: "settle",
    findingsIn,

    async call(intent, context) {
      try {
        return await call(intent, context);
      } catch (error) {
        throw error instanceof InsurerFailure ? error.withPaths(asSent) : error;
      }
    },

    async commit(transaction, intent, bought) {
      const { manager, client, statements } = transaction;
      const at = new Date(now());
      const purchase = purchaseRow(intent, bought, at);
      const { environment, businessId, providerId } = intent;
      const { quoteId, purchaseId } = purchase;
      void statements.send(() => markQuoteBought(manager, intent, { providerId, quoteId }, at));
      void statements.send(() =>
        purchaseRecords
          .of(manager, intent)
          .insert(purchase)
          .catch(onViolation("insurance_purchases_pkey", givenBefore(providerId, "/body/purchaseId"))),
      );
      if (environment === "test")
        void statements.send(() => completeActivationStep(client, businessId, "TEST_PURCHASE", at));
      const body = presentPurchase(purchase);
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
    async refused(transaction, intent, { failure }) {
      if (failure.kind !== "refused" || failure.code !== "QUOTE_EXPIRED") return;
      const { providerId, request } = intent;
      await expireQuote(transaction, intent, { providerId, quoteId: request.body.quoteId }, new Date(now()));
    },
  });
}

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
