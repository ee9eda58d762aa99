/** `label_replace` and `label_join`: they change labels whatever the values are. */

import type { RE2JS } from "re2js";
import type { Sliceable } from "#src/http/event-loop.ts";
import { labelValue } from "../../labels.ts";
import { QueryError } from "../errors.ts";
import { compiledPattern, expanded, patternLimits } from "../regexp.ts";
import { type Call, unwrapped } from "../syntax/tree.ts";
import { merged } from "./duplicates.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Grid } from "./grid.ts";
import { type LabelSet, withLabel } from "./labels.ts";
import { checkTime } from "./selection-rows.ts";

function textAt(call: Call, index: number): string {
  const node = unwrapped(call.arguments[index] ?? call);
  return node.kind === "string" ? node.value : "";
}

export function* labelReplace(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const [target = "", replacement = "", source = "", pattern = ""] = [1, 2, 3, 4].map((index) => textAt(call, index));
  const compiled = compile(pattern);
  if (target === "") throw new QueryError("execution", `invalid destination label name in label_replace(): ${target}`);
  const instructions = compiled.programSize() * patternLimits.captures;
  return yield* changed(evaluator, call, 1, (labels) => {
    const value = labelValue(labels, source);
    if (instructions * value.length > patternLimits.workOfOneText)
      throw new QueryError("execution", "the pattern of label_replace() is too long for the values of its label");
    checkTime(evaluator.query.deadline);
    const matcher = compiled.matcher(value);
    if (!matcher.matches()) return labels;
    return withLabel(labels, target, expanded(replacement, compiled, matcher));
  });
}

function compile(pattern: string): RE2JS {
  try {
    return compiledPattern(pattern);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new QueryError("execution", `invalid regular expression in label_replace(): ${pattern}`);
  }
}

export function* labelJoin(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const [target, separator] = [textAt(call, 1), textAt(call, 2)];
  const sources = call.arguments.slice(3).map((_, index) => textAt(call, index + 3));
  if (sources.includes("")) throw new QueryError("execution", "invalid source label name in label_join(): ");
  if (target === "") throw new QueryError("execution", `invalid destination label name in label_join(): ${target}`);
  return yield* changed(evaluator, call, sliceLabels, (labels) =>
    withLabel(labels, target, sources.map((name) => labelValue(labels, name)).join(separator)),
  );
}

/** Labels between two pauses, where a change takes little. */
const sliceLabels = 256;

/** Changes all labels, `slice` of them between two pauses. */
function* changed(
  evaluator: Evaluator,
  call: Call,
  slice: number,
  change: (labels: LabelSet) => LabelSet,
): Sliceable<Grid> {
  const grid = yield* evaluator.grid(unwrapped(call.arguments[0] ?? call));
  for (const [row, labels] of grid.labels.entries()) {
    grid.labels[row] = change(labels);
    if (row % slice === 0) yield;
  }
  return yield* merged(evaluator, grid);
}
