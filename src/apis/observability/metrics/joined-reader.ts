/** The data of a query as one reader: stored metrics, also by the names that they were sent under, and web vitals. */
import { fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import { VitalReader } from "../store/queries/vitals.ts";
import { nameLabel, sentNameLabel } from "./label-bytes.ts";
import { compareLabels, compareText } from "./labels.ts";
import { alsoSent, bySentName, isSentName } from "./sent-names.ts";
import {
  type Labels,
  type MetricMetadata,
  type MetricReader,
  type SelectedSeries,
  type Selection,
  SelectionTooLarge,
  type SeriesQuestion,
} from "./store.ts";

export function readerOfEverything(metrics: MetricReader, connection: QueryConnection): MetricReader {
  return new JoinedReader(metrics, new VitalReader(connection));
}

/** Reads metrics, then web vitals; a series that both have is one series. */
export class JoinedReader implements MetricReader {
  readonly #metrics: MetricReader;
  readonly #vitals: MetricReader;

  constructor(metrics: MetricReader, vitals: MetricReader) {
    this.#metrics = metrics;
    this.#vitals = vitals;
  }

  async select(tenant: Tenant, selection: Selection): Promise<SelectedSeries[]> {
    const { limits, matchers } = selection;
    const stored = await this.#metrics.select(tenant, { ...selection, alternatives: bySentName(matchers) });
    const samples = stored.reduce((sum, { timestamps }) => sum + timestamps.length, 0);
    const left = { series: limits.series - stored.length, samples: limits.samples - samples };
    const vitals = await this.#vitals.select(tenant, { ...selection, limits: left }).catch((error: unknown) => {
      // Callers do not know the remainder.
      throw error instanceof SelectionTooLarge ? new SelectionTooLarge(error.of, limits[error.of]) : error;
    });
    return await union(stored, vitals, (a, b) => compareLabels(a.labels, b.labels), zip);
  }

  async labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]> {
    const stored = await this.#metrics.labelNames(tenant, alsoSent(question));
    const names = await union(stored, await this.#vitals.labelNames(tenant, question), compareText);
    return names.slice(0, question.limit);
  }

  /** Names that were sent are names, too. */
  async labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]> {
    const all = alsoSent(question);
    let values = await this.#metrics.labelValues(tenant, name, all);
    if (name === nameLabel) {
      const sent = await this.#metrics.labelValues(tenant, sentNameLabel, all);
      values = await union(values, sent.filter(isSentName), compareText);
    }
    values = await union(values, await this.#vitals.labelValues(tenant, name, question), compareText);
    return values.slice(0, question.limit);
  }

  async series(tenant: Tenant, question: SeriesQuestion): Promise<Labels[]> {
    const stored = await this.#metrics.series(tenant, alsoSent(question));
    const series = await union(stored, await this.#vitals.series(tenant, question), compareLabels);
    return series.slice(0, question.limit);
  }

  async metadata(
    tenant: Tenant,
    question: { readonly metric?: string; readonly limit: number },
  ): Promise<ReadonlyMap<string, MetricMetadata>> {
    const known = [...(await this.#metrics.metadata(tenant, question))];
    known.push(...(await this.#vitals.metadata(tenant, question)));
    return new Map(known.slice(0, question.limit));
  }
}

/** Lists in order and without repeats as one that is; `both` makes one of two that are the same. */
async function union<T>(
  a: T[],
  b: T[],
  compare: (a: T, b: T) => number,
  both: (a: T, b: T) => T = (one) => one,
): Promise<T[]> {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return await fromNowInSlices(merged(a, b, compare, both));
}

/** Comparisons between two pauses. */
const sliceComparisons = 1_024;

function* merged<T>(a: T[], b: T[], compare: (a: T, b: T) => number, both: (a: T, b: T) => T): Sliceable<T[]> {
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
