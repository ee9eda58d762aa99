/** What two servers answer to the same query of metrics, compared text for text, but for what is explained. */

export interface PrometheusAnswer {
  readonly status: string;
  readonly errorType?: string;
  readonly error?: string;
  readonly data?: { readonly resultType: string; readonly result: unknown; readonly stats?: Statistics };
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

interface Statistics {
  readonly samples: {
    readonly totalQueryableSamples: number;
    readonly totalQueryableSamplesPerStep?: readonly (readonly [number, number])[];
  };
}

/** What may differ in the answers to a query, and why. Anything else is a failure. */
const explained: readonly {
  readonly about: "values" | "samples" | "presence";
  readonly of: RegExp;
  readonly within: number;
  readonly why: string;
}[] = [
  {
    about: "values",
    of: /\b(?:exp|ln|log2|log10|a?(?:sin|cos|tan)h?|atan2)\b|\^/,
    within: 1e-12,
    why: "Go calculates these functions by itself, V8 by fdlibm: the last bits are not the same.",
  },
  {
    about: "values",
    of: /\b(?:sin|cos|tan)\b.*(?:\b(?:exp|sinh|cosh|atan2)\b|\^)/,
    within: 2,
    why: "The last bit of a large angle, or of one near a pole, decides what is found.",
  },
  {
    about: "values",
    of: /\bhistogram_(?:quantile|fraction|stddev|stdvar)\b/,
    within: 1e-12,
    why: "Within a bucket of an exponential histogram they go by logarithms and powers.",
  },
  {
    about: "values",
    of: /\b(?:sum|avg|stddev|stdvar)\b/,
    within: 1e-12,
    why: "Over a period Prometheus puts the series of an operator in no order, and the order of a sum shows in its last bits.",
  },
  {
    about: "values",
    of: /(?:stddev|stdvar).*(?:ts_of_|timestamp|time\(\))/,
    within: 1e-6,
    why: "The same of how far times lie apart, which are a billion times larger.",
  },
  {
    about: "presence",
    of: /\b(?:stddev|stdvar)\b.*(?:[=!<>]=|[<>]).*\b(?:stddev|stdvar)\b/,
    within: 1,
    why: "The same, compared: a last bit decides what there is.",
  },
  {
    about: "samples",
    of: /\bquantile\b[^(]*(?:\([^)]*\) *)?\(scalar\(.* @ /,
    within: 1,
    why: "In the parameter of an aggregation over a period, Prometheus lets the moment of @ move on with the steps.",
  },
  {
    about: "samples",
    of: /\bhistogram_(?:avg|count|sum)\b/,
    within: 1,
    why: "Prometheus reads histograms without their buckets for these, and counts them as smaller.",
  },
];

function allowed(about: "values" | "samples" | "presence", query: string): number {
  return Math.max(
    0,
    ...explained.filter((each) => each.about === about && each.of.test(query)).map(({ within }) => within),
  );
}

/** Prometheus knows of resets by how it has cut its chunks, so that this warning may come or stay away. */
const ofChunks = "conflicting counter resets";
const longNumber = /\d+\.\d{9,}|\d{16,}/g;

/** What differs, in a line; null when nothing does. */
export function difference(ours: PrometheusAnswer, theirs: PrometheusAnswer, query: string): string | null {
  if (ours.status !== theirs.status) return `ours ${shown(ours)}\n  theirs ${shown(theirs)}`;
  if (ours.status === "error") {
    const [mine, other] = [ours, theirs].map(({ errorType, error = "" }) => `${errorType}: ${withoutSeries(error)}`);
    return mine === other ? null : `ours ${mine}\n  theirs ${other}`;
  }
  const within = allowed("values", query);
  const notes = notesDiffer(ours.warnings, theirs.warnings) ?? notesDiffer(ours.infos, theirs.infos);
  if (notes !== null) return notes;
  if (ours.data?.resultType !== theirs.data?.resultType) return `ours is ${ours.data?.resultType}`;
  const [looked, expected] = [ours, theirs].map(({ data }) => {
    const samples = data?.stats?.samples;
    return JSON.stringify([samples?.totalQueryableSamples, samples?.totalQueryableSamplesPerStep]);
  });
  if (looked !== expected && allowed("samples", query) === 0)
    return `ours has looked at ${looked} samples, theirs at ${expected}`;
  if (allowed("presence", query) > 0) return null;
  const [mine, other] = [ours.data?.result, theirs.data?.result];
  if (ours.data?.resultType === "scalar" || ours.data?.resultType === "string")
    return same(mine, other, within) ? null : `ours ${JSON.stringify(mine)}, theirs ${JSON.stringify(other)}`;
  return seriesDiffer(mine as AnsweredSeries[], other as AnsweredSeries[], orderOf(query), within);
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
  within: number,
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
      if (!same(series[part], other[part], within))
        return `${keyOf(series)} ${part}\n  ours   ${firstDifference(series[part], other[part], within)}`;
    }
    const place = theirs[index];
    if (place === undefined) continue;
    if (ordered === "labels" && keyOf(series) !== keyOf(place)) return `ours is in another order at ${index}`;
    // Equal values may be in any order.
    if (ordered === "values" && !same(series.value?.[1], place.value?.[1], within))
      return `ours is in another order at ${index}`;
  }
  return null;
}

function firstDifference(ours: unknown, theirs: unknown, within: number): string {
  if (Array.isArray(ours) && Array.isArray(theirs) && Array.isArray(ours[0])) {
    if (ours.length !== theirs.length)
      return `${ours.length} samples, theirs ${theirs.length}: ${JSON.stringify(ours).slice(0, 150)} ${JSON.stringify(theirs).slice(0, 150)}`;
    const at = ours.findIndex((pair, index) => !same(pair, theirs[index], within));
    return `${JSON.stringify(ours[at])}\n  theirs ${JSON.stringify(theirs[at])}`;
  }
  return `${JSON.stringify(ours)}\n  theirs ${JSON.stringify(theirs)}`;
}

function same(ours: unknown, theirs: unknown, within: number): boolean {
  if (typeof ours === "string" && typeof theirs === "string")
    return ours === theirs || near(numberOf(ours), numberOf(theirs), within);
  if (typeof ours !== "object" || typeof theirs !== "object" || ours === null || theirs === null)
    return ours === theirs;
  const keys = Object.keys(ours);
  if (keys.length !== Object.keys(theirs).length) return false;
  return keys.every((key) => same(ours[key as keyof typeof ours], theirs[key as keyof typeof theirs], within));
}

const numberOf = (text: string) => Number(text.replace("Inf", "Infinity"));

function near(a: number, b: number, within: number): boolean {
  return Math.abs(a - b) <= within * Math.max(Math.abs(a), Math.abs(b), 1);
}
