import { EntitySchema, type ValueTransformer } from "typeorm";

export interface Product {
  id: string;
  name: string;
  description: string;
  priceMinor: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The document bounds every amount below 2^53, so that a bigint column fits a number. */
export const minorUnits: ValueTransformer = { from: Number, to: (amount: number) => amount };

export const productEntity = new EntitySchema<Product>({
  name: "PlaceholderProduct",
  tableName: "placeholder_products",
  columns: {
    id: { type: "uuid", primary: true },
    name: { type: "text" },
    description: { type: "text" },
    priceMinor: { name: "price_minor", type: "bigint", transformer: minorUnits },
    createdAt: { name: "created_at", type: "timestamptz" },
    updatedAt: { name: "updated_at", type: "timestamptz" },
  },
});
