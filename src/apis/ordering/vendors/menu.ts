import type { EntityManager } from "typeorm";
import { type Meal, mealEntity } from "../entities/meal.ts";
import { vendorEntity } from "../entities/vendor.ts";
import { noSuch } from "../refusals.ts";

/** How many meals a menu shows at most. */
const maxMeals = 500;

/** By name. Throws Problem NOT_FOUND where there is no such approved vendor. */
export async function menuOf(manager: EntityManager, vendorId: string): Promise<Meal[]> {
  if (!(await manager.existsBy(vendorEntity, { vendorId, approved: true }))) throw noSuch("vendor");
  return await manager.find(mealEntity, {
    where: { vendorId },
    order: { name: "ASC", mealId: "ASC" },
    take: maxMeals,
  });
}
