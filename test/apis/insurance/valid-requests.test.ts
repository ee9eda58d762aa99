/** Requests that the insurance document calls valid, made at random: none is refused for its form. */
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { operationsOf } from "#src/contract/document.ts";
import { documentOf } from "#test/contract/support/plans.ts";
import type { Sampler } from "#test/contract/support/sampler.ts";
import { ValidRequests } from "#test/contract/support/valid-requests.ts";
import { isDeep } from "#test/support/runs.ts";
import { insuranceServer, type Merchant } from "./operations/server.ts";

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
/** A cursor that no list has issued; and whether an address may be sent to, which is for the rules of destinations. */
const ofOthers = / INVALID_CURSOR$|^(create|update)WebhookEndpoint \/body\/url /;

/** Of each operation. */
const perOperation = isDeep ? 1_000 : 15;
const atOnce = 8;

/** Its insurers answer at once. */
const sells = ["aegis", "borealis"].map((providerId) => ({ providerId, productId: "personal-accident" }));

describe("requests that the insurance document calls valid", () => {
  const server = insuranceServer({ quotaInsuranceRequests: 1_000_000 });
  const document = documentOf("insurance");
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  let merchant: Merchant;
  /** Ids of what is there, by the name of the field. */
  let ids: Readonly<Record<string, readonly string[]>>;
  before(async () => {
    merchant = await server.aMerchant({ sells });
    const contexts = ["new_business", "renewal", "endorsement", "claim"] as const;
    for (const context of contexts) await server.aFetchedForm(merchant, "aegis", "personal-accident", context);
    const { claimId, policyId } = await server.aClaim(merchant);
    const { purchaseId } = await server.aPurchase(merchant);
    const { deliveryId, eventId } = await server.aDelivery(merchant);
    const { endpoint } = await server.anEndpoint(merchant);
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

  for (const documented of operationsOf(document)) {
    const { path, method, operation } = documented;
    const { operationId } = operation;
    it(`are not refused for their form: ${operationId}, seed ${seed}`, async () => {
      const requests = new ValidRequests(document, { seed, known });
      let left = perOperation;
      const worker = async () => {
        while (left-- > 0) {
          const sample = requests.make(documented);
          const filled = path
            .replace(/^\/api\/v1/, "")
            .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sample.path[name] ?? ""));
          const query = new URLSearchParams(sample.query).toString();
          const { body, headers } = sample;
          const answer = await server.send<Schemas["Problem"]>(
            method.toUpperCase(),
            query === "" ? filled : `${filled}?${query}`,
            { ...merchant.key, ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
            body === undefined ? undefined : JSON.stringify(body),
          );
          const shown = JSON.stringify([sample, answer.status, answer.body]).slice(0, 3_000);
          expect(answer.status, shown).to.be.lessThan(500);
          if (answer.status !== 400 && answer.status !== 422) continue;
          expect(
            refusalsOf(operationId, answer.body).filter((refusal) => !rules.has(refusal) && !ofOthers.test(refusal)),
            shown,
          ).to.deep.equal([]);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    });
  }

  /** What was refused, and why; an insurer's word on answers is its own. */
  function refusalsOf(operationId: string, { code, fieldErrors, details }: Schemas["Problem"]): string[] {
    if (details.providerCorrelationId !== undefined && code !== "VALIDATION_FAILED") return [];
    if (fieldErrors.length === 0) return [`${operationId} ${code}`];
    return fieldErrors.map((error) => `${operationId} ${error.path.replace(/\/\d+(?=\/|$)/g, "/*")} ${error.code}`);
  }
});
