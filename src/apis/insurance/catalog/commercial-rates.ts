/** What a business earns with the products it may sell. */
import type { Cursors } from "#src/http/cursor.ts";
import type { Queryable } from "../queryable.ts";
import type { Tenant } from "../tenant.ts";
import { OnSale, positionOf } from "./on-sale.ts";
import { defaultLimit, type Page, type PageRequest, pageOf } from "./page.ts";

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
): Promise<Page<CommercialRate>> {
  const { businessId, environment } = tenant;
  const scope = { list: "commercial-rates", businessId, environment, productId };
  const onSale = new OnSale(tenant).where(productId, (id) => `s.product_id = ${id}`);
  if (cursor !== undefined) onSale.after(cursors.open(scope, cursor));
  // By sellable_products_pkey. The platform's own share stays in the table.
  const { rows } = await on.query<CommercialRate>(
    `SELECT s.provider_id AS "providerId", s.product_id AS "productId", p.name AS "productName",
       s.rate_basis_points AS "rateBasisPoints", s.updated_at AS "updatedAt"
     ${onSale} ORDER BY s.provider_id, s.product_id LIMIT ${onSale.bind(limit + 1)}`,
    onSale.values,
  );
  return pageOf(rows, limit, (last) => cursors.seal(scope, positionOf(last)));
}
