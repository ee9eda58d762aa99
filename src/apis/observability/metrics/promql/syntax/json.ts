/** A query as JSON, in the form of Prometheus's `/api/v1/parse_query` (web/api/v1/translate_ast.go). */
import { plainDecimal } from "./numbers.ts";
import type { Matcher, Node, Shift, VectorSelector } from "./tree.ts";

/** Objects of JSON. */
export type TreeJson = Readonly<Record<string, unknown>>;

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
      return { type: "matrixSelector", ...selectorJson(node.selector), range: node.rangeMs };
    case "subquery": {
      const times = { range: node.rangeMs, step: node.stepMs ?? 0 };
      return { type: "subquery", expr: treeJson(node.expr), ...times, ...shiftJson(node) };
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
      return { type: "vectorSelector", ...selectorJson(node) };
  }
}

function selectorJson(selector: VectorSelector): TreeJson {
  const { name, matchers } = selector;
  const extended = { anchored: false, smoothed: false };
  return { name, matchers: matchers.map(matcherJson), ...shiftJson(selector), ...extended };
}

function shiftJson({ offsetMs, at }: Shift): TreeJson {
  return {
    offset: offsetMs,
    timestamp: typeof at === "number" ? at : null,
    startOrEnd: typeof at === "string" ? at : null,
  };
}

const matcherJson = ({ name, value, operator }: Matcher) => ({ name, value, type: operator });
