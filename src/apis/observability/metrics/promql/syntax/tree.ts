/** A query as a tree. Each node knows its place in the text, so that errors and warnings can point at it. */
import type { LabelMatcher } from "../../store.ts";
import type { Span } from "../errors.ts";
export type ValueType = "scalar" | "string" | "vector" | "matrix";

export type MatchOperator = "=" | "!=" | "=~" | "!~";

/** A condition on one label as a store takes it, and as it was written. */
export interface Matcher extends LabelMatcher {
  readonly operator: MatchOperator;
  readonly value: string;
}

/** When a selector or a subquery looks, seen from the moment of evaluation. */
export interface Shift {
  /** How much earlier, in ms; negative is later (`offset`). */
  readonly offsetMs: number;
  /** A moment of its own (`@`), in ms since the epoch, or the start or end of the whole query; null: the moment itself. */
  readonly at: number | "start" | "end" | null;
}

/** The newest sample of each series. */
export interface VectorSelector extends Span, Shift {
  readonly kind: "vectorSelector";
  readonly type: "vector";
  /** Empty when the name is only among the matchers, if anywhere. */
  readonly name: string;
  readonly matchers: readonly Matcher[];
}

/** The samples of each series over the last `rangeMs`. */
export interface MatrixSelector extends Span {
  readonly kind: "matrixSelector";
  readonly type: "matrix";
  readonly selector: VectorSelector;
  readonly rangeMs: number;
}

/** The values of an expression at each step of the last `rangeMs`. */
export interface Subquery extends Span, Shift {
  readonly kind: "subquery";
  readonly type: "matrix";
  readonly expr: Node;
  readonly rangeMs: number;
  /** Null: that of the server. */
  readonly stepMs: number | null;
}

export interface NumberLiteral extends Span {
  readonly kind: "number";
  readonly type: "scalar";
  readonly value: number;
  /** Whether it was written as a duration, in seconds. */
  readonly isDuration: boolean;
}

export interface StringLiteral extends Span {
  readonly kind: "string";
  readonly type: "string";
  readonly value: string;
}

export interface Parentheses extends Span {
  readonly kind: "parentheses";
  readonly type: ValueType;
  readonly expr: Node;
}

export interface Unary extends Span {
  readonly kind: "unary";
  readonly type: ValueType;
  readonly operator: "+" | "-";
  readonly expr: Node;
}

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%" | "^" | "atan2";
export type ComparisonOperator = "==" | "!=" | ">" | "<" | ">=" | "<=";
export type SetOperator = "and" | "or" | "unless";
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | SetOperator;

export type Cardinality = "one-to-one" | "many-to-one" | "one-to-many" | "many-to-many";

/** How series of two vectors find each other. */
export interface Matching {
  readonly card: Cardinality;
  /** Whether `labels` are those that count (`on`), or those that do not (`ignoring`). */
  readonly on: boolean;
  readonly labels: readonly string[];
  /** Labels of the "one" side that the result takes over (`group_left`, `group_right`). */
  readonly include: readonly string[];
}

export interface Binary extends Span {
  readonly kind: "binary";
  readonly type: ValueType;
  readonly operator: BinaryOperator;
  readonly operatorAt: Span;
  readonly left: Node;
  readonly right: Node;
  /** Whether a comparison answers 0 or 1 instead of choosing. */
  readonly bool: boolean;
  /** Null unless both sides are vectors. */
  readonly matching: Matching | null;
}

export interface Aggregation extends Span {
  readonly kind: "aggregation";
  readonly type: "vector";
  readonly operator: string;
  readonly expr: Node;
  /** The first argument of `topk`, `quantile` and the like. */
  readonly parameter: Node | null;
  readonly labels: readonly string[];
  readonly without: boolean;
}

export interface FunctionSignature {
  readonly name: string;
  readonly arguments: readonly ValueType[];
  /** How often the last argument may be repeated; 1 also where it is optional, -1 without limit. */
  readonly variadic: number;
  readonly type: ValueType;
  readonly experimental: boolean;
}

export interface Call extends Span {
  readonly kind: "call";
  readonly type: ValueType;
  readonly function: FunctionSignature;
  readonly arguments: readonly Node[];
}

export type Node =
  | VectorSelector
  | MatrixSelector
  | Subquery
  | NumberLiteral
  | StringLiteral
  | Parentheses
  | Unary
  | Binary
  | Aggregation
  | Call;

const comparisons: ReadonlySet<BinaryOperator> = new Set(["==", "!=", ">", "<", ">=", "<="]);

export function isComparison(operator: BinaryOperator): operator is ComparisonOperator {
  return comparisons.has(operator);
}

export function isSetOperator(operator: BinaryOperator): operator is SetOperator {
  return operator === "and" || operator === "or" || operator === "unless";
}

/** The types in the words of Prometheus's documentation. */
export function documentedType(type: ValueType): string {
  return type === "vector" ? "instant vector" : type === "matrix" ? "range vector" : type;
}

export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case "matrixSelector":
      return [node.selector];
    case "subquery":
    case "parentheses":
    case "unary":
      return [node.expr];
    case "binary":
      return [node.left, node.right];
    case "aggregation":
      return node.parameter === null ? [node.expr] : [node.expr, node.parameter];
    case "call":
      return node.arguments;
    default:
      return [];
  }
}

/** The node without parentheses around it. */
export function unwrapped(node: Node): Node {
  return node.kind === "parentheses" ? unwrapped(node.expr) : node;
}

/** All selectors, in the order in which they were written. */
export function* selectorsOf(node: Node): Generator<VectorSelector> {
  if (node.kind === "vectorSelector") yield node;
  for (const child of childrenOf(node)) yield* selectorsOf(child);
}
