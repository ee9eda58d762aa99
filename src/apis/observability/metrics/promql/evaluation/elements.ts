/** An operator between two single samples, floats or histograms (Prometheus, promql/engine.go, vectorElemBinop). */

import { arithmetic, compares } from "../functions/numbers.ts";
import { boundsReconciled, resetsCollided } from "../functions/range-call.ts";
import { added, subtracted } from "../histograms/arithmetic.ts";
import { compacted, divided, equalHistograms, type FloatHistogram, scaled } from "../histograms/histogram.ts";
import { type Binary, isComparison } from "../syntax/tree.ts";
import type { Evaluator } from "./evaluator.ts";

/** Where the result goes. */
export interface Elements {
  value: number;
  histogram: FloatHistogram | undefined;
  /** Whether a comparison holds; true for what is calculated. */
  kept: boolean;
}

/** False where there is no result, which has then been noted. */
export function elementOf(
  evaluator: Evaluator,
  node: Binary,
  left: number,
  right: number,
  leftHistogram: FloatHistogram | undefined,
  rightHistogram: FloatHistogram | undefined,
  into: Elements,
): boolean {
  const { operator } = node;
  if (operator === "and" || operator === "or" || operator === "unless") return false;
  into.histogram = undefined;
  if (leftHistogram === undefined && rightHistogram === undefined) {
    into.kept = isComparison(operator) ? compares(operator, left, right) : true;
    into.value = isComparison(operator) ? left : arithmetic(operator, left, right);
    return true;
  }
  into.kept = true;
  into.value = 0;
  if (leftHistogram !== undefined && rightHistogram !== undefined)
    return betweenHistograms(evaluator, node, leftHistogram, rightHistogram, into);
  if (operator === "*") {
    const histogram = leftHistogram ?? rightHistogram;
    if (histogram !== undefined)
      into.histogram = compacted(scaled(histogram, leftHistogram === undefined ? left : right));
    return true;
  }
  if (operator === "/" && leftHistogram !== undefined) {
    into.histogram = compacted(divided(leftHistogram, right));
    return true;
  }
  const typeOf = (histogram: FloatHistogram | undefined) => (histogram === undefined ? "float" : "histogram");
  informIncompatible(evaluator, node, typeOf(leftHistogram), typeOf(rightHistogram));
  return false;
}

function informIncompatible({ query }: Evaluator, node: Binary, left: string, right: string): void {
  const { operator } = node;
  const text = `incompatible sample types encountered for binary operator "${operator}": ${left} ${operator} ${right}`;
  query.annotations.inform(text, node);
}

function betweenHistograms(
  evaluator: Evaluator,
  node: Binary,
  left: FloatHistogram,
  right: FloatHistogram,
  into: Elements,
): boolean {
  const { annotations } = evaluator.query;
  const { operator } = node;
  if (operator === "==" || operator === "!=") {
    into.histogram = left;
    into.kept = equalHistograms(left, right) === (operator === "==");
    return true;
  }
  if (operator !== "+" && operator !== "-") {
    informIncompatible(evaluator, node, "histogram", "histogram");
    return false;
  }
  const [result, name] = operator === "+" ? [added(left, right), "addition"] : [subtracted(left, right), "subtraction"];
  if (result === null) {
    annotations.warn(`incompatible bucket layout encountered for binary operator ${operator}`, node);
    return false;
  }
  if (result.resetsCollide) annotations.warn(resetsCollided(name), node);
  if (result.boundsReconciled) annotations.inform(boundsReconciled(name), node);
  into.histogram = compacted(operator === "-" ? { ...result.histogram, hint: "gauge" } : result.histogram);
  // Between vectors a collision leaves no result (promql/engine.go, VectorBinop).
  return !result.resetsCollide;
}
