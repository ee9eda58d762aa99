import { column, declareEntity, type Row } from "#src/storage/entity.ts";

export const productEntity = declareEntity("placeholder_products", {
  id: column.uuid.key,
  name: column.text,
  description: column.text,
  priceMinor: column.safeBigint,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type Product = Row<typeof productEntity>;
