/**
 * Premiums that only a quote tells. The quotes are for comparison: they are not kept and cannot be bought, so nothing is
 * lost with an answer that does not come.
 */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/insurance/contract.ts";
import { parseDateTime } from "#src/http/date-time.ts";
import { requestDigest } from "#src/http/idempotency.ts";
import type { Log } from "#src/storage/log.ts";
import type { CatalogProduct } from "../catalog/products.ts";
import { splitAnswers } from "../forms/answers.ts";
import { runGrouped } from "../grouped-concurrency.ts";
import type { InsurerClient } from "../insurers/client.ts";
import { InsurerFailure } from "../insurers/failure.ts";
import type { Asked } from "../insurers/protocol.ts";
import { derivedInsurerKey } from "../intents/insurer-key.ts";
import type { Tenant } from "../tenant.ts";
import type { Clients, TimeLeft } from "./configs.ts";
import type { Money, Premium, PricedProduct } from "./order.ts";

/** Of one comparison, however many products each of them has. */
export const mostInsurers = 10;
const mostPerInsurer = 4;

/** For what all insurers are asked. */
export interface IndicativeQuoteRequest {
  readonly inputs: Readonly<Schemas["Answers"]>;
  readonly sale: Asked<"createQuote">["body"]["sale"];
  /** The seller's Idempotency-Key. */
  readonly key: string | undefined;
}

export interface Quoting {
  readonly tenant: Tenant;
  readonly quoteRequest: IndicativeQuoteRequest;
  readonly clients: Clients;
  readonly log: Log;
  readonly requestId: string;
  readonly timeLeft: TimeLeft;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * The rows with a premium where their insurer gives one. What is priced already is not asked for again. The insurers of
 * the first rows are asked, so that the same rows lead to the same insurers.
 */
export async function withQuotes(rows: readonly PricedProduct[], quoting: Quoting): Promise<PricedProduct[]> {
  const open = rows.filter(({ premium }) => premium.source === null).map(({ product }) => product);
  const asked = new Set([...new Set(open.map(({ providerId }) => providerId))].slice(0, mostInsurers));
  const premiums = new Map<CatalogProduct, Premium>();
  const ask = async (product: CatalogProduct) => {
    premiums.set(product, await quotedPremium(product, quoting));
  };
  await runGrouped(
    open.filter(({ providerId }) => asked.has(providerId)),
    ({ providerId }) => providerId,
    { most: mostInsurers * mostPerInsurer, mostPerGroup: mostPerInsurer },
    ask,
  );
  const notAsked: Premium = { source: null, reason: "QUOTE_LIMIT_REACHED" };
  return rows.map(({ product, premium }) => ({
    product,
    premium: premium.source === null ? (premiums.get(product) ?? notAsked) : premium,
  }));
}

async function quotedPremium(product: CatalogProduct, quoting: Quoting): Promise<Premium> {
  const { clients, log, requestId } = quoting;
  const { providerId, productId } = product;
  const client = clients.get(providerId);
  try {
    const amount = client === undefined ? null : await askFor(product, client, quoting);
    if (amount !== null) return { source: "quoted", amount };
  } catch (error) {
    if (!(error instanceof InsurerFailure)) throw error;
    log.info({ requestId, providerId, productId, err: error }, "A product could not be quoted for a comparison");
  }
  return { source: null, reason: "QUOTE_FAILED" };
}

/** Null when there is no time left, or the insurer no longer stands by the price. Throws InsurerFailure. */
async function askFor(
  { providerId, productId }: CatalogProduct,
  client: InsurerClient,
  { tenant, quoteRequest, requestId, timeLeft, now }: Quoting,
): Promise<Money | null> {
  const forForm = timeLeft();
  if (forForm === 0) return null;
  const context = "new_business";
  const asked = { path: { productId, context } } as const;
  const { formId, formVersion, fields } = await client.call("getForm", asked, { requestId, deadlineMs: forForm });
  const forQuote = timeLeft();
  if (forQuote === 0) return null;
  const answers = splitAnswers(quoteRequest.inputs, new Set(fields.map(({ fieldId }) => fieldId)));
  const body = {
    productId,
    formId,
    formVersion,
    context,
    ...answers,
    sale: quoteRequest.sale,
    indicative: true,
  } as const;
  const idempotencyKey = await insurerKey(tenant, quoteRequest.key, providerId, productId);
  const { environment } = tenant;
  const options = { requestId, environment, deadlineMs: forQuote };
  const quote = await client.call("createQuote", { body, idempotencyKey }, options);
  // A repeated key brings the quote of the first time, which may have been long ago.
  return parseDateTime(quote.expiresAt).getTime() > now() ? quote.total : null;
}

/**
 * The same for a product whatever is asked of it: an insurer then refuses other inputs under a used key, and only the
 * products that they concern go without a quote.
 */
async function insurerKey(
  { businessId, environment }: Tenant,
  key: string | undefined,
  providerId: string,
  productId: string,
): Promise<string> {
  if (key === undefined) return randomUUID();
  const sha256 = await requestDigest({ providerId, productId });
  return derivedInsurerKey({
    owner: businessId,
    environment,
    operation: "compareProducts",
    key: key.toLowerCase(),
    sha256,
  });
}
