/** The parameters of queries of metrics, as Prometheus reads them. */
import type { Schemas } from "#generated/observability/contract.ts";
import { QueryError } from "../metrics/promql/errors.ts";
import { queryLimits } from "../metrics/promql/limits.ts";
import { parseSelector } from "../metrics/promql/syntax/parser.ts";
import { asParameter, invalidParameter, quoted, readDuration, readMoment } from "../metrics/promql/time.ts";
import type { SeriesQuestion, TimeRange } from "../metrics/store.ts";

/** For reading and evaluating; waiting included. */
export const longestQueryMs = 20_000;
const defaultSteps = 250;
const shortestDefaultStepMs = 1_000;

// Parameters have the same names in the address and in forms.
export type InstantParameters = Schemas["MetricQueryForm"];
export type RangeParameters = Schemas["MetricRangeForm"];
export type ExemplarParameters = Schemas["ExemplarQueryForm"];
export type SeriesParameters = Schemas["SeriesListForm"];

/** In milliseconds; null stands for the server's default. */
export function lookbackOf(text: string | undefined): number | null {
  const ms = text === undefined || text === "" ? 0 : readDuration("lookback_delta", text);
  return ms > 0 ? ms : null;
}

/** In milliseconds, at most `longestQueryMs`. */
export function timeoutOf(text: string | undefined): number {
  if (text === undefined) return longestQueryMs;
  const ms = readDuration("timeout", text);
  if (ms <= 0) throw invalidParameter("timeout", `cannot parse ${quoted(text)} to a valid duration`);
  return Math.min(ms, longestQueryMs);
}

export function periodOf({ start, end, step }: RangeParameters) {
  const from = readMoment("start", start);
  const to = readMoment("end", end);
  if (to < from) throw invalidParameter("end", "end timestamp must not be before start time");
  const every =
    step === undefined
      ? Math.max(shortestDefaultStepMs, Math.floor((to - from) / defaultSteps))
      : readDuration("step", step);
  if (every <= 0) {
    const reason = "zero or negative query resolution step widths are not accepted. Try a positive integer";
    throw invalidParameter("step", reason);
  }
  if (Math.floor((to - from) / every) > queryLimits.steps) {
    const reason = "exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution";
    throw new QueryError("bad_data", `${reason} (?step=XX)`);
  }
  return { start: from, end: to, step: every };
}

/** As far as a day has a date. */
const always = { fromMs: -8_640_000_000_000_000, toMs: 8_640_000_000_000_000 } as const;

export function questionOf({ "match[]": selectors = [], limit = 0, ...ends }: SeriesParameters): SeriesQuestion {
  return {
    selectors: selectors.map((text) => asParameter("match[]", () => parseSelector(text))),
    range: rangeOf(ends),
    limit: listLimit(limit),
  };
}

export function rangeOf({ start, end }: Pick<SeriesParameters, "start" | "end">): TimeRange {
  return {
    fromMs: start === undefined ? always.fromMs : readMoment("start", start),
    toMs: end === undefined ? always.toMs : readMoment("end", end),
  };
}

/** 0 means as many as there are. */
function listLimit(limit: number): number {
  return limit === 0 ? queryLimits.listed : Math.min(limit, queryLimits.listed);
}
