/** Writes a query as Prometheus 3 does: on one line (promql/parser/printer.go), or indented where it is long (prettier.go). */

import { nameLabel } from "../../label-bytes.ts";
import { plainDecimal } from "../go-float.ts";
import { durationAsText } from "./numbers.ts";
import { quote } from "./quote.ts";
import type { Aggregation, Binary, Matcher, Node, Shift, VectorSelector } from "./tree.ts";

/** On one line. */
export function printed(node: Node): string {
  switch (node.kind) {
    case "aggregation": {
      const given = node.parameter === null ? "" : `${printed(node.parameter)}, `;
      return `${aggregationHead(node)}(${given}${printed(node.expr)})`;
    }
    case "binary":
      return `${printed(node.left)} ${binaryHead(node)} ${printed(node.right)}`;
    case "call":
      return `${node.function.name}(${node.arguments.map(printed).join(", ")})`;
    case "matrixSelector": {
      const { selector } = node;
      const range = `[${durationAsText(node.rangeMs)}]`;
      return `${selectorText(selector)}${range}${shiftText(selector)}`;
    }
    case "subquery":
      return printed(node.expr) + subqueryTail(node);
    case "number":
      return node.isDuration ? durationAsText(node.value * 1_000) : plainDecimal(node.value);
    case "string":
      return quote(node.value);
    case "parentheses":
      return `(${printed(node.expr)})`;
    case "unary":
      return node.operator + printed(node.expr);
    case "vectorSelector":
      return selectorText(node) + shiftText(node);
  }
}

const longestLine = 100;

/** An expression that is longer than a line is split at its operators and arguments, and indented by two spaces for each level. */
export function formatted(node: Node, level = 0): string {
  const indent = "  ".repeat(level);
  if (node.kind === "unary") return indent + node.operator + formatted(node.expr, level).trim();
  const line = printed(node);
  // Prometheus indents no subquery.
  if (Buffer.byteLength(line) <= longestLine) return node.kind === "subquery" ? line : indent + line;
  const below = (each: Node) => formatted(each, level + 1);
  switch (node.kind) {
    case "aggregation": {
      const given = node.parameter === null ? "" : `${below(node.parameter)},\n`;
      return `${indent}${aggregationHead(node)}(\n${given}${below(node.expr)}\n${indent})`;
    }
    case "binary":
      return `${below(node.left)}\n${indent}${binaryHead(node)}\n${below(node.right)}`;
    case "call":
      return `${indent}${node.function.name}(\n${node.arguments.map(below).join(",\n")}\n${indent})`;
    case "parentheses":
      return `${indent}(\n${below(node.expr)}\n${indent})`;
    case "subquery":
      return formatted(node.expr, level) + subqueryTail(node);
    default:
      return indent + line;
  }
}

function aggregationHead({ operator, labels, without }: Aggregation): string {
  const list = labels.map((label) => (/^[A-Za-z_:][\w:]*$/.test(label) ? label : quote(label))).join(", ");
  if (without) return `${operator} without (${list}) `;
  return labels.length > 0 ? `${operator} by (${list}) ` : operator;
}

function binaryHead({ operator, bool, matching }: Binary): string {
  let text = operator + (bool ? " bool" : "");
  if (matching === null) return text;
  const { card, on, labels, include } = matching;
  const grouped = card === "many-to-one" || card === "one-to-many";
  if (labels.length > 0 || on || grouped) text += ` ${on ? "on" : "ignoring"} (${labels.join(", ")})`;
  if (grouped) text += ` group_${card === "many-to-one" ? "left" : "right"} (${include.join(", ")})`;
  return text;
}

function subqueryTail(node: Node & { kind: "subquery" }): string {
  const step = node.stepMs === null ? "" : durationAsText(node.stepMs);
  return `[${durationAsText(node.rangeMs)}:${step}]${shiftText(node)}`;
}

function shiftText({ at, offsetMs }: Shift): string {
  const moment = at === null ? "" : ` @ ${typeof at === "number" ? (at / 1_000).toFixed(3) : `${at}()`}`;
  return moment + (offsetMs === 0 ? "" : ` offset ${durationAsText(offsetMs)}`);
}

function selectorText({ name, matchers }: VectorSelector): string {
  const isName = (each: Matcher) => each.name === nameLabel && each.operator === "=" && each.value === name;
  const others = matchers.filter((each) => name === "" || !isName(each)).map(matcherText);
  return others.length === 0 && name !== "" ? name : `${name}{${others.sort().join(",")}}`;
}

function matcherText({ name, operator, value }: Matcher): string {
  return `${/^[A-Za-z_]\w*$/.test(name) ? name : quote(name)}${operator}${quote(value)}`;
}
