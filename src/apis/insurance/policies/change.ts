/** Changes of a policy that is locked, each with the event that tells of it. */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "#src/storage/transaction.ts";
import { type PolicyRow, policyEntity } from "../entities/policy.ts";
import { emitInsuranceEvents } from "../events.ts";
import { presentPolicy } from "../presenters/records.ts";
import { tenantOf } from "../tenant.ts";
import { nextReadingAt } from "./polling-schedule.ts";
import { eventOfChange } from "./status.ts";

export type PolicyChange = Partial<
  Pick<
    PolicyRow,
    "status" | "document" | "readAt" | "purchaseId" | "nextDocumentsAt" | "documentsSince" | "nextReadingAt"
  >
>;

/**
 * Writes what is new about a policy, and emits `event`: policy.cancelled, policy.expired or policy.cancellation_requested
 * when it has become that, where nothing else is said. In the transaction that has locked the policy: so the event is written once, whoever else has heard
 * the same.
 */
export async function changePolicy(
  transaction: Transaction,
  policy: Readonly<PolicyRow>,
  { status = policy.status, document = policy.document, readAt = policy.readAt, ...others }: PolicyChange,
  now: Date,
  event: ReturnType<typeof eventOfChange> | "policy.renewed" | "policy.endorsed" = eventOfChange(policy.status, status),
): Promise<void> {
  const changed = status !== policy.status || !isDeepStrictEqual(document, policy.document);
  const updatedAt = changed ? now : policy.updatedAt;
  const { environment, providerId, policyId } = policy;
  await transaction.manager.update(
    policyEntity,
    { ...tenantOf(policy), providerId, policyId },
    {
      ...others,
      status,
      document: document as object,
      endDate: document.endDate,
      readAt,
      updatedAt,
      nextReadingAt:
        others.nextReadingAt ?? (status === "CANCELLATION_REQUESTED" ? nextReadingAt(updatedAt, now) : null),
      revision: policy.revision + 1,
    },
  );
  if (event === null) return;
  const data = presentPolicy({ providerId, environment, status, document });
  await emitInsuranceEvents(transaction, policy, [{ type: event, providerId, resourceId: policyId, data }], now);
}
