/** The metric store as simply as it can be said, in memory: what the real one is compared with. */
import { decodeLabels, nameLabel } from "#src/apis/observability/metrics/label-bytes.ts";
import {
  type LabelMatcher,
  type Labels,
  type MetricAppendOutcome,
  type MetricBatch,
  type MetricMetadata,
  type MetricReader,
  type MetricRecord,
  type MetricStore,
  type SelectedSeries,
  type Selection,
  SelectionTooLarge,
  type SeriesQuestion,
} from "#src/apis/observability/metrics/store.ts";
import type { Tenant } from "#src/apis/observability/records.ts";

interface ModelSeries {
  readonly labels: Labels;
  /** By time: the bits. */
  readonly samples: Map<number, readonly [number, number]>;
  readonly records: MetricRecord[];
}

interface ModelTenant {
  readonly series: Map<string, ModelSeries>;
  readonly metadata: Map<string, MetricMetadata>;
}

const byName = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

export class ModelStore implements MetricStore, MetricReader {
  readonly #tenants = new Map<string, ModelTenant>();

  async append(tenant: Tenant, batch: MetricBatch): Promise<MetricAppendOutcome> {
    const { series, metadata } = this.#tenant(tenant);
    for (const [name, about] of batch.metadata) metadata.set(name, about);
    const of = (index: number) => {
      const bytes = batch.labels.subarray(batch.seriesStart[index], batch.seriesEnd[index]);
      const key = bytes.toString("latin1");
      const known: ModelSeries = series.get(key) ?? { labels: decodeLabels(bytes), samples: new Map(), records: [] };
      series.set(key, known);
      return known;
    };
    let duplicates = 0;
    const conflicts = new Map<number, number>();
    const { timestamps, bits } = batch.samples;
    for (const [position, index] of batch.sampleSeries.entries()) {
      const at = timestamps[position] ?? 0;
      const { samples } = of(index);
      const value = [bits[2 * position] ?? 0, bits[2 * position + 1] ?? 0] as const;
      const known = samples.get(at);
      if (known === undefined) samples.set(at, value);
      else if (known[0] === value[0] && known[1] === value[1]) duplicates++;
      else conflicts.set(index, (conflicts.get(index) ?? 0) + 1);
    }
    for (const [position, record] of batch.records.entries())
      of(batch.recordSeries[position] ?? 0).records.push(record);
    const refused = [...conflicts.values()].reduce((sum, count) => sum + count, 0);
    const count = (kind: MetricRecord["kind"]) => batch.records.filter((record) => record.kind === kind).length;
    return {
      samples: batch.sampleSeries.length - refused,
      histograms: count("histogram"),
      exemplars: count("exemplar"),
      duplicates,
      rejected: [...conflicts].map(([index, samples]) => ({
        series: index,
        reason: "another value was stored for this instant",
        samples,
        histograms: 0,
        exemplars: 0,
      })),
      quotas: [],
    };
  }

  async select(tenant: Tenant, { matchers, range, limits, records }: Selection): Promise<SelectedSeries[]> {
    const matching = this.#matching(tenant, [matchers]);
    if (matching.length > limits.series) throw new SelectionTooLarge("series", limits.series);
    const selected = matching.map((series): SelectedSeries => {
      const within = [...series.samples].filter(([at]) => at >= range.fromMs && at <= range.toMs);
      within.sort(([a], [b]) => a - b);
      const bits = Uint32Array.from(within.flatMap(([, value]) => value));
      return {
        labels: series.labels,
        timestamps: Float64Array.from(within, ([at]) => at),
        bits,
        values: new Float64Array(bits.buffer),
        records: series.records
          .filter(({ kind, timestamp }) => kind === records && timestamp >= range.fromMs && timestamp <= range.toMs)
          .sort((a, b) => a.timestamp - b.timestamp),
      };
    });
    const samples = selected.reduce((sum, { timestamps }) => sum + timestamps.length, 0);
    if (samples > limits.samples) throw new SelectionTooLarge("samples", limits.samples);
    return selected.filter((series) => series.timestamps.length + series.records.length > 0);
  }

  async labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]> {
    const names = (await this.series(tenant, question)).flatMap((labels) => labels.filter((_, at) => at % 2 === 0));
    return [...new Set(names)].sort(byName);
  }

  async labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]> {
    const values = (await this.series(tenant, question)).map((labels) => labelValue(labels, name));
    return [...new Set(values)].filter((value) => value !== "").sort(byName);
  }

  async series(tenant: Tenant, { selectors }: SeriesQuestion): Promise<Labels[]> {
    return this.#matching(tenant, selectors.length > 0 ? selectors : [[]]).map(({ labels }) => labels);
  }

  async metadata(tenant: Tenant, { metric }: { readonly metric?: string }): Promise<Map<string, MetricMetadata>> {
    const { metadata } = this.#tenant(tenant);
    return new Map([...metadata].filter(([name]) => metric === undefined || name === metric));
  }

  reader(): MetricReader {
    return this;
  }

  async drain(): Promise<void> {}

  #tenant({ projectId, environment }: Tenant): ModelTenant {
    const key = `${projectId} ${environment}`;
    const known: ModelTenant = this.#tenants.get(key) ?? { series: new Map(), metadata: new Map() };
    this.#tenants.set(key, known);
    return known;
  }

  #matching(tenant: Tenant, selectors: readonly (readonly LabelMatcher[])[]): ModelSeries[] {
    return [...this.#tenant(tenant).series.values()]
      .filter(({ labels }) =>
        selectors.some((matchers) => matchers.every(({ name, matches }) => matches(labelValue(labels, name)))),
      )
      .sort((a, b) => compareLabels(a.labels, b.labels));
  }
}

function labelValue(labels: Labels, name: string): string {
  for (let i = 0; i < labels.length; i += 2) if (labels[i] === name) return labels[i + 1] ?? "";
  return "";
}

function compareLabels(a: Labels, b: Labels): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = byName(a[i] ?? "", b[i] ?? "");
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** A matcher for tests: `=` with text, `=~` with a whole regular expression. */
export function matcher(name: string, value: string | RegExp): LabelMatcher {
  if (typeof value === "string") return { name, matches: (given) => given === value, values: [value] };
  return { name, matches: (given) => value.test(given) };
}

export const metricName = (value: string): LabelMatcher => matcher(nameLabel, value);
