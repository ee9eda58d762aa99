import type { HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { noteUse } from "../forms/kept-files.ts";
import { createdAnswer, writeCallOf } from "../idempotent-writes.ts";
import { presentQuote } from "../presenters/records.ts";
import { askForQuote, listQuotes, readQuote } from "../sales/quotes.ts";

export function quoteHandlers(dependencies: HandlerDependencies): HandlersOf<"Quotes"> {
  const now = () => new Date(dependencies.now());
  return {
    async listQuotes({ query }, { identity }) {
      const { rows, pagination } = await listQuotes(dependencies, identity, query);
      const at = now();
      return { status: 200, body: { items: rows.map((row) => presentQuote(row, at)), pagination } };
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
