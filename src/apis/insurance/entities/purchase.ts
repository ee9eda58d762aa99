import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { tenantColumns } from "../tenant.ts";

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
