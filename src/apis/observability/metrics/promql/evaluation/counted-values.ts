/** `count_values`: one series for each value that there is. There may be many with a value at few steps, so only those are held. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { QueryError } from "../errors.ts";
import { histogramText } from "../histograms/histogram.ts";
import { plainDecimal } from "../syntax/numbers.ts";
import { type Aggregation, unwrapped } from "../syntax/tree.ts";
import { Grouping } from "./aggregation.ts";
import { tooManySamples } from "./budget.ts";
import type { Evaluator } from "./evaluator.ts";
import { absent, float, Grid, pauseAfter, type Row } from "./grid.ts";
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

export class CountedValues {
  readonly #evaluator: Evaluator;
  readonly #series: readonly CountedSeries[];
  readonly #held: number;

  private constructor(evaluator: Evaluator, series: readonly CountedSeries[], held: number) {
    this.#evaluator = evaluator;
    this.#series = series;
    this.#held = held;
  }

  /** Throws QueryError execution for a label without a name, and when the query may hold no more. */
  static *of(evaluator: Evaluator, node: Aggregation): Sliceable<CountedValues> {
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
    return new CountedValues(evaluator, [...all.values()], held);
  }

  /** All of them. They are not held by this any more. */
  *grid(): Sliceable<Grid> {
    const { query, steps } = this.#evaluator;
    const grid = new Grid(query.budget, steps, this.#series.length);
    for (const { labels, counts } of this.#series) {
      const into = grid.add(labels);
      for (const [step, count] of counts) grid.set(into + step, count);
      yield;
    }
    query.budget.hold(-this.#held);
    return grid;
  }

  /** One after the other, in a buffer that is used again. They are not held by this any more. */
  *rows(visit: (row: Row) => void): Sliceable<void> {
    const { query, steps } = this.#evaluator;
    const values = new Float64Array(steps);
    const kinds = new Uint8Array(steps);
    let work = 0;
    for (const { labels, counts } of this.#series) {
      for (const [step, count] of counts) {
        values[step] = count;
        kinds[step] = float;
      }
      visit({ labels, values, kinds, histograms: null });
      for (const step of counts.keys()) kinds[step] = absent;
      work += steps + counts.size;
      if (work < pauseAfter) continue;
      work = 0;
      yield;
    }
    query.budget.hold(-this.#held);
  }
}
