/** Has an insurer price a product, once for a key, and writes the quote down. */
import type { Schemas } from "#generated/insurance/contract.ts";
import { parseDateTime } from "#src/http/date-time.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import { type QuoteRow, quoteRecords } from "../entities/quote.ts";
import { emitInsuranceEvents } from "../events.ts";
import { contradiction } from "../insurers/failure.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import type { EffectDependencies } from "../insurers/registry.ts";
import { type Committed, declareOperation, type Intent } from "../intents/operation.ts";
import { presentQuote } from "../presenters/records.ts";
import type { PreparedQuote } from "./quote-preparation.ts";

type Quoted = Answered<"createQuote">;

/** A quote that nobody has heard of binds nobody: it is forgotten, and found again by the same key. */
export function quoteOperation({ insurers, now }: EffectDependencies) {
  return declareOperation<PreparedQuote, Quoted, Schemas["Quote"]>({
    whenLost: "forget",

    ...protocolCall(insurers, "createQuote", (body: PreparedQuote) => ({ body })),

    commit: (transaction, intent, quoted) =>
      keepQuote(transaction, intent, quoted, { context: "new_business", policyId: null }, new Date(now())),
  });
}

/** The request for a change of a policy that exists. */
export interface PreparedChange {
  readonly policyId: string;
  readonly body: Asked<"quotePolicyChange">["body"];
}

/** The same for the renewal or the endorsement of a policy. */
export function policyChangeOperation({ insurers, now }: EffectDependencies) {
  return declareOperation<PreparedChange, Quoted, Schemas["Quote"]>({
    whenLost: "forget",

    ...protocolCall(insurers, "quotePolicyChange", ({ policyId, body }: PreparedChange) => ({
      path: { policyId },
      body,
    })),

    commit(transaction, intent, quoted) {
      const { policyId, body } = intent.request;
      return keepQuote(transaction, intent, quoted, { context: body.context, policyId }, new Date(now()));
    },
  });
}

type Occasion = Pick<QuoteRow, "context" | "policyId">;

/** An id must stand for one offer only. */
const usedId = "is the id of an earlier quote";

async function keepQuote(
  transaction: Transaction,
  intent: Intent,
  quoted: Quoted,
  occasion: Occasion,
  at: Date,
): Promise<Committed<Schemas["Quote"]>> {
  const { manager, statements } = transaction;
  const row = { ...quoteRow(intent, quoted, at), ...occasion };
  const { providerId, quoteId: resourceId } = row;
  const asked = occasion.policyId === null ? "createQuote" : "quotePolicyChange";
  const refuse = (cause: unknown) => contradiction(providerId, asked, "/body/quoteId", usedId, cause);
  void statements.send(() =>
    quoteRecords.of(manager, intent).insert(row).catch(onViolation("insurance_quotes_pkey", refuse)),
  );
  const body = presentQuote(row, at);
  const created = { type: "quote.created", providerId, resourceId, data: body } as const;
  statements.alongside(emitInsuranceEvents(transaction, intent, [created], at));
  return { status: 201, body };
}

function quoteRow(
  { businessId, environment, providerId }: Intent,
  quoted: Quoted,
  createdAt: Date,
): Omit<QuoteRow, keyof Occasion> {
  const { quoteId, productId, formId, formVersion, total, lines, expiresAt } = quoted;
  return {
    businessId,
    environment,
    providerId,
    quoteId,
    position: risingId(),
    productId,
    formId,
    formVersion,
    status: "USABLE",
    totalMinor: total.amountMinor,
    currency: total.currency,
    lines,
    expiresAt: parseDateTime(expiresAt),
    createdAt,
    updatedAt: createdAt,
  };
}
