// SQL: a join over tables without relations, a search in several columns, and a place to go on from that is a pair of columns.
/** The products that a business may sell. */
import type { CursorPage, Cursors } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { type Tenant, tenantOf } from "../tenant.ts";
import { defaultLimit, OnSale, type PageRequest, positionOf } from "./on-sale.ts";

export interface CatalogProduct {
  readonly providerId: string;
  readonly providerName: string;
  readonly productId: string;
  readonly name: string;
  readonly description: string;
  /** The insurer's own code. */
  readonly category: string;
  readonly productType: string;
  readonly classCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Exact, in minor units; null where only a quote tells the price. */
  readonly publishedPrice: { readonly amountMinor: number; readonly currency: string } | null;
  /** When the insurer changed it. */
  readonly updatedAt: Date;
}

export interface ProductFilters {
  /** Every word must occur in the name, description, type or category of the product or the name of its insurer. */
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly productType?: string | undefined;
  readonly classCode?: string | undefined;
}

interface ProductRow extends Omit<CatalogProduct, "publishedPrice"> {
  /** A bigint, as text. */
  readonly publishedMinor: string | null;
  readonly publishedCurrency: string | null;
}

const columns = `s.provider_id AS "providerId", i.name AS "providerName", s.product_id AS "productId", p.name,
  p.description, p.category, p.product_type AS "productType", p.class_code AS "classCode", p.country, p.currency,
  p.published_minor AS "publishedMinor", p.published_currency AS "publishedCurrency", p.updated_at AS "updatedAt"`;

/**
 * Null for a product that the business may not sell, one that its insurer does not sell now, one of an insurer that is
 * switched off, and one that does not exist: to a business they are the same.
 */
export async function sellableProduct(
  on: Queryable,
  tenant: Tenant,
  providerId: string,
  productId: string,
): Promise<CatalogProduct | null> {
  const onSale = new OnSale(tenant)
    .where(providerId, (id) => `s.provider_id = ${id}`)
    .where(productId, (id) => `s.product_id = ${id}`);
  // By sellable_products_pkey.
  const { rows } = await on.query<ProductRow>(`SELECT ${columns} ${onSale}`, onSale.values);
  return rows[0] === undefined ? null : productOf(rows[0]);
}

/** Whether a business may sell anything of an insurer. By sellable_products_pkey. */
export async function sellsAnythingOf(on: Queryable, tenant: Tenant, providerId: string): Promise<boolean> {
  const onSale = new OnSale(tenant).where(providerId, (id) => `s.provider_id = ${id}`);
  const { rowCount } = await on.query(`SELECT ${onSale} LIMIT 1`, onSale.values);
  return rowCount === 1;
}

/**
 * One page, by insurer and product id. A search for `q` has no second page. Throws Problem INVALID_CURSOR for a cursor
 * of another business, environment or filter.
 */
export async function listProducts(
  on: Queryable,
  cursors: Cursors,
  tenant: Tenant,
  filters: ProductFilters,
  { limit = defaultLimit, cursor }: PageRequest,
): Promise<CursorPage<CatalogProduct>> {
  const { q, category, productType, classCode } = filters;
  const page = await cursors.page({
    scope: { list: "products", ...tenantOf(tenant), q, category, productType, classCode },
    limit,
    cursor,
    async read(after, take) {
      const onSale = new OnSale(tenant)
        .where(category, (code) => `p.category = ${code}`)
        .where(productType, (code) => `p.product_type = ${code}`)
        .where(classCode, (code) => `p.class_code = ${code}`)
        .where(
          q === undefined ? undefined : patternsOf(q),
          (patterns) => `${searchedText} ILIKE ALL (${patterns}::text[])`,
        )
        .after(after);
      // By sellable_products_pkey, which has them in order, or by insurer_products_by_type.
      const { rows } = await on.query<ProductRow>(
        `SELECT ${columns} ${onSale} ORDER BY s.provider_id, s.product_id LIMIT ${onSale.bind(take)}`,
        onSale.values,
      );
      return rows.map(productOf);
    },
    positionOf,
  });
  return q === undefined ? page : { ...page, nextCursor: null };
}

/** How many products one comparison may hold. */
const mostOfType = 1_000;

/**
 * The products of a type, by insurer and product id, at most `mostOfType`. `providerIds` chooses among insurers; an
 * empty list is all of them.
 */
export async function productsOfType(
  on: Queryable,
  tenant: Tenant,
  productType: string,
  providerIds: readonly string[],
): Promise<CatalogProduct[]> {
  const onSale = new OnSale(tenant)
    .where(productType, (code) => `p.product_type = ${code}`)
    .where(providerIds.length === 0 ? undefined : providerIds, (ids) => `s.provider_id = ANY (${ids}::text[])`);
  // By insurer_products_by_type and sellable_products_pkey.
  const { rows } = await on.query<ProductRow>(
    `SELECT ${columns} ${onSale} ORDER BY s.provider_id, s.product_id LIMIT ${onSale.bind(mostOfType)}`,
    onSale.values,
  );
  return rows.map(productOf);
}

/** The texts that a search looks at. Words hold no line feed, so that none matches across two of them. */
const searchedText = "concat_ws(E'\\n', p.name, i.name, p.description, p.product_type, p.category)";

function patternsOf(q: string): string[] {
  const words = q.split(/\s+/u).filter((word) => word !== "");
  return words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}

function productOf({ publishedMinor, publishedCurrency, ...row }: ProductRow): CatalogProduct {
  const publishedPrice =
    publishedMinor === null || publishedCurrency === null
      ? null
      : { amountMinor: Number(publishedMinor), currency: publishedCurrency };
  return { ...row, publishedPrice };
}
