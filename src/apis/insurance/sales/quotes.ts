/** Quotes of a business: asked for, read. */
import type { Schemas } from "#generated/insurance/contract.ts";
import { parseDateTime } from "#src/http/date-time.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { notFound } from "#src/http/problem.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import { sellableProduct } from "../catalog/products.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { type QuoteRow, quoteRecords } from "../entities.ts";
import { emitInsuranceEvents } from "../events.ts";
import { splitAnswers } from "../forms/answers.ts";
import { fieldsOf, notFetched } from "../forms/fetched-forms.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { contradiction, InsurerFailure } from "../insurers/failure.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import { type Committed, declareOperation, type Intent } from "../intents/operation.ts";
import { perform } from "../intents/perform.ts";
import type { Reader } from "../intents/request-state.ts";
import { type PolicyName, policyOf } from "../policies/policy-record.ts";
import { presentQuote } from "../presenters/records.ts";
import type { Tenant } from "../tenant.ts";
import { type QuoteName, quoteOf } from "./quote-state.ts";

/**
 * Asks an insurer for a price, and keeps it. Throws Problem as `prepareQuote` and `perform` do, and InsurerFailure, whose
 * findings about our request to the insurer point into the seller's.
 */
export async function askForQuote(
  { intents }: Pick<HandlerDependencies, "intents">,
  body: Schemas["QuoteRequest"],
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["Quote"]>> {
  try {
    return await perform(intents, quote, {
      ...call,
      providerId: body.providerId,
      subject: null,
      sent: body,
      prepare: (transaction) => prepareQuote(transaction, call, body),
    });
  } catch (error) {
    throw error instanceof InsurerFailure ? error.withPaths(pathInRequest) : error;
  }
}

/** Where a member of the insurer's request came from: answers are split and the sale is grouped for it. */
function pathInRequest(path: string): string {
  return path.replace(/^\/body\/inputs(?=\/|$)/, "/body/configuration").replace(/^\/body\/sale(?=\/|$)/, "/body");
}

/** Throws Problem NOT_FOUND, also for a quote of another business or environment. By insurance_quotes_pkey. */
export async function readQuote(
  { database }: Pick<HandlerDependencies, "database">,
  tenant: Tenant,
  name: QuoteName,
): Promise<QuoteRow> {
  const row = await quoteOf(database.dataSource.manager, tenant, name);
  if (row === null) throw notFound("There is no such quote.");
  return row;
}

/**
 * Asks the insurer for a price, and keeps it. Throws Problem NOT_FOUND, also for a policy of another business or environment;
 * VALIDATION_FAILED for a form that the business has not fetched for this occasion of the policy's product; as `perform` does;
 * and InsurerFailure.
 */
export function askForChange(
  { intents }: Pick<HandlerDependencies, "intents">,
  context: "renewal" | "endorsement",
  { providerId, policyId }: PolicyName,
  body: Schemas["PolicyChangeRequest"],
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["Quote"]>> {
  return perform(intents, context === "renewal" ? renewalQuote : endorsementQuote, {
    ...call,
    providerId,
    subject: null,
    sent: { providerId, policyId, ...body },
    async prepare({ manager }) {
      const { formId, formVersion, inputs } = body;
      const { productId } = await policyOf(manager, call, { providerId, policyId });
      const form = { providerId, formId, formVersion };
      if ((await fieldsOf(manager, call, form, productId, context)) === null)
        throw await notFetched(manager, call, form, productId, context);
      return { policyId, body: { context, formId, formVersion, inputs } };
    },
  });
}

type Quoted = Answered<"createQuote">;

/** A quote that nobody has heard of binds nobody: it is forgotten, and found again by the same key. */
export const quote = declareOperation<PreparedQuote, Quoted, Schemas["Quote"]>({
  name: "createQuote",
  whenLost: "forget",
  ...protocolCall("createQuote", (body: PreparedQuote) => ({ body })),
  commit: (transaction, intent, quoted, at) =>
    keepQuote(transaction, intent, quoted, { context: "new_business", policyId: null }, at),
});

/** The request for a change of a policy that exists. */
interface PreparedChange {
  readonly policyId: string;
  readonly body: Asked<"quotePolicyChange">["body"];
}

export const renewalQuote = changeQuote("requestRenewal");
export const endorsementQuote = changeQuote("requestEndorsement");

/** The same for the renewal or the endorsement of a policy. */
function changeQuote(name: "requestRenewal" | "requestEndorsement") {
  return declareOperation<PreparedChange, Quoted, Schemas["Quote"]>({
    name,
    whenLost: "forget",
    ...protocolCall("quotePolicyChange", ({ policyId, body }: PreparedChange) => ({ path: { policyId }, body })),
    commit(transaction, intent, quoted, at) {
      const { policyId, body } = intent.request;
      return keepQuote(transaction, intent, quoted, { context: body.context, policyId }, at);
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

export type PreparedQuote = Asked<"createQuote">["body"];

/**
 * Makes the request for a quote that an insurer is sent. Throws Problem NOT_FOUND for a product that the business may not sell, and
 * VALIDATION_FAILED for a form that it has not fetched for new business of this product.
 */
export async function prepareQuote(
  { manager, client }: Reader,
  tenant: Tenant,
  asked: Schemas["QuoteRequest"],
): Promise<PreparedQuote> {
  const { providerId, productId, formId, formVersion } = asked;
  const [product, fields] = await Promise.all([
    sellableProduct(client, tenant, providerId, productId),
    fieldsOf(manager, tenant, asked, productId, "new_business"),
  ]);
  if (product === null) throw notFound("There is no such product.");
  if (fields === null) throw await notFetched(manager, tenant, asked, productId, "new_business");
  return {
    productId,
    formId,
    formVersion,
    context: "new_business",
    ...splitAnswers(asked.configuration, fields),
    sale: { country: asked.country ?? null, currency: asked.currency ?? null, channel: asked.channel ?? null },
    indicative: false,
  };
}
