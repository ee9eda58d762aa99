/** The functions of Prometheus's templates (template/template.go) and of Go's. */
import { isIP } from "node:net";
import type { RE2JS } from "re2js";
import { compareText } from "../../labels.ts";
import { floatIn, floatText } from "../../promql/go-float.ts";
import { compiledPattern, expanded, patternLimits } from "../../promql/regexp.ts";
import { durationMs } from "../../promql/syntax/numbers.ts";
import { TemplateError } from "./error.ts";
import { Arguments, Duration, Moment, QueryResult, Struct, shown, sprintf, typeName, type Value } from "./go-format.ts";
import { humanized, humanized1024, humanizedDuration, humanizedTimestamp, momentOf } from "./humanize.ts";

/** The surroundings of a template: its clock, its URLs, and how it queries. */
export interface TemplateContext {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly externalUrl: string;
  /** Counts work, in instructions of patterns times characters. Throws where there is too much of it. */
  readonly spend: (work: number) => void;
  /** The result of a query. Throws TemplateError when the query failed, and QueryWanted when its result is not known yet. */
  readonly query: (expression: string) => QueryResult;
}

/** A template cannot be expanded before the result of a query is there. */
export class QueryWanted extends Error {}

/** What a call of a function counts as. */
export const workOfCall = 100;
/** Characters of a replacement. */
const longestReplacement = 256;

type TemplateFunction = (values: readonly Value[], context: TemplateContext) => Value;

const functions: Readonly<Record<string, TemplateFunction>> = {
  humanize: ([value]) => humanized(floatOf(value)),
  humanize1024: ([value]) => humanized1024(floatOf(value)),
  humanizeDuration: ([value]) => humanizedDuration(floatOf(value)),
  humanizePercentage: ([value]) => `${floatText(floatOf(value) * 100, "g", 4)}%`,
  humanizeTimestamp: ([value]) => humanizedTimestamp(floatOf(value)),
  parseDuration: ([text]) => seconds(textOf(text)),
  query: ([expression], { query }) => query(textOf(expression)),
  first: ([found]) => {
    const [sample] = samplesOf(found);
    if (sample === undefined) throw new TemplateError("error calling first: first() called on vector with no elements");
    return sample;
  },
  label: ([name, sample]) => labelOf(sample, textOf(name)),
  value: ([sample]) => sampleOf(sample).get("Value") ?? null,
  strvalue: ([sample]) => labelOf(sample, "__value__"),
  sortByLabel: ([name, found]) => {
    const by = textOf(name);
    return new QueryResult(samplesOf(found).toSorted((a, b) => compareText(labelOf(a, by), labelOf(b, by))));
  },
  args: (values) => new Arguments(values.map((value, index) => [`arg${index}`, value])),
  safeHtml: ([text]) => textOf(text),
  toTime: ([value]) => new Moment(momentOf(floatOf(value))),
  toDuration: ([value]) => new Duration(BigInt(Math.trunc(floatOf(value) * 1e9))),
  html: (values) => escapedHtml(print(values)),
  js: (values) => escapedScript(print(values)),
  slice: ([value, ...ends]) => sliced(value, ends),
  call: ([value]) => {
    throw new TemplateError(`error calling call: non-function of type ${typeName(value ?? null)}`);
  },
  now: (_values, { now }) => now / 1_000,
  externalURL: (_values, { externalUrl }) => externalUrl,
  pathPrefix: (_values, { externalUrl }) => new URL(externalUrl).pathname.replace(/\/$/, ""),
  graphLink: ([expression]) => link(textOf(expression), 0),
  tableLink: ([expression]) => link(textOf(expression), 1),
  toUpper: ([text]) => textOf(text).toUpperCase(),
  toLower: ([text]) => textOf(text).toLowerCase(),
  title: ([text]) => textOf(text).replaceAll(/(?<![\p{L}\p{N}_'])\p{L}/gu, (letter) => letter.toUpperCase()),
  match: ([pattern, text], context) => patternFor(pattern, text, context).matcher(textOf(text)).find(),
  reReplaceAll: ([pattern, by, text], context) =>
    replaced(patternFor(pattern, text, context), textOf(by), textOf(text)),
  stripPort: ([text]) => hostAndPort(textOf(text))?.host ?? textOf(text),
  stripDomain: ([text]) => withoutDomain(textOf(text)),
  urlQueryEscape: ([text]) => escapedQuery(textOf(text)),
  urlquery: (values) => escapedQuery(print(values)),
  print: (values) => print(values),
  println: (values) => `${values.map(shown).join(" ")}\n`,
  printf: ([format, ...values]) => sprintf(textOf(format), values),
  len: ([value]) => BigInt(lengthOf(value)),
  index: ([map, ...names]) => indexed(map, names),
  not: ([value]) => !isTrue(value ?? null),
  and: (values) => values.find((value) => !isTrue(value)) ?? values.at(-1) ?? null,
  or: (values) => values.find(isTrue) ?? values.at(-1) ?? null,
  eq: ([first, ...others]) => others.some((other) => compared(first, other) === 0),
  ne: ([a, b]) => compared(a, b) !== 0,
  lt: ([a, b]) => compared(a, b) < 0,
  le: ([a, b]) => compared(a, b) <= 0,
  gt: ([a, b]) => compared(a, b) > 0,
  ge: ([a, b]) => compared(a, b) >= 0,
};

const arguments_: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...Object.fromEntries(["now", "externalURL", "pathPrefix"].map((name) => [name, [0, 0]])),
  ...Object.fromEntries(["match", "ne", "lt", "le", "gt", "ge"].map((name) => [name, [2, 2]])),
  ...Object.fromEntries(["label", "sortByLabel"].map((name) => [name, [2, 2]])),
  ...Object.fromEntries(["print", "println", "urlquery", "html", "js", "args"].map((name) => [name, [0, 50]])),
  ...Object.fromEntries(["printf", "and", "or", "index", "call"].map((name) => [name, [1, 50]])),
  reReplaceAll: [3, 3],
  slice: [1, 4],
  eq: [2, 50],
};

export const functionNames: ReadonlySet<string> = new Set(Object.keys(functions));

/** Throws TemplateError for values that the function does not take. */
export function callFunction(name: string, values: readonly Value[], context: TemplateContext): Value {
  const called = functions[name];
  if (called === undefined) throw new TemplateError(`function "${name}" not defined`);
  const [least, most] = arguments_[name] ?? [1, 1];
  if (values.length < least || values.length > most)
    throw new TemplateError(`wrong number of args for ${name}: want ${least} got ${values.length}`);
  context.spend(workOfCall);
  const value = called(values, context);
  if (typeof value === "string" && value.length > longestText) throw tooLong();
  return value;
}

function tooLong(): TemplateError {
  return new TemplateError(`a text has at most ${longestText} characters`);
}

/** Whether a value counts as true in `if`: not if it is zero or empty. */
export function isTrue(value: Value): boolean {
  if (value === null || typeof value !== "object") return Boolean(value) || Number.isNaN(value);
  if (value instanceof QueryResult) return value.samples.length > 0;
  return !(value instanceof Map) || value instanceof Struct || value.size > 0;
}

function samplesOf(value: Value = null): readonly Struct[] {
  if (value instanceof QueryResult) return value.samples;
  throw new TemplateError(`wrong type for value; expected template.queryResult; got ${typeName(value)}`);
}

function sampleOf(value: Value = null): Struct {
  if (value instanceof Struct && value.typeName === sampleType) return value;
  throw new TemplateError(`wrong type for value; expected ${sampleType}; got ${typeName(value)}`);
}

const sampleType = "*template.sample";

export function sampleFound(labels: ReadonlyMap<string, string>, value: number): Struct {
  return new Struct(sampleType, [
    ["Labels", labels],
    ["Value", value],
  ]);
}

function labelOf(sample: Value | undefined, name: string): string {
  const labels = sampleOf(sample).get("Labels");
  const text = labels instanceof Map ? labels.get(name) : undefined;
  return typeof text === "string" ? text : "";
}

function floatOf(value: Value = null): number {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  if (typeof value !== "string") throw new TemplateError(`can't convert ${typeName(value)} to float`);
  const number = floatIn(value);
  if (number === null) throw new TemplateError(`strconv.ParseFloat: parsing ${JSON.stringify(value)}: invalid syntax`);
  return number;
}

function textOf(value: Value = null): string {
  if (typeof value === "string") return value;
  throw new TemplateError(`wrong type for value; expected string; got ${typeName(value)}`);
}

function seconds(text: string): number {
  const ms = durationMs(text.replace(/^-/, ""));
  if (!Number.isFinite(ms)) throw new TemplateError(`not a valid duration string: ${JSON.stringify(text)}`);
  return (text.startsWith("-") ? -ms : ms) / 1_000;
}

/** `tab` is 0 for a graph and 1 for a table. */
function link(expression: string, tab: 0 | 1): string {
  return `/graph?g0.expr=${escapedQuery(expression)}&g0.tab=${tab}`;
}

/** As Go's url.QueryEscape. */
export function escapedQuery(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll("%20", "+")
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Throws TemplateError where RE2 refuses the pattern, or matching would take long. */
function patternFor(pattern: Value | undefined, text: Value | undefined, { spend }: TemplateContext): RE2JS {
  try {
    const compiled = compiledPattern(textOf(pattern));
    spend(compiled.programSize() * patternLimits.captures * (textOf(text).length + 1));
    return compiled;
  } catch (error) {
    throw error instanceof SyntaxError ? new TemplateError(error.message) : error;
  }
}

function replaced(pattern: RE2JS, by: string, text: string): string {
  if (by.length > longestReplacement)
    throw new TemplateError(`a replacement has at most ${longestReplacement} characters`);
  const matcher = pattern.matcher(text);
  let result = "";
  let from = 0;
  while (matcher.find()) {
    result += text.slice(from, matcher.start());
    result += expanded(by, pattern, matcher);
    from = matcher.end();
    if (result.length > longestText) throw tooLong();
  }
  return result + text.slice(from);
}

/** Characters of what a function or a template makes. */
export const longestText = 8_192;

function hostAndPort(text: string): { host: string; port: string } | null {
  const found = /^(?:\[([^[\]]*)\]|([^[\]:]*)):([^:[\]]*)$/.exec(text);
  return found === null ? null : { host: found[1] ?? found[2] ?? "", port: found[3] ?? "" };
}

function withoutDomain(text: string): string {
  const { host, port } = hostAndPort(text) ?? { host: text, port: "" };
  if (isIP(host) !== 0) return text;
  const [name = ""] = host.split(".");
  return port === "" ? name : `${name}:${port}`;
}

/** A space stands between two values of which neither is a text. */
function print(values: readonly Value[]): string {
  return values.reduce<string>((text, value, index) => {
    const before = values[index - 1];
    const apart = index > 0 && typeof value !== "string" && typeof before !== "string";
    return text + (apart ? " " : "") + shown(value);
  }, "");
}

const htmlEntities: Readonly<Record<string, string>> = {
  "\0": "\ufffd",
  '"': "&#34;",
  "'": "&#39;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
};

function escapedHtml(text: string): string {
  return text.replaceAll(/["'&<>\0]/g, (sign) => htmlEntities[sign] ?? sign);
}

/** As Go's JSEscape. */
function escapedScript(text: string): string {
  return text.replaceAll(/[\\'"<>&=]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    /[\\'"]/.test(sign) ? `\\${sign}` : `\\u${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`,
  );
}

/** From the first index, to the second; of a text in bytes. */
function sliced(value: Value = null, ends: readonly Value[]): Value {
  if (typeof value !== "string" && !(value instanceof QueryResult))
    throw new TemplateError(`error calling slice: can't slice item of type ${typeName(value)}`);
  if (typeof value === "string" && ends.length > 2)
    throw new TemplateError("error calling slice: cannot 3-index slice a string");
  const all = typeof value === "string" ? Buffer.from(value) : value.samples;
  const [from = 0, to = all.length] = ends.map((end) => placeOf("slice", end, all.length + 1));
  if (from > to) throw new TemplateError(`error calling slice: invalid slice index: ${from} > ${to}`);
  const part = all.slice(from, to);
  return Buffer.isBuffer(part) ? part.toString() : new QueryResult(part as readonly Struct[]);
}

/** An index below `end`. */
function placeOf(name: string, value: Value, end: number): number {
  if (typeof value !== "bigint")
    throw new TemplateError(`error calling ${name}: cannot index slice/array with type ${typeName(value)}`);
  if (value < 0n || value >= BigInt(end))
    throw new TemplateError(`error calling ${name}: index out of range: ${value}`);
  return Number(value);
}

function lengthOf(value: Value = null): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (value instanceof QueryResult) return value.samples.length;
  if (value instanceof Map && !(value instanceof Struct)) return value.size;
  throw new TemplateError(`len of type ${typeName(value)}`);
}

function indexed(map: Value | undefined, names: readonly Value[]): Value {
  const [name, ...more] = names;
  if (name === undefined) return map ?? null;
  if (map instanceof QueryResult) return indexed(map.samples[placeOf("index", name, map.samples.length)], more);
  if (!(map instanceof Map) || map instanceof Struct)
    throw new TemplateError(`can't index item of type ${typeName(map ?? null)}`);
  return indexed(map.get(textOf(name)) ?? (map instanceof Arguments ? null : ""), more);
}

/** Below, equal or above 0; NaN compares with nothing. */
function compared(a: Value = null, b: Value = null): number {
  if (typeof a !== typeof b) throw new TemplateError("incompatible types for comparison");
  if (a === null || b === null || typeof a === "object" || typeof b === "object") {
    if (a === b) return 0;
    throw new TemplateError("invalid type for comparison");
  }
  if (a === b) return 0;
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : Number.NaN;
}
