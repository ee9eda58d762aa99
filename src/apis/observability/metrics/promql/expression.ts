/** What a query says, once it is read: selectors of series, and constants. */
import { nameLabel } from "../label-bytes.ts";
import type { LabelMatcher } from "../store.ts";
import { QueryError } from "./query-error.ts";
import type { QueryPatterns } from "./regexp.ts";

export type MatchOperator = "=" | "!=" | "=~" | "!~";

/** A condition on one label as it was written, and as a store takes it. */
export interface Matcher extends LabelMatcher {
  readonly operator: MatchOperator;
  readonly value: string;
}

/** Throws QueryError bad_data when a regular expression is needed and the value is none. */
export function matcher(name: string, operator: MatchOperator, value: string, patterns: QueryPatterns): Matcher {
  switch (operator) {
    case "=":
      return { name, operator, value, matches: (text) => text === value, ...known([value]) };
    case "!=":
      return { name, operator, value, matches: (text) => text !== value };
    case "=~": {
      const { test, values } = patternOf(name, value, patterns);
      return { name, operator, value, matches: test, ...known(values) };
    }
    case "!~": {
      const { test } = patternOf(name, value, patterns);
      return { name, operator, value, matches: (text) => !test(text) };
    }
  }
}

/** The empty text is no value that a store could look up: it is what a series without the label has. */
function known(values: readonly string[] | null): { readonly values?: readonly string[] } {
  return values === null || values.includes("") ? {} : { values };
}

/** The condition that the metric has this name. */
export const metricNamed = (name: string): Matcher => ({
  name: nameLabel,
  operator: "=",
  value: name,
  matches: (text) => text === name,
  values: [name],
});

function patternOf(name: string, value: string, patterns: QueryPatterns) {
  try {
    return patterns.compile(value);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new QueryError("bad_data", `the pattern for ${name} is not valid: ${error.message}`);
  }
}

/** When a selector looks, seen from the moment of evaluation. */
export interface Shift {
  /** How much earlier, in ms; negative is later (`offset`). */
  readonly offsetMs: number;
  /** A moment of its own (`@`), in ms since the epoch, or the start or end of the evaluation; null: the moment itself. */
  readonly at: number | "start" | "end" | null;
}

/** The newest sample of each series. */
export interface VectorSelector extends Shift {
  readonly kind: "vector";
  readonly matchers: readonly Matcher[];
}

/** The samples of each series over the last `rangeMs` milliseconds. */
export interface MatrixSelector extends Shift {
  readonly kind: "matrix";
  readonly matchers: readonly Matcher[];
  readonly rangeMs: number;
}

export interface ScalarValue {
  readonly kind: "scalar";
  readonly value: number;
}

export interface TextValue {
  readonly kind: "string";
  readonly value: string;
}

export type Expression = VectorSelector | MatrixSelector | ScalarValue | TextValue;
