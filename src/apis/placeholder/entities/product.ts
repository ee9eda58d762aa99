import { EntitySchema } from "typeorm";
import { safeBigint } from "#src/storage/column-types.ts";

export interface Product {
  id: string;
  name: string;
  description: string;
  priceMinor: number;
  createdAt: Date;
  updatedAt: Date;
}

export const productEntity = new EntitySchema<Product>({
  name: "PlaceholderProduct",
  tableName: "placeholder_products",
  columns: {
    id: { type: "uuid", primary: true },
    name: { type: "text" },
    description: { type: "text" },
    priceMinor: { name: "price_minor", ...safeBigint },
    createdAt: { name: "created_at", type: "timestamptz" },
    updatedAt: { name: "updated_at", type: "timestamptz" },
  },
});
