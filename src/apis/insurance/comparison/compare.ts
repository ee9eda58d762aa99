/** Products of one type side by side. */
import type { Pool } from "pg";
import type { Log } from "#src/storage/log.ts";
import { type CatalogProduct, productsOfType } from "../catalog/products.ts";
import type { Insurers } from "../insurers/registry.ts";
import type { Tenant } from "../tenant.ts";
import { type Comparable, type ConfigCache, countdown, readConfigs } from "./configs.ts";
import { type IndicativeQuoteRequest, withQuotes } from "./indicative-quotes.ts";
import { asPublished, byPlace, inOrder, isByPremium, type PricedProduct, type Sort } from "./order.ts";

/** Dependencies of comparisons. */
export interface ComparisonDependencies {
  readonly pool: Pool;
  readonly insurers: Pick<Insurers, "all">;
  readonly cache: ConfigCache;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long all configs of a comparison may take together (ms); 3,000 when left out. */
  readonly configsMs?: number;
  /** How long all its quotes may take together, each with the form that it needs (ms); 8,000 when left out. */
  readonly quotesMs?: number;
}

export interface ComparisonRequest {
  readonly productType: string;
  /** Only of these insurers; of all when it is empty. */
  readonly providerIds: readonly string[];
  /** The request for quotes where no price is published; null when none are asked for. */
  readonly quoteRequest: IndicativeQuoteRequest | null;
  readonly sort: Sort;
  /** Most rows, from 1 to 100. */
  readonly limit: number;
}

export interface ComparisonRow extends PricedProduct {
  /** Null where the insurer could not be asked. */
  readonly config: Comparable | null;
}

export interface Comparison {
  readonly rows: readonly ComparisonRow[];
  /** The columns of every row. */
  readonly columns: Columns;
}

const defaultConfigsMs = 3_000;
const defaultQuotesMs = 8_000;

/**
 * Fails for no insurer: what one does not tell is missing in its rows. Takes as long as the slowest insurer, at most
 * `configsMs` and `quotesMs` together.
 */
export async function compareProducts(
  { pool, insurers, cache, log, now, configsMs = defaultConfigsMs, quotesMs = defaultQuotesMs }: ComparisonDependencies,
  tenant: Tenant,
  { productType, providerIds, quoteRequest, sort, limit }: ComparisonRequest,
  requestId: string,
): Promise<Comparison> {
  const products = await productsOfType(pool, tenant, productType, providerIds);
  const clients = new Map((await insurers.all()).map((client) => [client.insurer.id, client]));
  const price = (rows: readonly PricedProduct[]) =>
    quoteRequest === null
      ? rows
      : withQuotes(rows, { tenant, quoteRequest, clients, log, requestId, now, timeLeft: countdown(quotesMs) });
  const configure = (rows: readonly PricedProduct[]) =>
    readConfigs(
      rows.map(({ product }) => product),
      { cache, clients, log, requestId, timeLeft: countdown(configsMs) },
    );

  const listed = inOrder(products.map(asPublished), sort);
  // Where quotes decide which rows come first, all are priced; otherwise those that will be shown.
  const candidates = quoteRequest !== null && isByPremium(sort) ? listed : listed.slice(0, limit);
  if (candidates.length > limit) {
    const shown = inOrder(await price(candidates), sort).slice(0, limit);
    return sideBySide(shown, await configure(shown));
  }
  const [priced, configs] = await Promise.all([price(candidates), configure(candidates)]);
  return sideBySide(inOrder(priced, sort), configs);
}

/** Columns are ordered by insurer and product, so that they are the same however the rows are sorted. */
function sideBySide(shown: readonly PricedProduct[], configs: ReadonlyMap<CatalogProduct, Comparable>): Comparison {
  const configOf = ({ product }: PricedProduct) => configs.get(product) ?? null;
  return {
    rows: shown.map((row) => ({ ...row, config: configOf(row) })),
    columns: columnsOf(shown.toSorted(byPlace).map(configOf)),
  };
}

interface Column {
  readonly code: string;
  readonly name: string;
}

/** Each coverage and attribute that any of the products names. */
export interface Columns {
  readonly coverages: readonly Column[];
  readonly attributes: readonly Column[];
}

/** As many of each as the document lets a row have. Insurers agree on codes, so there are few. */
export const mostColumns = 200;

/** In the order in which the configs name them first, under the name that they have there. */
export function columnsOf(configs: readonly (Comparable | null)[]): Columns {
  const known = configs.filter((config) => config !== null);
  return {
    coverages: firstOfEach(known.flatMap(({ coverages }) => coverages)),
    attributes: firstOfEach(known.flatMap(({ attributes }) => attributes)),
  };
}

function firstOfEach(columns: readonly Column[]): Column[] {
  const byCode = new Map<string, Column>();
  for (const { code, name } of columns) if (!byCode.has(code)) byCode.set(code, { code, name });
  return [...byCode.values()].slice(0, mostColumns);
}
