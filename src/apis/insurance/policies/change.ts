/** Changes of a policy that is locked, each with the event that tells of it. */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "#src/storage/transaction.ts";
import { type PolicyRow, policyEntity } from "../entities/policy.ts";
import { emitInsuranceEvents } from "../events.ts";
import { presentPolicy } from "../presenters/records.ts";
import { tenantOf } from "../tenant.ts";
import { nextReadingAt } from "./polling-schedule.ts";
import { eventOfChange } from "./status.ts";

export type PolicyChange = Partial<Pick<PolicyRow, "status" | "document" | "readAt">>;

/**
 * Writes what is new about a policy, and emits policy.cancelled, policy.expired or policy.cancellation_requested when it
 * has become that. In the transaction that has locked the policy: so the event is written once, whoever else has heard
 * the same.
 */
export async function changePolicy(
  transaction: Transaction,
  policy: Readonly<PolicyRow>,
  { status = policy.status, document = policy.document, readAt = policy.readAt }: PolicyChange,
  now: Date,
): Promise<void> {
  const changed = status !== policy.status || !isDeepStrictEqual(document, policy.document);
  const updatedAt = changed ? now : policy.updatedAt;
  const { environment, providerId, policyId } = policy;
  await transaction.manager.update(
    policyEntity,
    { ...tenantOf(policy), providerId, policyId },
    {
      status,
      document: document as object,
      endDate: document.endDate,
      readAt,
      updatedAt,
      nextReadingAt: status === "CANCELLATION_REQUESTED" ? nextReadingAt(updatedAt, now) : null,
      revision: policy.revision + 1,
    },
  );
  const type = eventOfChange(policy.status, status);
  if (type === null) return;
  const data = presentPolicy({ providerId, environment, status, document });
  await emitInsuranceEvents(transaction, policy, [{ type, providerId, resourceId: policyId, data }], now);
}
