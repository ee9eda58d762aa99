import { EntitySchema } from "typeorm";
import { safeBigint } from "#src/storage/column-types.ts";

export type PaymentMethod = "CARD" | "BANK_TRANSFER" | "USSD" | "WALLET";

export type AttemptStatus = "PENDING" | "SUCCEEDED" | "FAILED" | "ABANDONED" | "REVERSED";

/** The answer about an attempt that the client has just made. */
export type OpenAttempt = Pick<PaymentAttempt, "orderId" | "reference" | "amount">;

export interface PaymentAttempt {
  readonly reference: string;
  readonly customerId: string;
  readonly orderId: string;
  /** Kobo. */
  readonly amount: number;
  readonly paymentMethod: PaymentMethod;
  readonly status: AttemptStatus;
  /** Of the paid order. */
  readonly deliveryId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly settledAt: Date | null;
}

export const paymentAttemptEntity = new EntitySchema<PaymentAttempt>({
  name: "PaymentAttempt",
  tableName: "payment_attempts",
  columns: {
    reference: { type: "text", primary: true },
    customerId: { name: "customer_id", type: "text" },
    orderId: { name: "order_id", type: "text" },
    amount: safeBigint,
    paymentMethod: { name: "payment_method", type: "text" },
    status: { type: "text" },
    deliveryId: { name: "delivery_id", type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz" },
    expiresAt: { name: "expires_at", type: "timestamptz" },
    settledAt: { name: "settled_at", type: "timestamptz", nullable: true },
  },
});
