/** Series that have become one, as their names were left out: they may not have values at the same moment. */

import type { Sliceable } from "#src/http/event-loop.ts";
import { nameLabel } from "../../label-bytes.ts";
import { labelValue } from "../../labels.ts";
import { QueryError } from "../errors.ts";
import type { Evaluator } from "./evaluator.ts";
import { absent, Grid } from "./grid.ts";
import { keyOf, type LabelSet, withoutName } from "./labels.ts";

export function sameLabels(): QueryError {
  return new QueryError("execution", "vector cannot contain metrics with the same labelset");
}

/** Leaves the names out. Throws QueryError execution where two series have a value at the same step. */
export function* withoutNames(evaluator: Evaluator, grid: Grid): Sliceable<Grid> {
  const distinct = new DistinctNames();
  for (const [row, labels] of grid.labels.entries()) {
    distinct.see(labels);
    grid.labels[row] = withoutName(labels);
  }
  yield;
  return distinct.mayBecomeSame ? yield* merged(evaluator, grid) : grid;
}

/** One series for each label set. */
export function* merged(evaluator: Evaluator, grid: Grid): Sliceable<Grid> {
  const rows = new Map<string, number>();
  for (const labels of grid.labels) {
    const key = keyOf(labels);
    if (!rows.has(key)) rows.set(key, rows.size);
  }
  yield;
  if (rows.size === grid.length) return grid;
  const result = new Grid(evaluator.query.budget, grid.steps, rows.size);
  for (const [row, labels] of grid.labels.entries()) {
    const into = (rows.get(keyOf(labels)) ?? 0) * grid.steps;
    if (into === result.length * grid.steps) result.add(labels);
    for (let step = 0; step < grid.steps; step++) {
      const place = row * grid.steps + step;
      if (grid.kinds[place] === absent) continue;
      if (result.kinds[into + step] !== absent) throw sameLabels();
      result.copy(into + step, grid, place);
    }
    yield;
  }
  grid.release();
  return result;
}

/** Whether label sets without their names can be the same: only if there are several names, or none that tells them apart. */
export class DistinctNames {
  #name: string | undefined;
  mayBecomeSame = false;

  see(labels: LabelSet): void {
    const name = labelValue(labels, nameLabel) + labelValue(labels, "__type__") + labelValue(labels, "__unit__");
    this.#name ??= name;
    if (name !== this.#name) this.mayBecomeSame = true;
  }
}
