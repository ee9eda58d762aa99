/** What a policy is at a moment, and its documents. */
import type { Schemas } from "#generated/insurer/contract.ts";
import type { DocumentKind } from "./catalog.ts";
import { type InsurerDependencies, recorded, refusal } from "./dependencies.ts";
import type { AttachedDocument, Cancellation, QuotedChange, SoldPolicy } from "./ledger.ts";

/** A person takes this long to agree to a cancellation (ms). */
export const reviewMs = 60_000;

export function presentPolicy(policy: SoldPolicy, cancellation: Cancellation | null, now: number): Schemas["Policy"] {
  const { quoteId: _, termStart: __, changedAt: termsOf = policy.issuedAt, ...members } = policy;
  const changedAt = cancellation === null ? Date.parse(termsOf) : cancellation.at;
  return {
    ...members,
    status: statusOf(policy, cancellation, now),
    updatedAt: new Date(changedAt).toISOString(),
  };
}

export function statusOf(
  { startDate, endDate }: SoldPolicy,
  cancellation: Cancellation | null,
  now: number,
): Schemas["PolicyStatus"] {
  if (cancellation !== null) {
    const reviewed = cancellation.outcome === "CANCELLED" || now >= cancellation.at + reviewMs;
    return reviewed ? "CANCELLED" : "CANCELLATION_REQUESTED";
  }
  const today = new Date(now).toISOString().slice(0, 10);
  return today < startDate ? "PENDING" : today > endDate ? "EXPIRED" : "ACTIVE";
}

/** The documents of a policy: the schedule, what the insurer's other kinds stand for, and those that were attached. */
export function documentsOf(
  kinds: readonly DocumentKind[],
  policy: SoldPolicy,
  attached: readonly AttachedDocument[],
): Schemas["PolicyDocument"][] {
  const own = kinds.map((kind) => ({
    documentId: kind,
    type: kind === kinds[0] ? "POLICY_SCHEDULE" : "TERMS",
    filename: `${policy.policyNumber}-${kind}.txt`,
    mediaType: "text/plain",
    bytes: kind === "inline" ? Buffer.byteLength(scheduleText(policy)) : null,
  }));
  return [...own, ...attached.map(presentAttached)];
}

export function presentAttached(attached: AttachedDocument): Schemas["PolicyDocument"] {
  const { fileId: _, policyId: __, ...document } = attached;
  return document;
}

export function scheduleText(policy: SoldPolicy): string {
  const { policyNumber, holder, startDate, endDate, premium } = policy;
  return [
    `Policy ${policyNumber}`,
    `Insured: ${holder}`,
    `From ${startDate} to ${endDate}`,
    `Premium: ${(premium.amountMinor / 100).toFixed(2)} ${premium.currency}`,
    "",
  ].join("\n");
}

const codes = { renewal: "POLICY_NOT_RENEWABLE", endorsement: "POLICY_NOT_CHANGEABLE" } as const;

/** Throws a refusal where there is no such policy, or it has ended. */
export function changeable(
  dependencies: InsurerDependencies,
  policyId: string,
  context: QuotedChange["context"],
): SoldPolicy {
  const { ledger, book, now } = dependencies;
  const policy = recorded(dependencies, "policy", policyId);
  const status = statusOf(policy, ledger.find("cancellation", book, policyId), now());
  if (status === "ACTIVE" || status === "PENDING") return policy;
  throw refusal(409, codes[context], `A policy that is ${status} keeps its terms.`);
}
