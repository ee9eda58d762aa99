/** Has an insurer put a file among the documents of a policy, once. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { WriteCall } from "../insurer-write.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import type { Insurers } from "../insurers/registry.ts";
import { declareOperation } from "../intents/operation.ts";
import { perform } from "../intents/perform.ts";
import { presentPolicyDocument } from "../presenters/records.ts";
import { tenantOf } from "../tenant.ts";
import { announceWithin } from "./documents.ts";
import { type PolicyName, policyOf } from "./policy-record.ts";

interface AdmittedDocument {
  readonly policyId: string;
  readonly body: Asked<"attachPolicyDocument">["body"];
}

/** The customer has to know whether the insurer has the file. */
export function documentOperation({ insurers, now }: { readonly insurers: Insurers; readonly now: () => number }) {
  return declareOperation<AdmittedDocument, Answered<"attachPolicyDocument">, Schemas["PolicyDocument"]>({
    whenLost: "settle",

    async call({ providerId, environment, insurerKey, request: { policyId, body } }, { requestId }) {
      const insurer = await insurers.reach(providerId, "attachPolicyDocument");
      const asked = { path: { policyId }, body, idempotencyKey: insurerKey };
      return insurer.call("attachPolicyDocument", asked, { requestId, environment });
    },

    async commit(transaction, intent, document) {
      const { providerId, request } = intent;
      const name = { providerId, policyId: request.policyId };
      await announceWithin(transaction, intent, name, [document], new Date(now()));
      return { status: 201, body: presentPolicyDocument(document) };
    },
  });
}

/**
 * Gives the insurer a file that was reserved with it. Throws Problem NOT_FOUND, also for a policy of another business or
 * environment, and as `perform` does; and InsurerFailure.
 */
export function attachDocument(
  { intents }: Pick<HandlerDependencies, "intents">,
  { providerId, policyId }: PolicyName,
  body: Schemas["PolicyDocumentRequest"],
  { tenant, idempotencyKey, requestId }: WriteCall,
): Promise<IdempotentAnswer<Schemas["PolicyDocument"]>> {
  return perform(intents, {
    ...tenantOf(tenant),
    operation: "attachPolicyDocument",
    providerId,
    subject: `policy/${providerId}/${policyId}/file/${body.fileId}`,
    idempotencyKey,
    sent: body,
    requestId,
    async admit({ manager }) {
      await policyOf(manager, tenant, { providerId, policyId });
      return { policyId, body };
    },
  });
}
