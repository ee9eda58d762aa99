import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";

/** That a business may sell a product, and for what share of its price. */
export interface SellableProductRow {
  businessId: string;
  environment: Environment;
  providerId: string;
  productId: string;
  /** The business's share of the price, in hundredths of a percent. */
  rateBasisPoints: number;
  /** The platform's share. No API serves it. */
  platformBasisPoints: number;
  createdAt: Date;
  updatedAt: Date;
}

export const sellableProductEntity = new EntitySchema<SellableProductRow>({
  name: "SellableProduct",
  tableName: "sellable_products",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    providerId: { name: "provider_id", type: "text", primary: true },
    productId: { name: "product_id", type: "text", primary: true },
    rateBasisPoints: { name: "rate_basis_points", type: "integer" },
    platformBasisPoints: { name: "platform_basis_points", type: "integer" },
    createdAt: { name: "created_at", type: "timestamptz" },
    updatedAt: { name: "updated_at", type: "timestamptz" },
  },
});
