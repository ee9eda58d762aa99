/** Several readers as one: metrics that are kept in different ways are queried alike. */
import { fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import type { Tenant } from "../records.ts";
import { compareLabels, compareText } from "./labels.ts";
import {
  type Labels,
  type MetricMetadata,
  type MetricReader,
  type SelectedSeries,
  type Selection,
  SelectionTooLarge,
  type SeriesQuestion,
} from "./store.ts";

/** Reads from one after the other; a series that several of them have is one series. */
export class JoinedReader implements MetricReader {
  readonly #readers: readonly MetricReader[];

  constructor(readers: readonly MetricReader[]) {
    this.#readers = readers;
  }

  async select(tenant: Tenant, selection: Selection): Promise<SelectedSeries[]> {
    const { limits } = selection;
    let joined: readonly SelectedSeries[] = [];
    let samples = 0;
    for (const reader of this.#readers) {
      const left = { series: limits.series - joined.length, samples: limits.samples - samples };
      const selected = await withinLimits(reader.select(tenant, { ...selection, limits: left }), limits);
      for (const { timestamps } of selected) samples += timestamps.length;
      joined = await union(joined, selected, (a, b) => compareLabels(a.labels, b.labels), zip);
    }
    return [...joined];
  }

  async labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]> {
    return await this.#union((reader) => reader.labelNames(tenant, question), compareText, question);
  }

  async labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]> {
    return await this.#union((reader) => reader.labelValues(tenant, name, question), compareText, question);
  }

  async series(tenant: Tenant, question: SeriesQuestion): Promise<Labels[]> {
    return await this.#union((reader) => reader.series(tenant, question), compareLabels, question);
  }

  async metadata(
    tenant: Tenant,
    question: { readonly metric?: string; readonly limit: number },
  ): Promise<ReadonlyMap<string, MetricMetadata>> {
    const known: [string, MetricMetadata][] = [];
    for (const reader of this.#readers) known.push(...(await reader.metadata(tenant, question)));
    return new Map(known.slice(0, question.limit));
  }

  async #union<T>(
    read: (reader: MetricReader) => Promise<readonly T[]>,
    compare: (a: T, b: T) => number,
    { limit }: SeriesQuestion,
  ): Promise<T[]> {
    let all: readonly T[] = [];
    for (const reader of this.#readers) all = await union(all, await read(reader), compare, (one) => one);
    return all.slice(0, limit);
  }
}

/** Lists in order and without repeats as one that is. */
async function union<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
  both: (a: T, b: T) => T,
): Promise<readonly T[]> {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return await fromNowInSlices(merged(a, b, compare, both));
}

/** Comparisons between two pauses. */
const sliceComparisons = 1_024;

function* merged<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
  both: (a: T, b: T) => T,
): Sliceable<T[]> {
  const all: T[] = [];
  let [ofA, ofB] = [0, 0];
  while (ofA < a.length || ofB < b.length) {
    if (all.length % sliceComparisons === 0) yield;
    const order = ofA === a.length ? 1 : ofB === b.length ? -1 : compare(a[ofA] as T, b[ofB] as T);
    if (order === 0) all.push(both(a[ofA++] as T, b[ofB++] as T));
    else all.push(order < 0 ? (a[ofA++] as T) : (b[ofB++] as T));
  }
  return all;
}

/** Names the limits of the whole query in errors, as callers do not know the remainder for the second reader. */
async function withinLimits<T>(selecting: Promise<T>, limits: Selection["limits"]): Promise<T> {
  try {
    return await selecting;
  } catch (error) {
    throw error instanceof SelectionTooLarge ? new SelectionTooLarge(error.of, limits[error.of]) : error;
  }
}

/** Samples of both, in the order of time. */
function zip(a: SelectedSeries, b: SelectedSeries): SelectedSeries {
  const length = a.timestamps.length + b.timestamps.length;
  const timestamps = new Float64Array(length);
  const bits = new Uint32Array(2 * length);
  for (let at = 0, ofA = 0, ofB = 0; at < length; at++) {
    const takesA = (a.timestamps[ofA] ?? Number.POSITIVE_INFINITY) <= (b.timestamps[ofB] ?? Number.POSITIVE_INFINITY);
    const [from, index] = takesA ? [a, ofA++] : [b, ofB++];
    timestamps[at] = from.timestamps[index] ?? 0;
    bits[2 * at] = from.bits[2 * index] ?? 0;
    bits[2 * at + 1] = from.bits[2 * index + 1] ?? 0;
  }
  const records = [...a.records, ...b.records].sort((x, y) => x.timestamp - y.timestamp);
  return { labels: a.labels, timestamps, values: new Float64Array(bits.buffer), bits, records };
}
