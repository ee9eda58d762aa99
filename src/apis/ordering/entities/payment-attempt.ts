import { declareEntity, key, nullable, type Row, safeBigint, text, textOf, timestamp } from "#src/storage/entity.ts";

export type PaymentMethod = "CARD" | "BANK_TRANSFER" | "USSD" | "WALLET";

export type AttemptStatus = "PENDING" | "SUCCEEDED" | "FAILED" | "ABANDONED" | "REVERSED";

/** The answer about an attempt that the client has just made. */
export type OpenAttempt = Pick<PaymentAttempt, "orderId" | "reference" | "amount">;

export const paymentAttemptEntity = declareEntity("payment_attempts", {
  reference: key(text),
  customerId: text,
  orderId: text,
  /** Kobo. */
  amount: safeBigint,
  paymentMethod: textOf<PaymentMethod>(),
  status: textOf<AttemptStatus>(),
  /** Of the paid order. */
  deliveryId: nullable(text),
  createdAt: timestamp,
  expiresAt: timestamp,
  settledAt: nullable(timestamp),
});

export type PaymentAttempt = Row<typeof paymentAttemptEntity>;
