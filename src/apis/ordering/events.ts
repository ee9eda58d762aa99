/** Events for the operator of the shop, sent as signed webhooks: outcomes of payments, and the progress of deliveries. */
import type { Config } from "#src/config.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import { emitEvents } from "#src/webhooks/events.ts";
import type { Owner } from "#src/webhooks/owner.ts";
import { testEvent } from "#src/webhooks/test-delivery.ts";
import { openWebhooks, type Webhooks } from "#src/webhooks/webhooks.ts";
import type { Delivery, PaymentAttempt } from "./entities.ts";
import { presentAttempt, presentDelivery } from "./presenters/records.ts";

/** There is one shop. */
export const shop: Owner = { ownerId: "00000000-0000-4000-8000-00000073686f", environment: "live" };

const outcomes = { SUCCEEDED: "succeeded", FAILED: "failed", ABANDONED: "abandoned", REVERSED: "reversed" } as const;

export const eventNames = [
  "payment.succeeded",
  "payment.failed",
  "payment.abandoned",
  "payment.reversed",
  "delivery.created",
  "delivery.moved",
] as const;

/** Of the interface, as its document has it. */
const apiVersion = "1.0.0";

type Emitting = Pick<Transaction, "client" | "statements">;

export function shopWebhooks(
  database: Database,
  masterKey: MasterKey,
  { webhookAllowLoopback }: Pick<Config, "webhookAllowLoopback">,
): Webhooks {
  const names = [...eventNames, testEvent];
  return openWebhooks({ database, masterKey, allowLoopback: webhookAllowLoopback, eventNames: names, apiVersion });
}

/** Tells of a settled attempt in the transaction that settles it, and of the delivery that it has begun. */
export async function tellOfPayment(
  transaction: Emitting,
  attempt: PaymentAttempt,
  delivery: Delivery | null,
  now: Date,
): Promise<void> {
  if (attempt.status === "PENDING") return;
  const resource = { type: "payment", providerId: null, id: attempt.reference };
  const data = { ...presentAttempt(attempt), customerId: attempt.customerId };
  const payment = { type: `payment.${outcomes[attempt.status]}`, apiVersion, resource, data };
  const begun = delivery === null ? [] : [aboutDelivery("delivery.created", delivery)];
  await emitEvents(transaction, shop, [payment, ...begun], now);
}

/** Tells of a step in the transaction that makes it. */
export async function tellOfDelivery(transaction: Emitting, delivery: Delivery, now: Date): Promise<void> {
  await emitEvents(transaction, shop, [aboutDelivery("delivery.moved", delivery)], now);
}

function aboutDelivery(type: (typeof eventNames)[number], delivery: Delivery) {
  const resource = { type: "delivery", providerId: null, id: delivery.deliveryId };
  return { type, apiVersion, resource, data: { ...presentDelivery(delivery), customerId: delivery.customerId } };
}
