/**
 * Metrics by the names under which they came over OTLP. They are stored under Prometheus's translation of the name, with the
 * name as it was in the label `otel_metric_name`.
 */
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import { VitalReader } from "../store/queries/vitals.ts";
import { JoinedReader } from "./joined-reader.ts";
import { nameLabel, sentNameLabel } from "./label-bytes.ts";
import { compareLabels, compareText } from "./labels.ts";
import type {
  LabelMatcher,
  Labels,
  MetricMetadata,
  MetricReader,
  SelectedSeries,
  Selection,
  SeriesQuestion,
} from "./store.ts";

/** The data of a query: stored metrics, also by the names that they were sent under, and web vitals. */
export function readerOfEverything(metrics: MetricReader, connection: QueryConnection): MetricReader {
  return new JoinedReader([metrics, new VitalReader(connection), new SentNames(metrics)]);
}

/** What Prometheus gives the series of a histogram or a summary, at the end of their name. */
const seriesOfMetric = /^(.+)(_(?:bucket|count|sum|min|max))$/s;

/** Finds for selectors with `__name__="http.server.duration"`, and for no others. */
class SentNames implements MetricReader {
  readonly #reader: MetricReader;

  constructor(reader: MetricReader) {
    this.#reader = reader;
  }

  async select(tenant: Tenant, selection: Selection): Promise<SelectedSeries[]> {
    const { limits } = selection;
    const found: SelectedSeries[] = [];
    let samples = 0;
    for (const matchers of bySentName(selection.matchers)) {
      const left = { series: limits.series - found.length, samples: limits.samples - samples };
      for (const series of await this.#reader.select(tenant, { ...selection, matchers, limits: left })) {
        found.push(series);
        samples += series.timestamps.length;
      }
    }
    return found.sort((a, b) => compareLabels(a.labels, b.labels));
  }

  async labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]> {
    const selectors = question.selectors.flatMap(bySentName);
    return selectors.length === 0 ? [] : await this.#reader.labelNames(tenant, { ...question, selectors });
  }

  /** Names that were sent are names, too. */
  async labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]> {
    const selectors = question.selectors.flatMap(bySentName);
    const stored =
      selectors.length === 0 ? [] : await this.#reader.labelValues(tenant, name, { ...question, selectors });
    if (name !== nameLabel) return stored;
    const all = { ...question, selectors: [...question.selectors, ...selectors] };
    const sent = (await this.#reader.labelValues(tenant, sentNameLabel, all)).filter(isSentName);
    return [...new Set([...stored, ...sent])].sort(compareText);
  }

  async series(tenant: Tenant, question: SeriesQuestion): Promise<Labels[]> {
    const selectors = question.selectors.flatMap(bySentName);
    return selectors.length === 0 ? [] : await this.#reader.series(tenant, { ...question, selectors });
  }

  async metadata(): Promise<ReadonlyMap<string, MetricMetadata>> {
    return new Map();
  }
}

/** Whether a name has what no translated name has, such as a dot. */
function isSentName(name: string): boolean {
  return /[^A-Za-z0-9_:]/.test(name);
}

/** The selectors of what was sent under the name that a selector asks for; of a histogram, of one of its series, too. */
function bySentName(matchers: readonly LabelMatcher[]): (readonly LabelMatcher[])[] {
  const asked = matchers.find(({ name, values }) => name === nameLabel && values?.length === 1);
  const [sent = ""] = asked?.values ?? [];
  if (!isSentName(sent)) return [];
  const others = matchers.filter((matcher) => matcher !== asked);
  const [, metric, suffix] = seriesOfMetric.exec(sent) ?? [];
  const whole = [...others, isExactly(sentNameLabel, sent)];
  if (metric === undefined || suffix === undefined || !isSentName(metric)) return [whole];
  const ends = { name: nameLabel, matches: (value: string) => value.endsWith(suffix) };
  return [whole, [...others, isExactly(sentNameLabel, metric), ends]];
}

function isExactly(name: string, wanted: string): LabelMatcher {
  return { name, matches: (value) => value === wanted, values: [wanted] };
}
