import { boolean, declareEntity, integer, key, type Row, text } from "#src/storage/entity.ts";

export const mealEntity = declareEntity("meals", {
  vendorId: key(text),
  mealId: key(text),
  name: text,
  /** Kobo. */
  price: integer,
  available: boolean,
});

export type Meal = Row<typeof mealEntity>;
