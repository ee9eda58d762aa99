import { column, declareEntity } from "#src/storage/entity.ts";

/** A product as its insurer last listed it. */
export const insurerProductEntity = declareEntity("insurer_products", {
  providerId: column.text.key,
  productId: column.text.key,
  name: column.text,
  description: column.text,
  category: column.text,
  productType: column.text,
  classCode: column.text,
  /** ISO 3166-1 alpha-2. */
  country: column.text,
  /** ISO 4217. */
  currency: column.text,
  status: column.textOf<"ACTIVE" | "SUSPENDED" | "WITHDRAWN">(),
  /** A bigint, as text. Null where only a quote tells the price. */
  publishedMinor: column.bigint.nullable,
  publishedCurrency: column.text.nullable,
  /** When the insurer changed it. */
  updatedAt: column.timestamp,
  /** False once the insurer's list has come without it. */
  listed: column.boolean,
  /** When the insurer last listed it. */
  seenAt: column.timestamp,
});
