import type { EntityManager } from "typeorm";
import { type Customer, customerEntity } from "../entities.ts";
import { newId } from "../ids.ts";
import { noSuch } from "../refusals.ts";

export type NewCustomer = Omit<Customer, "customerId" | "createdAt">;

export async function createCustomer(
  manager: EntityManager,
  { firstName, lastName, phone, email }: NewCustomer,
  now: Date,
): Promise<Customer> {
  const customer: Customer = { customerId: newId("cus"), firstName, lastName, phone, email, createdAt: now };
  await manager.insert(customerEntity, customer);
  return customer;
}

/** Throws Problem NOT_FOUND. */
export async function customerById(manager: EntityManager, customerId: string): Promise<Customer> {
  const customer = await manager.findOneBy(customerEntity, { customerId });
  if (customer === null) throw noSuch("customer");
  return customer;
}

/** Throws Problem NOT_FOUND when there is no such customer. */
export async function requireCustomer(manager: EntityManager, customerId: string): Promise<void> {
  if (!(await manager.existsBy(customerEntity, { customerId }))) throw noSuch("customer");
}

/** Locks the customer until the end of the transaction. Throws Problem NOT_FOUND. */
export async function lockCustomer(manager: EntityManager, customerId: string): Promise<void> {
  const lock = { mode: "for_no_key_update" } as const;
  if ((await manager.findOne(customerEntity, { where: { customerId }, lock })) === null) throw noSuch("customer");
}
