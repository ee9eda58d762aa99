/**
 * Regular expressions of label matchers, in time linear in the text whatever the pattern: RE2's syntax and algorithm, which
 * Prometheus has too. The forms that dashboards write most are told apart, since a store can look them up.
 */
import { RE2JS } from "re2js";
import { QueryError } from "./errors.ts";
import type { Matcher, MatchOperator } from "./syntax/tree.ts";

/** What a pattern matches. */
export interface LabelPattern {
  /** Whether the whole text matches: Prometheus anchors both ends. Throws QueryError execution when the query's work is spent. */
  readonly test: (text: string) => boolean;
  /** All the texts that match, where the pattern is one text or a choice of at most 1,000. */
  readonly values: readonly string[] | null;
}

/** The limits of the patterns of one query. An instruction is a step of RE2's program; a pattern has about one for each character. */
export const patternLimits = {
  /** Characters of a pattern. */
  length: 4_096,
  /** Instructions of one pattern. A repetition counts as often as it may repeat. */
  instructions: 1_000,
  /** Instructions of all patterns of a query. */
  instructionsOfAll: 20_000,
  /** Instructions times characters of one text: at worst some 50 ms. */
  workOfOneText: 4_000_000,
  /** How many times as long matching takes when it captures groups. */
  captures: 16,
  /** Instructions times characters of all texts that a query tests. */
  work: 1_000_000_000,
} as const;

const maxChoices = 1_000;

const escapedPunctuation = /\\([!-/:-@[-`{-~])/g;
/** Nothing but characters that stand for themselves, escaped where they would not. */
const choiceOfPlain = /^(?:[^\\.+*?()[\]{}^$]|\\[!-/:-@[-`{-~])*$/;
const plainStart = /^[^\\.+*?()|[\]{}^$]+(?![*?{])/;

/** The patterns of one query, and how much work they may still do. */
export class QueryPatterns {
  #instructions = 0;
  #work = 0;

  /** Throws SyntaxError when RE2 does not accept the pattern, or it is larger than `patternLimits`. */
  compile(pattern: string): LabelPattern {
    const { length, instructionsOfAll } = patternLimits;
    if (pattern.length > length) throw new SyntaxError(`a pattern has at most ${length} characters`);
    const choices = choicesOf(pattern);
    if (choices !== null) {
      const values = choices.size <= maxChoices ? [...choices] : null;
      return { test: (text) => choices.has(text), values };
    }
    const compiled = compiledPattern(pattern);
    const instructions = compiled.programSize();
    this.#instructions += instructions;
    if (this.#instructions > instructionsOfAll)
      throw new SyntaxError(`the patterns of a query have at most ${instructionsOfAll} instructions together`);
    // With a `|` the start of the pattern may be the start of one alternative only.
    const prefix = pattern.includes("|") ? "" : (plainStart.exec(pattern)?.[0] ?? "");
    const test = (text: string) => {
      if (!text.startsWith(prefix)) return false;
      this.#spend(instructions * (text.length + 1));
      return compiled.testExact(text);
    };
    return { test, values: null };
  }

  /** Throws SyntaxError as `compile` does. */
  matcher(name: string, operator: MatchOperator, value: string): Matcher {
    const about = { name, operator, value };
    switch (operator) {
      case "=":
        return { ...about, matches: (text) => text === value, ...known([value]) };
      case "!=":
        return { ...about, matches: (text) => text !== value };
      case "=~": {
        const { test, values } = this.compile(value);
        return { ...about, matches: test, ...known(values) };
      }
      case "!~": {
        const { test } = this.compile(value);
        return { ...about, matches: (text) => !test(text) };
      }
    }
  }

  #spend(work: number): void {
    this.#work += work;
    if (work > patternLimits.workOfOneText || this.#work > patternLimits.work)
      throw new QueryError(
        "execution",
        "query matches too much: its patterns are too long for the values of its labels",
      );
  }
}

/** The empty text is no value that a store could look up: it is what a series without the label has. */
function known(values: readonly string[] | null): { readonly values?: readonly string[] } {
  return values === null || values.includes("") ? {} : { values };
}

/** A pattern that is not larger than one may be. Throws SyntaxError. */
export function compiledPattern(pattern: string): RE2JS {
  const { length, instructions } = patternLimits;
  if (pattern.length > length) throw new SyntaxError(`a pattern has at most ${length} characters`);
  const tooLarge = () =>
    new SyntaxError(`a pattern has at most ${instructions} instructions, its repetitions written out`);
  if (writtenOut(pattern) > 4 * instructions) throw tooLarge();
  let compiled: RE2JS;
  try {
    // Prometheus: model/labels/regexp.go compiles with syntax.DotNL.
    compiled = RE2JS.compile(pattern, RE2JS.DOTALL);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SyntaxError(reason.replace("`(?s)", "`"), { cause: error });
  }
  if (compiled.programSize() > instructions) throw tooLarge();
  return compiled;
}

/** The replacement of a match: `$1`, `${1}`, `$name` and `$$` in it are what Go's regexp.Expand makes of them. */
export function expanded(replacement: string, pattern: RE2JS, match: ReturnType<RE2JS["matcher"]>): string {
  const names = pattern.namedGroups();
  return replacement.replaceAll(/\$(?:\$|\{(\w+)\}|(\w+))/g, (whole, braced?: string, plain?: string) => {
    if (whole === "$$") return "$";
    const name = braced ?? plain ?? "";
    const group = /^(?:0|[1-9]\d*)$/.test(name) ? Number(name) : (names[name] ?? -1);
    return group >= 0 && group <= pattern.groupCount() ? (match.group(group) ?? "") : "";
  });
}

const parts =
  /\\Q.*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|./gs;

/** About how many characters a pattern has when its repetitions are written out: compiling takes time and memory for each. */
function writtenOut(pattern: string): number {
  const open: number[] = [];
  let total = 0;
  let last = 0;
  for (const [part] of pattern.matchAll(parts)) {
    const repeated = /^\{(\d+)(?:,(\d*))?\}$/.exec(part);
    if (part === "(") {
      open.push(total);
      total = last = 0;
    } else if (part === ")") {
      last = total + 1;
      total = (open.pop() ?? 0) + last;
    } else if (repeated !== null) {
      const times = Math.max(Number(repeated[1]), Number(repeated[2] ?? 0), 1);
      total += last * (times - 1);
      last *= times;
    } else {
      last = 1;
      total++;
    }
  }
  return open.reduce((sum, size) => sum + size, total);
}

function choicesOf(pattern: string): Set<string> | null {
  const inner = pattern.startsWith("(") && pattern.endsWith(")") ? pattern.slice(1, -1).replace(/^\?:/, "") : pattern;
  if (!choiceOfPlain.test(inner)) return null;
  const texts = inner.match(/(?:\\.|[^\\|])+|(?<=\||^)(?=\||$)/gs) ?? [""];
  return new Set(texts.map((text) => text.replace(escapedPunctuation, "$1")));
}
