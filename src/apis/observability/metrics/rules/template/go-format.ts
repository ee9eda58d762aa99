/** Values as Go writes them (fmt.Sprintf). */

import { compareText } from "../../labels.ts";
import { floatText, longestPrecision } from "../../promql/go-float.ts";
import { quote } from "../../promql/syntax/quote.ts";
import { TemplateError } from "./error.ts";

/** What templates calculate with: Go's string, float64, int, bool and nil, a map of labels or a struct, and what functions give. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | ReadonlyMap<string, Value>
  | QueryResult
  | Moment
  | Duration
  | null;

/** Has these fields and no others, in their order. */
export class Struct extends Map<string, Value> {
  readonly typeName: string;

  constructor(typeName: string, fields: Iterable<readonly [string, Value]>) {
    super(fields);
    this.typeName = typeName;
  }
}

/** The result of the template function `args`. A missing key reads as nil. */
export class Arguments extends Map<string, Value> {}

/** Samples that `query` has found: structs of `Labels` and `Value`. */
export class QueryResult {
  readonly samples: readonly Struct[];

  constructor(samples: readonly Struct[]) {
    this.samples = samples;
  }
}

/** Go's time.Time. */
export class Moment {
  /** Since the Unix epoch. */
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

/** Go's time.Duration. */
export class Duration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** As `{{ value }}` and `%v` write it. */
export function shown(value: Value): string {
  if (value === null) return "<no value>";
  if (typeof value === "number") return floatText(value, "g");
  if (typeof value !== "object") return String(value);
  if (value instanceof Moment) return momentText(value.ms);
  if (value instanceof Duration) return durationText(value.nanoseconds);
  if (value instanceof QueryResult) return `[${value.samples.map(shown).join(" ")}]`;
  if (value instanceof Struct) return `{${[...value.values()].map(shown).join(" ")}}`;
  const entries = [...value].sort(([a], [b]) => compareText(a, b));
  return `map[${entries.map(([name, each]) => `${name}:${shown(each)}`).join(" ")}]`;
}

/** `2026-11-23 10:00:00.5 +0000 UTC`. */
export function momentText(ms: number): string {
  const [date = "", time = ""] = new Date(ms).toISOString().split("T");
  return `${date} ${time.slice(0, -1).replace(/\.?0+$/, (zeros) => (zeros.startsWith(".") ? "" : zeros.replaceAll("0", "")))} +0000 UTC`;
}

/** `1h2m3.5s`; below a second in the largest unit of which there is one. */
function durationText(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return "0s";
  const sign = nanoseconds < 0n ? "-" : "";
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const decimal = (unit: bigint) => {
    const rest = (size % unit)
      .toString()
      .padStart(unit.toString().length - 1, "0")
      .replace(/0+$/, "");
    return rest === "" ? "" : `.${rest}`;
  };
  if (size < 1_000n) return `${sign}${size}ns`;
  if (size < 1_000_000n) return `${sign}${size / 1_000n}${decimal(1_000n)}µs`;
  if (size < 1_000_000_000n) return `${sign}${size / 1_000_000n}${decimal(1_000_000n)}ms`;
  const whole = size / 1_000_000_000n;
  const [hours, minutes] = [whole / 3_600n, (whole / 60n) % 60n];
  const seconds = `${whole % 60n}${decimal(1_000_000_000n)}s`;
  return sign + (hours > 0n ? `${hours}h` : "") + (whole >= 60n ? `${minutes}m` : "") + seconds;
}

const verbs = /%([+\-# 0]*)(\d+)?(?:\.(\d*))?(.)?/gs;
/** Characters that a verb may fill. */
const longestField = 1_000;

/** Throws TemplateError for widths beyond 1,000 and precisions beyond 100. */
export function sprintf(format: string, values: readonly Value[]): string {
  let next = 0;
  const text = format.replaceAll(verbs, (_, flags: string, width = "", decimals: string | undefined, verb = "") => {
    if (verb === "%") return "%";
    if (verb === "") return "%!(NOVERB)";
    if (next >= values.length) return `%!${verb}(MISSING)`;
    const precision = decimals === undefined ? undefined : Number(decimals);
    if (Number(width) > longestField || (precision ?? 0) > longestPrecision)
      throw new TemplateError(`printf: a width is at most ${longestField}, a precision at most ${longestPrecision}`);
    return padded(field(values[next++] ?? null, verb, flags, precision), Number(width), flags);
  });
  const extra = values.slice(next).map((value) => `${typeName(value)}=${shown(value)}`);
  return extra.length === 0 ? text : `${text}%!(EXTRA ${extra.join(", ")})`;
}

function field(value: Value, verb: string, flags: string, precision: number | undefined): string {
  const text = plainField(value, verb, precision);
  if (text === null) return `%!${verb}(${value === null ? "<nil>" : `${typeName(value)}=${shown(value)}`})`;
  const signs = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const isNumber = typeof value === "number" || typeof value === "bigint";
  return isNumber && signs !== "" && !/^[+-]/.test(text) ? signs + text : text;
}

/** Null where the verb does not fit the value. */
function plainField(value: Value, verb: string, precision: number | undefined): string | null {
  if (verb === "T") return typeName(value);
  if (verb === "v")
    return value === null ? "<nil>" : typeof value === "number" ? floatText(value, "g", precision) : shown(value);
  if (typeof value === "number") {
    const format = verb.toLowerCase();
    if (!/^[eEfFgG]$/.test(verb)) return null;
    const text = floatText(value, format as "e" | "f" | "g", precision ?? (format === "g" ? undefined : 6));
    return verb === "E" || verb === "G" ? text.replace("e", "E") : text;
  }
  if (typeof value === "bigint") {
    const base = { d: 10, x: 16, X: 16, o: 8, b: 2 }[verb];
    if (base === undefined) return null;
    const text = value.toString(base);
    return verb === "X" ? text.toUpperCase() : text;
  }
  if (typeof value === "boolean") return verb === "t" ? String(value) : null;
  if (typeof value !== "string") return null;
  const cut = precision === undefined ? value : [...value].slice(0, precision).join("");
  if (verb === "s") return cut;
  if (verb === "q") return quote(cut);
  if (verb !== "x" && verb !== "X") return null;
  const hex = Buffer.from(cut).toString("hex");
  return verb === "X" ? hex.toUpperCase() : hex;
}

function padded(text: string, width: number, flags: string): string {
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes("-")) return text + " ".repeat(missing);
  if (!flags.includes("0")) return " ".repeat(missing) + text;
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  return sign + "0".repeat(missing) + text.slice(sign.length);
}

export function typeName(value: Value): string {
  if (value === null) return "<nil>";
  if (typeof value === "number") return "float64";
  if (typeof value === "bigint") return "int";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (value instanceof Struct) return value.typeName;
  if (value instanceof QueryResult) return "template.queryResult";
  if (value instanceof Moment) return "*time.Time";
  if (value instanceof Duration) return "*time.Duration";
  return value instanceof Arguments ? "map[string]interface {}" : "map[string]string";
}
