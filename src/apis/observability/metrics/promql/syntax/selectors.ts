/** Reads selectors of series and lists of labels. */
import { nameLabel } from "../../label-bytes.ts";
import { QueryPatterns } from "../regexp.ts";
import { quote } from "./quote.ts";
import type { TokenReader } from "./token-reader.ts";
import { aggregators, type Token } from "./tokens.ts";
import type { Matcher, MatchOperator, VectorSelector } from "./tree.ts";

/** Of one selector. */
const maxMatchers = 128;

const matchOperators: ReadonlySet<string> = new Set(["=", "!=", "=~", "!~"]);
/** Keywords that may be names of labels where labels are listed. */
const labelsToo = new Set([
  ...["bool", "by", "group_left", "group_right", "ignoring", "and", "or", "unless", "offset", "on", "start", "end"],
  ...["atan2", "step", "anchored", "smoothed", ...aggregators],
]);

export class SelectorReader {
  readonly #tokens: TokenReader;
  readonly #patterns = new QueryPatterns();

  constructor(tokens: TokenReader) {
    this.#tokens = tokens;
  }

  /** After its name. */
  named({ text, from, to }: Token): VectorSelector {
    const inBraces = this.#tokens.peek().word === "{" ? this.#inBraces() : { matchers: [], to };
    const again = inBraces.matchers.find(({ name }) => name === nameLabel);
    const at = { from, to: inBraces.to };
    if (again !== undefined)
      throw this.#tokens.error(at, `metric name must not be set twice: ${quote(text)} or ${quote(again.value)}`);
    const matchers = [...inBraces.matchers, this.#patterns.matcher(nameLabel, "=", text)];
    return { kind: "vectorSelector", type: "vector", name: text, matchers, offsetMs: 0, at: null, ...at };
  }

  /** The braces come next. */
  unnamed(): VectorSelector {
    const { from } = this.#tokens.peek();
    const { matchers, to } = this.#inBraces();
    return { kind: "vectorSelector", type: "vector", name: "", matchers, offsetMs: 0, at: null, from, to };
  }

  /** `(a, b)` of `by`, `on` and the like. */
  groupingLabels(): readonly string[] {
    const tokens = this.#tokens;
    if (tokens.peek().word !== "(") throw tokens.unexpected("grouping opts", '"("');
    tokens.next();
    const labels: string[] = [];
    while (tokens.peek().word !== ")") {
      labels.push(this.#groupingLabel());
      const { word } = tokens.peek();
      if (word !== "," && word !== ")") throw tokens.unexpected("grouping opts", '"," or ")"');
      if (word === ",") tokens.next();
    }
    tokens.next();
    return labels;
  }

  #groupingLabel(): string {
    const token = this.#tokens.peek();
    const { kind, text, word } = token;
    if (kind === "string") {
      const name = this.#tokens.textIn(this.#tokens.next());
      if (name !== "") return name;
      throw this.#tokens.error(token, `invalid label name for grouping: ${quote(name)}`);
    }
    if (kind !== "identifier" && kind !== "metric identifier" && !(labelsToo.has(word) && kind !== "punctuation"))
      throw this.#tokens.unexpected("grouping opts", "label");
    this.#tokens.next();
    return text;
  }

  #inBraces(): { readonly matchers: readonly Matcher[]; readonly to: number } {
    const tokens = this.#tokens;
    const { from } = tokens.next();
    const matchers: Matcher[] = [];
    while (tokens.peek().word !== "}") {
      matchers.push(this.#oneMatcher());
      const { word } = tokens.peek();
      if (word !== "," && word !== "}") throw tokens.unexpected("label matching", '"," or "}"');
      if (word === ",") tokens.next();
    }
    const { to } = tokens.next();
    if (matchers.length > maxMatchers)
      throw tokens.error({ from, to }, `a selector has at most ${maxMatchers} matchers`);
    return { matchers, to };
  }

  #oneMatcher(): Matcher {
    const tokens = this.#tokens;
    const label = tokens.peek();
    if (label.kind !== "identifier" && label.kind !== "string")
      throw tokens.unexpected("label matching", 'identifier or "}"');
    tokens.next();
    const name = label.kind === "string" ? tokens.textIn(label) : label.text;
    const operator = tokens.peek();
    if (operator.kind !== "operator" || !matchOperators.has(operator.text)) {
      if (label.kind === "string") return this.#patterns.matcher(nameLabel, "=", name);
      throw tokens.unexpected("label matching", "label matching operator");
    }
    tokens.next();
    const value = tokens.peek();
    if (value.kind !== "string") throw tokens.unexpected("label matching", "string");
    tokens.next();
    try {
      return this.#patterns.matcher(name, operator.text as MatchOperator, tokens.textIn(value));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw tokens.error({ from: label.from, to: value.to }, error.message);
    }
  }
}
