/**
 * Configs that comparisons have read in the last minute. They change with a product's terms, so hardly ever, and whoever
 * shows prices compares all day: without this, every comparison would ask every insurer for each of its products again.
 */
import type { CatalogProduct } from "../catalog/products.ts";
import type { Comparable } from "./columns.ts";

type Place = Pick<CatalogProduct, "providerId" | "productId">;

const lifetimeMs = 60_000;
/** Some 2 KiB each; never 100. */
const mostConfigs = 1_000;

export class ConfigCache {
  readonly #now: () => number;
  readonly #most: number;
  readonly #configs = new Map<string, { readonly config: Comparable; readonly readAt: number }>();

  /** `now` is a clock that never goes back (ms). */
  constructor(now: () => number = () => performance.now(), most = mostConfigs) {
    this.#now = now;
    this.#most = most;
  }

  /** Null when it was not read, or too long ago. */
  recall(product: Place): Comparable | null {
    const known = this.#configs.get(keyOf(product));
    return known === undefined || this.#now() - known.readAt >= lifetimeMs ? null : known.config;
  }

  /** Keeps what a comparison needs. The config that was read longest ago makes room. */
  keep(product: Place, { coverages, attributes }: Comparable): void {
    const key = keyOf(product);
    this.#configs.delete(key);
    this.#configs.set(key, { config: { coverages, attributes }, readAt: this.#now() });
    const [oldest] = this.#configs.keys();
    if (this.#configs.size > this.#most && oldest !== undefined) this.#configs.delete(oldest);
  }
}

function keyOf({ providerId, productId }: Place): string {
  return JSON.stringify([providerId, productId]);
}
