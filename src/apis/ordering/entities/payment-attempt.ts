import { column, declareEntity, type Row } from "#src/storage/entity.ts";

export type PaymentMethod = "CARD" | "BANK_TRANSFER" | "USSD" | "WALLET";

export type AttemptStatus = "PENDING" | "SUCCEEDED" | "FAILED" | "ABANDONED" | "REVERSED";

/** The answer about an attempt that the client has just made. */
export type OpenAttempt = Pick<PaymentAttempt, "orderId" | "reference" | "amount">;

export const paymentAttemptEntity = declareEntity("payment_attempts", {
  reference: column.text.key,
  customerId: column.text,
  orderId: column.text,
  /** Kobo. */
  amount: column.safeBigint,
  paymentMethod: column.textOf<PaymentMethod>(),
  status: column.textOf<AttemptStatus>(),
  /** Of the paid order. */
  deliveryId: column.text.nullable,
  createdAt: column.timestamp,
  expiresAt: column.timestamp,
  settledAt: column.timestamp.nullable,
});

export type PaymentAttempt = Row<typeof paymentAttemptEntity>;
