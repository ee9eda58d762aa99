import { column, declareEntity, type Row } from "#src/storage/entity.ts";

export const mealEntity = declareEntity("meals", {
  vendorId: column.text.key,
  mealId: column.text.key,
  name: column.text,
  /** Kobo. */
  price: column.integer,
  available: column.boolean,
});

export type Meal = Row<typeof mealEntity>;
