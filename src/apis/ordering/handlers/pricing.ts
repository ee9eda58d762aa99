import type { HandlersOf } from "../callers.ts";
import { presentQuote } from "../presenters/records.ts";
import { createQuote, quoteById } from "../pricing/quotes.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function pricingHandlers({ pool, now }: HandlerDependencies): HandlersOf<"Pricing"> {
  return {
    async createQuote({ body }) {
      const at = new Date(now());
      return { status: 201, body: presentQuote(await createQuote(pool, body, at), at) };
    },

    async getQuote({ path: { quoteId } }) {
      return { status: 200, body: presentQuote(await quoteById(pool, quoteId), new Date(now())) };
    },
  };
}
