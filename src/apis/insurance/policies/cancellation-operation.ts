/** Has an insurer cancel a policy, once, and writes down what it answered. */
import type { ClientBase } from "pg";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import type { Insurers } from "../insurers/registry.ts";
import { declareOperation, type Intent } from "../intents/operation.ts";
import { presentCancellation } from "../presenters/records.ts";
import { changePolicy } from "./change.ts";
import { policyOf } from "./policy-record.ts";
import type { PolicyStatus } from "./status.ts";

/** What stands in the record of intents while the insurer is asked. */
interface AdmittedCancellation {
  readonly policyId: string;
  readonly body: Asked<"cancelPolicy">["body"];
}

type Outcome = Answered<"cancelPolicy">;

export interface CancellationDependencies {
  readonly insurers: Insurers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The customer must not be left in doubt about their cover: cancellations are settled. */
export function cancellationOperation({ insurers, now }: CancellationDependencies) {
  return declareOperation<AdmittedCancellation, Outcome, Schemas["CancellationResult"]>({
    whenLost: "settle",

    async call({ providerId, environment, insurerKey, request: { policyId, body } }, { requestId }) {
      const insurer = await insurers.reach(providerId, "cancelPolicy");
      const asked = { path: { policyId }, body, idempotencyKey: insurerKey };
      return insurer.call("cancelPolicy", asked, { requestId, environment });
    },

    async commit(client, intent, answered) {
      const at = new Date(now());
      const policy = await policyOf(
        client,
        intent,
        { ...intent.request, providerId: intent.providerId },
        { lock: true },
      );
      await insertCancellation(client, intent, answered, at);
      await changePolicy(client, policy, { status: statusAfterAnswer(policy.status, answered) }, at);
      return { status: 200, body: presentCancellation(answered, intent.request.body, intent, at) };
    },
  });
}

/** The answer to a repeated call is the first one: meanwhile the policy may have been read, and the review be over. */
function statusAfterAnswer(known: PolicyStatus, { outcome }: Outcome): PolicyStatus {
  if (outcome === "CANCELLED") return outcome;
  return known === "CANCELLED" || known === "EXPIRED" ? known : "CANCELLATION_REQUESTED";
}

/** An insurer may give a second request the id of the first: the later answer counts. By insurance_cancellations_pkey. */
async function insertCancellation(
  client: ClientBase,
  { businessId, environment, providerId, request: { policyId, body } }: Intent<AdmittedCancellation>,
  answered: Outcome,
  now: Date,
): Promise<void> {
  const { effectiveDate, refund } = answered.outcome === "CANCELLED" ? answered : { effectiveDate: null, refund: null };
  await client.query(
    `INSERT INTO insurance_cancellations (business_id, environment, provider_id, policy_id, cancellation_id, outcome,
       reason, note, requested_effective_date, effective_date, refund_minor, currency, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (business_id, environment, provider_id, policy_id, cancellation_id) DO UPDATE
     SET outcome = excluded.outcome, reason = excluded.reason, note = excluded.note,
       requested_effective_date = excluded.requested_effective_date, effective_date = excluded.effective_date,
       refund_minor = excluded.refund_minor, currency = excluded.currency`,
    [
      businessId,
      environment,
      providerId,
      policyId,
      answered.cancellationId,
      answered.outcome,
      body.reason,
      body.note,
      body.requestedEffectiveDate,
      effectiveDate,
      refund?.amountMinor ?? null,
      refund?.currency ?? null,
      now,
    ],
  );
}
