/** The status of a claim, by its insurer's word. */
import type { Schemas } from "../insurers/protocol.ts";
import { nextReadingAt } from "../policies/polling-schedule.ts";

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
