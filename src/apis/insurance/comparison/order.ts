/** The orders that rows can be asked for. Nothing else orders them: a comparison ranks nothing. */
import type { CatalogProduct } from "../catalog/products.ts";

export type Sort = "UPDATED_DESC" | "UPDATED_ASC" | "NAME_ASC" | "NAME_DESC" | "PREMIUM_ASC" | "PREMIUM_DESC";

type Comparator = (a: PricedProduct, b: PricedProduct) => number;

const names = new Intl.Collator("en");

const comparators: Readonly<Record<Sort, Comparator>> = {
  UPDATED_ASC: byUpdate,
  UPDATED_DESC: (a, b) => byUpdate(b, a),
  NAME_ASC: byName,
  NAME_DESC: (a, b) => byName(b, a),
  PREMIUM_ASC: byPremium((a, b) => a - b),
  PREMIUM_DESC: byPremium((a, b) => b - a),
};

/** Rows in a total order: what is alike is ordered by insurer, then product id, both ways. */
export function inOrder(rows: readonly PricedProduct[], sort: Sort): PricedProduct[] {
  const compare = comparators[sort];
  return rows.toSorted((a, b) => compare(a, b) || byPlace(a, b));
}

/** Whether premiums decide which rows come first. */
export function isByPremium(sort: Sort): boolean {
  return sort === "PREMIUM_ASC" || sort === "PREMIUM_DESC";
}

export function byPlace({ product: a }: PricedProduct, { product: b }: PricedProduct): number {
  return byText(a.providerId, b.providerId) || byText(a.productId, b.productId);
}

function byUpdate(a: PricedProduct, b: PricedProduct): number {
  return a.product.updatedAt.getTime() - b.product.updatedAt.getTime();
}

function byName(a: PricedProduct, b: PricedProduct): number {
  return names.compare(a.product.name, b.product.name);
}

/**
 * Amounts of two currencies cannot be held against each other, so rows of one currency stand together, in the order of
 * their codes both ways. Rows without a premium come last both ways.
 */
function byPremium(byAmount: (a: number, b: number) => number): Comparator {
  return (a, b) => {
    const [one, other] = [amountOf(a), amountOf(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return byText(one.currency, other.currency) || byAmount(one.amountMinor, other.amountMinor);
  };
}

function amountOf({ premium }: PricedProduct): Money | null {
  return premium.source === null ? null : premium.amount;
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export interface Money {
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** The price for a customer, or the reason why there is none. */
export type Premium =
  | { readonly source: "published" | "quoted"; readonly amount: Money }
  /** `reason` is null where no quote was asked for. */
  | { readonly source: null; readonly reason: "QUOTE_LIMIT_REACHED" | "QUOTE_FAILED" | null };

export interface PricedProduct {
  readonly product: CatalogProduct;
  readonly premium: Premium;
}

/** A published price is exact; what has none is unpriced until somebody asks. */
export function asPublished(product: CatalogProduct): PricedProduct {
  const { publishedPrice: amount } = product;
  return { product, premium: amount === null ? { source: null, reason: null } : { source: "published", amount } };
}
