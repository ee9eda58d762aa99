import { declareEntity, integer, key, type Row, text, timestamp } from "#src/storage/entity.ts";
import { tenantColumns } from "../tenant.ts";

/** That a business may sell a product, and for what share of its price. */
export const sellableProductEntity = declareEntity("sellable_products", {
  ...tenantColumns,
  providerId: key(text),
  productId: key(text),
  /** The business's share of the price, in hundredths of a percent. */
  rateBasisPoints: integer,
  /** The platform's share. No API serves it. */
  platformBasisPoints: integer,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type SellableProductRow = Row<typeof sellableProductEntity>;
