/** Requests that the insurance document calls valid, made at random: none is refused for its form. */

import { insuranceServer, type Merchant, type Problem } from "#test/builders/insurance/server.ts";
import type { Sampler } from "#test/contract/support/sampler.ts";
import { noneIsRefused, refusalsOfProblem } from "#test/contract/support/valid-requests.ts";

/** What a field has to be to another one, to what is on record or to the outside world, which no schema can say. */
const rules = new Set([
  ...["createQuote", "requestRenewal", "requestEndorsement", "createClaim"].flatMap((operationId) =>
    ["formId", "formVersion"].map((field) => `${operationId} /body/${field} unknown`),
  ),
  // Read only where quotes are asked for.
  "compareProducts /header/idempotency-key pattern",
  "replayWebhookEvents /body/until minimum",
  "createWebhookEndpoint /body tooMany",
  "createWebhookEndpoint /body/events/* unknownEvent",
  "updateWebhookEndpoint /body/events/* unknownEvent",
]);
/** Whether an address may be sent to is for the rules of destinations. */
const ofDestinations = /^(create|update)WebhookEndpoint \/body\/url /;

/** Its insurers answer at once. */
const sells = ["aegis", "borealis"].map((providerId) => ({ providerId, productId: "personal-accident" }));

describe("requests that the insurance document calls valid", () => {
  const server = insuranceServer({ quotaInsuranceRequests: 1_000_000 });
  let merchant: Merchant;
  /** Ids of what is there, by the name of the field. */
  let ids: Readonly<Record<string, readonly string[]>>;
  before(async () => {
    merchant = await server.aMerchant({ sells });
    const contexts = ["new_business", "renewal", "endorsement", "claim"] as const;
    for (const context of contexts) await server.aFetchedForm(merchant, "aegis", "personal-accident", context);
    const { claimId, policyId } = await server.aClaim(merchant);
    const { purchaseId } = await server.aPurchase(merchant);
    const { endpoint } = await server.anEndpoint(merchant);
    const { deliveryId, eventId } = await server.aDelivery(merchant);
    ids = {
      providerId: ["aegis"],
      productId: ["personal-accident"],
      formId: contexts.map((context) => `personal-accident.${context}`),
      quoteId: [(await server.aQuote(merchant)).quoteId],
      ...{ purchaseId: [purchaseId], policyId: [policyId], claimId: [claimId], documentId: ["inline"] },
      ...{ deliveryId: [deliveryId], eventId: [eventId], endpointId: [endpoint.endpointId] },
      fileId: [await server.anUpload(merchant)],
    };
  });

  /** In most places something that is there, so that requests get past the look for it. */
  const known = (name: string, value: unknown, sampler: Sampler) => {
    if (name === "formVersion") return sampler.chance(0.8) ? 1 : value;
    const those = typeof value === "string" && Object.hasOwn(ids, name) ? ids[name] : undefined;
    return those !== undefined && sampler.chance(0.8) ? sampler.pick(those) : value;
  };

  noneIsRefused("insurance", {
    known,
    isRule: (refusal) => rules.has(refusal) || ofDestinations.test(refusal),
    async send(documented, { path, query, headers, text }) {
      const below = path.replace(/^\/api\/v1/, "");
      const { status, body } = await server.send<Problem>(
        documented.method.toUpperCase(),
        query.size === 0 ? below : `${below}?${query}`,
        { headers: { ...merchant.key, ...headers }, body: text },
      );
      // An insurer's word on answers is its own.
      const isOfInsurer = body?.details?.providerCorrelationId !== undefined && body.code !== "VALIDATION_FAILED";
      return { status, body, refusals: isOfInsurer ? [] : refusalsOfProblem(documented, status, body) };
    },
  });
});
