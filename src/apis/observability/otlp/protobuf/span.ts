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
import { JsonText, literal } from "./json-text.ts";
import type { MessageShape, ProtobufReader } from "./reader.ts";
import { noBytes, readBytes, readText, TextRange, type ValueWriter } from "./values.ts";

const spanShape: MessageShape = {
  name: "Span",
  fields: {
    1: "trace_id",
    2: "span_id",
    3: "trace_state",
    4: "parent_span_id",
    5: "name",
    6: "kind",
    7: "start_time_unix_nano",
    8: "end_time_unix_nano",
    9: "attributes",
    10: "dropped_attributes_count",
    11: "events",
    12: "dropped_events_count",
    13: "links",
    14: "dropped_links_count",
    15: "status",
    16: "flags",
  },
};
const statusShape: MessageShape = { name: "Status", fields: { 2: "message", 3: "code" } };
const eventShape: MessageShape = {
  name: "Event",
  fields: { 1: "time_unix_nano", 2: "name", 3: "attributes", 4: "dropped_attributes_count" },
};
const linkShape: MessageShape = {
  name: "Link",
  fields: {
    1: "trace_id",
    2: "span_id",
    3: "trace_state",
    4: "attributes",
    5: "dropped_attributes_count",
    6: "flags",
  },
};

const attributesOpen = literal('{"attributes":[');
const eventTime = literal('],"timeUnixNano":"');
const eventName = literal('","name":');
const linkTraceId = literal('],"traceId":"');
const linkSpanId = literal('","spanId":"');
const linkTraceState = literal('","traceState":');
const linkFlags = literal(',"flags":');
const dropped = literal(',"droppedAttributesCount":');
const closeBrace = 0x7d;

/** Reads spans (opentelemetry.proto.trace.v1.Span). The ids of its records are views of the request's body. */
export class SpanReader {
  private readonly reader: ProtobufReader;
  private readonly values: ValueWriter;
  private readonly attributes = new JsonText();
  private readonly events = new JsonText();
  private readonly links = new JsonText();
  private readonly ranges = [new TextRange(), new TextRange(), new TextRange()] as const;
  private statusCode = 0;
  private statusMessage = "";

  constructor(reader: ProtobufReader, values: ValueWriter) {
    this.reader = reader;
    this.values = values;
  }

  /** Reads from the cursor to the limit. Throws RecordFault when the span cannot be stored. */
  read(origin: Origin): SpanRecord {
    const { reader, values, attributes, events, links } = this;
    attributes.openList();
    events.openList();
    links.openList();
    this.statusCode = 0;
    this.statusMessage = "";
    let traceId: Uint8Array = noBytes;
    let spanId: Uint8Array = noBytes;
    let parentId: Uint8Array = noBytes;
    let traceState = "";
    let name = "";
    let kind = 0;
    let startTime = 0n;
    let endTime = 0n;
    let flags = 0;
    let droppedAttributesCount = 0;
    let droppedEventsCount = 0;
    let droppedLinksCount = 0;
    while (reader.pos < reader.limit) {
      switch (reader.tag()) {
        case 0x0a:
          traceId = readBytes(reader);
          break;
        case 0x12:
          spanId = readBytes(reader);
          break;
        case 0x1a:
          traceState = readText(reader);
          break;
        case 0x22:
          parentId = readBytes(reader);
          break;
        case 0x2a:
          name = readText(reader);
          break;
        case 0x30:
          kind = reader.varint();
          break;
        case 0x39:
          startTime = reader.fixed64();
          break;
        case 0x41:
          endTime = reader.fixed64();
          break;
        case 0x4a:
          values.attribute(attributes, 1);
          break;
        case 0x50:
          droppedAttributesCount = reader.varint();
          break;
        case 0x5a:
          this.readEvent(events);
          break;
        case 0x60:
          droppedEventsCount = reader.varint();
          break;
        case 0x6a:
          this.readLink(links);
          break;
        case 0x70:
          droppedLinksCount = reader.varint();
          break;
        case 0x7a:
          this.readStatus();
          break;
        case 0x85:
          flags = reader.fixed32();
          break;
        default:
          reader.skip(spanShape);
      }
    }
    return {
      traceId: spanTraceId(traceId),
      spanId: spanSpanId(spanId),
      parentSpanId: parentSpanId(parentId),
      traceState,
      flags,
      name,
      kind: knownEnum(kind, spanKinds),
      startTimeUnixNano: storableTime("startTimeUnixNano", startTime),
      endTimeUnixNano: storableTime("endTimeUnixNano", endTime),
      statusCode: knownEnum(this.statusCode, statusCodes),
      statusMessage: this.statusMessage,
      serviceName: origin.serviceName,
      attributesJson: attributes.closeList(),
      eventsJson: events.closeList(),
      linksJson: links.closeList(),
      resourceJson: origin.resourceJson,
      scopeJson: origin.scopeJson,
      droppedAttributesCount,
      droppedEventsCount,
      droppedLinksCount,
    };
  }

  private readStatus(): void {
    const reader = this.reader;
    const outer = reader.enter();
    while (reader.pos < reader.limit) {
      switch (reader.tag()) {
        case 0x12:
          this.statusMessage = readText(reader);
          break;
        case 0x18:
          this.statusCode = reader.varint();
          break;
        default:
          reader.skip(statusShape);
      }
    }
    reader.limit = outer;
  }

  /** Attributes come first in the text, so that they can be written as they arrive, whatever the order of fields. */
  private readEvent(out: JsonText): void {
    const { reader, values } = this;
    const name = this.ranges[0].clear();
    let time = 0n;
    let droppedAttributesCount = 0;
    const outer = reader.enter();
    values.listElement(out, 1);
    out.raw(attributesOpen);
    const listStart = out.length;
    while (reader.pos < reader.limit) {
      switch (reader.tag()) {
        case 0x09:
          time = reader.fixed64();
          break;
        case 0x12:
          name.read(reader);
          break;
        case 0x1a:
          values.attribute(out, listStart);
          break;
        case 0x20:
          droppedAttributesCount = reader.varint();
          break;
        default:
          reader.skip(eventShape);
      }
    }
    reader.limit = outer;
    out.raw(eventTime);
    out.rawText(String(storableTime("timeUnixNano", time)));
    out.raw(eventName);
    out.string(reader.view, name.start, name.end);
    closeWithDropped(out, droppedAttributesCount);
  }

  private readLink(out: JsonText): void {
    const { reader, values } = this;
    const traceId = this.ranges[0].clear();
    const spanId = this.ranges[1].clear();
    const traceState = this.ranges[2].clear();
    let flags = 0;
    let droppedAttributesCount = 0;
    const outer = reader.enter();
    values.listElement(out, 1);
    out.raw(attributesOpen);
    const listStart = out.length;
    while (reader.pos < reader.limit) {
      switch (reader.tag()) {
        case 0x0a:
          traceId.read(reader);
          break;
        case 0x12:
          spanId.read(reader);
          break;
        case 0x1a:
          traceState.read(reader);
          break;
        case 0x22:
          values.attribute(out, listStart);
          break;
        case 0x28:
          droppedAttributesCount = reader.varint();
          break;
        case 0x35:
          flags = reader.fixed32();
          break;
        default:
          reader.skip(linkShape);
      }
    }
    reader.limit = outer;
    checkLinkIds(traceId.end - traceId.start, spanId.end - spanId.start);
    out.raw(linkTraceId);
    out.rawText(reader.bytes.toString("hex", traceId.start, traceId.end));
    out.raw(linkSpanId);
    out.rawText(reader.bytes.toString("hex", spanId.start, spanId.end));
    out.raw(linkTraceState);
    out.string(reader.view, traceState.start, traceState.end);
    out.raw(linkFlags);
    out.rawText(String(flags));
    closeWithDropped(out, droppedAttributesCount);
  }
}

function closeWithDropped(out: JsonText, count: number): void {
  if (count > 0) {
    out.raw(dropped);
    out.rawText(String(count));
  }
  out.byte(closeBrace);
}
