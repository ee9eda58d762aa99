import { declareEntity, key, type Row, safeBigint, text, timestamp, uuid } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { tenantColumns } from "../tenant.ts";

/** A quote that became a policy. There is at most one for a quote. */
export const purchaseEntity = declareEntity("insurance_purchases", {
  ...tenantColumns,
  providerId: key(text),
  /** The insurer's. */
  purchaseId: key(text),
  /** UUIDv7: sorts by when the purchase was stored. */
  position: uuid,
  quoteId: text,
  productId: text,
  policyId: text,
  /** The merchant's reference of the payment. */
  transactionId: text,
  paymentMinor: safeBigint,
  currency: text,
  createdAt: timestamp,
});

export type PurchaseRow = Row<typeof purchaseEntity>;

export const purchaseRecords = records(purchaseEntity, ["businessId", "environment"]);
