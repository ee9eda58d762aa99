/** A claim as it is on record, its changes, and its status, by its insurer's word. */
import { isDeepStrictEqual } from "node:util";
import { type EntityManager, Not } from "typeorm";
import { notFound } from "#src/http/problem.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import { type ClaimRow, claimEntity } from "../entities.ts";
import { emitInsuranceEvents } from "../events.ts";
import type { Schemas } from "../insurers/protocol.ts";
import type { PolicyName } from "../policies/policy-record.ts";
import { nextReadingAt } from "../policies/polling-schedule.ts";
import { presentClaim } from "../presenters/records.ts";
import { type Tenant, tenantOf } from "../tenant.ts";

/** An insurer's claim, by the names that identify it. */
export interface ClaimName {
  readonly providerId: string;
  readonly claimId: string;
}

/**
 * Throws Problem NOT_FOUND, also for a claim of another business or environment. With `lock`, others wait for the end of the
 * transaction before they change it. By insurance_claims_pkey.
 */
export async function claimOf(
  manager: EntityManager,
  tenant: Tenant,
  { providerId, claimId }: ClaimName,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Readonly<ClaimRow>> {
  const claim = await manager.findOne(claimEntity, {
    where: { ...tenantOf(tenant), providerId, claimId },
    ...(lock && { lock: { mode: "pessimistic_write" } }),
  });
  if (claim === null) throw notFound("There is no such claim.");
  return claim;
}

/** The claim that keeps another one for the same policy and day from being opened; null for none. By insurance_claims_of_policy. */
export function claimOfLoss(
  manager: EntityManager,
  tenant: Tenant,
  { providerId, policyId }: PolicyName,
  lossDate: string,
): Promise<Readonly<ClaimRow> | null> {
  return manager.findOneBy(claimEntity, {
    ...tenantOf(tenant),
    providerId,
    policyId,
    lossDate,
    status: Not("REJECTED"),
  });
}

/** Writes what the insurer has said of a claim that is locked, with the event of a new status. */
export async function changeClaim(
  transaction: Transaction,
  claim: Readonly<ClaimRow>,
  document: ClaimRow["document"],
  now: Date,
  { nextReadingAt }: Partial<Pick<ClaimRow, "nextReadingAt">> = {},
): Promise<void> {
  const { providerId, claimId } = claim;
  const { status } = document;
  const updatedAt = isDeepStrictEqual(document, claim.document) ? claim.updatedAt : now;
  const changes = {
    status,
    document,
    updatedAt,
    readAt: now,
    revision: claim.revision + 1,
    nextReadingAt: nextReadingAt ?? nextClaimReading(status, updatedAt, now),
  };
  await transaction.manager.update(
    claimEntity,
    { ...tenantOf(claim), providerId, claimId },
    { ...changes, document: document as object },
  );
  if (status === claim.status || status === "UNDER_REVIEW") return;
  const data = presentClaim({ ...claim, ...changes });
  const event = { type: changeEvents[status], providerId, resourceId: claimId, data } as const;
  await emitInsuranceEvents(transaction, claim, [event], now);
}

export type ClaimStatus = Schemas["ClaimStatus"];

/** The event that tells of a status; none tells that the insurer goes on looking. */
export const changeEvents = {
  INFORMATION_REQUESTED: "claim.information_requested",
  APPROVED: "claim.approved",
  REJECTED: "claim.rejected",
  PAID: "claim.paid",
} as const satisfies Partial<Record<ClaimStatus, string>>;

/** Whether the insurer still takes files for it. */
export function isUndecided(status: ClaimStatus): boolean {
  return status === "UNDER_REVIEW" || status === "INFORMATION_REQUESTED";
}

/** When the insurer is next asked about a claim that has been as it is since `since`; null when nothing is awaited. */
export function nextClaimReading(status: ClaimStatus, since: Date, now: Date): Date | null {
  return status === "REJECTED" || status === "PAID" ? null : nextReadingAt(since, now);
}
