import type { CatalogProduct } from "../catalog/products.ts";

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
