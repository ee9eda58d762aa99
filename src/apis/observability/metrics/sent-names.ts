/**
 * Metrics by the names under which they came over OTLP. They are stored under Prometheus's translation of the name, with the
 * name as it was in the label `otel_metric_name`.
 */
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import { VitalReader } from "../store/queries/vitals.ts";
import { JoinedReader } from "./joined-reader.ts";
import { nameLabel, sentNameLabel } from "./label-bytes.ts";
import { compareText } from "./labels.ts";
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
  return new JoinedReader([new BySentNames(metrics), new VitalReader(connection)]);
}

/** What Prometheus gives the series of a histogram or a summary, at the end of their name. */
const seriesOfMetric = /^(.+)(_(?:bucket|count|sum|min|max))$/s;

/** Finds for `__name__="http.server.duration"` also what was sent under that name. */
class BySentNames implements MetricReader {
  readonly #reader: MetricReader;

  constructor(reader: MetricReader) {
    this.#reader = reader;
  }

  select(tenant: Tenant, selection: Selection): Promise<SelectedSeries[]> {
    return this.#reader.select(tenant, { ...selection, alternatives: bySentName(selection.matchers) });
  }

  labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]> {
    return this.#reader.labelNames(tenant, alsoSent(question));
  }

  /** Names that were sent are names, too. */
  async labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]> {
    const all = alsoSent(question);
    const stored = await this.#reader.labelValues(tenant, name, all);
    if (name !== nameLabel) return stored;
    const sent = (await this.#reader.labelValues(tenant, sentNameLabel, all)).filter(isSentName);
    return [...new Set([...stored, ...sent])].sort(compareText).slice(0, question.limit);
  }

  series(tenant: Tenant, question: SeriesQuestion): Promise<Labels[]> {
    return this.#reader.series(tenant, alsoSent(question));
  }

  metadata(...asked: Parameters<MetricReader["metadata"]>): Promise<ReadonlyMap<string, MetricMetadata>> {
    return this.#reader.metadata(...asked);
  }
}

/** The question, with what was sent under the names that its selectors ask for. */
function alsoSent(question: SeriesQuestion): SeriesQuestion {
  return { ...question, selectors: [...question.selectors, ...question.selectors.flatMap(bySentName)] };
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
