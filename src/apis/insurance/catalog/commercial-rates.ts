// SQL: a join over tables without relations, and a place to go on from that is a pair of columns.
/** A business's share of the price of the products that it may sell. */
import type { CursorPage, Cursors } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { type Tenant, tenantOf } from "../tenant.ts";
import { defaultLimit, OnSale, type PageRequest, positionOf } from "./on-sale.ts";

export interface CommercialRate {
  readonly providerId: string;
  readonly productId: string;
  readonly productName: string;
  /** The business's share of the product's price, in hundredths of a percent, from 0 to 10000. */
  readonly rateBasisPoints: number;
  /** When the rate was set. */
  readonly updatedAt: Date;
}

/**
 * One page, of the same products and in the same order as `listProducts`; only those with this `productId` where it is
 * given. Throws Problem INVALID_CURSOR for a cursor of another business, environment or filter.
 */
export async function listCommercialRates(
  on: Queryable,
  cursors: Cursors,
  tenant: Tenant,
  { productId }: { readonly productId?: string | undefined },
  { limit = defaultLimit, cursor }: PageRequest,
): Promise<CursorPage<CommercialRate>> {
  return await cursors.page({
    scope: { list: "commercial-rates", ...tenantOf(tenant), productId },
    limit,
    cursor,
    async read(after, take) {
      const onSale = new OnSale(tenant).where(productId, (id) => `s.product_id = ${id}`).after(after);
      // By sellable_products_pkey. The platform's own share stays in the table.
      const { rows } = await on.query<CommercialRate>(
        `SELECT s.provider_id AS "providerId", s.product_id AS "productId", p.name AS "productName",
           s.rate_basis_points AS "rateBasisPoints", s.updated_at AS "updatedAt"
         ${onSale} ORDER BY s.provider_id, s.product_id LIMIT ${onSale.bind(take)}`,
        onSale.values,
      );
      return rows;
    },
    positionOf,
  });
}
