/** Splits a query into tokens, as Prometheus's scanner does (promql/parser/lex.go): in one pass, up to the first error. */
import { parseError, type QueryError, type Span } from "../errors.ts";
import { quote } from "./quote.ts";

export type TokenKind =
  | "identifier"
  | "metric identifier"
  | "string"
  | "number"
  | "duration"
  | "operator"
  | "aggregator"
  | "keyword"
  | "word"
  | "punctuation"
  | "end";

export interface Token extends Span {
  readonly kind: TokenKind;
  /** As it was written; keywords may be in capitals. */
  readonly text: string;
  /** What the parser looks at: keywords and operators in small letters, otherwise the text. */
  readonly word: string;
}

export const aggregators = new Set([
  ...["sum", "avg", "count", "min", "max", "group", "stddev", "stdvar", "topk", "bottomk", "count_values", "quantile"],
  ...["limitk", "limit_ratio"],
]);

const words: ReadonlyMap<string, TokenKind> = new Map([
  ...["and", "or", "unless", "atan2"].map((word) => [word, "operator"] as const),
  ...[...aggregators].map((word) => [word, "aggregator"] as const),
  ...["offset", "smoothed", "anchored", "by", "without", "on", "ignoring", "group_left", "group_right", "bool"].map(
    (word) => [word, "keyword"] as const,
  ),
  ...["start", "end", "step"].map((word) => [word, "word"] as const),
  ["inf", "number"],
  ["nan", "number"],
]);

const patterns = {
  space: /[ \t\n\r]+/y,
  comment: /#[^\n\r]*/y,
  /** Dots within names are our extension: Prometheus wants `{"rum.lcp"}`. */
  name: /[A-Za-z_:][\w:]*(?:\.[A-Za-z_:][\w:]*)*/y,
  label: /[A-Za-z_]\w*/y,
  number:
    /(?:0[xX]_?[\da-fA-F]+(?:_[\da-fA-F]+)*|(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?)(?!\w|\.)/y,
  duration: /\d+(?:ms|[smhdwy])(?:\d+(?:ms|[smhdw]))*(?!\w)/y,
  badNumber: /[\w.]+/y,
  operator: /==|!=|<=|>=|[-+*/%^<>@]/y,
  braceOperator: /=~|!~|!=|=/y,
  quoted: /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`[^`]*`/y,
} as const;

export class Scanner {
  readonly #text: string;
  #at = 0;
  #parens = 0;
  #inBraces = false;
  #inBrackets = false;
  /** The token before. */
  #last = "";

  constructor(text: string) {
    this.#text = text;
  }

  /** Throws QueryError bad_data. After the end, the end again. */
  next(): Token {
    while (this.#take("space") !== null || this.#take("comment") !== null);
    const from = this.#at;
    const char = this.#text[from];
    if (char === undefined) return this.#end();
    if (char === '"' || char === "'" || char === "`") return this.#string(char);
    return this.#inBraces ? this.#withinBraces(char) : this.#outside(char);
  }

  #end(): Token {
    const at = this.#at;
    if (this.#inBraces) throw this.#fail("unexpected end of input inside braces");
    if (this.#inBrackets && this.#last === "[") throw this.#fail("unexpected end of input in duration expression");
    if (this.#parens !== 0) throw this.#fail("unclosed left parenthesis");
    if (this.#inBrackets) throw this.#fail("unclosed left bracket");
    return { kind: "end", text: "", word: "end of input", from: at, to: at };
  }

  #take(name: keyof typeof patterns): string | null {
    const pattern = patterns[name];
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  #token(kind: TokenKind, text: string, word = text): Token {
    this.#last = text;
    return { kind, text, word, from: this.#at - text.length, to: this.#at };
  }

  #fail(reason: string): QueryError {
    return parseError(this.#text, { from: this.#at, to: this.#text.length }, reason);
  }

  #string(mark: string): Token {
    const text = this.#take("quoted");
    if (text !== null) return this.#token("string", text);
    throw this.#fail(mark === "`" ? "unterminated raw string" : "unterminated quoted string");
  }

  #withinBraces(char: string): Token {
    const label = this.#take("label");
    if (label !== null) return this.#token("identifier", label);
    const operator = this.#take("braceOperator");
    if (operator !== null) return this.#token("operator", operator);
    if (char === ",") return this.#punctuation(char);
    if (char === "}") {
      this.#inBraces = false;
      return this.#punctuation(char);
    }
    if (char === "!") {
      const after = this.#text[this.#at + 1];
      throw this.#fail(`unexpected character after '!' inside braces: ${shownCharacter(after)}`);
    }
    if (char === "{") throw this.#fail("unexpected left brace '{'");
    throw this.#fail(`unexpected character inside braces: ${shownCharacter(this.#character())}`);
  }

  #outside(char: string): Token {
    if (/[\d.]/.test(char)) return this.#number();
    if (this.#inBrackets && /[A-Za-z_:]/.test(char)) return this.#wordInBrackets(char);
    const name = this.#take("name");
    if (name !== null) return this.#word(name);
    const operator = this.#take("operator");
    if (operator !== null) return this.#token("operator", operator);
    switch (char) {
      case "(":
        this.#parens++;
        break;
      case ")":
        if (--this.#parens < 0) throw this.#fail("unexpected right parenthesis ')'");
        break;
      case "{":
        this.#inBraces = true;
        break;
      case "[":
        if (this.#inBrackets) throw this.#fail("unexpected left bracket '['");
        this.#inBrackets = true;
        break;
      case "]":
        if (!this.#inBrackets) throw this.#fail("unexpected right bracket ']'");
        this.#inBrackets = false;
        break;
      case ",":
        break;
      case "=":
        if (this.#text[this.#at + 1] === "~") throw this.#fail("unexpected character after '=': '~'");
        break;
      case "!":
        throw this.#fail(`unexpected character after '!': ${shownCharacter(this.#text[this.#at + 1])}`);
      default:
        throw this.#fail(`unexpected character: ${shownCharacter(this.#character())}`);
    }
    return this.#punctuation(char);
  }

  #punctuation(char: string): Token {
    this.#at++;
    return this.#token("punctuation", char);
  }

  /** Of what may stand in brackets there are only the colon and what calculates durations. */
  #wordInBrackets(char: string): Token {
    if (char === ":") return this.#punctuation(char);
    const word = this.#take("label") ?? "";
    if (["step", "min", "max"].includes(word.toLowerCase())) return this.#token("word", word, word.toLowerCase());
    this.#at -= word.length;
    throw this.#fail(`unexpected character in duration expression: ${shownCharacter(char)}`);
  }

  #word(text: string): Token {
    const small = text.toLowerCase();
    const kind = words.get(small);
    if (kind !== undefined) return this.#token(kind, text, small);
    return this.#token(/[:.]/.test(text) ? "metric identifier" : "identifier", text);
  }

  #number(): Token {
    const number = this.#take("number");
    if (number !== null) return this.#token("number", number);
    const duration = this.#take("duration");
    if (duration !== null) return this.#token("duration", duration);
    const bad = this.#take("badNumber") ?? "";
    this.#at -= bad.length;
    throw this.#fail(`bad number or duration syntax: ${quote(bad)}`);
  }

  #character(): string {
    return String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
  }
}

/** As Go shows a rune (`%q`); beyond the end it is -1, which is shown as U+FFFD. */
function shownCharacter(char: string | undefined): string {
  if (char === undefined) return "'\uFFFD'";
  if (char === "'") return "'\\''";
  return `'${quote(char).slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** How a parse error names what it has found. */
export function described({ kind, text }: Token): string {
  switch (kind) {
    case "end":
      return "end of input";
    case "identifier":
    case "metric identifier":
      return `${kind} ${quote(text)}`;
    case "operator":
      return `<op:${text}>`;
    case "aggregator":
      return `<aggr:${text}>`;
    case "keyword":
      return `<${text}>`;
    case "punctuation":
    case "word":
      return quote(text);
    default: {
      // Go shortens to ten characters of the text.
      const characters = [...text];
      return `${kind} ${characters.length > 10 ? `${quote(characters.slice(0, 10).join(""))}...` : quote(text)}`;
    }
  }
}
