/** A policy as it is on record, and its changes, each with the event that tells of it. */
import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "typeorm";
import { notFound } from "#src/http/problem.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import { type PolicyRow, policyEntity } from "../entities.ts";
import { emitInsuranceEvents } from "../events.ts";
import { presentPolicy } from "../presenters/records.ts";
import { type Tenant, tenantOf } from "../tenant.ts";
import { nextReadingAt } from "./polling-schedule.ts";
import { eventOfChange } from "./status.ts";

/** An insurer's policy, by the names that identify it. */
export interface PolicyName {
  readonly providerId: string;
  readonly policyId: string;
}

/**
 * Throws Problem NOT_FOUND, also for a policy of another business or environment. With `lock`, others wait for the end of
 * the transaction before they change it. By insurance_policies_pkey.
 */
export async function policyOf(
  manager: EntityManager,
  tenant: Tenant,
  { providerId, policyId }: PolicyName,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Readonly<PolicyRow>> {
  const policy = await manager.findOne(policyEntity, {
    where: { ...tenantOf(tenant), providerId, policyId },
    ...(lock && { lock: { mode: "pessimistic_write" } }),
  });
  if (policy === null) throw notFound("There is no such policy.");
  return policy;
}

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
