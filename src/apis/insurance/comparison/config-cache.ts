/**
 * Configs that comparisons have read in the last minute. They change with a product's terms, so hardly ever, and whoever
 * shows prices compares all day: without this, every comparison would ask every insurer for each of its products again.
 */
import { LRUCache } from "lru-cache";
import type { CatalogProduct } from "../catalog/products.ts";
import type { Comparable } from "./columns.ts";

type ProductName = Pick<CatalogProduct, "providerId" | "productId">;

const lifetimeMs = 60_000;
/** Some 2 KiB each; never 100. */
const mostConfigs = 1_000;

export class ConfigCache {
  readonly #configs: LRUCache<string, Comparable>;

  /** `now` is a clock that never goes back (ms, not 0). */
  constructor(now: () => number = () => performance.now()) {
    this.#configs = new LRUCache({ max: mostConfigs, ttl: lifetimeMs, ttlResolution: 0, perf: { now } });
  }

  /** Null when it was not read in the last minute. */
  get(product: ProductName): Comparable | null {
    return this.#configs.get(keyOf(product)) ?? null;
  }

  /** Keeps what a comparison needs. */
  set(product: ProductName, { coverages, attributes }: Comparable): void {
    this.#configs.set(keyOf(product), { coverages, attributes });
  }
}

function keyOf({ providerId, productId }: ProductName): string {
  return JSON.stringify([providerId, productId]);
}
