/** Spans of one request, in the columns in which they are stored. */
import { indexedText } from "../indexed-text.ts";
import type { SpanRecord } from "../records.ts";
import { columnsOf, type OpenRecords, type Written, writtenOf } from "./blocks/kind.ts";
import { type SpanRecords, spanRecords } from "./span-records.ts";

/** Decoders add spans; a flush reads them. The time of receipt is not among the columns: the flush decides it. */
export class SpanColumns {
  /** Whoever pushes to a column pushes to all but `receivedAt`. */
  readonly written: Written<SpanRecords> = writtenOf(spanRecords);

  get length(): number {
    return this.written.body.attributes.length;
  }

  /** The spans added so far. */
  get columns(): OpenRecords<SpanRecords> {
    return { head: columnsOf(this.written.head), body: columnsOf(this.written.body) };
  }

  /** The bytes of what may be long. */
  get textBytes(): number {
    const { attributes, events, links } = this.written.body;
    return attributes.size + events.size + links.size;
  }

  /** Gives the memory back. To be called when the spans are stored: they cannot be read afterwards. */
  release(): void {
    const { attributes, events, links } = this.written.body;
    for (const texts of [attributes, events, links]) texts.release();
  }

  /** Throws RangeError when an id has another length, or a time does not fit 64 bits. */
  add(span: SpanRecord): void {
    const { head, body } = this.written;
    const { attributes, events, links } = body;
    const before = this.textBytes;
    attributes.push(shortOf(span.attributesJson));
    events.push(shortOf(span.eventsJson));
    links.push(shortOf(span.linksJson));
    const { name, traceState, statusMessage } = span;
    head.bytes.push(this.textBytes - before + bytesIn(name) + bytesIn(traceState) + bytesIn(statusMessage));
    body.traceState.push(traceState);
    body.statusMessage.push(statusMessage);
    head.time.push(span.startTimeUnixNano);
    head.duration.push(span.endTimeUnixNano - span.startTimeUnixNano);
    head.traceId.push(span.traceId);
    head.spanId.push(span.spanId);
    head.parentId.push(span.parentSpanId);
    head.kind.push(span.kind);
    head.status.push(span.statusCode);
    head.flags.push(span.flags >>> 0);
    head.service.push(indexedText(span.serviceName));
    head.name.push(name);
    head.resource.push(span.resourceJson);
    head.scope.push(span.scopeJson);
    head.droppedAttributes.push(span.droppedAttributesCount);
    head.droppedEvents.push(span.droppedEventsCount);
    head.droppedLinks.push(span.droppedLinksCount);
  }
}

/** Lists are empty where they have nothing. */
const shortOf = (json: string): string => (json === "[]" ? "" : json);

const bytesIn = (text: string): number => (text === "" ? 0 : Buffer.byteLength(text));
