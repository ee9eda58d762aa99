/** What two servers answer to the same query of metrics, compared: values to 1e-12, since the order of a sum shows in them. */

export interface PrometheusAnswer {
  readonly status: string;
  readonly errorType?: string;
  readonly error?: string;
  readonly data?: { readonly resultType: string; readonly result: unknown };
  readonly warnings?: readonly string[];
  readonly infos?: readonly string[];
}

type Pair = readonly [at: number, value: unknown];

interface AnsweredSeries {
  readonly metric: Readonly<Record<string, string>>;
  readonly value?: Pair;
  readonly values?: readonly Pair[];
  readonly histogram?: Pair;
  readonly histograms?: readonly Pair[];
}

const tolerance = 1e-12;
/** Of how far times lie apart, which are a billion times larger: what is left of them depends on the order of the sum. */
const spreadOfTimes = /(?:stddev|stdvar).*(?:ts_of_|timestamp|time\(\))/;
const toleranceOfTimes = 1e-6;
/** What Prometheus knows of resets depends on how it has cut its chunks. */
const ofChunks = "conflicting counter resets";
const longNumber = /\d+\.\d{9,}|\d{16,}/g;

/** What differs, in a line; null when nothing does. */
export function difference(ours: PrometheusAnswer, theirs: PrometheusAnswer, query: string): string | null {
  if (ours.status !== theirs.status) return `ours ${shown(ours)}\n  theirs ${shown(theirs)}`;
  if (ours.status === "error") {
    const [mine, other] = [ours, theirs].map(({ errorType, error = "" }) => `${errorType}: ${withoutSeries(error)}`);
    return mine === other ? null : `ours ${mine}\n  theirs ${other}`;
  }
  const allowed = spreadOfTimes.test(query) ? toleranceOfTimes : tolerance;
  const notes = notesDiffer(ours.warnings, theirs.warnings) ?? notesDiffer(ours.infos, theirs.infos);
  if (notes !== null) return notes;
  if (ours.data?.resultType !== theirs.data?.resultType) return `ours is ${ours.data?.resultType}`;
  const [mine, other] = [ours.data?.result, theirs.data?.result];
  if (ours.data?.resultType === "scalar" || ours.data?.resultType === "string")
    return same(mine, other, allowed) ? null : `ours ${JSON.stringify(mine)}, theirs ${JSON.stringify(other)}`;
  return seriesDiffer(mine as AnsweredSeries[], other as AnsweredSeries[], orderOf(query), allowed);
}

/** What the series are in the order of. */
function orderOf(query: string): "values" | "labels" | null {
  if (/^sort_by_label(?:_desc)?\(/.test(query)) return "labels";
  return /^sort(?:_desc)?\(/.test(query) ? "values" : null;
}

const shown = (answer: PrometheusAnswer) => JSON.stringify(answer).slice(0, 400);

/** Which two series of several are named is a matter of their order. */
function withoutSeries(error: string): string {
  return error.replace(
    /(found duplicate series for the match group ).*?( on the \w+ hand-side of the operation: ).*?(;many)/,
    "$1$2$3",
  );
}

function notesDiffer(ours: readonly string[] = [], theirs: readonly string[] = []): string | null {
  const omitted = (notes: readonly string[]) => notes.some((note) => note.endsWith("annotations omitted"));
  // Which ten of many are shown is left to chance.
  if (omitted(ours) && omitted(theirs)) return null;
  const [mine, other] = [ours, theirs].map((notes) =>
    JSON.stringify(notes.filter((note) => !note.includes(ofChunks)).sort()),
  );
  return mine === other ? null : `ours says ${mine}\n  theirs says ${other}`;
}

function seriesDiffer(
  ours: readonly AnsweredSeries[],
  theirs: readonly AnsweredSeries[],
  ordered: "values" | "labels" | null,
  allowed: number,
): string | null {
  const keyOf = ({ metric }: AnsweredSeries) =>
    // Values may have become labels.
    JSON.stringify(Object.entries(metric).sort(([a], [b]) => (a < b ? -1 : 1))).replace(longNumber, (text) =>
      String(Number(Number(text).toPrecision(12))),
    );
  if (ours.length !== theirs.length)
    return `ours has ${ours.length} series, theirs ${theirs.length}: ${JSON.stringify(theirs).slice(0, 300)}`;
  const byKey = new Map(theirs.map((series) => [keyOf(series), series]));
  for (const [index, series] of ours.entries()) {
    const other = byKey.get(keyOf(series));
    if (other === undefined) return `only ours has ${keyOf(series)}`;
    for (const part of ["value", "values", "histogram", "histograms"] as const) {
      if (!same(series[part], other[part], allowed))
        return `${keyOf(series)} ${part}\n  ours   ${firstDifference(series[part], other[part], allowed)}`;
    }
    const place = theirs[index];
    if (place === undefined) continue;
    if (ordered === "labels" && keyOf(series) !== keyOf(place)) return `ours is in another order at ${index}`;
    // Equal values may be in any order.
    if (ordered === "values" && !same(series.value?.[1], place.value?.[1], allowed))
      return `ours is in another order at ${index}`;
  }
  return null;
}

function firstDifference(ours: unknown, theirs: unknown, allowed: number): string {
  if (Array.isArray(ours) && Array.isArray(theirs) && Array.isArray(ours[0])) {
    if (ours.length !== theirs.length)
      return `${ours.length} samples, theirs ${theirs.length}: ${JSON.stringify(ours).slice(0, 150)} ${JSON.stringify(theirs).slice(0, 150)}`;
    const at = ours.findIndex((pair, index) => !same(pair, theirs[index], allowed));
    return `${JSON.stringify(ours[at])}\n  theirs ${JSON.stringify(theirs[at])}`;
  }
  return `${JSON.stringify(ours)}\n  theirs ${JSON.stringify(theirs)}`;
}

function same(ours: unknown, theirs: unknown, allowed: number): boolean {
  if (typeof ours === "string" && typeof theirs === "string")
    return ours === theirs || near(numberOf(ours), numberOf(theirs), allowed);
  if (typeof ours !== "object" || typeof theirs !== "object" || ours === null || theirs === null)
    return ours === theirs;
  const keys = Object.keys(ours);
  if (keys.length !== Object.keys(theirs).length) return false;
  return keys.every((key) => same(ours[key as keyof typeof ours], theirs[key as keyof typeof theirs], allowed));
}

const numberOf = (text: string) => Number(text.replace("Inf", "Infinity"));

function near(a: number, b: number, allowed: number): boolean {
  return Math.abs(a - b) <= allowed * Math.max(Math.abs(a), Math.abs(b), 1);
}
