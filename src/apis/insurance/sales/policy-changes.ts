/** Prices for the renewal and the endorsement of a policy. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { fieldsOf, notFetched } from "../forms/fetched-forms.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { perform } from "../intents/perform.ts";
import { type PolicyName, policyOf } from "../policies/policy-record.ts";

const operations = { renewal: "requestRenewal", endorsement: "requestEndorsement" } as const;

/**
 * Asks the insurer for a price, and keeps it. Throws Problem NOT_FOUND, also for a policy of another business or environment;
 * VALIDATION_FAILED for a form that the business has not fetched for this occasion of the policy's product; as `perform` does;
 * and InsurerFailure.
 */
export function askForChange(
  { intents }: Pick<HandlerDependencies, "intents">,
  context: keyof typeof operations,
  { providerId, policyId }: PolicyName,
  body: Schemas["PolicyChangeRequest"],
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["Quote"]>> {
  return perform(intents, {
    ...call,
    operation: operations[context],
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
