/**
 * Requests for the decoder's tests. A request is written once, in OTLP's JSON form, and encoded both ways; protobuf is
 * written by protobufjs from the message definitions below, which knows nothing of the decoder under test.
 */
import protobuf from "protobufjs";
import type { Decoded } from "#src/apis/observability/otlp/batch.ts";
import type { OtlpEncoding } from "#src/apis/observability/otlp/decode.ts";
import type { LogRecord, SpanRecord } from "#src/apis/observability/records.ts";
import { decodeLogs, decodeTraces } from "./decoded.ts";

const definitions = `
  syntax = "proto3";
  message AnyValue {
    oneof value {
      string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4;
      ArrayValue array_value = 5; KeyValueList kvlist_value = 6; bytes bytes_value = 7;
    }
  }
  message ArrayValue { repeated AnyValue values = 1; }
  message KeyValueList { repeated KeyValue values = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message InstrumentationScope {
    string name = 1; string version = 2; repeated KeyValue attributes = 3; uint32 dropped_attributes_count = 4;
  }
  message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }

  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
  message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; string schema_url = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
    int32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; uint32 dropped_attributes_count = 10;
    repeated Event events = 11; uint32 dropped_events_count = 12;
    repeated Link links = 13; uint32 dropped_links_count = 14; Status status = 15; fixed32 flags = 16;
    message Event {
      fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3;
      uint32 dropped_attributes_count = 4;
    }
    message Link {
      bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; repeated KeyValue attributes = 4;
      uint32 dropped_attributes_count = 5; fixed32 flags = 6;
    }
  }
  message Status { string message = 2; int32 code = 3; }

  message ExportLogsServiceRequest { repeated ResourceLogs resource_logs = 1; }
  message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; string schema_url = 3; }
  message ScopeLogs { InstrumentationScope scope = 1; repeated LogRecord log_records = 2; string schema_url = 3; }
  message LogRecord {
    fixed64 time_unix_nano = 1; int32 severity_number = 2; string severity_text = 3; AnyValue body = 5;
    repeated KeyValue attributes = 6; uint32 dropped_attributes_count = 7; fixed32 flags = 8;
    bytes trace_id = 9; bytes span_id = 10; fixed64 observed_time_unix_nano = 11; string event_name = 12;
  }

  message ExportMetricsServiceRequest { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; string schema_url = 3; }
  message ScopeMetrics { InstrumentationScope scope = 1; repeated Metric metrics = 2; string schema_url = 3; }
  message Metric {
    string name = 1; string description = 2; string unit = 3;
    oneof data {
      Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; ExponentialHistogram exponential_histogram = 10;
      Summary summary = 11;
    }
    repeated KeyValue metadata = 12;
  }
  message Gauge { repeated NumberDataPoint data_points = 1; }
  message Sum { repeated NumberDataPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
  message Histogram { repeated HistogramDataPoint data_points = 1; int32 aggregation_temporality = 2; }
  message ExponentialHistogram {
    repeated ExponentialHistogramDataPoint data_points = 1; int32 aggregation_temporality = 2;
  }
  message Summary { repeated SummaryDataPoint data_points = 1; }
  message NumberDataPoint {
    fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3;
    oneof value { double as_double = 4; sfixed64 as_int = 6; }
    repeated Exemplar exemplars = 5; repeated KeyValue attributes = 7; uint32 flags = 8;
  }
  message HistogramDataPoint {
    fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4; optional double sum = 5;
    repeated fixed64 bucket_counts = 6; repeated double explicit_bounds = 7; repeated Exemplar exemplars = 8;
    repeated KeyValue attributes = 9; uint32 flags = 10; optional double min = 11; optional double max = 12;
  }
  message ExponentialHistogramDataPoint {
    repeated KeyValue attributes = 1; fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4;
    optional double sum = 5; sint32 scale = 6; fixed64 zero_count = 7; Buckets positive = 8; Buckets negative = 9;
    uint32 flags = 10; repeated Exemplar exemplars = 11; optional double min = 12; optional double max = 13;
    double zero_threshold = 14;
    message Buckets { sint32 offset = 1; repeated uint64 bucket_counts = 2; }
  }
  message SummaryDataPoint {
    fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4; double sum = 5;
    repeated ValueAtQuantile quantile_values = 6; repeated KeyValue attributes = 7; uint32 flags = 8;
    message ValueAtQuantile { double quantile = 1; double value = 2; }
  }
  message Exemplar {
    fixed64 time_unix_nano = 2; oneof value { double as_double = 3; sfixed64 as_int = 6; }
    bytes span_id = 4; bytes trace_id = 5; repeated KeyValue filtered_attributes = 7;
  }

  message ExportMetricsServiceResponse { ExportMetricsPartialSuccess partial_success = 1; }
  message ExportMetricsPartialSuccess { int64 rejected_data_points = 1; string error_message = 2; }
  message ExportTraceServiceResponse { ExportTracePartialSuccess partial_success = 1; }
  message ExportTracePartialSuccess { int64 rejected_spans = 1; string error_message = 2; }
  message ExportLogsServiceResponse { ExportLogsPartialSuccess partial_success = 1; }
  message ExportLogsPartialSuccess { int64 rejected_log_records = 1; string error_message = 2; }
  message RpcStatus { int32 code = 1; string message = 2; }
`;

export const otlp = protobuf.parse(definitions).root;
export const encodings: readonly OtlpEncoding[] = ["json", "protobuf"];

/** A message in OTLP's JSON form. */
export type Message = { readonly [field: string]: unknown };

export function encodeMessage(type: string, message: Message): Buffer {
  const reflected = otlp.lookupType(type);
  return Buffer.from(reflected.encode(reflected.fromObject(Object(withBinaryIds(message)))).finish());
}

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** A field with a length. */
export function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

/** Ids are hex in OTLP's JSON, where protobufjs expects bytes. */
function withBinaryIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBinaryIds);
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      /^(traceId|spanId|parentSpanId)$/.test(name) && typeof field === "string"
        ? Buffer.from(field, "hex")
        : withBinaryIds(field),
    ]),
  );
}

function encodeRequest(type: string, request: Message, encoding: OtlpEncoding): Buffer {
  return encoding === "json" ? Buffer.from(JSON.stringify(request)) : encodeMessage(type, request);
}

export function encodeTraces(request: Message, encoding: OtlpEncoding): Buffer {
  return encodeRequest("ExportTraceServiceRequest", request, encoding);
}

export function encodeLogs(request: Message, encoding: OtlpEncoding): Buffer {
  return encodeRequest("ExportLogsServiceRequest", request, encoding);
}

export function encodeMetrics(request: Message, encoding: OtlpEncoding): Buffer {
  return encodeRequest("ExportMetricsServiceRequest", request, encoding);
}

export const traceId = "5b8efff798038103d269b633813fc60c";
export const spanId = "eee19b7ec3c1b174";

/** A span that is valid as it is. */
export function aSpan(overrides: Message = {}): Message {
  return {
    traceId,
    spanId,
    name: "checkout",
    kind: 2,
    startTimeUnixNano: "1544712660000000001",
    endTimeUnixNano: "1544712661000000003",
    ...overrides,
  };
}

export function aLog(overrides: Message = {}): Message {
  return { timeUnixNano: "1544712660300000001", severityNumber: 10, body: { stringValue: "started" }, ...overrides };
}

export function tracesOf(spans: readonly Message[], resource: Message = {}, scope: Message = {}): Message {
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] };
}

export function logsOf(logRecords: readonly Message[], resource: Message = {}, scope: Message = {}): Message {
  return { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] };
}

export function decodeSpans(spans: readonly Message[], encoding: OtlpEncoding = "json"): Decoded<SpanRecord[]> {
  return decodeTraces(encodeTraces(tracesOf(spans), encoding), encoding);
}

export function decodeLogRecords(records: readonly Message[]): Decoded<LogRecord[]> {
  return decodeLogs(encodeLogs(logsOf(records), "json"), "json");
}

/** The one record of a request in which nothing is refused. */
export function only<T>({ records, rejected, errorMessage }: Decoded<T[]>): T {
  const [record] = records;
  if (record === undefined || records.length > 1 || rejected > 0) {
    throw new Error(`expected one record, got ${records.length}; ${rejected} refused: ${errorMessage}`);
  }
  return record;
}

export function stringAttribute(key: string, stringValue: string): Message {
  return { key, value: { stringValue } };
}

/** A value that is `levels` AnyValues deep, through arrays or key-value lists. */
export function nested(levels: number, through: "arrayValue" | "kvlistValue"): Message {
  let value: Message = { stringValue: "leaf" };
  for (let level = 1; level < levels; level++) {
    value = { [through]: { values: [through === "arrayValue" ? value : { key: "k", value }] } };
  }
  return value;
}
