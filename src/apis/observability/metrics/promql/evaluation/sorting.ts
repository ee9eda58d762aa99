/** The order of an instant vector: by values or by labels. Of a range nothing is left of it, as its answer is sorted by labels. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { compareLabels, labelValue } from "../../labels.ts";
import { type Call, unwrapped } from "../syntax/tree.ts";
import type { Evaluator } from "./evaluator.ts";
import { absent, float, Grid } from "./grid.ts";

/** NaN is last, whichever way; histograms are left out. */
export function* sorted(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const grid = yield* evaluator.grid(unwrapped(call.arguments[0] ?? call));
  for (let at = 0; at < grid.length * grid.steps; at++) if (grid.kinds[at] !== float) grid.kinds[at] = absent;
  grid.histograms = null;
  const sign = call.function.name === "sort" ? 1 : -1;
  const value = (row: number) => grid.values[row * grid.steps] as number;
  return inOrder(evaluator, grid, (a, b) => {
    const [left, right] = [value(a), value(b)];
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return sign * (left - right);
  });
}

export function* sortedByLabel(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const [vector, ...names] = call.arguments.map(unwrapped);
  const grid = yield* evaluator.grid(vector ?? call);
  const sign = call.function.name === "sort_by_label" ? 1 : -1;
  return inOrder(evaluator, grid, (a, b) => {
    const [left, right] = [grid.labels[a] ?? [], grid.labels[b] ?? []];
    for (const name of names) {
      const label = name.kind === "string" ? name.value : "";
      const order = naturalOrder.compare(labelValue(left, label), labelValue(right, label));
      if (order !== 0) return sign * order;
    }
    return sign * compareLabels(left, right);
  });
}

/** Numbers within texts count as numbers: `instance-2` is before `instance-10`. */
const naturalOrder = new Intl.Collator("en", { numeric: true, sensitivity: "variant" });

function inOrder(evaluator: Evaluator, grid: Grid, compare: (a: number, b: number) => number): Grid {
  if (grid.steps !== 1) return grid;
  const rows = Array.from({ length: grid.length }, (_, row) => row).sort(compare);
  const result = new Grid(evaluator.query.budget, 1, grid.length);
  for (const row of rows) result.copy(result.add(grid.labels[row] ?? []), grid, row);
  grid.release();
  return result;
}
