import { newId } from "../ids.ts";
import type { Queryable } from "../queryable.ts";
import { noSuch } from "../refusals.ts";

export interface NewCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
}

export interface Customer extends NewCustomer {
  readonly customerId: string;
  readonly createdAt: Date;
}

const columns = `customer_id AS "customerId", first_name AS "firstName", last_name AS "lastName", phone, email,
  created_at AS "createdAt"`;

export async function createCustomer(on: Queryable, customer: NewCustomer, now: Date): Promise<Customer> {
  const customerId = newId("cus");
  const { firstName, lastName, phone, email } = customer;
  await on.query("INSERT INTO customers VALUES ($1, $2, $3, $4, $5, $6)", [
    customerId,
    firstName,
    lastName,
    phone,
    email,
    now,
  ]);
  return { customerId, firstName, lastName, phone, email, createdAt: now };
}

/** Throws Problem NOT_FOUND. */
export async function customerById(on: Queryable, customerId: string): Promise<Customer> {
  const { rows } = await on.query<Customer>(`SELECT ${columns} FROM customers WHERE customer_id = $1`, [customerId]);
  if (rows[0] === undefined) throw noSuch("customer");
  return rows[0];
}

/**
 * Throws Problem NOT_FOUND when there is no such customer. With `lock`, whoever else asks so waits until the end of the
 * transaction: changes of one customer's addresses take turns.
 */
export async function requireCustomer(on: Queryable, customerId: string, { lock = false } = {}): Promise<void> {
  const { rowCount } = await on.query(
    `SELECT FROM customers WHERE customer_id = $1 ${lock ? "FOR NO KEY UPDATE" : ""}`,
    [customerId],
  );
  if (rowCount === 0) throw noSuch("customer");
}
