/**
 * Names as Prometheus gives them to what comes over OTLP (OpenTelemetry, "Prometheus and OpenMetrics compatibility", and
 * Prometheus's own translation with suffixes): `http.server.duration` in `ms` is `http_server_duration_milliseconds`.
 */

const units: ReadonlyMap<string, string> = new Map(
  Object.entries({
    d: "days",
    h: "hours",
    min: "minutes",
    s: "seconds",
    ms: "milliseconds",
    us: "microseconds",
    ns: "nanoseconds",
    By: "bytes",
    KiBy: "kibibytes",
    MiBy: "mebibytes",
    GiBy: "gibibytes",
    TiBy: "tibibytes",
    KBy: "kilobytes",
    MBy: "megabytes",
    GBy: "gigabytes",
    TBy: "terabytes",
    m: "meters",
    V: "volts",
    A: "amperes",
    J: "joules",
    W: "watts",
    g: "grams",
    Cel: "celsius",
    Hz: "hertz",
    "1": "",
    "%": "percent",
  }),
);
const perUnits: ReadonlyMap<string, string> = new Map(
  Object.entries({
    s: "second",
    m: "minute",
    h: "hour",
    d: "day",
    w: "week",
    mo: "month",
    y: "year",
  }),
);

export interface NamedMetric {
  readonly name: string;
  readonly unit: string;
  /** A cumulative sum that only grows. */
  readonly counter: boolean;
  readonly gauge: boolean;
}

/** The metric's name, before `_bucket` and the like. */
export function metricName({ name, unit, counter, gauge }: NamedMetric): string {
  let words = name
    .split(/[^\p{L}\p{N}:]+/u)
    .flatMap((word) => word.split(/[^A-Za-z0-9:]+/))
    .filter((word) => word !== "");
  for (const word of unitWords(unit)) if (!words.includes(word)) words.push(word);
  if (counter) words = [...words.filter((word) => word !== "total"), "total"];
  if (gauge && unit === "1") words = [...words.filter((word) => word !== "ratio"), "ratio"];
  const joined = words.join("_");
  if (joined === "") return "_";
  return /^\d/.test(joined) ? `_${joined}` : joined;
}

/** `By/s` is `bytes`, `per`, `second`. What stands in braces is a remark. */
function unitWords(unit: string): string[] {
  if (unit.includes("{")) return unitWords(unit.replace(/\{[^}]*\}?/g, ""));
  const [main = "", per = ""] = unit.split("/", 2).map((part) => part.trim());
  const words = wordsOf(units.get(main) ?? main);
  const perWords = wordsOf(perUnits.get(per) ?? per);
  return perWords.length === 0 ? words : [...words, "per", ...perWords];
}

const wordsOf = (text: string) => text.split(/[^A-Za-z0-9:]+/).filter((word) => word !== "");

/** The name of a label. */
export function labelName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, "_");
  if (/^\d/.test(plain)) return `key_${plain}`;
  return plain.startsWith("_") && !plain.startsWith("__") ? `key${plain}` : plain;
}
