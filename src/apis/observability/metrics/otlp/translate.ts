/**
 * Metrics of OTLP as series of Prometheus, the way Prometheus's own OTLP endpoint makes them; docs/guides/metrics.md says
 * which. Each data point becomes samples at its time, so that an export that is sent again writes the same ones.
 */
import type { Sliceable } from "#src/http/event-loop.ts";
import { keyOfText } from "#src/http/long-text.ts";
import { readAttributes } from "../../otlp/attributes.ts";
import type { Origin } from "../../otlp/batch.ts";
import { RecordFault } from "../../otlp/faults.ts";
import type {
  Exemplar,
  ExponentialPoint,
  HistogramPoint,
  MetricData,
  NumberPoint,
  OtlpMetric,
  SummaryPoint,
  Temporality,
} from "../../otlp/metric.ts";
import { MetricBatchBuilder } from "../batch-builder.ts";
import { encodeExemplar } from "../exemplar.ts";
import { encodeLabels, labelLimits, nameLabel, sentNameLabel } from "../label-bytes.ts";
import { sampleText } from "../promql/sample-text.ts";
import { type MetricBatch, type MetricMetadata, type MetricRejection, staleMarker } from "../store.ts";
import { attributeLabels, isIdentifying, type LabelPair, scopeLabels, targetLabels } from "./labels.ts";
import { metricName } from "./names.ts";
import { nativeHistogram } from "./native.ts";

export interface Translated {
  readonly batch: MetricBatch;
  /** Data points that have no place in Prometheus, with the first reasons. */
  readonly refused: readonly string[];
  /** Of what the store refused, how many data points that were, and why. */
  readonly refusedBy: (rejections: readonly MetricRejection[]) => {
    readonly points: number;
    readonly reasons: string[];
  };
}

/** Between two pauses; each has at most as many attributes as follow. */
const pointsAtOnce = 16;
/** Of one data point, and of its scope. Several may be one label, of which a series has fewer. */
const mostAttributes = 4 * labelLimits.labels;

/** Translates what `readMetrics` read, and may pause between two data points. */
export function* translate(metrics: readonly OtlpMetric[]): Sliceable<Translated> {
  const translation = new Translation();
  for (const [index, metric] of metrics.entries()) {
    yield* translation.metric(metric);
    if (index % pointsAtOnce === 0) yield;
  }
  return yield* translation.finish();
}

class Translation {
  readonly #batch = new MetricBatchBuilder();
  readonly #refused: string[] = [];
  /** Of each series, the attribute set of a metric that it is of: one data point is in each of its series. */
  readonly #owners: number[] = [];
  readonly #names: string[] = [];
  /** By their resource: what target_info says. */
  readonly #targets = new Map<string, Target>();
  #latestTarget: Target | undefined;
  #owner = 0;
  #originLabels: { readonly origin: Origin; readonly labels: readonly LabelPair[] } | undefined;

  *metric(metric: OtlpMetric): Sliceable<void> {
    const { data } = metric;
    if (data === null) return;
    if (Math.max(metric.name.length, metric.unit.length) > labelLimits.nameBytes) return this.#unnamed(data);
    const target = this.#targetOf(metric.resourceJson);
    const series = new SeriesNames(metric, data);
    if (data.points.length > 0) this.#batch.metadata.set(series.name, metadataOf(metric, data));
    for (const [index, point] of data.points.entries()) {
      if (index % pointsAtOnce === pointsAtOnce - 1) yield;
      const timestamp = Number(point.timeUnixNano / 1_000_000n);
      this.#owner++;
      // The store would refuse them too, but only after much work: they come with every point.
      const shared = this.#labels(metric);
      if (Math.max(point.attributes.length, shared.length) > mostAttributes) {
        this.#refused.push(`${metric.name}: it has more than ${mostAttributes} attributes`);
        continue;
      }
      const labels = [...attributeLabels(point.attributes), ...shared, ...series.labels];
      try {
        this.#point(data, index, { series, labels, timestamp });
      } catch (fault) {
        if (!(fault instanceof RecordFault)) throw fault;
        this.#refused.push(`${metric.name}: ${fault.reason}`);
        continue;
      }
      target.timestamp = Math.max(target.timestamp, timestamp);
    }
  }

  /** No series has so long a name, and making one of it would take long. */
  #unnamed({ points }: MetricData): void {
    const reason = `the name or unit of a metric is longer than ${labelLimits.nameBytes} characters`;
    for (const _ of points) this.#refused.push(reason);
  }

  /** Metrics of one resource follow one another. */
  #targetOf(resourceJson: string): Target {
    if (this.#latestTarget?.resourceJson === resourceJson) return this.#latestTarget;
    const key = keyOfText(resourceJson);
    const target = this.#targets.get(key) ?? { resourceJson, timestamp: -1 };
    this.#targets.set(key, target);
    this.#latestTarget = target;
    return target;
  }

  *finish(): Sliceable<Translated> {
    for (const target of this.#targets.values()) {
      if (target.timestamp >= 0) this.#target(target);
      yield;
    }
    const [owners, names] = [this.#owners, this.#names];
    return {
      batch: this.#batch.build(),
      refused: this.#refused,
      refusedBy: (rejections) => refusedPoints(rejections, owners, names),
    };
  }

  #point(data: MetricData, index: number, at: Place): void {
    switch (data.kind) {
      case "gauge":
      case "sum":
        this.#number(data.points[index] as NumberPoint, at);
        break;
      case "histogram":
        this.#histogram(data.points[index] as HistogramPoint, at);
        break;
      case "exponential":
        this.#exponential(data.points[index] as ExponentialPoint, data.temporality, at);
        break;
      case "summary":
        this.#summary(data.points[index] as SummaryPoint, at);
        break;
    }
  }

  #number({ value, noRecordedValue, exemplars }: NumberPoint, at: Place): void {
    const series = this.#sample(at, "", value, noRecordedValue);
    for (const exemplar of exemplars) this.#exemplar(series, exemplar);
  }

  #histogram(point: HistogramPoint, at: Place): void {
    const { bucketCounts, explicitBounds, noRecordedValue: ended } = point;
    const bounds = [...explicitBounds, Number.POSITIVE_INFINITY];
    let cumulative = 0;
    const series = bounds.map((bound, index) => {
      // Without buckets there is only the count of all.
      cumulative +=
        bucketCounts.length === 0 ? (bound === Number.POSITIVE_INFINITY ? point.count : 0) : (bucketCounts[index] ?? 0);
      return this.#sample(at, "_bucket", cumulative, ended, ["le", sampleText(bound)]);
    });
    this.#totals(point, at);
    for (const exemplar of point.exemplars) {
      const bucket = bounds.findIndex((bound) => exemplar.value <= bound);
      this.#exemplar(series[bucket === -1 ? series.length - 1 : bucket] ?? 0, exemplar);
    }
  }

  /** Least and greatest have no place in a histogram of Prometheus; they are kept beside it. */
  #totals({ count, sum, min, max, noRecordedValue: ended }: HistogramPoint, at: Place): void {
    this.#sample(at, "_count", count, ended);
    for (const [suffix, value] of [
      ["_sum", sum],
      ["_min", min],
      ["_max", max],
    ] as const)
      if (value !== null) this.#sample(at, suffix, value, ended);
  }

  #exponential(point: ExponentialPoint, temporality: Temporality, at: Place): void {
    const message = nativeHistogram(point, temporality, at.timestamp);
    const series = this.#series(at, "");
    this.#batch.record(series, { kind: "histogram", timestamp: at.timestamp, message });
    for (const exemplar of point.exemplars) this.#exemplar(series, exemplar);
  }

  #summary({ count, sum, quantiles, noRecordedValue: ended }: SummaryPoint, at: Place): void {
    for (const { quantile, value } of quantiles) this.#sample(at, "", value, ended, ["quantile", sampleText(quantile)]);
    this.#sample(at, "_count", count, ended);
    this.#sample(at, "_sum", sum, ended);
  }

  #sample(at: Place, suffix: string, value: number, ended: boolean, label?: LabelPair): number {
    const series = this.#series(at, suffix, label);
    if (ended) this.#batch.sampleBits(series, at.timestamp, staleMarker.low, staleMarker.high);
    else this.#batch.sample(series, at.timestamp, value);
    return series;
  }

  #series({ series, labels }: Place, suffix: string, label?: LabelPair): number {
    const name = series.name + suffix;
    this.#owners.push(this.#owner);
    this.#names.push(name);
    return this.#batch.series(merged([...labels, ...(label === undefined ? [] : [label]), [nameLabel, name]]));
  }

  /** As remote write carries it, with the trace under the names that Prometheus's clients use. */
  #exemplar(series: number, { timeUnixNano, value, filteredAttributes, traceId, spanId }: Exemplar): void {
    const timestamp = Number(timeUnixNano / 1_000_000n);
    const labels: LabelPair[] = [...attributeLabels(filteredAttributes)];
    if (traceId !== null) labels.push(["trace_id", Buffer.from(traceId).toString("hex")]);
    if (spanId !== null) labels.push(["span_id", Buffer.from(spanId).toString("hex")]);
    const sorted = [...merged(labels)].sort(([a], [b]) => (a < b ? -1 : 1));
    const message = encodeExemplar(encodeLabels(sorted.flat()), value, timestamp);
    this.#batch.record(series, { kind: "exemplar", timestamp, message });
  }

  /** Metrics of one resource and scope follow one another. */
  #labels(origin: Origin): readonly LabelPair[] {
    const known = this.#originLabels;
    if (known?.origin.resourceJson === origin.resourceJson && known.origin.scopeJson === origin.scopeJson)
      return known.labels;
    const labels = [...scopeLabels(origin.scopeJson), ...targetLabels(readAttributes(origin.resourceJson))];
    this.#originLabels = { origin, labels };
    return labels;
  }

  /** `target_info` has what else is known of a resource, to be joined by `job` and `instance`. */
  #target({ resourceJson, timestamp }: Target): void {
    const attributes = readAttributes(resourceJson);
    const target = targetLabels(attributes);
    const others = attributes.filter(({ key }) => !isIdentifying(key));
    if (target.length === 0 || others.length === 0) return;
    const labels = merged([...attributeLabels(others), ...target, [nameLabel, "target_info"]]);
    this.#owners.push(0);
    this.#names.push("target_info");
    this.#batch.sample(this.#batch.series(labels), timestamp, 1);
  }
}

/** A resource, and when a data point of it was last taken (ms); -1 where none was. */
interface Target {
  readonly resourceJson: string;
  timestamp: number;
}

/** Where a data point belongs. */
interface Place {
  readonly series: SeriesNames;
  readonly labels: readonly LabelPair[];
  readonly timestamp: number;
}

class SeriesNames {
  readonly name: string;
  /** Labels for the parts that the translated name has lost. */
  readonly labels: readonly LabelPair[];

  constructor({ name, unit }: OtlpMetric, data: MetricData) {
    const delta = "temporality" in data && data.temporality === "delta";
    const counter = data.kind === "sum" && data.monotonic && !delta;
    this.name = metricName({ name, unit, counter, gauge: data.kind === "gauge" });
    const original: LabelPair[] = this.name === name ? [] : [[sentNameLabel, name]];
    this.labels = [...original, ...(delta ? ([["otel_temporality", "delta"]] as const) : [])];
  }
}

/** The last of each name counts. An attribute cannot take the place of what the series is named by. */
function merged(labels: readonly LabelPair[]): Map<string, string> {
  return new Map(labels);
}

function metadataOf({ description, unit }: OtlpMetric, data: MetricData): MetricMetadata {
  const type =
    data.kind === "sum"
      ? data.monotonic && data.temporality === "cumulative"
        ? "counter"
        : "gauge"
      : data.kind === "exponential"
        ? "histogram"
        : data.kind;
  return { type, help: description, unit };
}

/**
 * One data point may be in many series, which are refused together or not; the one that lost most tells. What is lost beside data
 * points, exemplars and what target_info says, has its reasons alone.
 */
function refusedPoints(rejections: readonly MetricRejection[], owners: readonly number[], names: readonly string[]) {
  const byOwner = new Map<number, number>();
  const reasons = new Set<string>();
  for (const { series, samples, histograms, reason } of rejections) {
    const owner = owners[series] ?? 0;
    reasons.add(`${names[series]}: ${reason}`);
    if (owner > 0) byOwner.set(owner, Math.max(byOwner.get(owner) ?? 0, samples + histograms));
  }
  return { points: [...byOwner.values()].reduce((sum, count) => sum + count, 0), reasons: [...reasons] };
}
