/** Requests to cancel a policy. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { perform } from "../intents/perform.ts";
import { type PolicyName, policyOf } from "./policy-record.ts";

/**
 * Asks the insurer to cancel a policy, whatever we know of it: a policy that we take for ended may have been revived, and
 * whether a second request helps while a first one is under review is the insurer's to say. Throws Problem NOT_FOUND,
 * also for a policy of another business or environment, and as `perform` does; and InsurerFailure.
 */
export function cancelPolicy(
  { intents }: Pick<HandlerDependencies, "intents">,
  { providerId, policyId }: PolicyName,
  body: Schemas["CancellationRequest"],
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["CancellationResult"]>> {
  return perform(intents, {
    ...call,
    operation: "cancelPolicy",
    providerId,
    subject: `policy/${providerId}/${policyId}`,
    sent: body,
    async prepare({ manager }) {
      const { revision } = await policyOf(manager, call, { providerId, policyId });
      const { reason, note = null, requestedEffectiveDate = null } = body;
      return { policyId, revision, body: { reason, note, requestedEffectiveDate } };
    },
  });
}
