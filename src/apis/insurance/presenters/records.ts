/** How records of sales, claims, forms and places for files look to the business that owns them. */
import type { Schemas } from "#generated/insurance/contract.ts";
import { parseDateTime } from "#src/http/date-time.ts";
import type { ClaimRow, PolicyRow, PurchaseRow, QuoteRow, QuoteStatus } from "../entities.ts";
import type { Answered, Asked, Schemas as Insurer, Schemas as InsurerSchemas } from "../insurers/protocol.ts";
import type { Tenant } from "../tenant.ts";

/** The status of a quote at a moment. It expires without anyone reading it. */
export function quoteStatusAt({ status, expiresAt }: Pick<QuoteRow, "status" | "expiresAt">, now: Date): QuoteStatus {
  return status === "USABLE" && expiresAt <= now ? "EXPIRED" : status;
}

export function presentQuote(row: QuoteRow, now: Date): Schemas["Quote"] {
  const { providerId, quoteId, productId, formId, formVersion, context, policyId } = row;
  const { totalMinor: amountMinor, currency, lines, environment } = row;
  return {
    ...{ providerId, quoteId, productId, formId, formVersion, context, policyId },
    status: quoteStatusAt(row, now),
    total: { amountMinor, currency },
    ...{ currency, lines, environment },
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function presentPurchase(row: PurchaseRow): Schemas["Purchase"] {
  const { providerId, purchaseId, quoteId, productId, policyId, transactionId } = row;
  const { paymentMinor: amountMinor, currency, environment } = row;
  return {
    ...{ providerId, purchaseId, quoteId, productId, policyId, transactionId },
    payment: { amountMinor, currency },
    ...{ status: "COMPLETED" as const, environment },
    createdAt: row.createdAt.toISOString(),
  };
}

/** The policy itself, in the insurer's words, but for its status where we have learned more since. */
export function presentPolicy({
  providerId,
  environment,
  status,
  document,
}: Pick<PolicyRow, "providerId" | "environment" | "status" | "document">): Schemas["Policy"] {
  const { issuedAt, updatedAt, ...members } = document;
  return {
    providerId,
    ...members,
    status,
    environment,
    issuedAt: parseDateTime(issuedAt).toISOString(),
    updatedAt: parseDateTime(updatedAt).toISOString(),
  };
}

export function presentPolicyRow(row: PolicyRow): Schemas["PolicyRow"] {
  const { providerId, policyId, purchaseId, productId, status, environment } = row;
  return {
    ...{ providerId, policyId, purchaseId, productId, status, environment },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    readAt: row.readAt.toISOString(),
    policy: presentPolicy(row),
  };
}

/** The insurer's answer to a cancellation, and the request. */
export function presentCancellation(
  answered: Answered<"cancelPolicy">,
  { reason, note, requestedEffectiveDate }: Asked<"cancelPolicy">["body"],
  { environment }: Pick<Tenant, "environment">,
  createdAt: Date,
): Schemas["CancellationResult"] {
  const { outcome, cancellationId } = answered;
  const { effectiveDate, refund } = answered.outcome === "CANCELLED" ? answered : { effectiveDate: null, refund: null };
  return {
    outcome,
    cancellation: {
      cancellationId,
      status: outcome,
      reason,
      note,
      requestedEffectiveDate,
      effectiveDate,
      refund,
      environment,
      createdAt: createdAt.toISOString(),
    },
  };
}

export function presentPolicyDocument({
  documentId,
  type,
  filename,
  mediaType,
  bytes,
}: InsurerSchemas["PolicyDocument"]): Schemas["PolicyDocument"] {
  return { documentId, type, filename, mediaType, bytes };
}

/** The claim in the insurer's words. */
export function presentClaim({
  providerId,
  productId,
  environment,
  document,
}: Pick<ClaimRow, "providerId" | "productId" | "environment" | "document">): Schemas["Claim"] {
  const { openedAt, updatedAt, attachments, ...members } = document;
  return {
    providerId,
    productId,
    ...members,
    attachments: attachments.map(({ fileId, attachedAt }) => ({ fileId, attachedAt: moment(attachedAt) })),
    environment,
    openedAt: moment(openedAt),
    updatedAt: moment(updatedAt),
  };
}

function moment(text: string): string {
  return parseDateTime(text).toISOString();
}

export function presentForm(providerId: string, form: Insurer["Form"]): Schemas["Form"] {
  const { formId, formVersion, context, productId, fields } = form;
  return { formId, formVersion, context, providerId, productId, fields };
}

export function presentUploadSlot({ expiresAt, ...slot }: Insurer["UploadSlot"]): Schemas["UploadSlot"] {
  return { ...slot, expiresAt: parseDateTime(expiresAt).toISOString() };
}
