/** A query as JSON, in the form of Prometheus's `/api/v1/parse_query` (web/api/v1/translate_ast.go). */
import { plainDecimal } from "../go-float.ts";
import type { Matcher, Node, Shift, VectorSelector } from "./tree.ts";

export type TypeOfNode =
  | "aggregation"
  | "binaryExpr"
  | "call"
  | "matrixSelector"
  | "numberLiteral"
  | "parenExpr"
  | "stringLiteral"
  | "subquery"
  | "unaryExpr"
  | "vectorSelector";

/** A node of the tree: objects of JSON. */
export interface TreeJson {
  readonly type: TypeOfNode;
  readonly [name: string]: unknown;
}

type JsonMembers = Readonly<Record<string, unknown>>;

export function treeJson(node: Node): TreeJson {
  switch (node.kind) {
    case "aggregation":
      return {
        type: "aggregation",
        op: node.operator,
        expr: treeJson(node.expr),
        param: node.parameter === null ? null : treeJson(node.parameter),
        grouping: node.labels,
        without: node.without,
      };
    case "binary": {
      const { matching } = node;
      return {
        type: "binaryExpr",
        op: node.operator,
        lhs: treeJson(node.left),
        rhs: treeJson(node.right),
        matching:
          matching === null
            ? null
            : { card: matching.card, labels: matching.labels, on: matching.on, include: matching.include },
        bool: node.bool,
      };
    }
    case "call": {
      const { name, arguments: argTypes, variadic, type } = node.function;
      return {
        type: "call",
        func: { name, argTypes, variadic, returnType: type },
        args: node.arguments.map(treeJson),
      };
    }
    case "matrixSelector":
      return { ...selectorJson(node.selector), type: "matrixSelector", range: node.rangeMs };
    case "subquery": {
      const times = { range: node.rangeMs, step: node.stepMs ?? 0 };
      return { ...times, ...shiftJson(node), type: "subquery", expr: treeJson(node.expr) };
    }
    case "number":
      return { type: "numberLiteral", val: plainDecimal(node.value) };
    case "string":
      return { type: "stringLiteral", val: node.value };
    case "parentheses":
      return { type: "parenExpr", expr: treeJson(node.expr) };
    case "unary":
      return { type: "unaryExpr", op: node.operator, expr: treeJson(node.expr) };
    case "vectorSelector":
      return { ...selectorJson(node), type: "vectorSelector" };
  }
}

function selectorJson(selector: VectorSelector): JsonMembers {
  const { name, matchers } = selector;
  const extended = { anchored: false, smoothed: false };
  return { name, matchers: matchers.map(matcherJson), ...shiftJson(selector), ...extended };
}

function shiftJson({ offsetMs, at }: Shift): JsonMembers {
  return {
    offset: offsetMs,
    timestamp: typeof at === "number" ? at : null,
    startOrEnd: typeof at === "string" ? at : null,
  };
}

const matcherJson = ({ name, value, operator }: Matcher) => ({ name, value, type: operator });
