/** Reads what stands behind an expression: ranges, subqueries, `offset` and `@`. */
import type { Span } from "../errors.ts";
import { floatText } from "../go-float.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Node, Shift } from "./tree.ts";

/** Of `offset` and of ranges, in seconds: Go's durations are 63 bits of nanoseconds. */
const longestSeconds = 2 ** 63 / 1e9;
/** Of `@`, in ms: what PostgreSQL's bigint holds, with room for an offset and a range. */
const latestMs = 9.2e18;

export class Modifiers {
  readonly #tokens: TokenReader;

  constructor(tokens: TokenReader) {
    this.#tokens = tokens;
  }

  /** The node with its next modifier; null where there is none. */
  read(node: Node): Node | null {
    const { kind, word } = this.#tokens.peek();
    if (kind === "punctuation" && word === "[") return this.#range(node);
    if (kind === "operator" && word === "@") return this.#moment(node);
    if (kind !== "keyword") return null;
    if (word === "offset") return this.#offset(node);
    if (word === "anchored" || word === "smoothed")
      throw this.#tokens.error(node, `${word} modifier is experimental and not enabled`);
    return null;
  }

  #range(node: Node): Node {
    const tokens = this.#tokens;
    const open = tokens.next();
    const rangeMs = this.#positiveMs("subquery or range selector", "number, duration, or step()");
    if (tokens.peek().word === ":") {
      tokens.next();
      const stepMs =
        tokens.peek().word === "]" ? null : this.#positiveMs("subquery selector", 'number, duration, or step() or "]"');
      if (tokens.peek().word !== "]") throw tokens.unexpected("subquery selector", '"]"');
      const { to } = tokens.next();
      const { from } = node;
      return { kind: "subquery", type: "matrix", expr: node, rangeMs, stepMs, offsetMs: 0, at: null, from, to };
    }
    if (tokens.peek().word !== "]") throw tokens.unexpected("subquery or range", '":" or "]"');
    const { to } = tokens.next();
    const at = { from: open.from, to };
    if (node.kind !== "vectorSelector") throw tokens.error(at, "ranges only allowed for vector selectors");
    if (node.offsetMs !== 0) throw tokens.error(at, "no offset modifiers allowed before range");
    if (typeof node.at === "number") throw tokens.error(at, "no @ modifiers allowed before range");
    return { kind: "matrixSelector", type: "matrix", selector: node, rangeMs, from: node.from, to };
  }

  #positiveMs(context: string, expected: string): number {
    const { from } = this.#tokens.peek();
    const seconds = this.#seconds(context, expected);
    const { kind, text } = this.#tokens.peek();
    if (kind === "operator" && "+-*/%^".includes(text)) throw this.#calculated({ from, to: from });
    if (seconds <= 0) throw this.#tokens.error({ from, to: from }, "duration must be greater than 0");
    return millisecondsOf(seconds);
  }

  /** A number or a duration with its sign. */
  #seconds(context: string, expected: string): number {
    const tokens = this.#tokens;
    const first = tokens.peek();
    const sign = first.word === "-" || first.word === "+" ? tokens.next().word : "";
    const token = tokens.peek();
    if (token.word === "(" || (["step", "min", "max"].includes(token.word) && token.kind !== "string"))
      throw this.#calculated(token);
    if (token.kind !== "number" && token.kind !== "duration") throw tokens.unexpected(context, expected);
    const { value } = tokens.numberIn(tokens.next());
    if (!(Math.abs(value) <= longestSeconds)) throw tokens.error(first, "duration out of range");
    return sign === "-" ? -value : value;
  }

  #calculated(at: Span) {
    return this.#tokens.error(at, "experimental duration expression is not enabled");
  }

  #offset(node: Node): Node {
    this.#tokens.next();
    const offsetMs = millisecondsOf(this.#seconds("offset", "number, duration, or step()"));
    return this.#shifted(node, "offset", (shift) => {
      if (shift.offsetMs !== 0) throw this.#tokens.error(node, "offset may not be set multiple times");
      return { offsetMs };
    });
  }

  #moment(node: Node): Node {
    const tokens = this.#tokens;
    tokens.next();
    const first = tokens.peek();
    let at: Shift["at"];
    if (first.word === "start" || first.word === "end") {
      tokens.next();
      tokens.expect("(");
      tokens.expect(")");
      at = first.word;
    } else {
      const sign = first.word === "-" || first.word === "+" ? tokens.next().word : "";
      const token = tokens.peek();
      if (token.kind !== "number" && token.kind !== "duration") throw tokens.unexpected("@", "timestamp");
      const seconds = tokens.numberIn(tokens.next()).value * (sign === "-" ? -1 : 1);
      at = Math.round(seconds * 1_000);
      if (!(Math.abs(at) <= latestMs))
        throw tokens.error(node, `timestamp out of bounds for @ modifier: ${floatText(seconds, "f", 6)}`);
    }
    return this.#shifted(node, "@", (shift) => {
      if (shift.at !== null) throw tokens.error(node, "@ <timestamp> may not be set multiple times");
      return { at };
    });
  }

  #shifted(node: Node, modifier: string, shift: (now: Shift) => Partial<Shift>): Node {
    const to = this.#tokens.lastEnd;
    if (node.kind === "vectorSelector" || node.kind === "subquery") return { ...node, ...shift(node), to };
    if (node.kind === "matrixSelector") return { ...node, selector: { ...node.selector, ...shift(node.selector) }, to };
    const name = modifier === "@" ? "@ modifier" : "offset modifier";
    const before = "an instant vector selector or range vector selector or a subquery";
    throw this.#tokens.error(node, `${name} must be preceded by ${before}`);
  }
}

/** Go rounds to nanoseconds, and what counts are whole milliseconds of these. */
function millisecondsOf(seconds: number): number {
  return Math.trunc(Math.round(seconds * 1e9) / 1e6);
}
