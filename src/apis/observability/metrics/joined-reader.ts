/** Several readers as one: metrics that are kept in different ways are queried alike. */
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
    const joined: SelectedSeries[] = [];
    let samples = 0;
    for (const reader of this.#readers) {
      const left = { series: limits.series - joined.length, samples: limits.samples - samples };
      const selected = await withinLimits(reader.select(tenant, { ...selection, limits: left }), limits);
      for (const { timestamps } of selected) samples += timestamps.length;
      joined.push(...selected);
    }
    return merged(joined);
  }

  async labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]> {
    const names = await this.#each((reader) => reader.labelNames(tenant, question));
    return [...new Set(names)].sort(compareText).slice(0, question.limit);
  }

  async labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]> {
    const values = await this.#each((reader) => reader.labelValues(tenant, name, question));
    return [...new Set(values)].sort(compareText).slice(0, question.limit);
  }

  async series(tenant: Tenant, question: SeriesQuestion): Promise<Labels[]> {
    const series = (await this.#each((reader) => reader.series(tenant, question))).sort(compareLabels);
    const distinct = series.filter((labels, at) => at === 0 || compareLabels(labels, series[at - 1] ?? []) !== 0);
    return distinct.slice(0, question.limit);
  }

  async metadata(
    tenant: Tenant,
    question: { readonly metric?: string; readonly limit: number },
  ): Promise<ReadonlyMap<string, MetricMetadata>> {
    const known = await this.#each(async (reader) => [...(await reader.metadata(tenant, question))]);
    return new Map(known.slice(0, question.limit));
  }

  async #each<T>(read: (reader: MetricReader) => Promise<readonly T[]>): Promise<T[]> {
    const all: T[] = [];
    for (const reader of this.#readers) all.push(...(await read(reader)));
    return all;
  }
}

/** What is left for the second reader is no limit that anybody was told of. */
async function withinLimits<T>(selecting: Promise<T>, limits: Selection["limits"]): Promise<T> {
  try {
    return await selecting;
  } catch (error) {
    throw error instanceof SelectionTooLarge ? new SelectionTooLarge(error.of, limits[error.of]) : error;
  }
}

function merged(selected: SelectedSeries[]): SelectedSeries[] {
  selected.sort((a, b) => compareLabels(a.labels, b.labels));
  const series: SelectedSeries[] = [];
  for (const each of selected) {
    const last = series.at(-1);
    if (last !== undefined && compareLabels(last.labels, each.labels) === 0)
      series[series.length - 1] = zip(last, each);
    else series.push(each);
  }
  return series;
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
