/** `and`, `or` and `unless`: which series stay depends on whether there are some that match, step by step. */
import type { Sliceable } from "#src/http/event-loop.ts";
import type { Binary, SetOperator } from "../syntax/tree.ts";
import { sameLabels } from "./duplicates.ts";
import type { Evaluator } from "./evaluator.ts";
import { absent, Grid } from "./grid.ts";
import { matchedSides } from "./joining.ts";
import { keyOf } from "./labels.ts";

export function* betweenSets(evaluator: Evaluator, node: Binary, operator: SetOperator): Sliceable<Grid> {
  const { left, right, leftOrdinals, rightOrdinals, count } = yield* matchedSides(evaluator, node);
  if (operator === "or") {
    const taken = yield* presence(left, leftOrdinals, count);
    yield* leaveOut(right, rightOrdinals, (present) => taken[present] === 1);
    return yield* together(evaluator, left, right);
  }
  const present = yield* presence(right, rightOrdinals, count);
  yield* leaveOut(left, leftOrdinals, (at) => (present[at] === 1) === (operator === "unless"));
  right.release();
  return left;
}

/** Whether a signature has a value, at `ordinal * steps + step`. */
function* presence({ kinds, steps, length }: Grid, ordinals: Int32Array, count: number): Sliceable<Uint8Array> {
  const present = new Uint8Array(count * steps);
  for (let row = 0; row < length; row++) {
    const into = (ordinals[row] as number) * steps;
    for (let step = 0; step < steps; step++) if (kinds[row * steps + step] !== absent) present[into + step] = 1;
    yield;
  }
  return present;
}

function* leaveOut(
  { kinds, steps, length }: Grid,
  ordinals: Int32Array,
  leaves: (at: number) => boolean,
): Sliceable<void> {
  for (let row = 0; row < length; row++) {
    const from = (ordinals[row] as number) * steps;
    for (let step = 0; step < steps; step++) if (leaves(from + step)) kinds[row * steps + step] = absent;
    yield;
  }
}

/** The series of both; the same label set is one series. */
function* together(evaluator: Evaluator, left: Grid, right: Grid): Sliceable<Grid> {
  const { steps } = left;
  const places = new Map<string, number>();
  const result = new Grid(evaluator.query.budget, steps, left.length + right.length);
  for (const grid of [left, right]) {
    for (const [row, labels] of grid.labels.entries()) {
      if (!grid.has(row)) continue;
      const key = keyOf(labels);
      const into = places.get(key) ?? result.add(labels);
      places.set(key, into);
      for (let step = 0; step < steps; step++) {
        if (grid.kinds[row * steps + step] === absent) continue;
        if (result.kinds[into + step] !== absent) throw sameLabels();
        result.copy(into + step, grid, row * steps + step);
      }
      yield;
    }
    grid.release();
  }
  return result;
}
