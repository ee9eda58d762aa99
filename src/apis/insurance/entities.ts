/** The tables of this API. */
import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Schemas } from "./insurers/protocol.ts";
import { tenantColumns } from "./tenant.ts";

/** Columns of what an insurer is asked about again: policies and claims. */
export const lastReading = {
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
  readAt: column.timestamp,
  /** Rises with every change and every reading, so that a reading that took long does not undo a later one. */
  revision: column.integer,
  /** When the insurer is next asked; null when nothing is awaited. */
  nextReadingAt: column.timestamp.nullable,
};

/** A request to cancel a policy, and what its insurer answered. */
export const cancellationEntity = declareEntity("insurance_cancellations", {
  ...tenantColumns,
  providerId: column.text.key,
  policyId: column.text.key,
  /** The insurer's. */
  cancellationId: column.text.key,
  outcome: column.textOf<Schemas["CancellationOutcome"]["outcome"]>(),
  reason: column.text,
  note: column.text.nullable,
  /** Days, `YYYY-MM-DD`. */
  requestedEffectiveDate: column.date.nullable,
  effectiveDate: column.date.nullable,
  refundMinor: column.safeBigint.nullable,
  /** Of the refund. */
  currency: column.text.nullable,
  createdAt: column.timestamp,
});

/** A claim of a business's customer, with what the insurer last said about it. */
export const claimEntity = declareEntity("insurance_claims", {
  ...tenantColumns,
  providerId: column.text.key,
  /** The insurer's. */
  claimId: column.text.key,
  /** UUIDv7: sorts by when the claim was stored. */
  position: column.uuid,
  policyId: column.text,
  productId: column.text,
  status: column.textOf<Schemas["ClaimStatus"]>(),
  /** A day, `YYYY-MM-DD`. */
  lossDate: column.date,
  /** As the insurer answered at `readAt`. */
  document: column.json<Schemas["Claim"]>(),
  ...lastReading,
});

export type ClaimRow = Row<typeof claimEntity>;

/** A form that was served to a business: quotes and options requests are held to it. */
export const fetchedFormEntity = declareEntity("fetched_forms", {
  ...tenantColumns,
  providerId: column.text.key,
  formId: column.text.key,
  formVersion: column.integer.key,
  productId: column.text.key,
  context: column.textOf<Schemas["FormContext"]>().key,
  fields: column.json<Schemas["FormField"][]>(),
  fetchedAt: column.timestamp,
});

/** A request to an insurer, on record from before it is sent until its answer is. */
export const insurerIntentEntity = declareEntity("insurer_intents", {
  ...tenantColumns,
  /** An operationId. */
  operation: column.text.key,
  /** The subject that allows one intent, for example `quote/<providerId>/<quoteId>`. */
  subject: column.text.key,
  /** The insurer. */
  providerId: column.text,
  /** The Idempotency-Key that the insurer is sent. */
  insurerKey: column.uuid,
  /** May be long, so it is read only to be sent. */
  request: column.json<unknown>().with({ select: false }),
  /** Of the seller's request: another one with the same key must match it. */
  sha256: column.bytes.named("request_sha256"),
  /** The seller's. */
  idempotencyKey: column.uuid.nullable,
  /** Random, new with every try; null, as the two that follow, while nobody works on it. */
  claimId: column.uuid.named("claim").nullable,
  /** The process, as its `LivenessLock` numbers it. */
  claimedBy: column.bigint.nullable,
  claimedAt: column.timestamp.nullable,
  tries: column.integer,
  nextTryAt: column.timestamp,
  createdAt: column.timestamp,
});

export type InsurerIntentRow = Row<typeof insurerIntentEntity>;

export const insurerIntentRecords = records(insurerIntentEntity, ["businessId", "environment"]);

/** A product as its insurer last listed it. */
export const insurerProductEntity = declareEntity("insurer_products", {
  providerId: column.text.key,
  productId: column.text.key,
  name: column.text,
  description: column.text,
  category: column.text,
  productType: column.text,
  classCode: column.text,
  /** ISO 3166-1 alpha-2. */
  country: column.text,
  /** ISO 4217. */
  currency: column.text,
  status: column.textOf<"ACTIVE" | "SUSPENDED" | "WITHDRAWN">(),
  /** A bigint, as text. Null where only a quote tells the price. */
  publishedMinor: column.bigint.nullable,
  publishedCurrency: column.text.nullable,
  /** When the insurer changed it. */
  updatedAt: column.timestamp,
  /** False once the insurer's list has come without it. */
  listed: column.boolean,
  /** When the insurer last listed it. */
  seenAt: column.timestamp,
});

/** An insurer whose products can be sold. */
export const insurerEntity = declareEntity("insurers", {
  /** The `providerId` of the merchant API. */
  id: column.text.key,
  name: column.text,
  baseUrl: column.text,
  /** The token it issued to us, encrypted with the master key and bound to this row. */
  credential: column.bytes,
  redirectHosts: column.text.array,
  active: column.boolean,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type InsurerRow = Row<typeof insurerEntity>;

export const insurerRecords = records(insurerEntity, ["id"]);

/** A place for a file in our own object store. */
export const keptFileEntity = declareEntity("insurance_kept_files", {
  ...tenantColumns,
  fileId: column.text.key,
  mediaType: column.text,
  /** As they were announced; the address takes exactly so many. */
  bytes: column.integer,
  /** Until when the last address is good. */
  expiresAt: column.timestamp,
  /** Whether the file is there; false until a job has looked. */
  stored: column.boolean,
  /** When it was reserved, or last named in a request. */
  usedAt: column.timestamp,
});

export type KeptFile = Row<typeof keptFileEntity>;

export const keptFiles = records(keptFileEntity, ["businessId", "environment"]);

/** A document of a policy that has been announced to the business. */
export const policyDocumentEntity = declareEntity("insurance_policy_documents", {
  ...tenantColumns,
  providerId: column.text.key,
  policyId: column.text.key,
  /** The insurer's. */
  documentId: column.text.key,
  seenAt: column.timestamp,
});

/** A policy of a business, with what its insurer last said about it. */
export const policyEntity = declareEntity("insurance_policies", {
  ...tenantColumns,
  providerId: column.text.key,
  /** The insurer's. */
  policyId: column.text.key,
  /** UUIDv7: sorts by when the policy was stored. */
  position: column.uuid,
  purchaseId: column.text,
  productId: column.text,
  status: column.textOf<Schemas["PolicyStatus"]>(),
  /** A day, `YYYY-MM-DD`. */
  endDate: column.date,
  /** As the insurer answered at `readAt`. */
  document: column.json<Schemas["Policy"]>(),
  ...lastReading,
  /** When the insurer is next asked for documents; null when none are awaited. */
  nextDocumentsAt: column.timestamp.nullable,
  /** Since when documents are expected: the policy was issued then, or last renewed or endorsed. */
  documentsSince: column.timestamp,
});

export type PolicyRow = Row<typeof policyEntity>;

export const policyRecords = records(policyEntity, ["businessId", "environment"]);

/** A quote that became a policy. There is at most one for a quote. */
export const purchaseEntity = declareEntity("insurance_purchases", {
  ...tenantColumns,
  providerId: column.text.key,
  /** The insurer's. */
  purchaseId: column.text.key,
  /** UUIDv7: sorts by when the purchase was stored. */
  position: column.uuid,
  quoteId: column.text,
  productId: column.text,
  policyId: column.text,
  /** The merchant's reference of the payment. */
  transactionId: column.text,
  paymentMinor: column.safeBigint,
  currency: column.text,
  createdAt: column.timestamp,
});

export type PurchaseRow = Row<typeof purchaseEntity>;

export const purchaseRecords = records(purchaseEntity, ["businessId", "environment"]);

/** USABLE in the database may be over already: `quoteStatusAt` knows. */
export type QuoteStatus = "USABLE" | "EXPIRED" | "BOUGHT";

export type QuoteContext = "new_business" | "renewal" | "endorsement";

/** A quote of an insurer, as it was given. */
export const quoteEntity = declareEntity("insurance_quotes", {
  ...tenantColumns,
  providerId: column.text.key,
  /** The insurer's. */
  quoteId: column.text.key,
  /** UUIDv7: sorts by when the quote was stored. */
  position: column.uuid,
  productId: column.text,
  formId: column.text,
  formVersion: column.integer,
  context: column.textOf<QuoteContext>(),
  /** The policy that is renewed or endorsed; null for new business. */
  policyId: column.text.nullable,
  status: column.textOf<QuoteStatus>(),
  totalMinor: column.safeBigint,
  currency: column.text,
  lines: column.json<Schemas["QuoteLine"][]>(),
  expiresAt: column.timestamp,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type QuoteRow = Row<typeof quoteEntity>;

export const quoteRecords = records(quoteEntity, ["businessId", "environment"]);

/** That a business may sell a product, and for what share of its price. */
export const sellableProductEntity = declareEntity("sellable_products", {
  ...tenantColumns,
  providerId: column.text.key,
  productId: column.text.key,
  /** The business's share of the price, in hundredths of a percent. */
  rateBasisPoints: column.integer,
  /** The platform's share. No API serves it. */
  platformBasisPoints: column.integer,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type SellableProductRow = Row<typeof sellableProductEntity>;
