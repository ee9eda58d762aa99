import type { TextWriter } from "../../store/blocks/texts.ts";
import type { SpanColumns } from "../../store/span-columns.ts";
import type { Origin } from "../batch.ts";
import {
  checkAhead,
  checkLinkIds,
  checkTime,
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
import { RepeatedAttributes } from "./repeated-attributes.ts";
import { RepeatedTexts } from "./repeated-texts.ts";
import { noBytes, TextRange, type ValueWriter } from "./values.ts";

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

/** Reads spans (opentelemetry.proto.trace.v1.Span) into columns. */
export class SpanReader {
  private readonly reader: ProtobufReader;
  private readonly values: ValueWriter;
  private readonly spans: SpanColumns;
  private readonly latestHigh: number;
  private readonly texts: RepeatedTexts;
  private readonly attributes: JsonText;
  private readonly repeated: RepeatedAttributes;
  private readonly events: JsonText;
  private readonly links: JsonText;
  private readonly ids = { trace: new TextRange(), span: new TextRange(), parent: new TextRange() };
  private readonly ranges = [new TextRange(), new TextRange(), new TextRange()] as const;
  private traceId: Uint8Array = noBytes;
  private statusCode = 0;
  private statusMessage = "";

  /** @param latestHigh the upper 32 bits of the latest start. */
  constructor(reader: ProtobufReader, values: ValueWriter, spans: SpanColumns, latestHigh: number) {
    this.reader = reader;
    this.values = values;
    this.spans = spans;
    this.latestHigh = latestHigh;
    this.texts = new RepeatedTexts(reader);
    const { attributes, events, links } = spans.written.body;
    // Written as JSON they are longer than as protobuf.
    attributes.reserve(1.5 * reader.bytes.length);
    this.attributes = new JsonText(attributes.out);
    this.repeated = new RepeatedAttributes(reader, values, this.attributes);
    this.events = new JsonText(events.out);
    this.links = new JsonText(links.out);
  }

  /** Reads from the cursor to the limit. Throws RecordFault when the span cannot be stored. */
  read(origin: Origin): void {
    const { reader, attributes, repeated, events, links, texts } = this;
    repeated.openList();
    const eventsStart = events.openList();
    const linksStart = links.openList();
    this.statusCode = 0;
    this.statusMessage = "";
    const traceId = this.ids.trace.clear();
    const spanId = this.ids.span.clear();
    const parentId = this.ids.parent.clear();
    let traceState = "";
    let name = "";
    let textBytes = 0;
    let kind = 0;
    let [startLow, startHigh, endLow, endHigh] = [0, 0, 0, 0];
    let flags = 0;
    let droppedAttributesCount = 0;
    let droppedEventsCount = 0;
    let droppedLinksCount = 0;
    while (reader.pos < reader.limit) {
      switch (reader.tag()) {
        case 0x0a:
          traceId.read(reader);
          break;
        case 0x12:
          spanId.read(reader);
          break;
        case 0x1a:
          traceState = texts.read();
          textBytes += texts.bytes;
          break;
        case 0x22:
          parentId.read(reader);
          break;
        case 0x2a:
          name = texts.read();
          textBytes += texts.bytes;
          break;
        case 0x30:
          kind = reader.varint();
          break;
        case 0x39:
          startLow = reader.words();
          startHigh = reader.high;
          break;
        case 0x41:
          endLow = reader.words();
          endHigh = reader.high;
          break;
        case 0x4a:
          repeated.write();
          break;
        case 0x50:
          droppedAttributesCount = reader.varint();
          break;
        case 0x5a:
          this.readEvent(events, eventsStart);
          break;
        case 0x60:
          droppedEventsCount = reader.varint();
          break;
        case 0x6a:
          this.readLink(links, linksStart);
          break;
        case 0x70:
          droppedLinksCount = reader.varint();
          break;
        case 0x7a:
          textBytes += this.readStatus();
          break;
        case 0x85:
          flags = reader.fixed32();
          break;
        default:
          reader.skip(spanShape);
      }
    }
    const { bytes } = reader;
    spanTraceId(bytes, traceId.start, traceId.end);
    spanSpanId(bytes, spanId.start, spanId.end);
    const hasParent = parentSpanId(bytes, parentId.start, parentId.end) !== null;
    checkTime("startTimeUnixNano", startHigh);
    checkTime("endTimeUnixNano", endHigh);
    checkAhead("startTimeUnixNano", startHigh, this.latestHigh);
    attributes.endList();
    events.endList();
    links.endList();
    const { head, body } = this.spans.written;
    const size = this.spans.textBytes;
    this.keep(attributes, body.attributes);
    this.keep(events, body.events);
    this.keep(links, body.links);
    head.bytes.push(this.spans.textBytes - size + textBytes);
    body.traceState.push(traceState);
    body.statusMessage.push(this.statusMessage);
    head.time.pushWords(startLow, startHigh);
    head.duration.pushWords(endLow - startLow, endHigh - startHigh - (endLow < startLow ? 1 : 0));
    head.traceId.push(this.traceIdAt(traceId));
    head.spanId.pushBytes(bytes, spanId.start, true);
    head.parentId.pushBytes(bytes, parentId.start, hasParent);
    head.kind.push(knownEnum(kind, spanKinds));
    head.status.push(knownEnum(this.statusCode, statusCodes));
    head.flags.push(flags);
    head.service.push(origin.serviceName);
    head.name.push(name);
    head.resource.push(origin.resourceJson);
    head.scope.push(origin.scopeJson);
    head.droppedAttributes.push(droppedAttributesCount);
    head.droppedEvents.push(droppedEventsCount);
    head.droppedLinks.push(droppedLinksCount);
  }

  private keep(json: JsonText, column: TextWriter): void {
    json.keep();
    column.end(json.ascii);
  }

  /** The same bytes for spans of one trace that follow each other. */
  private traceIdAt({ start, end }: TextRange): Uint8Array {
    const { bytes } = this.reader;
    for (let i = 0; i < end - start; i++)
      if (this.traceId[i] !== bytes[start + i]) {
        this.traceId = bytes.subarray(start, end);
        break;
      }
    return this.traceId;
  }

  /** Returns how many bytes the message has. */
  private readStatus(): number {
    const reader = this.reader;
    let bytes = 0;
    const outer = reader.enter();
    while (reader.pos < reader.limit) {
      switch (reader.tag()) {
        case 0x12:
          this.statusMessage = this.texts.read();
          bytes = this.texts.bytes;
          break;
        case 0x18:
          this.statusCode = reader.varint();
          break;
        default:
          reader.skip(statusShape);
      }
    }
    reader.limit = outer;
    return bytes;
  }

  /** Attributes come first in the text, so that they can be written as they arrive, whatever the order of fields. */
  private readEvent(out: JsonText, eventsStart: number): void {
    const { reader, values } = this;
    const name = this.ranges[0].clear();
    let time = 0n;
    let droppedAttributesCount = 0;
    const outer = reader.enter();
    values.listElement(out, eventsStart);
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

  private readLink(out: JsonText, linksStart: number): void {
    const { reader, values } = this;
    const traceId = this.ranges[0].clear();
    const spanId = this.ranges[1].clear();
    const traceState = this.ranges[2].clear();
    let flags = 0;
    let droppedAttributesCount = 0;
    const outer = reader.enter();
    values.listElement(out, linksStart);
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
