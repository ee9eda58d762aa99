/** The status of a policy, by its insurer's word and by the calendar. */
import type { Schemas } from "../insurers/protocol.ts";

export type PolicyStatus = Schemas["PolicyStatus"];

/** Of these, the calendar alone makes EXPIRED. */
export const statusesBeforeTheEnd: readonly PolicyStatus[] = ["PENDING", "ACTIVE", "CANCELLATION_REQUESTED"];

/** The last time zone in which a day ends (ms): UTC-12. */
const latestZoneMs = 12 * 3_600_000;

/** Days before this one, `YYYY-MM-DD`, are over wherever the product is sold. `now` is in ms since the epoch. */
export function earliestDayOnEarth(now: number): string {
  return new Date(now - latestZoneMs).toISOString().slice(0, 10);
}

/**
 * The status of a policy that was `known` after its insurer has said `heard`. An insurer that goes on calling a policy
 * active after its last day does not revive it, and a cancelled policy does not come to its end a second time.
 */
export function statusAfter(
  known: PolicyStatus,
  heard: Pick<Schemas["Policy"], "status" | "endDate">,
  now: number,
): PolicyStatus {
  const isOver = statusesBeforeTheEnd.includes(heard.status) && heard.endDate < earliestDayOnEarth(now);
  const status = isOver ? "EXPIRED" : heard.status;
  return known === "CANCELLED" && status === "EXPIRED" ? known : status;
}

const changeEvents = {
  CANCELLED: "policy.cancelled",
  EXPIRED: "policy.expired",
  CANCELLATION_REQUESTED: "policy.cancellation_requested",
} as const;

/** The event of a change; null when there is none. */
export function eventOfChange(
  before: PolicyStatus,
  after: PolicyStatus,
): (typeof changeEvents)[keyof typeof changeEvents] | null {
  return before === after || after === "PENDING" || after === "ACTIVE" ? null : changeEvents[after];
}
