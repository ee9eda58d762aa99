/** Operators: between numbers, between a vector and a number, and between the series of two vectors that match. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { arithmetic, compares } from "../functions/numbers.ts";
import { type Binary, isComparison } from "../syntax/tree.ts";
import { withoutNames } from "./duplicates.ts";
import { type Elements, elementOf } from "./elements.ts";
import { type Evaluator, Scalars } from "./evaluator.ts";
import { absent, float, type Grid, pauseAfter } from "./grid.ts";
import { betweenVectors } from "./joining.ts";
import { betweenSets } from "./sets.ts";

export function* betweenScalars(evaluator: Evaluator, { operator, left, right }: Binary): Sliceable<Scalars> {
  const a = yield* evaluator.scalars(left);
  const b = yield* evaluator.scalars(right);
  const values = new Float64Array(evaluator.steps);
  for (let step = 0; step < values.length; step++) {
    if (isComparison(operator)) values[step] = Number(compares(operator, a.at(step), b.at(step)));
    else if (operator !== "and" && operator !== "or" && operator !== "unless")
      values[step] = arithmetic(operator, a.at(step), b.at(step));
    if (step % pauseAfter === pauseAfter - 1) yield;
  }
  return new Scalars(values);
}

export function* binary(evaluator: Evaluator, node: Binary): Sliceable<Grid> {
  const { operator, left, right } = node;
  if (operator === "and" || operator === "or" || operator === "unless")
    return yield* betweenSets(evaluator, node, operator);
  if (left.type === "vector" && right.type === "vector") return yield* betweenVectors(evaluator, node);
  const scalarIsLeft = left.type === "scalar";
  const scalars = yield* evaluator.scalars(scalarIsLeft ? left : right);
  const grid = yield* evaluator.grid(scalarIsLeft ? right : left);
  const comparison = isComparison(operator);
  const { kinds, values } = grid;
  const place = { value: 0, histogram: undefined, kept: false } satisfies Elements as Elements;
  yield* grid.visit((at, step) => {
    if (kinds[at] === absent) return;
    const scalar = scalars.at(step);
    const vector = values[at] as number;
    const histogram = kinds[at] === float ? undefined : grid.histograms?.[at];
    const [one, other] = scalarIsLeft ? [scalar, vector] : [vector, scalar];
    const [oneHistogram, otherHistogram] = scalarIsLeft ? [undefined, histogram] : [histogram, undefined];
    if (!elementOf(evaluator, node, one, other, oneHistogram, otherHistogram, place)) {
      kinds[at] = absent;
    } else if (comparison && node.bool) grid.set(at, Number(place.kept));
    else if (!place.kept) kinds[at] = absent;
    else if (comparison) return;
    else if (place.histogram !== undefined) grid.setHistogram(at, place.histogram);
    else grid.set(at, place.value);
  });
  return comparison && !node.bool ? grid : yield* withoutNames(evaluator, grid);
}
