import type { Origin } from "../batch.ts";
import { readMetric } from "../json/metric.ts";
import { JsonReader } from "../json/reader.ts";
import { JsonValues } from "../json/values.ts";
import type { OtlpMetric } from "../metric.ts";
import { type Field, MessageReader, type MessageType } from "./message.ts";
import type { ProtobufReader } from "./reader.ts";

const list = (name: string, type: Field["type"]): Field => ({ name, type, repeated: true });
const one = (name: string, type: Field["type"]): Field => ({ name, type });
const message = (name: string, fields: MessageType["fields"]): MessageType => ({ name, fields });

const anyValue = message("AnyValue", {});
const keyValue = message("KeyValue", { 1: one("key", "string"), 2: one("value", anyValue) });
Object.assign(anyValue.fields, {
  1: one("stringValue", "string"),
  2: one("boolValue", "bool"),
  3: one("intValue", "int64"),
  4: one("doubleValue", "double"),
  5: one("arrayValue", message("ArrayValue", { 1: list("values", anyValue) })),
  6: one("kvlistValue", message("KeyValueList", { 1: list("values", keyValue) })),
  7: one("bytesValue", "bytes"),
});

const exemplar = message("Exemplar", {
  2: one("timeUnixNano", "fixed64"),
  3: one("asDouble", "double"),
  4: one("spanId", "id"),
  5: one("traceId", "id"),
  6: one("asInt", "sfixed64"),
  7: list("filteredAttributes", keyValue),
});
const numberPoint = message("NumberDataPoint", {
  3: one("timeUnixNano", "fixed64"),
  4: one("asDouble", "double"),
  5: list("exemplars", exemplar),
  6: one("asInt", "sfixed64"),
  7: list("attributes", keyValue),
  8: one("flags", "uint32"),
});
const histogramPoint = message("HistogramDataPoint", {
  3: one("timeUnixNano", "fixed64"),
  4: one("count", "fixed64"),
  5: one("sum", "double"),
  6: list("bucketCounts", "fixed64"),
  7: list("explicitBounds", "double"),
  8: list("exemplars", exemplar),
  9: list("attributes", keyValue),
  10: one("flags", "uint32"),
  11: one("min", "double"),
  12: one("max", "double"),
});
const buckets = message("Buckets", { 1: one("offset", "sint32"), 2: list("bucketCounts", "uint64") });
const exponentialPoint = message("ExponentialHistogramDataPoint", {
  1: list("attributes", keyValue),
  3: one("timeUnixNano", "fixed64"),
  4: one("count", "fixed64"),
  5: one("sum", "double"),
  6: one("scale", "sint32"),
  7: one("zeroCount", "fixed64"),
  8: one("positive", buckets),
  9: one("negative", buckets),
  10: one("flags", "uint32"),
  11: list("exemplars", exemplar),
  12: one("min", "double"),
  13: one("max", "double"),
  14: one("zeroThreshold", "double"),
});
const quantile = message("ValueAtQuantile", { 1: one("quantile", "double"), 2: one("value", "double") });
const summaryPoint = message("SummaryDataPoint", {
  3: one("timeUnixNano", "fixed64"),
  4: one("count", "fixed64"),
  5: one("sum", "double"),
  6: list("quantileValues", quantile),
  7: list("attributes", keyValue),
  8: one("flags", "uint32"),
});
const temporality = one("aggregationTemporality", "uint32");
const metric = message("Metric", {
  1: one("name", "string"),
  2: one("description", "string"),
  3: one("unit", "string"),
  5: one("gauge", message("Gauge", { 1: list("dataPoints", numberPoint) })),
  7: one("sum", message("Sum", { 1: list("dataPoints", numberPoint), 2: temporality, 3: one("isMonotonic", "bool") })),
  9: one("histogram", message("Histogram", { 1: list("dataPoints", histogramPoint), 2: temporality })),
  10: one(
    "exponentialHistogram",
    message("ExponentialHistogram", { 1: list("dataPoints", exponentialPoint), 2: temporality }),
  ),
  11: one("summary", message("Summary", { 1: list("dataPoints", summaryPoint) })),
});
/** Of Metric, the fields that hold data points in their field 1. */
const dataNumbers = new Set([5, 7, 9, 10, 11]);

/** Reads metrics (opentelemetry.proto.metrics.v1.Metric). */
export class MetricReader {
  readonly #messages: MessageReader;
  /** The objects were never text, so every text in them has to be looked at. */
  readonly #json = new JsonReader({ value: null, hasSuspectEscapes: true });
  readonly #values = new JsonValues(this.#json);

  readonly #metrics: OtlpMetric[];

  constructor(reader: ProtobufReader, metrics: OtlpMetric[]) {
    this.#messages = new MessageReader(reader);
    this.#metrics = metrics;
  }

  /** Reads from the cursor to the limit. Throws RecordFault when the metric as a whole cannot be stored. */
  read(origin: Origin): void {
    this.#values.begin();
    this.#metrics.push(readMetric(this.#messages.read(metric), this.#json, this.#values, origin));
  }
}

/** How many data points the Metric message at the cursor has, for when none of them can be read. The cursor stays. */
export function countPoints(reader: ProtobufReader): number {
  const { pos, limit } = reader;
  let points = 0;
  while (reader.pos < limit) {
    const tag = reader.tag();
    if (!dataNumbers.has(tag >>> 3) || (tag & 7) !== 2) {
      reader.skipField();
      continue;
    }
    reader.enter();
    while (reader.pos < reader.limit) {
      if (reader.tag() === 0x0a) points++;
      reader.skipField();
    }
    reader.limit = limit;
  }
  reader.pos = pos;
  return points;
}
