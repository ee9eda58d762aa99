/** `and`, `or` and `unless`: which series stay depends on whether there are some that match, step by step. */
import type { Sliceable } from "#src/http/event-loop.ts";
import type { Binary, SetOperator } from "../syntax/tree.ts";
import { merged } from "./duplicates.ts";
import type { Evaluator } from "./evaluator.ts";
import { absent, Grid } from "./grid.ts";
import { matchedSides } from "./joining.ts";

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

/** The series of both that have a value; the same label set is one series. */
function* together(evaluator: Evaluator, left: Grid, right: Grid): Sliceable<Grid> {
  const both = new Grid(evaluator.query.budget, left.steps, left.length + right.length);
  for (const grid of [left, right]) {
    for (let row = 0; row < grid.length; row++) {
      if (grid.has(row)) both.addRow(grid.row(row));
      yield;
    }
    grid.release();
  }
  return yield* merged(evaluator, both);
}
