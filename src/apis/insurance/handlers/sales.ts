import type { HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { purchaseEntity, type QuoteRow, quoteEntity } from "../entities.ts";
import { noteUse } from "../forms/kept-files.ts";
import { createdAnswer, writeCallOf } from "../idempotent-writes.ts";
import { newestFirst } from "../newest-first.ts";
import { presentPurchase, presentQuote } from "../presenters/records.ts";
import { buyQuote, purchaseOf } from "../sales/purchases.ts";
import { askForQuote, readQuote } from "../sales/quotes.ts";

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

export function quoteHandlers(dependencies: HandlerDependencies): HandlersOf<"Quotes"> {
  const now = () => new Date(dependencies.now());
  return {
    async listQuotes({ query }, { identity }) {
      const at = now();
      const quotes = { entity: quoteEntity, list: "quotes", present: (row: QuoteRow) => presentQuote(row, at) };
      return { status: 200, body: await newestFirst(dependencies, identity, quotes, query) };
    },

    async createQuote(request, call) {
      await noteUse(dependencies.database.dataSource.manager, call.identity, request.body, now());
      return createdAnswer(await askForQuote(dependencies, request.body, writeCallOf(request, call)));
    },

    async getQuote({ path }, { identity }) {
      return { status: 200, body: presentQuote(await readQuote(dependencies, identity, path), now()) };
    },
  };
}
