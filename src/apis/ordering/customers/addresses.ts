/**
 * Addresses of customers. Of those that a customer has, exactly one is active: changes take turns on the customer's row,
 * and the index one_active_address would refuse a second one in any case.
 */
import type { EntityManager } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type Address, addresses, type Customer, customerEntity } from "../entities.ts";
import { newId } from "../ids.ts";
import { noSuch } from "../refusals.ts";

/** How many addresses a customer may have. */
const maxAddresses = 50;

export type NewAddress = Omit<Address, "addressId" | "active" | "createdAt">;

/** The first one is active. Throws Problem NOT_FOUND for the customer, or TOO_MANY_ADDRESSES. */
export function createAddress(
  database: Database,
  { customerId, label, line1, city, latitude, longitude }: NewAddress,
  now: Date,
): Promise<Address> {
  return inTransaction(database, async ({ manager }) => {
    await lockCustomer(manager, customerId);
    const known = addresses.of(manager, { customerId });
    const count = await known.count();
    if (count >= maxAddresses) throw new Problem("TOO_MANY_ADDRESSES", { details: { limit: maxAddresses } });
    const place = { label, line1, city, latitude, longitude };
    const address: Address = { customerId, addressId: newId("adr"), ...place, active: count === 0, createdAt: now };
    await known.insert(address);
    return address;
  });
}

/** Throws Problem NOT_FOUND for the customer or the address. */
export function makeAddressActive(database: Database, customerId: string, addressId: string): Promise<Address> {
  return inTransaction(database, async ({ manager }) => {
    await lockCustomer(manager, customerId);
    const address = await addressOf(manager, customerId, addressId);
    if (address.active) return address;
    const known = addresses.of(manager, { customerId });
    await known.update({ active: true }, { active: false });
    await known.update({ addressId }, { active: true });
    return { ...address, active: true };
  });
}

/**
 * Deletes an address; after the active one, the address added last is active. Returns those that are left. Throws
 * Problem NOT_FOUND for the customer or the address.
 */
export function deleteAddress(database: Database, customerId: string, addressId: string): Promise<Address[]> {
  return inTransaction(database, async ({ manager }) => {
    await lockCustomer(manager, customerId);
    const deleted = await addressOf(manager, customerId, addressId);
    const known = addresses.of(manager, { customerId });
    await known.delete({ addressId });
    const left = await addressesOf(manager, customerId);
    const last = left.at(-1);
    if (!deleted.active || last === undefined) return left;
    await known.update({ addressId: last.addressId }, { active: true });
    return left.with(-1, { ...last, active: true });
  });
}

/** In the order in which they were added. Throws Problem NOT_FOUND for the customer. */
export async function listAddresses(manager: EntityManager, customerId: string): Promise<Address[]> {
  await requireCustomer(manager, customerId);
  return await addressesOf(manager, customerId);
}

/** Throws Problem NOT_FOUND where the customer has no such address. */
export async function addressOf(manager: EntityManager, customerId: string, addressId: string): Promise<Address> {
  const address = await addresses.of(manager, { customerId }).findOne({ addressId });
  if (address === null) throw noSuch("address");
  return address;
}

function addressesOf(manager: EntityManager, customerId: string): Promise<Address[]> {
  return addresses.of(manager, { customerId }).find({ order: { createdAt: "ASC", addressId: "ASC" } });
}

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
