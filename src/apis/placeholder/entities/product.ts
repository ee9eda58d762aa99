import { declareEntity, key, type Row, safeBigint, text, timestamp, uuid } from "#src/storage/entity.ts";

export const productEntity = declareEntity("placeholder_products", {
  id: key(uuid),
  name: text,
  description: text,
  priceMinor: safeBigint,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Product = Row<typeof productEntity>;
