/** What a claim is at a moment. */
import type { Schemas } from "#generated/insurer/contract.ts";
import type { Behaviour } from "./catalog.ts";
import type { ReportedClaim } from "./ledger.ts";
import { reviewMs } from "./policies.ts";

interface Standing {
  readonly status: Schemas["ClaimStatus"];
  readonly since: number;
  readonly note: string | null;
}

export function presentClaim(claim: ReportedClaim, behaviour: Behaviour["claims"], now: number): Schemas["Claim"] {
  const { claimId, claimNumber, policyId, lossDate, attachments, openedAt } = claim;
  const { status, since, note } = standingOf(claim, behaviour, now);
  return {
    claimId,
    claimNumber,
    policyId,
    status,
    lossDate,
    attachments: attachments.map(({ fileId, at }) => ({ fileId, attachedAt: new Date(at).toISOString() })),
    approved: status === "APPROVED" || status === "PAID" ? claim.claimed : null,
    note,
    openedAt: new Date(openedAt).toISOString(),
    updatedAt: new Date(Math.max(since, ...attachments.map(({ at }) => at))).toISOString(),
  };
}

function standingOf({ openedAt, attachments }: ReportedClaim, behaviour: Behaviour["claims"], now: number): Standing {
  const decision = openedAt + reviewMs;
  if (now < decision) return { status: "UNDER_REVIEW", since: openedAt, note: null };
  if (behaviour === "rejects") return { status: "REJECTED", since: decision, note: "The policy does not cover this." };
  if (behaviour === "pays") return settled(decision, now);
  const answered = attachments.find(({ at }) => at >= decision)?.at;
  if (answered === undefined)
    return { status: "INFORMATION_REQUESTED", since: decision, note: "Please send a report of what happened." };
  return now < answered + reviewMs
    ? { status: "UNDER_REVIEW", since: answered, note: null }
    : settled(answered + reviewMs, now);
}

/** Approved, and paid a while later. */
function settled(approvedAt: number, now: number): Standing {
  const paidAt = approvedAt + reviewMs;
  return now < paidAt
    ? { status: "APPROVED", since: approvedAt, note: null }
    : { status: "PAID", since: paidAt, note: null };
}
