/** The demo shop of a first start: an administrator, products, and a month of orders for the reports to show. */
import { randomBytes } from "node:crypto";
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { accountByEmail, createAccount } from "./accounts.ts";
import { hashPassword } from "./credentials/passwords.ts";
import { type Order, orderEntity, type Product, productEntity, userEntity } from "./entities.ts";

const adminEmail = "admin@placeholder.example";
const dayMs = 24 * 60 * 60_000;

/** Name, description, and price in minor units. */
const shelf: readonly (readonly [name: string, description: string, priceMinor: number])[] = [
  ["Bookend", "A pair of steel angles, felt underneath.", 640_000],
  ["Bottle", "Steel, half a litre, keeps tea hot for a day.", 980_000],
  ["Cushion", "Linen cover, washable, with a zip.", 720_000],
  ["Desk lamp", "Warm light, two joints, a switch that is easy to find.", 1_250_000],
  ["Desk mat", "Wool felt, keeps mugs quiet.", 830_000],
  ["Fountain pen", "Medium nib, takes cartridges and converters.", 2_100_000],
  ["Ink", "Blue-black, 50 millilitres, permanent.", 410_000],
  ["Mug", "Stoneware, 300 millilitres.", 350_000],
  ["Notebook", "Dotted, 200 pages that lie flat.", 460_000],
  ["Paper tray", "Oak, stacks without tools.", 1_560_000],
  ["Pencils", "A dozen, 2B.", 290_000],
  ["Wall clock", "Silent movement, large figures.", 1_880_000],
];

const customers = ["Amara Obi", "Tunde Bello", "Zainab Musa", "Chidi Eze"];

/** Makes what is missing, and a new password in any case: the one before cannot be read back. */
export async function seedPlaceholder(database: Database, now = Date.now()): Promise<Record<string, unknown>> {
  const adminPassword = randomBytes(18).toString("base64url");
  const admin = await accountByEmail(database, adminEmail);
  if (admin === null) {
    await createAccount(
      database,
      { name: "Demo Admin", email: adminEmail, password: adminPassword, role: "admin" },
      now - 31 * dayMs,
    );
    await fillShop(database, now);
  } else {
    const passwordHash = await hashPassword(adminPassword, "");
    await database.dataSource.getRepository(userEntity).update({ id: admin.id }, { passwordHash });
  }
  return { adminEmail, adminPassword };
}

async function fillShop(database: Database, now: number): Promise<void> {
  const products = shelf.map(([name, description, priceMinor]): Product => {
    const createdAt = new Date(now - 31 * dayMs);
    return { id: risingId(), name, description, priceMinor, createdAt, updatedAt: createdAt };
  });
  const users = await Promise.all(
    customers.map((name, index) =>
      createAccount(
        database,
        { name, email: `${name.toLowerCase().replace(" ", ".")}@placeholder.example` },
        now - (30 - 7 * index) * dayMs,
      ),
    ),
  );
  const orders = Array.from({ length: 30 }, (_, day) =>
    users.flatMap((user, index) => ordersOf(user.id, index, day, products, now)),
  ).flat();
  await inTransaction(database, async ({ manager }) => {
    await manager.insert(productEntity, products);
    await manager.insert(orderEntity, orders);
  });
}

/** Each customer orders every third day or so, once they have an account. */
function ordersOf(userId: string, customer: number, day: number, products: readonly Product[], now: number): Order[] {
  if (day < 7 * customer || (day + customer) % 3 !== 0) return [];
  const createdAt = new Date(now - (29 - day) * dayMs - customer * 60_000);
  const items = products
    .filter((_, index) => (index + day * 5 + customer * 3) % 6 === 0)
    .map(({ id, name, priceMinor }, index) => ({
      productId: id,
      name,
      unitPriceMinor: priceMinor,
      quantity: 1 + ((day + index) % 3),
    }));
  return [
    {
      userId,
      id: risingId(),
      status: day > 26 ? "PENDING" : (day + customer) % 5 === 0 ? "CANCELLED" : "PAID",
      items,
      totalMinor: items.reduce((total, { unitPriceMinor, quantity }) => total + unitPriceMinor * quantity, 0),
      createdAt,
      updatedAt: createdAt,
    },
  ];
}
