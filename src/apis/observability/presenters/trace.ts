/**
 * Traces in the JSON of Jaeger's query service. What Jaeger has no field for becomes tags, under the names that
 * OpenTelemetry's "Mapping to non-OTLP formats" and Jaeger's own translator give them.
 */
import type { Schemas } from "#generated/observability/contract.ts";
import { type KeyValue, readAttributes, type TypedAttribute, typedAttributes } from "../otlp/attributes.ts";
import type { StoredSpan } from "../store/queries/spans.ts";
import type { OutlinedTrace } from "../store/queries/trace-outline.ts";
import { stackTextOf } from "../symbols/symbolication/otlp-stack.ts";
import { missingText, stacktracesOf } from "./symbolication.ts";

type JaegerTrace = Schemas["JaegerTrace"];
type JaegerSpan = Schemas["JaegerSpan"];
type JaegerProcess = Schemas["JaegerProcess"];

/** By OTLP SpanKind; nothing is said about the kind that was not given. */
const kindNames = [null, "internal", "server", "client", "producer", "consumer"];
const statusNames = [null, "OK", "ERROR"];
const errorStatus = 2;
/**
 * Jaeger's flags: 1 is sampled, 2 debug. An SDK exports sampled spans only (OpenTelemetry specification, trace SDK,
 * "Sampling"), and the other bits of OTLP's `flags` mean nothing or something else there.
 */
const sampled = 1;

/** The process of spans that come from one resource (KeyValue[] in JSON). */
export function presentProcess(serviceName: string, resourceJson: string): JaegerProcess {
  return { serviceName, tags: typedAttributes(resourceTags(resourceJson, serviceName)) };
}

/** Parts of the trace that are missing from the answer. */
export function traceWarnings({ spans, truncated, withoutSource }: OutlinedTrace): JaegerTrace["warnings"] {
  const warnings = [
    ...(truncated ? [`The trace has more spans than fit this answer: ${spans.length} are shown.`] : []),
    ...(withoutSource ? ["Resources and scopes of more than 1 MiB are left out."] : []),
  ];
  return warnings.length > 0 ? warnings : null;
}

/** The resource's attributes without the one that is the service's name already. */
function resourceTags(resourceJson: string, serviceName: string): readonly KeyValue[] {
  return readAttributes(resourceJson).filter(
    ({ key, value }) => !(key === "service.name" && "stringValue" in value && value.stringValue === serviceName),
  );
}

/** How a span is shown in its trace; `reduced` when what makes it too large is left out. */
export interface SpanPlace {
  readonly traceId: string;
  readonly processID: string;
  readonly reduced: boolean;
}

export function presentSpan(span: StoredSpan, { traceId: traceID, processID, reduced }: SpanPlace): JaegerSpan {
  const nanoseconds = span.endTimeUnixNano - span.startTimeUnixNano;
  return {
    traceID,
    spanID: Buffer.from(span.spanId).toString("hex"),
    flags: sampled,
    operationName: span.name,
    references: references(span, traceID),
    startTime: microseconds(span.startTimeUnixNano),
    duration: nanoseconds < 0n ? 0 : microseconds(nanoseconds),
    tags: [...typedAttributes(readAttributes(span.attributesJson)), ...spanTags(span)],
    logs: presentSpanEvents(span),
    processID,
    warnings: spanWarnings(nanoseconds < 0n, reduced, span.symbolication && missingText(span.symbolication)),
  };
}

function spanWarnings(endsEarly: boolean, reduced: boolean, missing: string | null): JaegerSpan["warnings"] {
  const warnings = [
    ...(endsEarly ? ["The span ends before it starts; its duration is given as 0."] : []),
    ...(reduced ? ["The span is larger than 1 MiB: its attributes, events and links are left out."] : []),
    ...(missing === null ? [] : [missing]),
  ];
  return warnings.length > 0 ? warnings : null;
}

/** As OTLP's decoders write them, see records.ts. */
interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
}

function references({ parentSpanId, linksJson }: StoredSpan, traceID: string): JaegerSpan["references"] {
  const links = JSON.parse(linksJson) as SpanLink[];
  const parent = parentSpanId === null ? [] : [Buffer.from(parentSpanId).toString("hex")];
  return [
    ...parent.map((spanID) => ({ refType: "CHILD_OF" as const, traceID, spanID })),
    // A link may point nowhere; Jaeger has zeros for that.
    ...links.map(({ traceId, spanId }) => ({
      refType: "FOLLOWS_FROM" as const,
      traceID: traceId.padStart(32, "0"),
      spanID: spanId.padStart(16, "0"),
    })),
  ];
}

function spanTags(span: StoredSpan): TypedAttribute[] {
  const scope = JSON.parse(span.scopeJson) as { name: string; version: string; attributes?: readonly KeyValue[] };
  return [
    ...textTag("span.kind", kindNames[span.kind]),
    ...textTag("otel.status_code", statusNames[span.statusCode]),
    ...textTag("otel.status_description", span.statusMessage),
    ...(span.statusCode === errorStatus ? [{ key: "error", type: "bool", value: true } as const] : []),
    ...textTag("otel.scope.name", scope.name),
    ...textTag("otel.scope.version", scope.version),
    ...typedAttributes((scope.attributes ?? []).map(({ key, value }) => ({ key: `otel.scope.${key}`, value }))),
    ...textTag("w3c.tracestate", span.traceState),
    ...countTag("otel.dropped_attributes_count", span.droppedAttributesCount),
    ...countTag("otel.dropped_events_count", span.droppedEventsCount),
    ...countTag("otel.dropped_links_count", span.droppedLinksCount),
  ];
}

interface SpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly KeyValue[];
  readonly droppedAttributesCount?: number;
}

/** A stack trace that symbols made readable stands beside the one that was sent. */
function presentSpanEvents({ eventsJson, symbolication }: StoredSpan): JaegerSpan["logs"] {
  const events = JSON.parse(eventsJson) as SpanEvent[];
  if (symbolication === null) return events.map((event) => presentSpanEvent(event));
  const texts = stacktracesOf(symbolication).values();
  return events.map((event) =>
    presentSpanEvent(event, stackTextOf(event.attributes) === null ? null : (texts.next().value ?? null)),
  );
}

function presentSpanEvent(event: SpanEvent, stacktrace: string | null = null): Schemas["JaegerLog"] {
  return {
    timestamp: microseconds(BigInt(event.timeUnixNano)),
    fields: [
      ...textTag("event", event.name),
      ...typedAttributes(event.attributes),
      ...textTag("exception.stacktrace.symbolicated", stacktrace),
      ...countTag("otel.dropped_attributes_count", event.droppedAttributesCount ?? 0),
    ],
  };
}

function textTag(key: string, value: string | null | undefined): TypedAttribute[] {
  return value ? [{ key, type: "string", value }] : [];
}

function countTag(key: string, value: number): TypedAttribute[] {
  return value > 0 ? [{ key, type: "int64", value }] : [];
}

/** Of nanoseconds; what is left over is cut off. */
function microseconds(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000n);
}
