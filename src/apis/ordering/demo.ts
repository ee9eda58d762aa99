/** The demo of a first start: a city of vendors, a customer in the middle of it, and a delivery to review. */
import type { EntityManager } from "typeorm";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { createAddress, createCustomer } from "./customers/addresses.ts";
import { advanceDelivery } from "./deliveries/deliveries.ts";
import { mealEntity, vendorEntity } from "./entities.ts";
import { settleAttempt } from "./payments/attempts.ts";
import { placeOrder } from "./payments/checkout.ts";
import { createQuote } from "./pricing/quotes.ts";
import { type DemoVendor, demoCity } from "./vendors/demo-city.ts";

export async function seedOrdering(database: Database): Promise<Record<string, unknown>> {
  const { manager } = database.dataSource;
  const city = demoCity();
  await storeVendors(manager, city);
  const [vendor] = city;
  if (vendor === undefined) throw new Error("a city without vendors");
  const { vendorId } = vendor;
  const mealIds = vendor.meals.map(({ mealId }) => mealId);

  const now = new Date();
  const person = { firstName: "Ada", lastName: "Obi", phone: "+2348012345678", email: "ada@example.org" };
  const { customerId } = await createCustomer(manager, person, now);
  const home = { label: "Home", line1: "12 Adeola Odeku Street", city: "Lagos", latitude: 6.435, longitude: 3.428 };
  const { addressId } = await createAddress(database, { customerId, ...home }, now);

  const items = mealIds.slice(0, 2).map((mealId) => ({ mealId, quantity: 1 }));
  const { quoteId } = await createQuote(manager, { vendorId, items, customerId, addressId }, now);
  const request = { quoteId, customerId, addressId, paymentMethod: "CARD" } as const;
  const { reference } = await inTransaction(database, ({ manager }) => placeOrder(manager, request, Date.now));
  const { deliveryId } = await settleAttempt(database, reference, "approve", Date.now);
  if (deliveryId === null) throw new Error("the demo's order was not paid");
  await advanceDelivery(database, deliveryId, "DELIVERED", new Date());
  return { customerId, vendorId, mealIds, deliveredDeliveryId: deliveryId };
}

/** Vendors and meals that are there already stay as they are. */
async function storeVendors(manager: EntityManager, city: readonly DemoVendor[]): Promise<void> {
  const vendors = city.map(({ meals: _meals, ...vendor }) => vendor);
  const meals = city.flatMap(({ vendorId, meals }) => meals.map((meal) => ({ ...meal, vendorId, available: true })));
  await manager.createQueryBuilder().insert().into(vendorEntity).values(vendors).orIgnore().execute();
  await manager.createQueryBuilder().insert().into(mealEntity).values(meals).orIgnore().execute();
}
