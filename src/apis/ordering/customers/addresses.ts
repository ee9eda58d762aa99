/**
 * Addresses of customers. Of those that a customer has, exactly one is active: changes take turns on the customer's row,
 * and the index one_active_address would refuse a second one in any case.
 */
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { newId } from "../ids.ts";
import type { Place } from "../place.ts";
import type { Queryable } from "../queryable.ts";
import { noSuch } from "../refusals.ts";
import { requireCustomer } from "./customers.ts";

/** How many addresses a customer may have. */
export const maxAddresses = 50;

export interface NewAddress extends Place {
  readonly customerId: string;
  readonly label: string;
  readonly line1: string;
  readonly city: string;
}

export interface Address extends NewAddress {
  readonly addressId: string;
  readonly active: boolean;
  readonly createdAt: Date;
}

const columns = `address_id AS "addressId", customer_id AS "customerId", label, line1, city, latitude, longitude, active,
  created_at AS "createdAt"`;

/** The first one is active. Throws Problem NOT_FOUND for the customer, or TOO_MANY_ADDRESSES. */
export function createAddress(pool: Pool, address: NewAddress, now: Date): Promise<Address> {
  return inTransaction(pool, async (client) => {
    const { customerId, label, line1, city, latitude, longitude } = address;
    await requireCustomer(client, customerId, { lock: true });
    const { rows } = await client.query<Address>(
      `INSERT INTO customer_addresses (customer_id, address_id, label, line1, city, latitude, longitude, active,
         created_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, count(*) = 0, $8 FROM customer_addresses WHERE customer_id = $1
       HAVING count(*) < $9
       RETURNING ${columns}`,
      [customerId, newId("adr"), label, line1, city, latitude, longitude, now, maxAddresses],
    );
    if (rows[0] === undefined) throw new Problem("TOO_MANY_ADDRESSES", { details: { limit: maxAddresses } });
    return rows[0];
  });
}

/** Throws Problem NOT_FOUND for the customer or the address. */
export function makeAddressActive(pool: Pool, customerId: string, addressId: string): Promise<Address> {
  return inTransaction(pool, async (client) => {
    await requireCustomer(client, customerId, { lock: true });
    await client.query(
      "UPDATE customer_addresses SET active = false WHERE customer_id = $1 AND active AND address_id <> $2",
      [customerId, addressId],
    );
    const { rows } = await client.query<Address>(
      `UPDATE customer_addresses SET active = true WHERE customer_id = $1 AND address_id = $2 RETURNING ${columns}`,
      [customerId, addressId],
    );
    if (rows[0] === undefined) throw noSuch("address");
    return rows[0];
  });
}

/**
 * Deletes an address; after the active one, the address added last is active. Returns those that are left. Throws
 * Problem NOT_FOUND for the customer or the address.
 */
export function deleteAddress(pool: Pool, customerId: string, addressId: string): Promise<Address[]> {
  return inTransaction(pool, async (client) => {
    await requireCustomer(client, customerId, { lock: true });
    const { rows } = await client.query<{ active: boolean }>(
      "DELETE FROM customer_addresses WHERE customer_id = $1 AND address_id = $2 RETURNING active",
      [customerId, addressId],
    );
    if (rows[0] === undefined) throw noSuch("address");
    if (rows[0].active) {
      await client.query(
        `UPDATE customer_addresses SET active = true WHERE customer_id = $1 AND address_id = (
           SELECT address_id FROM customer_addresses WHERE customer_id = $1
           ORDER BY created_at DESC, address_id DESC LIMIT 1)`,
        [customerId],
      );
    }
    return await addressesOf(client, customerId);
  });
}

/** In the order in which they were added. Throws Problem NOT_FOUND for the customer. */
export async function listAddresses(on: Queryable, customerId: string): Promise<Address[]> {
  await requireCustomer(on, customerId);
  return await addressesOf(on, customerId);
}

/** Throws Problem NOT_FOUND where the customer has no such address. */
export async function addressOf(on: Queryable, customerId: string, addressId: string): Promise<Address> {
  const { rows } = await on.query<Address>(
    `SELECT ${columns} FROM customer_addresses WHERE customer_id = $1 AND address_id = $2`,
    [customerId, addressId],
  );
  if (rows[0] === undefined) throw noSuch("address");
  return rows[0];
}

async function addressesOf(on: Queryable, customerId: string): Promise<Address[]> {
  const { rows } = await on.query<Address>(
    `SELECT ${columns} FROM customer_addresses WHERE customer_id = $1 ORDER BY created_at, address_id`,
    [customerId],
  );
  return rows;
}
