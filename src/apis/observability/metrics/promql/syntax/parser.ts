/**
 * Reads queries as Prometheus 3 does (promql/parser/generated_parser.y): by recursive descent, up to the first error. Types
 * are checked afterwards (check.ts).
 */
import { parseError, type QueryError, type Span } from "../errors.ts";
import { checkTypes } from "./check.ts";
import { functionSignatures } from "./functions.ts";
import { Modifiers } from "./modifiers.ts";
import { quote } from "./quote.ts";
import { SelectorReader } from "./selectors.ts";
import { TokenReader } from "./token-reader.ts";
import {
  type Aggregation,
  type Binary,
  type BinaryOperator,
  type Cardinality,
  childrenOf,
  isSetOperator,
  type Matcher,
  type Matching,
  type Node,
} from "./tree.ts";

/** Characters of a query. */
export const maxQueryLength = 16_384;
/** Levels of a tree. */
const maxDepth = 200;

export interface ParseOptions {
  /** Whether functions count that may still change (Prometheus: --enable-feature=promql-experimental-functions). */
  readonly experimental?: boolean;
}

/** Throws QueryError bad_data, which names the place. */
export function parseQuery(text: string, options: ParseOptions = {}): Node {
  const tooLong = { from: maxQueryLength, to: text.length };
  if (text.length > maxQueryLength) throw parseError(text, tooLong, `a query has at most ${maxQueryLength} characters`);
  const node = new QueryReader(text, options.experimental === true).read();
  checkTypes(node, text);
  return node;
}

/** Reads a selector alone, as `match[]` takes it. Throws QueryError bad_data. */
export function parseSelector(text: string): readonly Matcher[] {
  const node = parseQuery(text);
  if (node.kind !== "vectorSelector" || node.offsetMs !== 0 || node.at !== null)
    throw parseError(text, { from: 0, to: text.length }, "a selector of series was expected, and nothing around it");
  return node.matchers;
}

const precedences: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  unless: 2,
  ...{ "==": 3, "!=": 3, ">": 3, "<": 3, ">=": 3, "<=": 3 },
  ...{ "+": 4, "-": 4 },
  ...{ "*": 5, "/": 5, "%": 5, atan2: 5 },
  "^": 6,
};
const powerPrecedence = 6;
/** Aggregations whose first argument is not what is aggregated. */
const withParameter = new Set(["topk", "bottomk", "count_values", "quantile", "limitk", "limit_ratio"]);
/** Words that may be names of metrics where no operator or modifier can stand. */
const namesToo = new Set("by without offset anchored smoothed and or unless start end step".split(" "));

class QueryReader {
  readonly #experimental: boolean;
  readonly #tokens: TokenReader;
  readonly #selectors: SelectorReader;
  readonly #modifiers: Modifiers;
  readonly #depths = new WeakMap<Node, number>();
  #depth = 0;

  constructor(text: string, experimental: boolean) {
    this.#experimental = experimental;
    this.#tokens = new TokenReader(text);
    this.#selectors = new SelectorReader(this.#tokens);
    this.#modifiers = new Modifiers(this.#tokens);
  }

  read(): Node {
    const tokens = this.#tokens;
    if (tokens.peek().kind === "end") throw this.#tokens.error({ from: 0, to: 0 }, "no expression found in input");
    const node = this.#expression(0);
    if (tokens.peek().kind !== "end") throw tokens.unexpected();
    return node;
  }

  /** Everything with operators of at least this precedence. */
  #expression(least: number): Node {
    const tokens = this.#tokens;
    if (++this.#depth > maxDepth) throw this.#tooDeep(tokens.peek());
    let left = this.#unary();
    for (;;) {
      const token = tokens.peek();
      const precedence = token.kind === "operator" ? precedences[token.word] : undefined;
      if (precedence === undefined || precedence < least) break;
      tokens.next();
      const operator = token.word as BinaryOperator;
      const { bool, matching: written } = this.#matching(isSetOperator(operator));
      const right = this.#expression(operator === "^" ? precedence : precedence + 1);
      const type = left.type === "scalar" && right.type === "scalar" ? "scalar" : "vector";
      const ofVectors = left.type === "vector" && right.type === "vector";
      // Labels to match by are kept for operands that are not both vectors too: the check of types refuses them.
      const matching = ofVectors || written.labels.length > 0 ? written : null;
      const at = { from: left.from, to: right.to };
      const node: Binary = { kind: "binary", type, operator, operatorAt: token, left, right, bool, matching, ...at };
      left = this.#made(node);
    }
    this.#depth--;
    return left;
  }

  #made<T extends Node>(node: T): T {
    const depth = 1 + Math.max(0, ...childrenOf(node).map((child) => this.#depths.get(child) ?? 0));
    if (depth > maxDepth) throw this.#tooDeep(node);
    this.#depths.set(node, depth);
    return node;
  }

  #tooDeep(at: Span): QueryError {
    return this.#tokens.error(at, `a query is nested at most ${maxDepth} levels deep`);
  }

  #unary(): Node {
    const token = this.#tokens.peek();
    if (token.word !== "+" && token.word !== "-") return this.#modified(this.#primary());
    this.#tokens.next();
    const expr = this.#expression(powerPrecedence);
    const { to } = expr;
    if (expr.kind === "number")
      return { ...expr, value: token.word === "-" ? -expr.value : expr.value, from: token.from };
    return this.#made({ kind: "unary", type: expr.type, operator: token.word, expr, from: token.from, to });
  }

  /** Ranges, subqueries, offsets and moments belong to what is right before them. */
  #modified(node: Node): Node {
    let modified = node;
    for (;;) {
      const next = this.#modifiers.read(modified);
      if (next === null) return modified;
      modified = this.#made(next);
    }
  }

  #primary(): Node {
    const tokens = this.#tokens;
    const token = tokens.peek();
    switch (token.kind) {
      case "number":
      case "duration":
        tokens.next();
        return { kind: "number", type: "scalar", ...tokens.numberIn(token), from: token.from, to: token.to };
      case "string":
        tokens.next();
        return { kind: "string", type: "string", value: tokens.textIn(token), from: token.from, to: token.to };
      case "aggregator": {
        tokens.next();
        const opens = tokens.peek();
        if (opens.word === "(" || opens.word === "by" || opens.word === "without")
          return this.#made(this.#aggregation(token.word, token.from));
        return this.#selectors.named(token);
      }
      case "identifier":
        tokens.next();
        return tokens.peek().word === "(" ? this.#made(this.#call(token.text, token)) : this.#selectors.named(token);
      case "metric identifier":
        return this.#selectors.named(tokens.next());
      default:
        if (token.word === "{" && token.kind === "punctuation") return this.#selectors.unnamed();
        if (token.word === "(" && token.kind === "punctuation") return this.#parentheses();
        if (namesToo.has(token.word) && token.kind !== "punctuation") return this.#selectors.named(tokens.next());
        throw tokens.unexpected();
    }
  }

  #parentheses(): Node {
    const { from } = this.#tokens.next();
    const expr = this.#expression(0);
    const { to } = this.#tokens.expect(")");
    return this.#made({ kind: "parentheses", type: expr.type, expr, from, to });
  }

  #aggregation(operator: string, from: number): Aggregation {
    const tokens = this.#tokens;
    return tokens.within("aggregation", () => {
      let grouping = this.#grouping();
      const given = this.#arguments();
      grouping ??= this.#grouping();
      const at = { from, to: tokens.lastEnd };
      if (given.length === 0) throw this.#tokens.error(at, "no arguments for aggregate expression provided");
      const expected = withParameter.has(operator) ? 2 : 1;
      if (!this.#experimental && (operator === "limitk" || operator === "limit_ratio")) {
        const flag = "--enable-feature=promql-experimental-functions";
        throw this.#tokens.error(at, `${operator}() is experimental and must be enabled with ${flag}`);
      }
      const [first, second] = given;
      if (given.length !== expected || first === undefined) {
        const counts = `expected ${expected}, got ${given.length}`;
        throw this.#tokens.error(at, `wrong number of arguments for aggregate expression provided, ${counts}`);
      }
      const [expr, parameter] = second === undefined ? [first, null] : [second, first];
      const { labels, without } = grouping ?? { labels: [], without: false };
      return { kind: "aggregation", type: "vector", operator, expr, parameter, labels, without, ...at };
    });
  }

  #grouping(): { labels: readonly string[]; without: boolean } | null {
    const { word } = this.#tokens.peek();
    if (word !== "by" && word !== "without") return null;
    this.#tokens.next();
    return { labels: this.#selectors.groupingLabels(), without: word === "without" };
  }

  #call(name: string, at: Span): Node {
    const given = this.#arguments();
    const signature = functionSignatures.get(name);
    if (signature === undefined) throw this.#tokens.error(at, `unknown function with name ${quote(name)}`);
    if (signature.experimental && !this.#experimental)
      throw this.#tokens.error(at, `function ${quote(name)} is not enabled`);
    const { from } = at;
    const { lastEnd: to } = this.#tokens;
    return { kind: "call", type: signature.type, function: signature, arguments: given, from, to };
  }

  #arguments(): Node[] {
    const tokens = this.#tokens;
    tokens.expect("(");
    const given: Node[] = [];
    if (tokens.peek().word !== ")") {
      given.push(this.#expression(0));
      while (tokens.peek().word === ",") {
        const comma = tokens.next();
        const { kind, word } = tokens.peek();
        if (kind === "punctuation" && word !== "(" && word !== "{")
          throw this.#tokens.error(comma, "trailing commas not allowed in function call args");
        given.push(this.#expression(0));
      }
    }
    tokens.expect(")");
    return given;
  }

  #matching(ofSets: boolean): { bool: boolean; matching: Matching } {
    const tokens = this.#tokens;
    const bool = tokens.taken("bool");
    let card: Cardinality = ofSets ? "many-to-many" : "one-to-one";
    let labels: readonly string[] = [];
    let include: readonly string[] = [];
    const { word } = tokens.peek();
    if (word === "on" || word === "ignoring") {
      tokens.next();
      labels = this.#selectors.groupingLabels();
      const group = tokens.peek().word;
      if (group === "group_left" || group === "group_right") {
        tokens.next();
        card = group === "group_left" ? "many-to-one" : "one-to-many";
        if (tokens.peek().word === "(") include = this.#selectors.groupingLabels();
      }
    }
    return { bool, matching: { card, labels, on: word === "on", include } };
  }
}
