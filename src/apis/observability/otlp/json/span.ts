import type { SpanRecord } from "../../records.ts";
import type { Origin } from "../batch.ts";
import {
  checkLinkIds,
  knownEnum,
  parentSpanId,
  spanKinds,
  spanSpanId,
  spanTraceId,
  statusCodes,
  storableTime,
} from "../record-rules.ts";
import type { JsonObject, JsonReader } from "./reader.ts";
import type { JsonValues } from "./values.ts";

const kindNames = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"].map(
  (kind) => `SPAN_KIND_${kind}`,
);
const statusCodeNames = ["UNSET", "OK", "ERROR"].map((code) => `STATUS_CODE_${code}`);

/** Reads a span (opentelemetry.proto.trace.v1.Span). Throws RecordFault when it cannot be stored. */
export function readSpan(span: JsonObject, reader: JsonReader, values: JsonValues, origin: Origin): SpanRecord {
  const status = reader.message(span, "status", (message) => ({
    code: reader.enumeration(message, "code", statusCodeNames),
    message: reader.text(message, "message"),
  }));
  return {
    traceId: spanTraceId(reader.id(span, "traceId")),
    spanId: spanSpanId(reader.id(span, "spanId")),
    parentSpanId: parentSpanId(reader.id(span, "parentSpanId")),
    traceState: reader.text(span, "traceState"),
    flags: reader.uint32(span, "flags"),
    name: reader.text(span, "name"),
    kind: knownEnum(reader.enumeration(span, "kind", kindNames), spanKinds),
    startTimeUnixNano: storableTime("startTimeUnixNano", reader.uint64(span, "startTimeUnixNano")),
    endTimeUnixNano: storableTime("endTimeUnixNano", reader.uint64(span, "endTimeUnixNano")),
    statusCode: knownEnum(status?.code ?? 0, statusCodes),
    statusMessage: status?.message ?? "",
    serviceName: origin.serviceName,
    attributesJson: JSON.stringify(values.attributes(span)),
    eventsJson: eventsJson(span, reader, values),
    linksJson: linksJson(span, reader, values),
    resourceJson: origin.resourceJson,
    scopeJson: origin.scopeJson,
    droppedAttributesCount: reader.uint32(span, "droppedAttributesCount"),
    droppedEventsCount: reader.uint32(span, "droppedEventsCount"),
    droppedLinksCount: reader.uint32(span, "droppedLinksCount"),
  };
}

function eventsJson(span: JsonObject, reader: JsonReader, values: JsonValues): string {
  const events: unknown[] = [];
  reader.each(span, "events", (element) => {
    values.count();
    const event = reader.object(element);
    events.push({
      attributes: values.attributes(event),
      timeUnixNano: String(storableTime("timeUnixNano", reader.uint64(event, "timeUnixNano"))),
      name: reader.text(event, "name"),
      droppedAttributesCount: reader.uint32(event, "droppedAttributesCount") || undefined,
    });
  });
  return JSON.stringify(events);
}

function linksJson(span: JsonObject, reader: JsonReader, values: JsonValues): string {
  const links: unknown[] = [];
  reader.each(span, "links", (element) => {
    values.count();
    const link = reader.object(element);
    const traceId = reader.id(link, "traceId");
    const spanId = reader.id(link, "spanId");
    checkLinkIds(traceId.length, spanId.length);
    links.push({
      attributes: values.attributes(link),
      traceId: Buffer.from(traceId).toString("hex"),
      spanId: Buffer.from(spanId).toString("hex"),
      traceState: reader.text(link, "traceState"),
      flags: reader.uint32(link, "flags"),
      droppedAttributesCount: reader.uint32(link, "droppedAttributesCount") || undefined,
    });
  });
  return JSON.stringify(links);
}
