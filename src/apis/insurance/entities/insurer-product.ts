import { EntitySchema } from "typeorm";

/** A product as its insurer last listed it. */
export interface InsurerProductRow {
  providerId: string;
  productId: string;
  name: string;
  description: string;
  category: string;
  productType: string;
  classCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 4217. */
  currency: string;
  status: "ACTIVE" | "SUSPENDED" | "WITHDRAWN";
  /** A bigint, as text. Null where only a quote tells the price. */
  publishedMinor: string | null;
  publishedCurrency: string | null;
  /** When the insurer changed it. */
  updatedAt: Date;
  /** False once the insurer's list has come without it. */
  listed: boolean;
  /** When the insurer last listed it. */
  seenAt: Date;
}

export const insurerProductEntity = new EntitySchema<InsurerProductRow>({
  name: "InsurerProduct",
  tableName: "insurer_products",
  columns: {
    providerId: { name: "provider_id", type: "text", primary: true },
    productId: { name: "product_id", type: "text", primary: true },
    name: { type: "text" },
    description: { type: "text" },
    category: { type: "text" },
    productType: { name: "product_type", type: "text" },
    classCode: { name: "class_code", type: "text" },
    country: { type: "text" },
    currency: { type: "text" },
    status: { type: "text" },
    publishedMinor: { name: "published_minor", type: "bigint", nullable: true },
    publishedCurrency: { name: "published_currency", type: "text", nullable: true },
    updatedAt: { name: "updated_at", type: "timestamptz" },
    listed: { type: "boolean" },
    seenAt: { name: "seen_at", type: "timestamptz" },
  },
});
