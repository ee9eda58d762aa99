import type { Origin } from "../batch.ts";
import { RecordFault, reasons } from "../faults.ts";
import { limits } from "../limits.ts";
import type { MetricData, OtlpMetric, RefusedPoint, Temporality } from "../metric.ts";
import { dataFields } from "../metric.ts";
import { logSpanId, logTraceId, storableTime } from "../record-rules.ts";
import type { JsonObject, JsonReader } from "./reader.ts";
import type { JsonValues } from "./values.ts";

const temporalityNames = ["UNSPECIFIED", "DELTA", "CUMULATIVE"].map((name) => `AGGREGATION_TEMPORALITY_${name}`);
const noRecordedValue = 1;

/**
 * Reads a metric (opentelemetry.proto.metrics.v1.Metric) with its data points. Points that cannot be stored are left out and
 * listed. Throws RecordFault when the metric as a whole cannot be stored.
 */
export function readMetric(metric: JsonObject, reader: JsonReader, values: JsonValues, origin: Origin): OtlpMetric {
  const refused: RefusedPoint[] = [];
  const name = reader.text(metric, "name");
  if (name === "") throw new RecordFault("name is missing");
  return {
    ...origin,
    name,
    description: reader.text(metric, "description"),
    unit: reader.text(metric, "unit"),
    data: new PointReader(reader, values, refused).data(metric),
    refused,
  };
}

/** How many data points a Metric message has, for when none of them can be read. */
export function countPoints(metric: JsonObject, reader: JsonReader): number {
  let points = 0;
  for (const field of dataFields)
    reader.message(metric, field, (data) => {
      const list = reader.field(data, "dataPoints");
      points += Array.isArray(list) ? list.length : 0;
    });
  return points;
}

class PointReader {
  readonly #reader: JsonReader;
  readonly #values: JsonValues;
  readonly #refused: RefusedPoint[];
  /** In lists. */
  #numbers = 0;

  constructor(reader: JsonReader, values: JsonValues, refused: RefusedPoint[]) {
    this.#reader = reader;
    this.#values = values;
    this.#refused = refused;
  }

  data(metric: JsonObject): MetricData | null {
    for (const field of dataFields) {
      const data = this.#reader.message(metric, field, (message) => this.#dataOf(field, message));
      if (data !== undefined) return data;
    }
    return null;
  }

  #dataOf(field: (typeof dataFields)[number], data: JsonObject): MetricData {
    const points = <T>(read: (point: JsonObject) => T) => this.#points(field, data, read);
    const temporality = () => ({ temporality: this.#temporality(data) });
    switch (field) {
      case "gauge":
        return { kind: field, points: points((point) => this.#number(point)) };
      case "sum": {
        const sum = { kind: field, points: points((point) => this.#number(point)), ...temporality() } as const;
        return { ...sum, monotonic: this.#reader.bool(data, "isMonotonic") };
      }
      case "histogram":
        return { kind: field, points: points((point) => this.#histogram(point)), ...temporality() };
      case "exponentialHistogram":
        return { kind: "exponential", points: points((point) => this.#exponential(point)), ...temporality() };
      case "summary":
        return { kind: field, points: points((point) => this.#summary(point)) };
    }
  }

  /** Unspecified counts as cumulative, which is what SDKs send unless told otherwise. */
  #temporality(data: JsonObject): Temporality {
    return this.#reader.enumeration(data, "aggregationTemporality", temporalityNames) === 1 ? "delta" : "cumulative";
  }

  #points<T>(field: string, data: JsonObject, read: (point: JsonObject) => T): T[] {
    const reader = this.#reader;
    const points: T[] = [];
    for (const element of reader.elements(data, "dataPoints")) {
      const { index } = reader;
      const depth = reader.path.length;
      try {
        this.#values.countPoint();
        points.push(read(reader.object(element)));
      } catch (fault) {
        if (!(fault instanceof RecordFault)) throw fault;
        reader.path.length = depth;
        this.#refused.push({ pointer: `/${field}/dataPoints/${index}`, reason: fault.reason });
      }
    }
    // As in protobuf, where it is found before any point is read.
    if (this.#numbers > limits.recordNumbers) throw new RecordFault(reasons.numbers);
    return points;
  }

  #common(point: JsonObject) {
    const reader = this.#reader;
    const timeUnixNano = storableTime("timeUnixNano", reader.uint64(point, "timeUnixNano"));
    if (timeUnixNano === 0n) throw new RecordFault("timeUnixNano is missing");
    const exemplars = [...reader.elements(point, "exemplars")].map((element) => {
      this.#values.count();
      const exemplar = reader.object(element);
      return {
        timeUnixNano: storableTime("timeUnixNano", reader.uint64(exemplar, "timeUnixNano")),
        value: this.#value(exemplar),
        filteredAttributes: this.#values.keyValues(exemplar, "filteredAttributes", 1),
        traceId: logTraceId(reader.id(exemplar, "traceId")),
        spanId: logSpanId(reader.id(exemplar, "spanId")),
      };
    });
    return {
      attributes: this.#values.attributes(point),
      timeUnixNano,
      noRecordedValue: (reader.uint32(point, "flags") & noRecordedValue) !== 0,
      exemplars,
    };
  }

  /** An integer beyond 2^53 loses its last digits: samples are doubles. */
  #value(point: JsonObject): number {
    const reader = this.#reader;
    if (reader.field(point, "asInt") !== undefined) return Number(reader.int64(point, "asInt"));
    return reader.field(point, "asDouble") === undefined ? 0 : reader.double(point, "asDouble");
  }

  #number(point: JsonObject) {
    return { ...this.#common(point), value: this.#value(point) };
  }

  #distribution(point: JsonObject) {
    return {
      ...this.#common(point),
      count: this.#count(point, "count"),
      sum: this.#optional(point, "sum"),
      min: this.#optional(point, "min"),
      max: this.#optional(point, "max"),
    };
  }

  #histogram(point: JsonObject) {
    const bucketCounts = this.#counts(point, "bucketCounts");
    const explicitBounds = this.#doubles(point, "explicitBounds");
    if (bucketCounts.length > 0 && bucketCounts.length !== explicitBounds.length + 1)
      throw new RecordFault("bucketCounts must be one more than explicitBounds");
    if (explicitBounds.some((bound, index) => !(bound > (explicitBounds[index - 1] ?? Number.NEGATIVE_INFINITY))))
      throw new RecordFault("explicitBounds must grow");
    return { ...this.#distribution(point), bucketCounts, explicitBounds };
  }

  #exponential(point: JsonObject) {
    const reader = this.#reader;
    const buckets = (name: string) =>
      reader.message(point, name, (list) => ({
        offset: reader.int32(list, "offset"),
        bucketCounts: this.#counts(list, "bucketCounts"),
      })) ?? { offset: 0, bucketCounts: [] };
    return {
      ...this.#distribution(point),
      scale: reader.int32(point, "scale"),
      zeroCount: this.#count(point, "zeroCount"),
      zeroThreshold: this.#optional(point, "zeroThreshold") ?? 0,
      positive: buckets("positive"),
      negative: buckets("negative"),
    };
  }

  #summary(point: JsonObject) {
    const reader = this.#reader;
    const quantiles = [...reader.elements(point, "quantileValues")].map((element) => {
      this.#values.count();
      const each = reader.object(element);
      return { quantile: this.#optional(each, "quantile") ?? 0, value: this.#optional(each, "value") ?? 0 };
    });
    if (quantiles.length > limits.buckets) throw new RecordFault(`it has more than ${limits.buckets} quantiles`);
    return {
      ...this.#common(point),
      count: this.#count(point, "count"),
      sum: this.#optional(point, "sum") ?? 0,
      quantiles,
    };
  }

  #optional(parent: JsonObject, name: string): number | null {
    return this.#reader.field(parent, name) === undefined ? null : this.#reader.double(parent, name);
  }

  #count(parent: JsonObject, name: string): number {
    const value = this.#reader.field(parent, name);
    // Most are: no bigint is made of them.
    if (typeof value === "number" && value >= 0 && Number.isSafeInteger(value)) return value;
    return Number(this.#reader.uint64(parent, name));
  }

  #counts(parent: JsonObject, name: string): number[] {
    return this.#list(parent, name, (holder) => this.#count(holder, "value"));
  }

  #doubles(parent: JsonObject, name: string): number[] {
    return this.#list(parent, name, (holder) => this.#reader.double(holder, "value"));
  }

  #list(parent: JsonObject, name: string, read: (holder: JsonObject) => number): number[] {
    const list: number[] = [];
    for (const value of this.#reader.elements(parent, name)) {
      if (++this.#numbers > limits.recordNumbers) throw new RecordFault(reasons.numbers);
      if (list.length === limits.buckets) throw new RecordFault(`it has more than ${limits.buckets} buckets`);
      list.push(read({ value }));
    }
    return list;
  }
}
