/** Policies, their documents and their cancellation. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/insurer/contract.ts";
import { requireAnswers } from "./answers.ts";
import { type DocumentKind, presentForm } from "./catalog.ts";
import {
  type HandlersOf,
  type InsurerDependencies,
  notFound,
  recorded,
  refusal,
  uploaded,
  writeOnce,
} from "./dependencies.ts";
import type { AttachedDocument, SoldPolicy } from "./ledger.ts";
import { changeable, documentsOf, presentAttached, presentPolicy, scheduleText, statusOf } from "./policies.ts";
import { priced } from "./sales-handlers.ts";

const downloadLifetimeMs = 5 * 60_000;
/** More than a document may have: 12 MiB. */
const largeInlineBytes = 12 * 1024 * 1024;

export function policyHandlers(dependencies: InsurerDependencies): HandlersOf<"Policies"> {
  const { insurer, ledger, book, now } = dependencies;
  const { cancellation, documents } = insurer.behaviour;
  return {
    getPolicy({ path: { policyId } }) {
      const policy = recorded(dependencies, "policy", policyId);
      return { status: 200, body: presentPolicy(policy, ledger.find("cancellation", book, policyId), now()) };
    },

    listPolicyDocuments({ path: { policyId } }) {
      const policy = recorded(dependencies, "policy", policyId);
      return {
        status: 200,
        body: { items: documentsOf(documents, policy, ledger.ofPolicy("document", book, policyId)) },
      };
    },

    getPolicyDocument({ path: { policyId, documentId } }) {
      const policy = ledger.find("policy", book, policyId);
      const attached = ledger.find("document", book, documentId);
      if (attached?.policyId === policyId) return { status: 200, body: forgottenBytes(attached) };
      const kind = documents.find((candidate) => candidate === documentId);
      if (policy === null || kind === undefined) throw notFound("document");
      return { status: 200, body: contentOf(dependencies, policy, kind) };
    },

    async attachPolicyDocument(request, call) {
      const { policyId } = request.path;
      recorded(dependencies, "policy", policyId);
      return {
        status: 201,
        ...(await writeOnce(dependencies, request, call, () => {
          const { fileId, type } = request.body;
          const file = uploaded(dependencies, fileId, "/body/fileId");
          if (ledger.ofPolicy("document", book, policyId).some((document) => document.fileId === fileId))
            throw refusal(409, "FILE_ALREADY_ATTACHED", "This file is attached already.");
          const document = { ...file, policyId, documentId: `doc_${randomUUID()}`, type };
          return { answer: presentAttached(document), document };
        })),
      };
    },

    async quotePolicyChange(request, call) {
      const { policyId } = request.path;
      recorded(dependencies, "policy", policyId);
      return {
        status: 201,
        ...(await writeOnce(dependencies, request, call, () => {
          const { quote, change } = quotedChange(dependencies, policyId, request.body);
          return { answer: quote, quote, change };
        })),
      };
    },

    async cancelPolicy(request, call) {
      const { policyId } = request.path;
      recorded(dependencies, "policy", policyId);
      return {
        status: 200,
        ...(await writeOnce(dependencies, request, call, () => {
          const policy = recorded(dependencies, "policy", policyId);
          const status = statusOf(policy, ledger.find("cancellation", book, policyId), now());
          if (cancellation === "refuses" || (status !== "ACTIVE" && status !== "PENDING"))
            throw refusal(409, "POLICY_NOT_CANCELLABLE", `A policy that is ${status} runs to its end.`);
          const outcome = cancellation === "cancels" ? "CANCELLED" : "UNDER_REVIEW";
          return {
            answer: outcomeOf(outcome, policy, request.body, now()),
            cancellation: { policyId, outcome, at: now() },
          };
        })),
      };
    },
  };
}

/** A quote for the policy on other terms. Throws a refusal where there can be none. */
function quotedChange(dependencies: InsurerDependencies, policyId: string, body: Schemas["PolicyChangeRequest"]) {
  const { insurer, now } = dependencies;
  const { context, formId, formVersion, inputs } = body;
  const policy = changeable(dependencies, policyId, context);
  const product = insurer.products.find(({ productId }) => productId === policy.productId);
  const form = product === undefined ? null : presentForm(product, context);
  if (product === undefined || form === null) throw notFound("form");
  requireAnswers(form, body);
  const paid = context === "endorsement" ? policy.premium.amountMinor : 0;
  const { quoteLifetimeMs } = insurer.behaviour;
  const quote = priced(product, { formId, formVersion, inputs }, "standard", now(), quoteLifetimeMs, paid);
  const holder = typeof inputs.holderName === "string" ? inputs.holderName : policy.holder;
  const { quoteId } = quote;
  return { quote, change: { quoteId, policyId, context, purchaseId: policy.purchaseId, holder } };
}

function outcomeOf(
  outcome: "CANCELLED" | "UNDER_REVIEW",
  { premium, startDate, termStart = startDate, endDate }: SoldPolicy,
  { requestedEffectiveDate }: Schemas["CancellationRequest"],
  now: number,
): Schemas["CancellationOutcome"] {
  const cancellationId = `can_${randomUUID()}`;
  if (outcome === "UNDER_REVIEW") return { outcome, cancellationId };
  const effectiveDate = requestedEffectiveDate ?? new Date(now).toISOString().slice(0, 10);
  const total = Date.parse(endDate) - Date.parse(termStart);
  const left = Date.parse(endDate) - Math.max(Date.parse(effectiveDate), Date.parse(termStart));
  const amountMinor = Math.max(0, Math.floor((premium.amountMinor * left) / total));
  return { outcome, cancellationId, effectiveDate, refund: { ...premium, amountMinor } };
}

/** The bytes of uploads are counted and not kept. */
function forgottenBytes({ filename, mediaType, bytes }: AttachedDocument): Schemas["DocumentContent"] {
  const content = Buffer.from(`${filename}: ${bytes} bytes were received.\n`).toString("base64");
  return { delivery: "inline", filename, mediaType, content };
}

function contentOf(
  { book, files, now }: InsurerDependencies,
  policy: SoldPolicy,
  kind: DocumentKind,
): Schemas["DocumentContent"] {
  const reference = { insurerId: book, policyId: policy.policyId };
  const file = { filename: `${policy.policyNumber}-${kind}.txt`, mediaType: "text/plain" };
  const expiresAt = now() + downloadLifetimeMs;
  const redirect = (url: string): Schemas["DocumentContent"] => ({
    delivery: "redirect",
    ...file,
    url,
    expiresAt: new Date(expiresAt).toISOString(),
  });
  switch (kind) {
    case "inline":
      return { delivery: "inline", ...file, content: Buffer.from(scheduleText(policy)).toString("base64") };
    case "large-inline":
      return { delivery: "inline", ...file, content: Buffer.alloc(largeInlineBytes, 0x20).toString("base64") };
    case "redirect":
      return redirect(files.downloadUrl(reference, false, expiresAt));
    case "oversized-redirect":
      return redirect(files.downloadUrl(reference, true, expiresAt));
    case "private-redirect":
      return redirect("https://10.0.0.7/schedule.txt");
  }
}
