/**
 * The rows that telemetry becomes. Decoders produce them, the telemetry writer stores them, queries read them back.
 * Fields named `…Json` hold JSON text that is stored as it is, so that the hot path never builds and re-serialises
 * objects: attribute lists are in the OTLP JSON form (`[{"key":…,"value":{"stringValue":…}}]`), which keeps every
 * kind of AnyValue apart.
 */

import type { Environment } from "#src/identity/environment.ts";

/** The tenant of a row. Every query filters by both members. */
export interface Tenant {
  readonly projectId: string;
  readonly environment: Environment;
}

/** Names a tenant in keys of maps, queues and jobs. */
export function tenantName({ projectId, environment }: Tenant): string {
  return `${projectId} ${environment}`;
}

/** One span as OTLP carries it (opentelemetry.proto.trace.v1.Span) with its resource and scope. */
export interface SpanRecord {
  /** 16 bytes. */
  traceId: Uint8Array;
  /** 8 bytes. */
  spanId: Uint8Array;
  /** 8 bytes; null at the root of a trace. */
  parentSpanId: Uint8Array | null;
  traceState: string;
  /** W3C trace flags and the "is remote" bits, as OTLP's `flags`. */
  flags: number;
  name: string;
  /** OTLP SpanKind, 0 to 5. */
  kind: number;
  startTimeUnixNano: bigint;
  endTimeUnixNano: bigint;
  /** OTLP StatusCode: 0 unset, 1 ok, 2 error. */
  statusCode: number;
  statusMessage: string;
  /** `service.name` of the resource; `unknown_service` when it has none (OpenTelemetry resource conventions). */
  serviceName: string;
  /** KeyValue[] */
  attributesJson: string;
  /** Event[]: `{timeUnixNano (text), name, attributes, droppedAttributesCount?}` */
  eventsJson: string;
  /** Link[]: `{traceId (hex), spanId (hex), traceState, attributes, flags, droppedAttributesCount?}` */
  linksJson: string;
  /** KeyValue[] of the resource. The same string object for every span of one ResourceSpans. */
  resourceJson: string;
  /** InstrumentationScope: `{name, version, attributes}` */
  scopeJson: string;
  droppedAttributesCount: number;
  droppedEventsCount: number;
  droppedLinksCount: number;
}

/** One log record as OTLP carries it (opentelemetry.proto.logs.v1.LogRecord) with its resource and scope. */
export interface LogRecord {
  timeUnixNano: bigint;
  observedTimeUnixNano: bigint;
  /** OTLP SeverityNumber, 0 to 24. */
  severityNumber: number;
  severityText: string;
  /** 16 bytes, or null when the record belongs to no trace. */
  traceId: Uint8Array | null;
  /** 8 bytes, or null. */
  spanId: Uint8Array | null;
  flags: number;
  eventName: string;
  serviceName: string;
  /** The body as text for search: the string itself, or the JSON of a structured body. */
  bodyText: string;
  /** AnyValue */
  bodyJson: string;
  attributesJson: string;
  resourceJson: string;
  scopeJson: string;
  droppedAttributesCount: number;
}

/** One event of the server, browser or mobile ingest, after validation and trimming. */
export interface EventRecord {
  /** The client's eventId, or one given by the server (`evt_` and a UUIDv7). */
  eventId: string;
  /** Where it came in. */
  source: "server" | "browser" | "mobile";
  /** Milliseconds since the Unix epoch, as the client reported it. */
  time: number;
  /** 10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal. */
  level: number;
  message: string | null;
  release: string | null;
  /** The client's deployment stage (production, staging, development); not the key's environment. */
  stage: string | null;
  platform: string | null;
  /** Lowercase hex, at most 32 characters. */
  traceId: string | null;
  spanId: string | null;
  /** Of the exception, for searches; empty where there is none. */
  exceptionType: string;
  exceptionValue: string;
  /** Whether it has a stack that symbols may say more of (symbols/symbolication/event-stack.ts decides). */
  mayNeedSymbols: boolean;
  /** Whether it belongs to an issue (issues/grouping.ts). */
  isProblem: boolean;
  /** Everything else of the event, as a JSON object: tags, user, exception, breadcrumbs, contexts, device, extra, … */
  payloadJson: string;
}

/** A measurement of a page, see `WebVital` in the document. */
export interface VitalRecord {
  /** `rum.lcp` and so on. */
  readonly name: string;
  /** The page's own id of the vital, or one given by the server. */
  readonly vitalId: string;
  readonly value: number;
  /** Without query and fragment; empty when it was not given. */
  readonly url: string;
  /** `good`, `needs-improvement`, `poor`, `other`, or empty when it was not given. */
  readonly rating: string;
}
