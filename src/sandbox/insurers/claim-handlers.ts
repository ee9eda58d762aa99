/** Claims: opened, read, and given more files. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/insurer/contract.ts";
import { requireAnswers } from "./answers.ts";
import { type Behaviour, presentForm } from "./catalog.ts";
import {
  type HandlersOf,
  type InsurerDependencies,
  notFound,
  recorded,
  refusal,
  uploaded,
  writeOnce,
} from "./dependencies.ts";
import type { ReportedClaim, SoldPolicy } from "./ledger.ts";
import { reviewMs } from "./policies.ts";
import { currency } from "./product-lines.ts";

const koboPerNaira = 100;

export function claimHandlers(dependencies: InsurerDependencies): HandlersOf<"Claims"> {
  const { insurer, now } = dependencies;
  const present = (claim: ReportedClaim) => presentClaim(claim, insurer.behaviour.claims, now());
  return {
    async openClaim(request, call) {
      const { path, body } = request;
      const policy = recorded(dependencies, "policy", path.policyId);
      return {
        status: 201,
        ...(await writeOnce(dependencies, request, call, () => {
          admit(dependencies, policy, body);
          const claim = reported(policy, body, now());
          return { answer: present(claim), claim };
        })),
      };
    },

    getClaim({ path: { claimId } }) {
      return { status: 200, body: present(recorded(dependencies, "claim", claimId)) };
    },

    async attachToClaim(request, call) {
      const { claimId } = request.path;
      recorded(dependencies, "claim", claimId);
      return {
        status: 201,
        ...(await writeOnce(dependencies, request, call, () => {
          const known = recorded(dependencies, "claim", claimId);
          const { fileId } = request.body;
          uploaded(dependencies, fileId, "/body/fileId");
          const { status } = present(known);
          if (status !== "UNDER_REVIEW" && status !== "INFORMATION_REQUESTED")
            throw refusal(409, "CLAIM_DECIDED", "This claim is decided.");
          if (known.attachments.some((attachment) => attachment.fileId === fileId))
            throw refusal(409, "FILE_ALREADY_ATTACHED", "This file is attached already.");
          const claim = { ...known, attachments: [...known.attachments, { fileId, at: now() }] };
          return { answer: present(claim), claim };
        })),
      };
    },
  };
}

/** Throws a refusal of the report. */
function admit(dependencies: InsurerDependencies, policy: SoldPolicy, asked: Schemas["ClaimRequest"]): void {
  const { insurer, ledger, book, now } = dependencies;
  const product = insurer.products.find(({ productId }) => productId === policy.productId);
  const form = product === undefined ? null : presentForm(product, "claim");
  if (form === null) throw notFound("form");
  requireAnswers(form, asked);
  for (const [index, fileId] of asked.attachments.entries())
    uploaded(dependencies, fileId, `/body/attachments/${index}`);
  if (asked.lossDate < policy.startDate || asked.lossDate > policy.endDate) {
    const message = `must be from ${policy.startDate} to ${policy.endDate}`;
    const fault = { path: "/body/lossDate", code: "range", message };
    throw refusal(422, "LOSS_NOT_COVERED", "The policy was not in force on that day.", [fault]);
  }
  const before = ledger
    .ofPolicy("claim", book, policy.policyId)
    .filter(({ lossDate }) => lossDate === asked.lossDate)
    .map((claim) => presentClaim(claim, insurer.behaviour.claims, now()));
  if (before.some(({ status }) => status !== "REJECTED"))
    throw refusal(409, "CLAIM_ALREADY_OPENED", "This loss has been reported.");
}

function reported(
  { policyId }: SoldPolicy,
  { lossDate, inputs, attachments }: Schemas["ClaimRequest"],
  now: number,
): ReportedClaim {
  const id = randomUUID();
  return {
    claimId: `clm_${id}`,
    claimNumber: `CLM-${new Date(now).getUTCFullYear()}-${id.slice(0, 8).toUpperCase()}`,
    policyId,
    lossDate,
    claimed: { amountMinor: Math.round(Number(inputs.estimatedLoss) * koboPerNaira), currency },
    openedAt: now,
    attachments: [...new Set(attachments)].map((fileId) => ({ fileId, at: now })),
  };
}

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
