/** Whether a quote can be asked for, and what its insurer is then sent. */
import type { Schemas } from "#generated/insurance/contract.ts";
import { notFound } from "#src/http/problem.ts";
import { sellableProduct } from "../catalog/products.ts";
import { splitAnswers } from "../forms/answers.ts";
import { fieldsOf, notFetched } from "../forms/fetched-forms.ts";
import type { Asked } from "../insurers/protocol.ts";
import type { Reader } from "../intents/request-state.ts";
import type { Tenant } from "../tenant.ts";

export type PreparedQuote = Asked<"createQuote">["body"];

/**
 * Throws Problem NOT_FOUND for a product that the business may not sell, and VALIDATION_FAILED for a form that it has not
 * fetched for new business of this product.
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
