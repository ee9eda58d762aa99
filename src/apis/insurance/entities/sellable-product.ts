import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { tenantColumns } from "../tenant.ts";

/** That a business may sell a product, and for what share of its price. */
export const sellableProductEntity = declareEntity("sellable_products", {
  ...tenantColumns,
  providerId: column.text.key,
  productId: column.text.key,
  /** The business's share of the price, in hundredths of a percent. */
  rateBasisPoints: column.integer,
  /** The platform's share. No API serves it. */
  platformBasisPoints: column.integer,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type SellableProductRow = Row<typeof sellableProductEntity>;
