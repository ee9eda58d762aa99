import type { HandlersOf } from "../callers.ts";
import { presentQuote } from "../presenters/records.ts";
import { createQuote, quoteById } from "../pricing/quotes.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function pricingHandlers({ database, now }: HandlerDependencies): HandlersOf<"Pricing"> {
  const { manager } = database.dataSource;
  return {
    async createQuote({ body }) {
      const at = new Date(now());
      return { status: 201, body: presentQuote(await createQuote(manager, body, at), at) };
    },

    async getQuote({ path: { quoteId } }) {
      return { status: 200, body: presentQuote(await quoteById(manager, quoteId), new Date(now())) };
    },
  };
}
