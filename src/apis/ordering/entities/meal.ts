import { EntitySchema } from "typeorm";

export interface Meal {
  readonly vendorId: string;
  readonly mealId: string;
  readonly name: string;
  /** Kobo. */
  readonly price: number;
  readonly available: boolean;
}

export const mealEntity = new EntitySchema<Meal>({
  name: "Meal",
  tableName: "meals",
  columns: {
    vendorId: { name: "vendor_id", type: "text", primary: true },
    mealId: { name: "meal_id", type: "text", primary: true },
    name: { type: "text" },
    price: { type: "integer" },
    available: { type: "boolean" },
  },
});
