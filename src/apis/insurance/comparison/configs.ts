/** The configs of the products in a comparison. */
import type { Log } from "#src/storage/log.ts";
import { readConfig } from "../catalog/product-config.ts";
import type { CatalogProduct } from "../catalog/products.ts";
import { runGrouped } from "../grouped-concurrency.ts";
import type { Comparable } from "./columns.ts";
import type { ConfigCache } from "./config-cache.ts";
import type { Clients, TimeLeft } from "./dependencies.ts";

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
