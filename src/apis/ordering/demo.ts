/** The demo of a first start: a city of vendors, a customer in the middle of it, and a delivery to review. */

import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { createAddress } from "./customers/addresses.ts";
import { createCustomer } from "./customers/customers.ts";
import { advanceDelivery } from "./deliveries/deliveries.ts";
import { settleAttempt } from "./payments/attempts.ts";
import { placeOrder } from "./payments/checkout.ts";
import { createQuote } from "./pricing/quotes.ts";
import type { Queryable } from "./queryable.ts";
import { type DemoVendor, demoCity } from "./vendors/demo-city.ts";

export async function seedOrdering({ pool }: Database): Promise<Record<string, unknown>> {
  const city = demoCity();
  await storeVendors(pool, city);
  const [vendor] = city;
  if (vendor === undefined) throw new Error("a city without vendors");
  const { vendorId } = vendor;
  const mealIds = vendor.meals.map(({ mealId }) => mealId);

  const now = new Date();
  const person = { firstName: "Ada", lastName: "Obi", phone: "+2348012345678", email: "ada@example.org" };
  const { customerId } = await createCustomer(pool, person, now);
  const home = { label: "Home", line1: "12 Adeola Odeku Street", city: "Lagos", latitude: 6.435, longitude: 3.428 };
  const { addressId } = await createAddress(pool, { customerId, ...home }, now);

  const items = mealIds.slice(0, 2).map((mealId) => ({ mealId, quantity: 1 }));
  const { quoteId } = await createQuote(pool, { vendorId, items, customerId, addressId }, now);
  const wish = { quoteId, customerId, addressId, paymentMethod: "CARD" } as const;
  const { reference } = await inTransaction(pool, (client) => placeOrder(client, wish, Date.now));
  const { deliveryId } = await settleAttempt(pool, reference, "approve", Date.now);
  if (deliveryId === null) throw new Error("the demo's order was not paid");
  await advanceDelivery(pool, deliveryId, "DELIVERED", new Date());
  return { customerId, vendorId, mealIds, deliveredDeliveryId: deliveryId };
}

/** Vendors and meals that are there already stay as they are. */
async function storeVendors(on: Queryable, vendors: readonly DemoVendor[]): Promise<void> {
  const column = <Key extends keyof DemoVendor>(key: Key) => vendors.map((vendor) => vendor[key]);
  await on.query(
    `INSERT INTO vendors (vendor_id, name, approved, time_zone, opening, rating_tenths, latitude, longitude)
     SELECT * FROM unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::int4multirange[], $6::smallint[],
       $7::float8[], $8::float8[])
     ON CONFLICT DO NOTHING`,
    [
      column("vendorId"),
      column("name"),
      column("approved"),
      column("timeZone"),
      column("opening"),
      column("ratingTenths"),
      column("latitude"),
      column("longitude"),
    ],
  );
  const meals = vendors.flatMap(({ vendorId, meals }) => meals.map((meal) => ({ vendorId, ...meal })));
  await on.query(
    `INSERT INTO meals (vendor_id, meal_id, name, price)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[]) ON CONFLICT DO NOTHING`,
    [
      meals.map(({ vendorId }) => vendorId),
      meals.map(({ mealId }) => mealId),
      meals.map(({ name }) => name),
      meals.map(({ price }) => price),
    ],
  );
}
