// SQL: series are counted before their points are read, a page of them at a time.
/** Web vitals as series of metrics: what the metric store is for samples, for the rows of web vitals. */
import type { QueryConnection } from "#src/storage/query-pool.ts";
import { nameLabel } from "../../metrics/label-bytes.ts";
import { compareLabels, compareText, passing } from "../../metrics/labels.ts";
import {
  type LabelMatcher,
  type Labels,
  type MetricMetadata,
  type MetricReader,
  type SelectedSeries,
  type Selection,
  SelectionTooLarge,
  type SeriesQuestion,
  type TimeRange,
} from "../../metrics/store.ts";
import type { Tenant } from "../../records.ts";
import { isoDay } from "../partitions.ts";

/** The metrics, and what they are to whoever asks for metadata. */
const vitalMetrics: Readonly<Record<string, MetricMetadata>> = {
  "rum.cls": { type: "gauge", help: "Cumulative Layout Shift, of each page view.", unit: "" },
  "rum.fid": { type: "gauge", help: "First Input Delay, of each page view.", unit: "milliseconds" },
  "rum.inp": { type: "gauge", help: "Interaction to Next Paint, of each page view.", unit: "milliseconds" },
  "rum.lcp": { type: "gauge", help: "Largest Contentful Paint, of each page view.", unit: "milliseconds" },
  "rum.ttfb": { type: "gauge", help: "Time to First Byte, of each page view.", unit: "milliseconds" },
};

/** Points that are read in one statement. */
const pointsAtATime = 50_000;
/** PostgreSQL's timestamps go further, JavaScript's do not. */
const longest = { first: Date.UTC(1970, 0, 1), last: Date.UTC(2262, 0, 1) };

interface VitalSeries {
  readonly name: string;
  readonly url: string;
  readonly rating: string;
  readonly labels: Labels;
}

interface CountedSeries extends VitalSeries {
  readonly points: number;
}

export class VitalReader implements MetricReader {
  readonly #connection: QueryConnection;

  constructor(connection: QueryConnection) {
    this.#connection = connection;
  }

  async select(tenant: Tenant, { matchers, range, limits, onlyRecords }: Selection): Promise<SelectedSeries[]> {
    const names = namesOf([matchers]);
    if (names.length === 0 || onlyRecords === true) return [];
    const [from, to] = within(range);
    // Index web_vitals_by_time (project_id, environment, name, received_at).
    const { rows } = await this.#connection.query<Omit<CountedSeries, "labels">>(
      `SELECT name, url, rating, count(*)::integer AS points FROM web_vitals
       WHERE project_id = $1 AND environment = $2 AND name = ANY ($3) AND received_at >= $4 AND received_at <= $5
       GROUP BY name, url, rating`,
      [tenant.projectId, tenant.environment, names, from, to],
    );
    const matching = await passing(rows.map(withLabels), [matchers], this.#connection.signal);
    if (matching.length > limits.series) throw new SelectionTooLarge("series", limits.series);
    const points = matching.reduce((sum, series) => sum + series.points, 0);
    if (points > limits.samples) throw new SelectionTooLarge("samples", limits.samples);
    matching.sort((a, b) => compareLabels(a.labels, b.labels));
    const selected: SelectedSeries[] = [];
    for (const page of pages(matching)) selected.push(...(await this.#points(tenant, page, [from, to])));
    return selected;
  }

  async #points(
    tenant: Tenant,
    page: readonly VitalSeries[],
    [from, to]: readonly [Date, Date],
  ): Promise<SelectedSeries[]> {
    const { rows } = await this.#connection.query<{
      name: string;
      url: string;
      rating: string;
      at: string;
      value: number;
    }>(
      `SELECT name, url, rating, received_at_ms AS at, value
       FROM (
         SELECT name, url, rating, vital_id, value, (extract(epoch FROM received_at) * 1000)::bigint AS received_at_ms
         FROM web_vitals
         WHERE project_id = $1 AND environment = $2 AND name = ANY ($3) AND received_at >= $4 AND received_at <= $5
           AND (name, url, rating) IN (SELECT * FROM unnest($6::text[], $7::text[], $8::text[]))
       ) AS points
       ORDER BY received_at_ms, vital_id`,
      [
        tenant.projectId,
        tenant.environment,
        [...new Set(page.map(({ name }) => name))],
        from,
        to,
        page.map(({ name }) => name),
        page.map(({ url }) => url),
        page.map(({ rating }) => rating),
      ],
    );
    const bySeries = Map.groupBy(rows, ({ name, url, rating }) => keyOf({ name, url, rating }));
    return page.map((series) => {
      const points = bySeries.get(keyOf(series)) ?? [];
      const values = Float64Array.from(points, ({ value }) => value);
      return {
        labels: series.labels,
        timestamps: momentsOf(points),
        values,
        bits: new Uint32Array(values.buffer),
        records: [],
      };
    });
  }

  async labelNames(tenant: Tenant, question: SeriesQuestion): Promise<string[]> {
    const names = new Set<string>();
    for (const labels of await this.#all(tenant, question))
      for (let at = 0; at < labels.length; at += 2) names.add(labels[at] ?? "");
    return [...names].sort().slice(0, question.limit);
  }

  async labelValues(tenant: Tenant, name: string, question: SeriesQuestion): Promise<string[]> {
    const values = new Set<string>();
    for (const labels of await this.#all(tenant, question))
      for (let at = 0; at < labels.length; at += 2) if (labels[at] === name) values.add(labels[at + 1] ?? "");
    return [...values].sort(compareText).slice(0, question.limit);
  }

  async series(tenant: Tenant, question: SeriesQuestion): Promise<Labels[]> {
    return (await this.#all(tenant, question)).sort(compareLabels).slice(0, question.limit);
  }

  /** In no order, and more than the limit. */
  async #all(tenant: Tenant, { selectors, range }: Omit<SeriesQuestion, "limit">): Promise<Labels[]> {
    const names = namesOf(selectors);
    if (names.length === 0) return [];
    const [from, to] = within(range);
    // Primary key (project_id, environment, day, url, name, rating).
    const { rows } = await this.#connection.query<Omit<VitalSeries, "labels">>(
      `SELECT DISTINCT name, url, rating FROM web_vital_series
       WHERE project_id = $1 AND environment = $2 AND name = ANY ($3) AND day >= $4 AND day <= $5`,
      [tenant.projectId, tenant.environment, names, isoDay(from.getTime()), isoDay(to.getTime())],
    );
    const all = rows.map(withLabels);
    const found = selectors.length === 0 ? all : await passing(all, selectors, this.#connection.signal);
    return found.map(({ labels }) => labels);
  }

  async metadata(
    tenant: Tenant,
    { metric, limit }: { readonly metric?: string; readonly limit: number },
  ): Promise<ReadonlyMap<string, MetricMetadata>> {
    const range = { fromMs: longest.first, toMs: longest.last };
    const everything = { selectors: [], range, limit: Number.POSITIVE_INFINITY };
    const stored = await this.labelValues(tenant, nameLabel, everything);
    const named = stored.filter((name) => metric === undefined || metric === name).slice(0, limit);
    return new Map(named.flatMap((name) => (vitalMetrics[name] === undefined ? [] : [[name, vitalMetrics[name]]])));
  }
}

/**
 * When the points count, in ms since the epoch: visitors of one page may be measured in the same millisecond, and a series has one
 * point in each. The last of them counts when it came, the others a millisecond apart before it, so that what has come is found at once.
 */
function momentsOf(points: readonly { readonly at: string }[]): Float64Array {
  const moments = Float64Array.from(points, ({ at }) => Number(at));
  let next = Number.POSITIVE_INFINITY;
  for (let index = moments.length - 1; index >= 0; index--) {
    next = Math.min(moments[index] ?? 0, next - 1);
    moments[index] = next;
  }
  return moments;
}

const keyOf = ({ name, url, rating }: Pick<VitalSeries, "name" | "url" | "rating">) => `${name} ${rating} ${url}`;

/** The metrics that one of the selectors may mean; all of them without any. */
function namesOf(selectors: readonly (readonly LabelMatcher[])[]): string[] {
  const ofName = selectors.map((matchers) => matchers.filter(({ name }) => name === nameLabel));
  return Object.keys(vitalMetrics).filter(
    (metric) => ofName.length === 0 || ofName.some((matchers) => matchers.every(({ matches }) => matches(metric))),
  );
}

function within({ fromMs, toMs }: TimeRange): readonly [Date, Date] {
  const date = (ms: number) => new Date(Math.min(Math.max(ms, longest.first), longest.last));
  return [date(fromMs), date(toMs)];
}

/** In the order of their names; what was not given is no label. */
function withLabels<T extends Omit<VitalSeries, "labels">>(row: T): T & { readonly labels: Labels } {
  const labels = [nameLabel, row.name];
  if (row.rating !== "") labels.push("rating", row.rating);
  if (row.url !== "") labels.push("url", row.url);
  return { ...row, labels };
}

/** As many series as together have few enough points, and at least one. */
function* pages(series: readonly CountedSeries[]): Generator<readonly CountedSeries[]> {
  let page: CountedSeries[] = [];
  let points = 0;
  for (const each of series) {
    if (page.length > 0 && (points + each.points > pointsAtATime || page.length >= 1_000)) {
      yield page;
      page = [];
      points = 0;
    }
    page.push(each);
    points += each.points;
  }
  if (page.length > 0) yield page;
}
