/** Reports for administrators. */
import { Problem } from "#src/http/problem.ts";
import type { HandlersOf } from "../callers.ts";
import { success } from "../presenters/envelope.ts";
import { currency } from "../presenters/records.ts";
import { bestProducts, countDays, countTotals } from "../reports.ts";
import type { HandlerDependencies } from "./dependencies.ts";

/** The owner of the turn among all queries: the shop, for all its administrators. */
const asker = "placeholder reports";
const dayMs = 24 * 60 * 60_000;
const maxDays = 366;
const defaultDays = 30;

export function reportHandlers({ database: { queries }, now }: HandlerDependencies): HandlersOf<"Reports"> {
  return {
    async getDashboard(_request, { signal }) {
      const time = now();
      const today = dateOf(time);
      const { totals, figures } = await queries.run(asker, { signal }, async (db) => {
        const totals = await countTotals(db);
        const [figures] = await countDays(db, today, today);
        return { totals, figures };
      });
      if (figures === undefined) throw new Error("Today came back empty");
      const generatedAt = new Date(time).toISOString();
      return { status: 200, body: success("The dashboard.", { generatedAt, ...totals, currency, today: figures }) };
    },

    async getAnalytics({ query }, { signal }) {
      const { from, to } = periodOf(query.from, query.to, now());
      const { days, topProducts } = await queries.run(asker, { signal }, async (db) => ({
        days: await countDays(db, from, to),
        topProducts: await bestProducts(db, from, to),
      }));
      return {
        status: 200,
        body: success(`Analytics from ${from} to ${to}.`, { from, to, currency, days, topProducts }),
      };
    },
  };
}

/** Throws Problem VALIDATION_FAILED for a period that ends before it begins or is too long. */
function periodOf(from: string | undefined, to: string | undefined, now: number): { from: string; to: string } {
  const last = to === undefined ? now : Date.parse(to);
  const first = from === undefined ? last - (defaultDays - 1) * dayMs : Date.parse(from);
  const period = { from: from ?? dateOf(first), to: to ?? dateOf(last) };
  const days = (Date.parse(period.to) - Date.parse(period.from)) / dayMs + 1;
  if (days >= 1 && days <= maxDays) return period;
  const message = days < 1 ? "must not be after to" : `must leave a period of at most ${maxDays} days`;
  throw new Problem("VALIDATION_FAILED", { fieldErrors: [{ path: "/query/from", code: "period", message }] });
}

/** YYYY-MM-DD in UTC. */
function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
