/** The configs of the products in a comparison. */
import { LRUCache } from "lru-cache";
import type { Log } from "#src/storage/log.ts";
import { type ProductConfig, readConfig } from "../catalog/product-config.ts";
import type { CatalogProduct } from "../catalog/products.ts";
import { runGrouped } from "../grouped-concurrency.ts";
import type { InsurerClient } from "../insurers/client.ts";

/** The parts of a config that a comparison uses. */
export type Comparable = Pick<ProductConfig, "coverages" | "attributes">;

/** Insurers that can be asked, by id. */
export type Clients = ReadonlyMap<string, InsurerClient>;

/** How long there is still time (ms): none when it is 0. A call takes whole milliseconds. */
export type TimeLeft = () => number;

/** Counts down from now. */
export function countdown(ms: number): TimeLeft {
  const endsAt = performance.now() + ms;
  return () => Math.max(0, Math.floor(endsAt - performance.now()));
}

export interface ConfigReading {
  readonly cache: ConfigCache;
  readonly clients: Clients;
  readonly log: Log;
  readonly requestId: string;
  readonly timeLeft: TimeLeft;
}

/** Calls at the same time, by one comparison; and of them, calls of one insurer. */
const limits = { most: 64, mostPerGroup: 4 };

/** By product; what is missing could not be read in time. */
export async function readConfigs(
  products: readonly CatalogProduct[],
  { cache, clients, log, requestId, timeLeft }: ConfigReading,
): Promise<ReadonlyMap<CatalogProduct, Comparable>> {
  const configs = new Map<CatalogProduct, Comparable>();
  const read = async (product: CatalogProduct) => {
    const client = clients.get(product.providerId);
    const deadlineMs = timeLeft();
    if (client === undefined || deadlineMs === 0) return;
    const config = await readConfig(client, product.productId, log, { requestId, deadlineMs });
    if (config === null) return;
    cache.set(product, config);
    configs.set(product, config);
  };
  for (const product of products) {
    const known = cache.get(product);
    if (known !== null) configs.set(product, known);
  }
  const unknown = products.filter((product) => !configs.has(product));
  await runGrouped(unknown, ({ providerId }) => providerId, limits, read);
  return configs;
}

type ProductName = Pick<CatalogProduct, "providerId" | "productId">;

const lifetimeMs = 60_000;
/** Some 2 KiB each; never 100. */
const mostConfigs = 1_000;

/**
 * Configs that comparisons have read in the last minute. They change with a product's terms, so hardly ever, and whoever
 * shows prices compares all day: without this, every comparison would ask every insurer for each of its products again.
 */
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
