/** The tokens of a query, one ahead, and what is said about one that does not belong where it is. */
import { parseError, type QueryError, type Span } from "../errors.ts";
import { durationMs, numberOf } from "./numbers.ts";
import { quote, unquote } from "./quote.ts";
import { described, Scanner, type Token } from "./tokens.ts";

export class TokenReader {
  readonly #text: string;
  readonly #scanner: Scanner;
  #ahead: Token | null = null;
  /** In which constructs the reader is, the innermost last: as Prometheus names them. */
  readonly #contexts: string[] = [];
  /** Where the last closing token, number or duration ended. */
  lastEnd = 0;

  constructor(text: string) {
    this.#text = text;
    this.#scanner = new Scanner(text);
  }

  peek(): Token {
    this.#ahead ??= this.#scanner.next();
    return this.#ahead;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind === "number" || token.kind === "duration" || ["}", ")", "]"].includes(token.text))
      this.lastEnd = token.to;
    this.#ahead = null;
    return token;
  }

  /** Takes the word when it comes next. */
  taken(word: string): boolean {
    const is = this.peek().word === word && this.peek().kind !== "string";
    if (is) this.next();
    return is;
  }

  expect(punctuation: string): Token {
    const token = this.peek();
    if (token.kind !== "punctuation" || token.text !== punctuation) throw this.unexpected();
    return this.next();
  }

  within<T>(context: string, read: () => T): T {
    this.#contexts.push(context);
    const result = read();
    this.#contexts.pop();
    return result;
  }

  /** About the next token. */
  unexpected(context = this.#contexts.at(-1) ?? "", expected = ""): QueryError {
    const where = context === "" ? "" : ` in ${context}`;
    const instead = expected === "" ? "" : `, expected ${expected}`;
    const token = this.peek();
    return this.error(token, `unexpected ${described(token)}${where}${instead}`);
  }

  error(at: Span, reason: string): QueryError {
    return parseError(this.#text, at, reason);
  }

  /** The value of a number or of a duration, which is one of seconds. */
  numberIn(token: Token): { readonly value: number; readonly isDuration: boolean } {
    if (token.kind === "duration") {
      const ms = durationMs(token.text);
      if (Number.isNaN(ms)) throw this.error(token, `not a valid duration string: ${quote(token.text)}`);
      if (ms === Number.POSITIVE_INFINITY) throw this.error(token, "duration out of range");
      return { value: ms / 1_000, isDuration: true };
    }
    const value = numberOf(token.text);
    if (value !== null) return { value, isDuration: false };
    const reason = `strconv.ParseFloat: parsing ${quote(token.text)}: value out of range`;
    throw this.error(token, `error parsing number: ${reason}`);
  }

  textIn(token: Token): string {
    const text = unquote(token.text);
    if (text === null) throw this.error(token, `error unquoting string ${quote(token.text)}: invalid syntax`);
    return text;
  }
}
