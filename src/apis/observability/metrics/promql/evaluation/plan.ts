/** The read plan of a query: each selector with the time range of the samples that it needs (Prometheus, promql/engine.go). */
import type { TimeRange } from "../../store.ts";
import { type Call, childrenOf, type Node, type Shift, selectorsOf, type VectorSelector } from "../syntax/tree.ts";
import { infoSelector } from "./info-selector.ts";

/** The moments of an evaluation, in ms: `start`, then every `step` up to `end`. */
export interface Period {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** The start and end of the whole query, which `@ start()` and `@ end()` mean everywhere in it. */
export type Ends = Pick<Period, "start" | "end">;

export const stepsOf = ({ start, end, step }: Period) => (end < start ? 0 : Math.floor((end - start) / step) + 1);

/** The moment of `@`; null where there is none. */
export function fixedMoment({ at }: Shift, ends: Ends): number | null {
  return at === null || typeof at === "number" ? at : ends[at];
}

/** Visits each selector with the time that it needs, ends included: ranges are open on the left. */
export function plannedSelectors(
  node: Node,
  ends: Ends,
  lookbackMs: number,
  visit: (selector: VectorSelector, range: TimeRange) => void,
): void {
  const within = (each: Node, from: number, to: number): void => {
    switch (each.kind) {
      case "vectorSelector":
      case "matrixSelector": {
        const selector = each.kind === "matrixSelector" ? each.selector : each;
        const back = each.kind === "matrixSelector" ? each.rangeMs : lookbackMs;
        const at = fixedMoment(selector, ends);
        // `timestamp(x @ 5 offset 1m)` is planned with its offset too, although its evaluation ignores the offset.
        visit(selector, {
          fromMs: (at ?? from) - selector.offsetMs - back + 1,
          toMs: (at ?? to) - selector.offsetMs,
        });
        return;
      }
      case "subquery": {
        const at = fixedMoment(each, ends);
        within(each.expr, (at ?? from) - each.offsetMs - each.rangeMs, (at ?? to) - each.offsetMs);
        return;
      }
      default:
        if (each.kind === "call" && each.function.name === "info") ofInfo(each, from, to);
        else for (const child of childrenOf(each)) within(child, from, to);
    }
  };
  /** Info series are read where the first selector reads, although they are looked at without its offset. */
  const ofInfo = (call: Call, from: number, to: number): void => {
    const [base = call] = call.arguments;
    within(base, from, to);
    const [first = infoSelector(call)] = selectorsOf(base);
    const at = fixedMoment(first, ends);
    visit(infoSelector(call), {
      fromMs: (at ?? from) - first.offsetMs - lookbackMs + 1,
      toMs: (at ?? to) - first.offsetMs,
    });
  };
  within(node, ends.start, ends.end);
}

/** Their result changes with the moment of evaluation although their arguments do not. */
const dependOnTheMoment = new Set([
  ...["days_in_month", "day_of_month", "day_of_week", "day_of_year", "hour", "minute", "month", "year"],
  ...["predict_linear", "time", "timestamp"],
]);

/** Whether the result is the same at every step, so that it is calculated once (PreprocessExpr). */
export function isInvariant(node: Node): boolean {
  if (node.kind === "vectorSelector" || node.kind === "subquery") return node.at !== null;
  if (node.kind === "aggregation") return isInvariant(node.expr);
  if (node.kind === "call" && dependOnTheMoment.has(node.function.name)) return false;
  return childrenOf(node).every(isInvariant);
}
