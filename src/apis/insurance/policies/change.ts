/** Changes of a policy that is locked, each with the event that tells of it. */
import { isDeepStrictEqual } from "node:util";
import type { ClientBase } from "pg";
import type { PolicyRow } from "../entities/policy.ts";
import { emitInsuranceEvent } from "../events.ts";
import { presentPolicy } from "../presenters/records.ts";
import type { SeenPolicy } from "./policy-record.ts";
import { nextReadingAt } from "./polling-schedule.ts";
import { eventOfChange } from "./status.ts";

export type PolicyChange = Partial<Pick<PolicyRow, "status" | "document" | "readAt">>;

/**
 * Writes what is new about a policy, and emits policy.cancelled, policy.expired or policy.cancellation_requested when it
 * has become that. In the transaction that has locked the policy: so the event is written once, whoever else has heard
 * the same.
 */
export async function changePolicy(
  client: ClientBase,
  policy: SeenPolicy,
  { status = policy.status, document = policy.document, readAt = policy.readAt }: PolicyChange,
  now: Date,
): Promise<void> {
  const changed = status !== policy.status || !isDeepStrictEqual(document, policy.document);
  const updatedAt = changed ? now : policy.updatedAt;
  const { businessId, environment, providerId, policyId } = policy;
  await client.query(
    `UPDATE insurance_policies
     SET status = $5, document = $6, end_date = $7, read_at = $8, updated_at = $9, next_reading_at = $10,
       revision = revision + 1
     WHERE business_id = $1 AND environment = $2 AND provider_id = $3 AND policy_id = $4`,
    [
      businessId,
      environment,
      providerId,
      policyId,
      status,
      JSON.stringify(document),
      document.endDate,
      readAt,
      updatedAt,
      status === "CANCELLATION_REQUESTED" ? nextReadingAt(updatedAt, now) : null,
    ],
  );
  const type = eventOfChange(policy.status, status);
  if (type === null) return;
  const data = presentPolicy({ providerId, environment, status, document });
  await emitInsuranceEvent(client, policy, { type, providerId, resourceId: policyId, data }, now);
}
