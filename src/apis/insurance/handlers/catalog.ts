import { notFound } from "#src/http/problem.ts";
import { sharedReads } from "#src/storage/shared-reads.ts";
import type { HandlersOf } from "../callers.ts";
import { listCommercialRates } from "../catalog/commercial-rates.ts";
import { configPatienceMs, readConfig } from "../catalog/product-config.ts";
import { listProducts, sellableProduct } from "../catalog/products.ts";
import { readTaxonomy } from "../catalog/taxonomy.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { presentCommercialRate, presentConfiguredProduct, presentProduct } from "../presenters/catalog.ts";

export function catalogHandlers({
  database: { pool },
  insurers,
  cursors,
  log,
}: HandlerDependencies): HandlersOf<"Catalog"> {
  // The same for everybody, and read all day.
  const taxonomy = sharedReads(() => readTaxonomy(pool));
  return {
    async getTaxonomy() {
      return { status: 200, body: await taxonomy("taxonomy") };
    },

    async listProducts({ query }, { identity }) {
      const { items, nextCursor } = await listProducts(pool, cursors, identity, query, query);
      return { status: 200, body: { items: items.map((product) => presentProduct(product, identity)), nextCursor } };
    },

    async getProduct({ path: { providerId, productId } }, { identity, requestId }) {
      const product = await sellableProduct(pool, identity, providerId, productId);
      if (product === null) throw notFound("There is no such product.");
      const client = await insurers.find(providerId);
      const options = { requestId, deadlineMs: configPatienceMs };
      const config = client && (await readConfig(client, productId, log, options));
      return { status: 200, body: presentConfiguredProduct(product, config, identity) };
    },

    async listCommercialRates({ query }, { identity }) {
      const { items, nextCursor } = await listCommercialRates(pool, cursors, identity, query, query);
      return { status: 200, body: { items: items.map((rate) => presentCommercialRate(rate, identity)), nextCursor } };
    },
  };
}
