/** Aggregations that look at all series of a step together: `topk`, `bottomk`, `limitk`, `limit_ratio`, `quantile`. */
import { Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { QueryError } from "../errors.ts";
import { quantileOf } from "../functions/quantile.ts";
import { floatText } from "../go-float.ts";
import { type Aggregation, unwrapped } from "../syntax/tree.ts";
import { Grouping } from "./aggregation.ts";
import type { Evaluator, Scalars } from "./evaluator.ts";
import { absent, float, Grid, histogram as histogramKind, pauseAfter } from "./grid.ts";
import { Heap } from "./heap.ts";
import { labelHash } from "./label-hash.ts";

const most64 = 2 ** 63;

/** The rows of each group, in their order. */
function groupsOf(node: Aggregation, grid: Grid): { readonly grouping: Grouping; readonly members: number[][] } {
  const grouping = new Grouping(node);
  const members: number[][] = [];
  for (const [row, labels] of grid.labels.entries()) {
    const group = grouping.groupOf(labels);
    const rows = members[group];
    if (rows === undefined) members[group] = [row];
    else rows.push(row);
  }
  return { grouping, members };
}

export function* chosen(evaluator: Evaluator, node: Aggregation): Sliceable<Grid> {
  const { query, steps } = evaluator;
  const parameter = yield* evaluator.scalars(unwrapped(node.parameter ?? node));
  const grid = yield* evaluator.grid(unwrapped(node.expr));
  const [least, most, anyNaN] = extremes(parameter, steps);
  const result = new Grid(query.budget, steps, grid.length);
  const ratio = node.operator === "limit_ratio";
  if (!anyNaN && (ratio ? most === 0 && least === 0 : most < 1)) return result;
  if (anyNaN) throw new QueryError("execution", ratio ? "Ratio value is NaN" : "Parameter value is NaN");
  if (ratio) warnOfRatio(evaluator, node, least, most);
  else {
    if (least <= -most64) throw new QueryError("execution", `Scalar value ${floatText(least, "g")} underflows int64`);
    if (most >= most64) throw new QueryError("execution", `Scalar value ${floatText(most, "g")} overflows int64`);
  }
  const { members } = groupsOf(node, grid);
  const places = new Int32Array(grid.length).fill(-1);
  const ratioAt = within(grid);
  const pauses = new Pauses(pauseAfter);
  for (let step = 0; step < steps; step++) {
    const given = parameter.at(step);
    const k = ratio ? grid.length : Math.min(Math.trunc(given), grid.length);
    if (ratio ? given === 0 : k < 1) continue;
    for (const rows of members) {
      for (const row of choose(evaluator, node, grid, rows, step, k, ratioAt(given))) {
        if (places[row] === -1) places[row] = result.add(grid.labels[row] ?? []);
        result.copy((places[row] as number) + step, grid, row * steps + step);
      }
      if (pauses.isDue(4 * rows.length)) yield;
    }
  }
  grid.release();
  return result;
}

function extremes(parameter: Scalars, steps: number): readonly [least: number, most: number, anyNaN: boolean] {
  let [least, most, anyNaN] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false];
  for (let step = 0; step < steps; step++) {
    const value = parameter.at(step);
    anyNaN ||= Number.isNaN(value);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  // As in Go, where NaN is the least and the most of what it is among.
  return anyNaN ? [Number.NaN, Number.NaN, true] : [least, most, false];
}

function warnOfRatio({ query }: Evaluator, node: Aggregation, least: number, most: number): void {
  const place = unwrapped(node.parameter ?? node);
  const warn = (value: number, cap: number) =>
    query.annotations.warn(
      `ratio value should be between -1 and 1, got ${floatText(value, "g")}, capping to ${cap}`,
      place,
    );
  if (most > 1) warn(most, 1);
  if (least < -1) warn(least, -1);
}

/** Of the rows of a group those that stay, in the order of an instant vector. */
function choose(
  { query }: Evaluator,
  node: Aggregation,
  grid: Grid,
  rows: readonly number[],
  step: number,
  k: number,
  ratio: (row: number) => boolean,
): readonly number[] {
  const { kinds, values, steps } = grid;
  if (node.operator === "limitk" || node.operator === "limit_ratio") {
    const present = rows.filter((row) => kinds[row * steps + step] !== absent);
    return node.operator === "limitk" ? present.slice(0, k) : present.filter(ratio);
  }
  const heap = new Heap(k, (row) => values[row * steps + step] as number, node.operator === "topk");
  for (const row of rows) {
    const kind = kinds[row * steps + step];
    if (kind === float) heap.offer(row);
    else if (kind !== absent) query.annotations.inform(`ignored histogram in ${node.operator} aggregation`, node);
  }
  return heap.sorted();
}

/** Which rows lie within a ratio; a negative one takes those that its opposite leaves. */
function within(grid: Grid): (ratio: number) => (row: number) => boolean {
  const places = new Float64Array(grid.length).fill(Number.NaN);
  const placeOf = (row: number) => {
    if (Number.isNaN(places[row])) places[row] = labelHash(grid.labels[row] ?? []);
    return places[row] as number;
  };
  return (ratio) => {
    const limit = Math.max(-1, Math.min(1, ratio));
    return (row) => (limit >= 0 ? placeOf(row) < limit : placeOf(row) >= 1 + limit);
  };
}

export function* quantiles(evaluator: Evaluator, node: Aggregation): Sliceable<Grid> {
  const { query, steps } = evaluator;
  const place = unwrapped(node.parameter ?? node);
  const parameter = yield* evaluator.scalars(place);
  const grid = yield* evaluator.grid(unwrapped(node.expr));
  const { grouping, members } = groupsOf(node, grid);
  const [least, most, anyNaN] = extremes(parameter, steps);
  const warn = (q: number) =>
    query.annotations.warn(`quantile value should be between 0 and 1, got ${floatText(q, "g")}`, place);
  if (anyNaN) warn(Number.NaN);
  if (most > 1) warn(most);
  if (least < 0) warn(least);
  const result = new Grid(query.budget, steps, members.length);
  const pauses = new Pauses(pauseAfter);
  for (const [group, rows] of members.entries()) {
    const into = result.add(grouping.groups[group] ?? []);
    const scratch = new Float64Array(rows.length);
    for (let step = 0; step < steps; step++) {
      let count = 0;
      for (const row of rows) {
        const at = row * steps + step;
        if (grid.kinds[at] === float) scratch[count++] = grid.values[at] as number;
        else if (grid.kinds[at] === histogramKind)
          query.annotations.inform("ignored histogram in quantile aggregation", unwrapped(node.expr));
      }
      if (count > 0) result.set(into + step, quantileOf(parameter.at(step), scratch.subarray(0, count)));
      if (pauses.isDue(8 * rows.length)) yield;
    }
  }
  grid.release();
  return result;
}
