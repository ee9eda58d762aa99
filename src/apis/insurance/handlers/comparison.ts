import type { InsuranceHandlers } from "../callers.ts";
import { compareProducts } from "../comparison/compare.ts";
import { ConfigMemory } from "../comparison/config-memory.ts";
import { idempotencyKeyOf } from "../idempotency-key.ts";
import type { InsuranceParts } from "../parts.ts";
import { presentComparison } from "../presenters/comparison.ts";

export function comparisonHandlers({
  database: { pool },
  insurers,
  log,
  now,
}: InsuranceParts): Pick<InsuranceHandlers, "compareProducts"> {
  const parts = { pool, insurers, memory: new ConfigMemory(), log, now };
  return {
    async compareProducts({ body, headers }, { identity, requestId }) {
      const { productType, providerIds = [], quotes = false, sort = "UPDATED_DESC", limit = 20 } = body;
      const { inputs = {}, country = null, currency = null, channel = null } = body;
      const sale = { country, currency, channel };
      // The header is read only where it can matter: a bad key fails no comparison that asks for no quotes.
      const wish = quotes ? { inputs, sale, key: idempotencyKeyOf(headers) } : null;
      const request = { productType, providerIds, wish, sort, limit };
      const comparison = await compareProducts(parts, identity, request, requestId);
      return { status: 200, body: presentComparison(comparison, { productType, sort }) };
    },
  };
}
