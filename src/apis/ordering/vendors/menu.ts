import type { Queryable } from "../queryable.ts";
import { noSuch } from "../refusals.ts";

/** How many meals a menu shows at most. */
const maxMeals = 500;

export interface Meal {
  readonly mealId: string;
  readonly name: string;
  /** Kobo. */
  readonly price: number;
  readonly available: boolean;
}

/** By name. Throws Problem NOT_FOUND where there is no such approved vendor. */
export async function menuOf(on: Queryable, vendorId: string): Promise<Meal[]> {
  const vendor = await on.query("SELECT FROM vendors WHERE vendor_id = $1 AND approved", [vendorId]);
  if (vendor.rowCount === 0) throw noSuch("vendor");
  const { rows } = await on.query<Meal>(
    `SELECT meal_id AS "mealId", name, price, available FROM meals WHERE vendor_id = $1
     ORDER BY name, meal_id LIMIT ${maxMeals}`,
    [vendorId],
  );
  return rows;
}
