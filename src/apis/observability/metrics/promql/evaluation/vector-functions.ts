/** Functions of instant vectors, all steps at once. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { nameLabel } from "../../label-bytes.ts";
import { dateFunctions } from "../functions/dates.ts";
import { goMax, goMin, numberFunctions } from "../functions/numbers.ts";
import type { FloatHistogram } from "../histograms/histogram.ts";
import { nativeVariance } from "../histograms/native-quantile.ts";
import { type Call, type Node, unwrapped } from "../syntax/tree.ts";
import { merged, withoutNames } from "./duplicates.ts";
import type { Evaluator } from "./evaluator.ts";
import { absent, float, Grid, histogram as histogramKind, type Row } from "./grid.ts";
import { histogramFraction, histogramQuantile } from "./histogram-functions.ts";
import { enriched } from "./info.ts";
import { labelJoin, labelReplace } from "./label-functions.ts";
import { type LabelSet, noLabels, withLabel, without } from "./labels.ts";
import { newestRows } from "./selection-rows.ts";
import { sorted, sortedByLabel } from "./sorting.ts";

type VectorFunction = (evaluator: Evaluator, call: Call) => Sliceable<Grid>;

const argument = (call: Call, index: number): Node => unwrapped(call.arguments[index] ?? call);

/** The vector without names, whose values are changed in place; no histogram stays. */
function* changed(
  evaluator: Evaluator,
  node: Node,
  change: (grid: Grid, at: number, step: number) => void,
): Sliceable<Grid> {
  const grid = yield* evaluator.grid(node);
  yield* grid.visit((at, step) => change(grid, at, step));
  grid.histograms = null;
  return yield* withoutNames(evaluator, grid);
}

/** Of floats; histograms are left out. */
function ofFloats(
  evaluator: Evaluator,
  node: Node,
  calculate: (value: number, step: number) => number,
): Sliceable<Grid> {
  return changed(evaluator, node, ({ kinds, values }, at, step) => {
    if (kinds[at] === float) values[at] = calculate(values[at] as number, step);
    else kinds[at] = absent;
  });
}

function* ofHistograms(
  evaluator: Evaluator,
  node: Node,
  calculate: (histogram: FloatHistogram) => number,
): Sliceable<Grid> {
  const grid = yield* evaluator.grid(node);
  yield* grid.visit((at) => {
    const each = grid.histograms?.[at];
    if (grid.kinds[at] === histogramKind && each !== undefined) grid.set(at, calculate(each));
    else grid.kinds[at] = absent;
  });
  grid.histograms = null;
  for (const [row, labels] of grid.labels.entries()) grid.labels[row] = without(labels, [nameLabel]);
  return yield* merged(evaluator, grid);
}

const histogramNumbers: Readonly<Record<string, (histogram: FloatHistogram) => number>> = {
  histogram_count: ({ count }) => count,
  histogram_sum: ({ sum }) => sum,
  histogram_avg: ({ sum, count }) => sum / count,
  histogram_stddev: (histogram) => Math.sqrt(nativeVariance(histogram)),
  histogram_stdvar: nativeVariance,
};

function* clamped(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const { name } = call.function;
  const first = yield* evaluator.scalars(argument(call, 1));
  const second = name === "clamp" ? yield* evaluator.scalars(argument(call, 2)) : first;
  const limits = (step: number): readonly [least: number, most: number] => {
    if (name === "clamp_min") return [first.at(step), Number.POSITIVE_INFINITY];
    if (name === "clamp_max") return [Number.NEGATIVE_INFINITY, first.at(step)];
    return [first.at(step), second.at(step)];
  };
  return yield* changed(evaluator, argument(call, 0), ({ kinds, values }, at, step) => {
    const [least, most] = limits(step);
    if (kinds[at] !== float || most < least) kinds[at] = absent;
    else values[at] = goMax(least, goMin(most, values[at] as number));
  });
}

function* rounded(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const nearest = call.arguments.length > 1 ? yield* evaluator.scalars(argument(call, 1)) : null;
  return yield* ofFloats(evaluator, argument(call, 0), (value, step) => {
    const inverse = 1 / (nearest?.at(step) ?? 1);
    return Math.floor(value * inverse + 0.5) / inverse;
  });
}

function* date(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const calculate = dateFunctions[call.function.name] ?? Number;
  if (call.arguments.length > 0)
    return yield* ofFloats(evaluator, argument(call, 0), (value) => calculate(Math.trunc(value)));
  return constant(evaluator, noLabels, (moment) => calculate(Math.trunc(moment / 1_000)));
}

/** One series with a value at each step. */
function constant(evaluator: Evaluator, labels: LabelSet, valueAt: (moment: number, step: number) => number): Grid {
  const { period, steps, query } = evaluator;
  const grid = new Grid(query.budget, steps, 1);
  grid.add(labels);
  for (let step = 0; step < steps; step++) grid.set(step, valueAt(period.start + step * period.step, step));
  return grid;
}

function* timestamps(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const node = argument(call, 0);
  if (node.kind === "vectorSelector") {
    const capacity = evaluator.query.series.get(node)?.length ?? 0;
    const found = new Grid(evaluator.query.budget, evaluator.steps, capacity);
    yield* newestRows(evaluator, node, (row) => found.addRow(row), { ofTime: true });
    return yield* withoutNames(evaluator, found);
  }
  const { start, step: every } = evaluator.period;
  return yield* changed(evaluator, node, (grid, at, step) => {
    if (grid.kinds[at] !== absent) grid.set(at, (start + step * every) / 1_000);
  });
}

/** 1 where the vector has nothing, with the labels that it was asked for. */
function* absentSeries(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  return yield* whereAbsent(evaluator, call, (visit) => evaluator.rows(argument(call, 0), visit));
}

/** 1 at each step at which none of the rows has a value. */
export function* whereAbsent(
  evaluator: Evaluator,
  call: Call,
  rows: (visit: (row: Row) => void) => Sliceable<void>,
): Sliceable<Grid> {
  const present = new Uint8Array(evaluator.steps);
  yield* rows(({ kinds }) => {
    for (let step = 0; step < kinds.length; step++) if (kinds[step] !== absent) present[step] = 1;
  });
  const grid = constant(evaluator, labelsAskedFor(argument(call, 0)), () => 1);
  for (let step = 0; step < grid.steps; step++) if (present[step] === 1) grid.kinds[step] = absent;
  return grid;
}

/** Those of conditions with `=`, unless there are several about one label. */
function labelsAskedFor(node: Node): LabelSet {
  const selector = node.kind === "matrixSelector" ? node.selector : node;
  if (selector.kind !== "vectorSelector") return noLabels;
  let labels: LabelSet = noLabels;
  const seen = new Set<string>();
  for (const { name, operator, value } of selector.matchers) {
    if (name === nameLabel) continue;
    const isFirst = operator === "=" && !seen.has(name);
    if (isFirst) seen.add(name);
    labels = withLabel(labels, name, isFirst ? value : "");
  }
  return labels;
}

const simple: readonly [string, VectorFunction][] = [
  ...Object.entries(numberFunctions).map(([name, calculate]): [string, VectorFunction] => [
    name,
    (evaluator, call) => ofFloats(evaluator, argument(call, 0), calculate),
  ]),
  ...Object.entries(histogramNumbers).map(([name, calculate]): [string, VectorFunction] => [
    name,
    (evaluator, call) => ofHistograms(evaluator, argument(call, 0), calculate),
  ]),
  ...Object.keys(dateFunctions).map((name): [string, VectorFunction] => [name, date]),
];

export const vectorFunctions: ReadonlyMap<string, VectorFunction> = new Map([
  ...simple,
  ["clamp", clamped],
  ["clamp_min", clamped],
  ["clamp_max", clamped],
  ["round", rounded],
  ["timestamp", timestamps],
  ["absent", absentSeries],
  ["histogram_quantile", histogramQuantile],
  ["histogram_fraction", histogramFraction],
  ["info", enriched],
  ["label_replace", labelReplace],
  ["label_join", labelJoin],
  ["sort", sorted],
  ["sort_desc", sorted],
  ["sort_by_label", sortedByLabel],
  ["sort_by_label_desc", sortedByLabel],
  [
    "vector",
    function* (evaluator, call): Sliceable<Grid> {
      const scalars = yield* evaluator.scalars(argument(call, 0));
      return constant(evaluator, noLabels, (_, step) => scalars.at(step));
    },
  ],
]);

/** The only float of a vector at each step, otherwise NaN. */
export function* onlyFloats(evaluator: Evaluator, node: Node): Sliceable<Float64Array> {
  const counts = new Uint8Array(evaluator.steps);
  const values = new Float64Array(evaluator.steps).fill(Number.NaN);
  yield* evaluator.rows(node, (row) => {
    for (let step = 0; step < counts.length; step++) {
      if (row.kinds[step] !== float) continue;
      values[step] = counts[step] === 0 ? (row.values[step] as number) : Number.NaN;
      counts[step] = 1;
    }
  });
  return values;
}
