/**
 * Regular expressions of label matchers, in time linear in the text whatever the pattern: RE2's syntax and algorithm, which
 * Prometheus has too. The forms that dashboards write most are told apart, since a store can look them up.
 */
import { RE2JS } from "re2js";

/** What a pattern matches. */
export interface LabelPattern {
  /** Whether the whole text matches: Prometheus anchors both ends. */
  readonly test: (text: string) => boolean;
  /** All the texts that match, where the pattern is one text or a choice of at most 1,000. */
  readonly values: readonly string[] | null;
}

/** Characters of a pattern. RE2 itself refuses repetitions that would multiply to a large program. */
export const maxPatternLength = 4_096;
const maxChoices = 1_000;

const choiceOfPlain = /^[^\\.+*?()[\]{}^$]*$/;
const plainStart = /^[^\\.+*?()|[\]{}^$]+(?![*?{])/;

/** Throws SyntaxError when RE2 does not accept the pattern, or it is longer than 4,096 characters. */
export function compilePattern(pattern: string): LabelPattern {
  if (pattern.length > maxPatternLength) throw new SyntaxError(`a pattern has at most ${maxPatternLength} characters`);
  const values = choices(pattern);
  if (values !== null) return { test: (text) => values.has(text), values: [...values] };
  const compiled = compile(pattern);
  // What is outside parentheses may be one choice of several.
  const prefix = pattern.includes("|") ? "" : (plainStart.exec(pattern)?.[0] ?? "");
  return { test: (text) => text.startsWith(prefix) && compiled.testExact(text), values: null };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function choices(pattern: string): Set<string> | null {
  const inner = pattern.startsWith("(") && pattern.endsWith(")") ? pattern.slice(1, -1).replace(/^\?:/, "") : pattern;
  if (!choiceOfPlain.test(inner)) return null;
  const texts = new Set(inner.split("|"));
  return texts.size <= maxChoices ? texts : null;
}
