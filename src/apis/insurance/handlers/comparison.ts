import type { HandlersOf } from "../callers.ts";
import { compareProducts } from "../comparison/compare.ts";
import { ConfigCache } from "../comparison/configs.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { idempotencyKeyOf } from "../idempotent-writes.ts";
import { presentComparison } from "../presenters/comparison.ts";

export function comparisonHandlers({
  database: { pool },
  insurers,
  log,
  now,
}: HandlerDependencies): HandlersOf<"Comparison"> {
  const dependencies = { pool, insurers, cache: new ConfigCache(), log, now };
  return {
    async compareProducts({ body, headers }, { identity, requestId }) {
      const { productType, providerIds = [], quotes = false, sort = "UPDATED_DESC", limit = 20 } = body;
      const { inputs = {}, country = null, currency = null, channel = null } = body;
      const sale = { country, currency, channel };
      // The header is read only where it can matter: a bad key fails no comparison that asks for no quotes.
      const quoteRequest = quotes ? { inputs, sale, key: idempotencyKeyOf(headers) } : null;
      const request = { productType, providerIds, quoteRequest, sort, limit };
      const comparison = await compareProducts(dependencies, identity, request, requestId);
      return { status: 200, body: presentComparison(comparison, { productType, sort }) };
    },
  };
}
