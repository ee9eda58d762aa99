/** `count_values`: one series for each value that there is. There may be many with a value at few steps, so only those are held. */
import { Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { QueryError } from "../errors.ts";
import { plainDecimal } from "../go-float.ts";
import { histogramText } from "../histograms/histogram.ts";
import { type Aggregation, unwrapped } from "../syntax/tree.ts";
import { Grouping } from "./aggregation.ts";
import { tooManySamples } from "./budget.ts";
import type { Evaluator, SeriesOneByOne } from "./evaluator.ts";
import { absent, float, pauseAfter, type Row } from "./grid.ts";
import { keyOf, type LabelSet, withLabel } from "./labels.ts";

/** What a series counts as beside its values: its labels, at about ten bytes each. */
const valuesOfSeries = 32;
/** Steps times series that may be gone through, whether there is a value or not. */
const mostPlaces = 200_000_000;
/** Values between two pauses: each is made a text. */
const sliceValues = 1_024;

interface CountedSeries {
  readonly labels: LabelSet;
  /** Those at which there is one, rising unless several rows have the value. */
  readonly counts: Map<number, number>;
}

/** Throws QueryError execution for a label without a name, and when the query may hold no more. */
export function* countedValues(evaluator: Evaluator, node: Aggregation): Sliceable<SeriesOneByOne> {
  const { query, steps } = evaluator;
  const parameter = unwrapped(node.parameter ?? node);
  const label = parameter.kind === "string" ? parameter.value : "";
  if (label === "") throw new QueryError("execution", 'invalid label name ""');
  const grouping = new Grouping(node.without ? node : { ...node, labels: [...node.labels, label] });
  const grid = yield* evaluator.grid(unwrapped(node.expr));
  const all = new Map<string, CountedSeries>();
  let held = 0;
  const hold = (values: number) => {
    query.budget.hold(values);
    held += values;
  };
  const seriesOf = (labels: LabelSet, text: string): CountedSeries => {
    const group = grouping.groups[grouping.groupOf(withLabel(labels, label, text))] ?? [];
    const key = keyOf(group);
    const known = all.get(key);
    if (known !== undefined) return known;
    const series = { labels: group, counts: new Map<number, number>() };
    all.set(key, series);
    hold(valuesOfSeries);
    if (all.size * steps > mostPlaces) throw tooManySamples();
    return series;
  };
  let work = 0;
  for (const [row, labels] of grid.labels.entries()) {
    let text = "";
    let series: CountedSeries | undefined;
    for (let step = 0; step < steps; step++) {
      if (++work % sliceValues === 0) yield;
      const at = row * steps + step;
      const kind = grid.kinds[at];
      if (kind === absent) continue;
      const each = grid.histograms?.[at];
      const next =
        kind === float ? plainDecimal(grid.values[at] as number) : each === undefined ? "" : histogramText(each);
      if (series === undefined || next !== text) series = seriesOf(labels, next);
      text = next;
      const count = series.counts.get(step);
      if (count === undefined) hold(2);
      series.counts.set(step, (count ?? 0) + 1);
    }
  }
  grid.release();
  return { length: all.size, rows: (visit) => rowsOf(evaluator, [...all.values()], held, visit) };
}

/** The values are not held any more afterwards. */
function* rowsOf(
  { query, steps }: Evaluator,
  all: readonly CountedSeries[],
  held: number,
  visit: (row: Row) => void,
): Sliceable<void> {
  const values = new Float64Array(steps);
  const kinds = new Uint8Array(steps);
  const pauses = new Pauses(pauseAfter);
  for (const { labels, counts } of all) {
    for (const [step, count] of counts) {
      values[step] = count;
      kinds[step] = float;
    }
    visit({ labels, values, kinds, histograms: null });
    for (const step of counts.keys()) kinds[step] = absent;
    if (pauses.isDue(steps + counts.size)) yield;
  }
  query.budget.hold(-held);
}
