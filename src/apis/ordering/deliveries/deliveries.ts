/** Deliveries of paid orders. In the sandbox nobody rides: `accord ordering advance` moves them. */
import type { Pool } from "pg";
import { inTransaction } from "#src/storage/transaction.ts";
import { newId } from "../ids.ts";
import type { Queryable } from "../queryable.ts";
import { noSuch } from "../refusals.ts";
import { canBecome, type DeliveryStatus, nextStep } from "./delivery-status.ts";

export interface Delivery {
  readonly customerId: string;
  readonly deliveryId: string;
  readonly orderId: string;
  readonly status: DeliveryStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A delivery cannot go where it was told to. */
export class DeliveryRefusal extends Error {}

const columns = `customer_id AS "customerId", delivery_id AS "deliveryId", order_id AS "orderId", status,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Returns the id of the new delivery, which is PENDING. */
export async function createDelivery(
  on: Queryable,
  { customerId, orderId }: { readonly customerId: string; readonly orderId: string },
  now: Date,
): Promise<string> {
  const deliveryId = newId("del");
  await on.query("INSERT INTO deliveries VALUES ($1, $2, $3, 'PENDING', $4, $4)", [
    customerId,
    deliveryId,
    orderId,
    now,
  ]);
  return deliveryId;
}

/** Throws Problem NOT_FOUND where the customer has no such delivery. */
export async function deliveryOf(on: Queryable, customerId: string, deliveryId: string): Promise<Delivery> {
  const { rows } = await on.query<Delivery>(
    `SELECT ${columns} FROM deliveries WHERE customer_id = $1 AND delivery_id = $2`,
    [customerId, deliveryId],
  );
  if (rows[0] === undefined) throw noSuch("delivery");
  return rows[0];
}

/**
 * Moves a delivery one step on, or all the way to `to`. For operators, who do not know the customer. Throws
 * DeliveryRefusal when there is no such delivery or no way there.
 */
export function advanceDelivery(
  pool: Pool,
  deliveryId: string,
  to: DeliveryStatus | undefined,
  now: Date,
): Promise<Delivery> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Delivery>(
      `SELECT ${columns} FROM deliveries WHERE delivery_id = $1 FOR UPDATE`,
      [deliveryId],
    );
    const [delivery] = rows;
    if (delivery === undefined) throw new DeliveryRefusal(`There is no delivery ${deliveryId}.`);
    const { customerId, status: from } = delivery;
    const status = to ?? nextStep(from);
    if (status === null) throw new DeliveryRefusal(`The delivery is ${from}: nothing comes after that.`);
    if (!canBecome(from, status)) throw new DeliveryRefusal(`The delivery is ${from} and cannot become ${status}.`);
    const updated = await client.query<Delivery>(
      `UPDATE deliveries SET status = $3, updated_at = $4 WHERE customer_id = $1 AND delivery_id = $2
       RETURNING ${columns}`,
      [customerId, deliveryId, status, now],
    );
    return updated.rows[0] ?? delivery;
  });
}
