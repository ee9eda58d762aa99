import {
  bigint,
  boolean,
  declareEntity,
  key,
  nullable,
  type Row,
  text,
  textOf,
  timestamp,
} from "#src/storage/entity.ts";

/** A product as its insurer last listed it. */
export const insurerProductEntity = declareEntity("insurer_products", {
  providerId: key(text),
  productId: key(text),
  name: text,
  description: text,
  category: text,
  productType: text,
  classCode: text,
  /** ISO 3166-1 alpha-2. */
  country: text,
  /** ISO 4217. */
  currency: text,
  status: textOf<"ACTIVE" | "SUSPENDED" | "WITHDRAWN">(),
  /** A bigint, as text. Null where only a quote tells the price. */
  publishedMinor: nullable(bigint),
  publishedCurrency: nullable(text),
  /** When the insurer changed it. */
  updatedAt: timestamp,
  /** False once the insurer's list has come without it. */
  listed: boolean,
  /** When the insurer last listed it. */
  seenAt: timestamp,
});

export type InsurerProductRow = Row<typeof insurerProductEntity>;
