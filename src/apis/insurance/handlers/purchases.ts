import type { InsuranceHandlers } from "../callers.ts";
import { createdAnswer, writeCallOf } from "../insurer-write.ts";
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

    async createPurchase(request, call) {
      return createdAnswer(await buyQuote(parts, request.body, writeCallOf(request, call)));
    },

    async getPurchase({ path }, { identity }) {
      return { status: 200, body: presentPurchase(await purchaseOf(parts, identity, path)) };
    },
  };
}
