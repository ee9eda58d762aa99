/**
 * Reads queries: Prometheus's own grammar, of which selectors and arithmetic of numbers are evaluated so far. Whatever else
 * the grammar has is refused by name, so that nobody takes half an answer for a whole one.
 */
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";
import { nameLabel } from "../label-bytes.ts";
import { type Expression, type Matcher, type MatchOperator, matcher, metricNamed, type Shift } from "./expression.ts";
import { numberOf, textOf } from "./literals.ts";
import { QueryError } from "./query-error.ts";
import { QueryPatterns } from "./regexp.ts";
import { arithmetic } from "./scalar.ts";
import { durationMs, isDurationText, longestMs } from "./time.ts";

/** Characters of a query. */
export const maxQueryLength = 16_384;
const maxMatchers = 128;
/** Parentheses and signs around each other. */
const maxDepth = 64;
/** Of `@`, in ms: what PostgreSQL's bigint holds, with room for an offset and a range. */
const latestMs = 9.2e18;

/** Throws QueryError bad_data when the text is no query, or one that is not evaluated yet. */
export function parseQuery(text: string): Expression {
  if (text.length > maxQueryLength)
    throw new QueryError("bad_data", `a query has at most ${maxQueryLength} characters`);
  return new QueryReader(text).read();
}

/** Reads a selector alone, as `match[]` takes it. Throws QueryError bad_data. */
export function parseSelector(text: string): readonly Matcher[] {
  const expression = parseQuery(text);
  if (expression.kind !== "vector" || expression.offsetMs !== 0 || expression.at !== null)
    throw new QueryError("bad_data", "parse error: a selector of series was expected, and nothing around it");
  return expression.matchers;
}

/** In the order of precedence, the first first: texts and comments, which stay as they are; braces; names with dots. */
const tokens =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|#[^\n]*|[{}]|(?<![\w:.])[A-Za-z_:][\w:]*(?:\.[A-Za-z_:][\w:]*)+/g;

/**
 * The grammar knows no dots in bare names (`rum.lcp` is our extension), so it is shown another character there. Lengths
 * stay, and names are taken from the text as it was.
 */
function withoutDots(text: string): string {
  let depth = 0;
  return text.replace(tokens, (token) => {
    if (token === "{") depth++;
    else if (token === "}") depth--;
    else if (depth === 0 && /^[A-Za-z_:]/.test(token)) return token.replaceAll(".", "_");
    return token;
  });
}

const notEvaluated: Readonly<Record<string, string>> = {
  AggregateExpr: "aggregations",
  FunctionCall: "functions",
  BinaryExpr: "operators between series",
  SubqueryExpr: "subqueries",
};

class QueryReader {
  readonly #text: string;
  readonly #patterns = new QueryPatterns();

  constructor(text: string) {
    this.#text = text;
  }

  read(): Expression {
    const tree = parser.parse(withoutDots(this.#text));
    let faultAt: number | undefined;
    tree.iterate({
      enter: ({ type, from }) => {
        if (type.isError) faultAt ??= from;
      },
    });
    if (faultAt !== undefined) throw this.#fault(faultAt);
    const whole = tree.topNode.firstChild;
    if (whole === null) throw new QueryError("bad_data", "parse error: no expression found in input");
    return this.#expression(whole, 0);
  }

  #fault(at: number): QueryError {
    const before = this.#text.slice(0, at).split("\n");
    const rest = this.#text.slice(at, at + 20).split("\n")[0] ?? "";
    const where = `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
    const found = rest === "" ? "end of input" : JSON.stringify(rest);
    return new QueryError("bad_data", `${where}: parse error: unexpected ${found}`);
  }

  #expression(node: SyntaxNode, depth: number): Expression {
    if (depth > maxDepth) throw new QueryError("bad_data", `a query is nested at most ${maxDepth} levels deep`);
    const within = (child: SyntaxNode | null) => this.#expression(child ?? node, depth + 1);
    switch (node.name) {
      case "VectorSelector":
        return { kind: "vector", matchers: this.#matchers(node), offsetMs: 0, at: null };
      case "MatrixSelector": {
        const selector = within(node.firstChild);
        if (selector.kind !== "vector") throw this.#fault(node.from);
        return { ...selector, kind: "matrix", rangeMs: this.#range(node.lastChild ?? node) };
      }
      case "OffsetExpr":
        return this.#shifted(node, within(node.firstChild), { offsetMs: this.#offset(node.lastChild ?? node) });
      case "StepInvariantExpr":
        return this.#shifted(node, within(node.firstChild), { at: this.#moment(node) });
      case "ParenExpr":
        return within(node.firstChild);
      case "NumberDurationLiteral":
        return { kind: "scalar", value: numberOf(this.#of(node)) };
      case "StringLiteral":
        return { kind: "string", value: textOf(this.#of(node)) };
      case "UnaryExpr": {
        const operand = within(node.lastChild);
        if (operand.kind === "string") throw this.#fault(node.from);
        if (this.#of(node)[0] === "+") return operand;
        if (operand.kind !== "scalar") throw this.#unsupported(node, "the sign of series");
        return { kind: "scalar", value: -operand.value };
      }
      case "BinaryExpr": {
        const [left, right] = [within(node.firstChild), within(node.lastChild)];
        if (left.kind !== "scalar" || right.kind !== "scalar") throw this.#unsupported(node);
        const between = this.#text.slice(node.firstChild?.to, node.lastChild?.from).replace(/\s+/g, " ").trim();
        return { kind: "scalar", value: arithmetic(left.value, between, right.value) };
      }
      default:
        throw this.#unsupported(node);
    }
  }

  #unsupported({ name, from, to }: SyntaxNode, what = notEvaluated[name] ?? "this"): QueryError {
    const shown = JSON.stringify(this.#text.slice(from, Math.min(to, from + 60)));
    return new QueryError("bad_data", `${what}: not evaluated yet, only selectors and numbers are: ${shown}`);
  }

  #shifted(node: SyntaxNode, expression: Expression, shift: Partial<Shift>): Expression {
    if (expression.kind !== "vector" && expression.kind !== "matrix") throw this.#fault(node.from);
    const twice = shift.at === undefined ? expression.offsetMs !== 0 : expression.at !== null;
    if (twice) throw new QueryError("bad_data", "parse error: offset and @ may each stand once");
    return { ...expression, ...shift };
  }

  #matchers(node: SyntaxNode): readonly Matcher[] {
    const matchers: Matcher[] = [];
    const name = node.getChild("Identifier");
    if (name !== null) matchers.push(metricNamed(this.#of(name)));
    for (let child = node.getChild("LabelMatchers")?.firstChild ?? null; child !== null; child = child.nextSibling)
      matchers.push(this.#matcher(child));
    if (matchers.length > maxMatchers)
      throw new QueryError("bad_data", `a selector has at most ${maxMatchers} matchers`);
    const named = name !== null || node.getChild("LabelMatchers")?.getChild("QuotedLabelName") != null;
    const [first, second] = matchers.filter((each) => each.name === nameLabel);
    if (named && first !== undefined && second !== undefined)
      throw new QueryError(
        "bad_data",
        `metric name must not be set twice: ${JSON.stringify(first.value)} or ${JSON.stringify(second.value)}`,
      );
    // That would be every series, and is as good as always a mistake (Prometheus, "Time series selectors").
    if (matchers.every(({ matches }) => matches("")))
      throw new QueryError("bad_data", "parse error: vector selector must contain at least one non-empty matcher");
    return matchers;
  }

  #matcher(node: SyntaxNode): Matcher {
    if (node.name === "QuotedLabelName") return metricNamed(textOf(this.#of(node)));
    const [label, operator, value] = [node.firstChild, node.getChild("MatchOp"), node.lastChild];
    if (label === null || operator === null || value?.name !== "StringLiteral") throw this.#fault(node.from);
    const name = label.name === "QuotedLabelName" ? textOf(this.#of(label)) : this.#of(label);
    return matcher(name, this.#of(operator) as MatchOperator, textOf(this.#of(value)), this.#patterns);
  }

  #range(node: SyntaxNode): number {
    const text = this.#of(node).trim();
    const ms = readMs(text);
    if (ms === null) {
      if (isDuration(text)) throw tooLong();
      throw this.#unsupported(node, "durations that are calculated");
    }
    if (ms <= 0) throw new QueryError("bad_data", "parse error: duration must be greater than 0");
    return ms;
  }

  #offset(node: SyntaxNode): number {
    const text = this.#of(node).replaceAll(/\s/g, "");
    const unsigned = text.replace(/^[+-]/, "");
    const ms = readMs(unsigned);
    if (ms === null) throw isDuration(unsigned) ? tooLong() : this.#fault(node.from);
    return text.startsWith("-") ? -ms : ms;
  }

  #moment(node: SyntaxNode): number | "start" | "end" {
    const written = this.#text.slice(node.getChild("At")?.to ?? node.from, node.to).trim();
    if (/^start\s*\(\s*\)$/.test(written)) return "start";
    if (/^end\s*\(\s*\)$/.test(written)) return "end";
    const [, sign = "", number = ""] = /^([+-]?)\s*(.+)$/.exec(written) ?? [];
    const ms = Math.round(numberOf(number) * (sign === "-" ? -1_000 : 1_000));
    if (!(Math.abs(ms) <= latestMs))
      throw new QueryError("bad_data", "parse error: timestamp out of bounds for @ modifier");
    return ms;
  }

  #of({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.#text.slice(from, to);
  }
}

/** A duration, or a number of seconds; null where it is neither, or longer than durations may be. */
function readMs(text: string): number | null {
  const ms = seconds.test(text) ? Math.round(Number(text) * 1_000) : durationMs(text);
  return ms !== null && ms <= longestMs ? ms : null;
}

const seconds = /^\d+(?:\.\d+)?$/;

function isDuration(text: string): boolean {
  return seconds.test(text) || isDurationText(text);
}

function tooLong(): QueryError {
  return new QueryError("bad_data", "parse error: duration out of range");
}
