import type { HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { purchaseEntity } from "../entities.ts";
import { noteUse } from "../forms/kept-files.ts";
import { createdAnswer, writeCallOf } from "../idempotent-writes.ts";
import { newestFirst } from "../newest-first.ts";
import { presentPurchase } from "../presenters/records.ts";
import { buyQuote, purchaseOf } from "../sales/purchases.ts";

export function purchaseHandlers(dependencies: HandlerDependencies): HandlersOf<"Purchases"> {
  const { database, now } = dependencies;
  const { manager } = database.dataSource;
  return {
    async listPurchases({ query }, { identity }) {
      const purchases = { entity: purchaseEntity, list: "purchases", present: presentPurchase };
      return { status: 200, body: await newestFirst(dependencies, identity, purchases, query) };
    },

    async createPurchase(request, call) {
      await noteUse(manager, call.identity, request.body, new Date(now()));
      return createdAnswer(await buyQuote(dependencies, request.body, writeCallOf(request, call)));
    },

    async getPurchase({ path }, { identity }) {
      return { status: 200, body: presentPurchase(await purchaseOf(dependencies, identity, path)) };
    },
  };
}
