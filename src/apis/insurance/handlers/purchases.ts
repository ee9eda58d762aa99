import { replayedHeader } from "#src/http/idempotency.ts";
import type { InsuranceHandlers } from "../callers.ts";
import { idempotencyKeyOf } from "../idempotency-key.ts";
import type { InsuranceParts } from "../parts.ts";
import { presentPurchase } from "../presenters/records.ts";
import { buyQuote, listPurchases, purchaseOf } from "../sales/purchases.ts";

type Served = Pick<InsuranceHandlers, "listPurchases" | "createPurchase" | "getPurchase">;

export function purchaseHandlers(parts: InsuranceParts): Served {
  return {
    async listPurchases({ query }, { identity }) {
      const { rows, pagination } = await listPurchases(parts, identity, query);
      return { status: 200, body: { items: rows.map(presentPurchase), pagination } };
    },

    async createPurchase({ body, headers }, { identity, requestId }) {
      const idempotencyKey = idempotencyKeyOf(headers);
      const bought = await buyQuote(parts, body, { tenant: identity, idempotencyKey, requestId });
      return bought.replayed
        ? { status: 200, body: bought.body, headers: replayedHeader }
        : { status: 201, body: bought.body };
    },

    async getPurchase({ path }, { identity }) {
      return { status: 200, body: presentPurchase(await purchaseOf(parts, identity, path)) };
    },
  };
}
