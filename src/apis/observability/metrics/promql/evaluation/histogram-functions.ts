/** `histogram_quantile` and `histogram_fraction`, of classic histograms (series with `le`) and of native ones. */

import { Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { labelValue } from "../../labels.ts";
import { floatIn, floatText } from "../go-float.ts";
import { type ClassicBucket, classicFraction, classicQuantile } from "../histograms/classic.ts";
import type { FloatHistogram } from "../histograms/histogram.ts";
import { nativeFraction, nativeQuantile } from "../histograms/native-quantile.ts";
import { quote } from "../syntax/quote.ts";
import { type Call, type Node, unwrapped } from "../syntax/tree.ts";
import { merged } from "./duplicates.ts";
import type { Evaluator } from "./evaluator.ts";
import { float, Grid, histogram as histogramKind, pauseAfter } from "./grid.ts";
import { keyOf, type LabelSet, without, withoutName } from "./labels.ts";

const bucketLabel = "le";

/** What is calculated at a step, of either kind. */
interface Calculation {
  readonly classic: (buckets: ClassicBucket[], step: number) => number;
  readonly native: (histogram: FloatHistogram, step: number) => number;
}

export function* histogramQuantile(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const [quantile, vector] = call.arguments.map(unwrapped) as [Node, Node];
  const { annotations } = evaluator.query;
  const qs = yield* evaluator.scalars(quantile);
  for (let step = 0; step < evaluator.steps; step++) {
    const q = qs.at(step);
    if (!(q >= 0 && q <= 1))
      annotations.warn(`quantile value should be between 0 and 1, got ${floatText(q, "g")}`, quantile);
  }
  return yield* calculated(evaluator, vector, {
    classic: (buckets, step) => {
      const { value, forced } = classicQuantile(qs.at(step), buckets);
      if (forced) annotations.inform(forcedMonotonic, vector);
      return value;
    },
    native: (histogram, step) => {
      const [value, notice] = nativeQuantile(qs.at(step), histogram);
      if (notice !== null) annotations.inform(`input to histogram_quantile has NaN observations, ${notice}`, quantile);
      return value;
    },
  });
}

const forcedMonotonic =
  "input to histogram_quantile needed to be fixed for monotonicity (see https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile)";

export function* histogramFraction(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const [lower, upper, vector] = call.arguments.map(unwrapped) as [Node, Node, Node];
  const { annotations } = evaluator.query;
  const from = yield* evaluator.scalars(lower);
  const to = yield* evaluator.scalars(upper);
  const nans = "input to histogram_fraction has NaN observations, which are excluded from all fractions";
  return yield* calculated(evaluator, vector, {
    classic: (buckets, step) => classicFraction(from.at(step), to.at(step), buckets),
    native: (histogram, step) => {
      const [value, hasNan] = nativeFraction(from.at(step), to.at(step), histogram);
      if (hasNan) annotations.inform(nans, lower);
      return value;
    },
  });
}

/** Series that are one classic histogram; its buckets rise by their bounds. */
interface ClassicGroup {
  readonly labels: LabelSet;
  readonly buckets: { readonly row: number; readonly upper: number }[];
}

function* calculated(evaluator: Evaluator, vector: Node, { classic, native }: Calculation): Sliceable<Grid> {
  const { annotations, budget } = evaluator.query;
  const grid = yield* evaluator.grid(vector);
  const { steps } = grid;
  const groups = new Map<string, ClassicGroup>();
  for (let row = 0; row < grid.length; row++) {
    const labels = grid.labels[row] ?? [];
    const text = labelValue(labels, bucketLabel);
    const upper = floatIn(text);
    if (upper === null) {
      if (hasFloats(grid, row))
        annotations.warn(`bucket label "le" is missing or has a malformed value of ${quote(text)}`, vector);
      continue;
    }
    const others = without(labels, [bucketLabel]);
    const key = keyOf(others);
    const group = groups.get(key) ?? { labels: others, buckets: [] };
    group.buckets.push({ row, upper });
    groups.set(key, group);
    if (row % 1_024 === 0) yield;
  }
  for (const { buckets } of groups.values()) buckets.sort((a, b) => a.upper - b.upper);
  const result = new Grid(budget, steps, groups.size);
  const conflicting = new Set<string>();
  if (grid.histograms !== null) {
    for (let row = 0; row < grid.length; row++) {
      const labels = grid.labels[row] ?? [];
      const key = keyOf(labels);
      const rival = groups.get(key);
      let at = -1;
      for (let step = 0; step < steps; step++) {
        const place = row * steps + step;
        const each = grid.histograms[place];
        if (grid.kinds[place] !== histogramKind || each === undefined) continue;
        if (rival?.buckets.some((bucket) => grid.kinds[bucket.row * steps + step] === float) === true) {
          annotations.warn("vector contains a mix of classic and native histograms", vector);
          conflicting.add(`${key} ${step}`);
          continue;
        }
        if (at < 0) at = result.add(withoutName(labels));
        result.set(at + step, native(each, step));
      }
      yield;
    }
  }
  const pauses = new Pauses(pauseAfter);
  for (const [key, { labels, buckets }] of groups) {
    let at = -1;
    // The same objects for each step: there are as many buckets as samples.
    const reused: ClassicBucket[] = buckets.map(({ upper }) => ({ upper, count: 0 }));
    const counted: ClassicBucket[] = [];
    for (let step = 0; step < steps; step++) {
      counted.length = 0;
      for (let nth = 0; nth < buckets.length; nth++) {
        const place = (buckets[nth]?.row ?? 0) * steps + step;
        const bucket = reused[nth];
        if (bucket === undefined || grid.kinds[place] !== float) continue;
        bucket.count = grid.values[place] as number;
        counted.push(bucket);
      }
      if (counted.length === 0) continue;
      if (conflicting.size > 0 && conflicting.has(`${key} ${step}`)) continue;
      if (at < 0) at = result.add(withoutName(labels));
      result.set(at + step, classic(counted, step));
      if (pauses.isDue(8 * counted.length)) yield;
    }
  }
  grid.release();
  return yield* merged(evaluator, result);
}

function hasFloats(grid: Grid, row: number): boolean {
  for (let step = 0; step < grid.steps; step++) if (grid.kinds[row * grid.steps + step] === float) return true;
  return false;
}
