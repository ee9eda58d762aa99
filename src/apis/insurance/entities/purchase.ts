import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import { safeBigint } from "#src/storage/column-types.ts";
import { records } from "#src/storage/records.ts";

/** A quote that became a policy. There is at most one for a quote. */
export interface PurchaseRow {
  businessId: string;
  environment: Environment;
  providerId: string;
  /** The insurer's. */
  purchaseId: string;
  /** UUIDv7: sorts by when the purchase was stored. */
  position: string;
  quoteId: string;
  productId: string;
  policyId: string;
  /** The merchant's reference of the payment. */
  transactionId: string;
  paymentMinor: number;
  currency: string;
  createdAt: Date;
}

export const purchaseEntity = new EntitySchema<PurchaseRow>({
  name: "InsurancePurchase",
  tableName: "insurance_purchases",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    providerId: { name: "provider_id", type: "text", primary: true },
    purchaseId: { name: "purchase_id", type: "text", primary: true },
    position: { type: "uuid" },
    quoteId: { name: "quote_id", type: "text" },
    productId: { name: "product_id", type: "text" },
    policyId: { name: "policy_id", type: "text" },
    transactionId: { name: "transaction_id", type: "text" },
    paymentMinor: { name: "payment_minor", ...safeBigint },
    currency: { type: "text" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});

export const purchaseRecords = records(purchaseEntity, ["businessId", "environment"]);
