/** A query as JSON, in the form of Prometheus's `/api/v1/parse_query` (web/api/v1/translate_ast.go). */
import type { Schemas } from "#generated/observability/contract.ts";
import { plainDecimal } from "../go-float.ts";
import type { Matcher, Node, Shift, VectorSelector } from "./tree.ts";

export function treeJson(node: Node): Schemas["QueryNode"] {
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
    case "binary":
      return {
        type: "binaryExpr",
        op: node.operator,
        lhs: treeJson(node.left),
        rhs: treeJson(node.right),
        matching: node.matching,
        bool: node.bool,
      };
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

function selectorJson(selector: VectorSelector) {
  const { name, matchers } = selector;
  const extended = { anchored: false, smoothed: false };
  return { name, matchers: matchers.map(matcherJson), ...shiftJson(selector), ...extended };
}

function shiftJson({ offsetMs, at }: Shift) {
  return {
    offset: offsetMs,
    timestamp: typeof at === "number" ? at : null,
    startOrEnd: typeof at === "string" ? at : null,
  };
}

const matcherJson = ({ name, value, operator }: Matcher) => ({ name, value, type: operator });
