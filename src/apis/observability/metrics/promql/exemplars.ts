/** Exemplars of what an expression selects, whenever it looks: as Prometheus does, its shifts do not count. */
import { decodeExemplar, type Exemplar } from "../exemplar.ts";
import { type Labels, SelectionTooLarge, type TimeRange } from "../store.ts";
import type { Source } from "./evaluate.ts";
import type { Expression } from "./expression.ts";
import { queryLimits } from "./limits.ts";
import { QueryError } from "./query-error.ts";

export interface ExemplarSeries {
  readonly labels: Labels;
  /** In the order of time (ms since the Unix epoch); at least one. */
  readonly exemplars: readonly (Exemplar & { readonly timestamp: number })[];
}

/** In the order of the series' labels. Throws QueryError execution when there are more than one answer may hold. */
export async function selectExemplars(
  expression: Expression,
  range: TimeRange,
  { reader, tenant }: Source,
): Promise<ExemplarSeries[]> {
  if (range.toMs < range.fromMs) throw new QueryError("bad_data", "end timestamp must not be before start timestamp");
  if (expression.kind !== "vector" && expression.kind !== "matrix") return [];
  const limits = { series: queryLimits.series, samples: queryLimits.exemplars };
  const selection = { matchers: expression.matchers, range, limits, records: "exemplar", onlyRecords: true } as const;
  try {
    const selected = await reader.select(tenant, selection);
    return selected.flatMap(({ labels, records }) => {
      const exemplars = records.map(({ timestamp, message }) => ({ ...decodeExemplar(message), timestamp }));
      return exemplars.length === 0 ? [] : [{ labels, exemplars }];
    });
  } catch (error) {
    if (!(error instanceof SelectionTooLarge)) throw error;
    const what = error.of === "samples" ? "exemplars" : error.of;
    throw new QueryError("execution", `query selects too much: more than ${error.limit} ${what} match`);
  }
}
