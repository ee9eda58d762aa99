import type { Sliceable } from "#src/http/event-loop.ts";
import { serviceNameOf } from "../attributes.ts";
import { Batch, type Decoded, type Origin, originOf } from "../batch.ts";
import { RecordFault, reasons } from "../faults.ts";
import { limits } from "../limits.ts";
import { recordPointer, type Signal } from "../signals.ts";
import { JsonText, literal } from "./json-text.ts";
import { type MessageShape, ProtobufReader } from "./reader.ts";
import { TextRange, ValueWriter } from "./values.ts";

/** Adds the record that the reader is at; `limit` is its end. Throws RecordFault when it cannot be stored. */
export interface RecordReader {
  read(origin: Origin): void;
}

const resourceShape: MessageShape = { name: "Resource", fields: { 1: "attributes", 2: "dropped_attributes_count" } };
const scopeShape: MessageShape = {
  name: "InstrumentationScope",
  fields: { 1: "name", 2: "version", 3: "attributes", 4: "dropped_attributes_count" },
};

const scopeOpen = literal('{"attributes":[');
const scopeName = literal('],"name":');
const scopeVersion = literal(',"version":');
const objectClose = literal("}");

/** Bytes between two pauses: some dozen usual records, or one that is larger. */
const bytesAtOnce = 16 * 1024;

const one = () => 1;

/**
 * Decodes an Export…ServiceRequest; the reader adds to `records`. `countIn` says for how much the refused record at the cursor counts. Throws
 * OtlpDecodeError when it is malformed or exceeds a limit.
 */
export function decodeProtobuf<Records extends { readonly length: number }>(
  bytes: Buffer,
  signal: Signal,
  records: Records,
  readerOf: (reader: ProtobufReader, values: ValueWriter) => RecordReader,
  countIn: (reader: ProtobufReader) => number = one,
): Sliceable<Decoded<Records>> {
  return new EnvelopeReader(bytes, signal, new Batch(records), readerOf, countIn).read();
}

/**
 * Walks request → resources → scopes → records. Fields may stand in any order, so the resource (or scope) of a message
 * is read in a first pass that steps over its list, and the list in a second one. A resource or scope whose text
 * cannot be stored refuses the records under it, and only those.
 */
class EnvelopeReader<Records extends { readonly length: number }> {
  private readonly reader: ProtobufReader;
  private readonly values: ValueWriter;
  private readonly records: RecordReader;
  private readonly signal: Signal;
  private readonly requestShape: MessageShape;
  private readonly resourceListShape: MessageShape;
  private readonly scopeListShape: MessageShape;
  private readonly batch: Batch<Records>;
  private readonly text = new JsonText();
  private readonly countIn: (reader: ProtobufReader) => number;
  private pauseAt = bytesAtOnce;

  constructor(
    bytes: Buffer,
    signal: Signal,
    batch: Batch<Records>,
    readerOf: (reader: ProtobufReader, values: ValueWriter) => RecordReader,
    countIn: (reader: ProtobufReader) => number,
  ) {
    this.countIn = countIn;
    this.batch = batch;
    this.reader = new ProtobufReader(bytes);
    this.values = new ValueWriter(this.reader);
    this.records = readerOf(this.reader, this.values);
    this.signal = signal;
    this.requestShape = { name: signal.requestMessage, fields: { 1: signal.resources } };
    this.resourceListShape = {
      name: signal.resourceMessage,
      fields: { 1: "resource", 2: signal.scopes, 3: "schema_url" },
    };
    this.scopeListShape = { name: signal.scopeMessage, fields: { 1: "scope", 2: signal.records, 3: "schema_url" } };
  }

  *read(): Sliceable<Decoded<Records>> {
    const reader = this.reader;
    let index = 0;
    while (reader.pos < reader.limit) {
      if (reader.tag() === 0x0a) yield* this.readResourceList(index++);
      else reader.skip(this.requestShape);
    }
    return this.batch.finish();
  }

  /** Whether so much was read since the last pause that it is time for another. */
  private isLong(): boolean {
    if (this.reader.pos < this.pauseAt) return false;
    this.pauseAt = this.reader.pos + bytesAtOnce;
    return true;
  }

  private *readResourceList(resourceIndex: number): Sliceable<void> {
    const reader = this.reader;
    this.batch.countOrigin();
    const outer = reader.enter();
    const resourceJson = this.resourceText();
    const serviceName = typeof resourceJson === "string" ? serviceNameOf(resourceJson) : "";
    let index = 0;
    while (reader.pos < reader.limit) {
      if (reader.tag() === 0x12) yield* this.readScopeList(resourceIndex, index++, resourceJson, serviceName);
      else reader.skipField();
      if (this.isLong()) yield;
    }
    reader.limit = outer;
  }

  private *readScopeList(
    resourceIndex: number,
    scopeIndex: number,
    resourceJson: string | RecordFault,
    serviceName: string,
  ): Sliceable<void> {
    const reader = this.reader;
    this.batch.countOrigin();
    const outer = reader.enter();
    const scopeJson = this.scopeText();
    const origin = originOf(serviceName, resourceJson, scopeJson);
    let index = 0;
    while (reader.pos < reader.limit) {
      if (reader.tag() === 0x12) this.readRecord(origin, resourceIndex, scopeIndex, index++);
      else reader.skipField();
      if (this.isLong()) yield;
    }
    reader.limit = outer;
  }

  private readRecord(origin: Origin | RecordFault, resourceIndex: number, scopeIndex: number, index: number): void {
    const reader = this.reader;
    const outer = reader.enter();
    const start = reader.pos;
    const end = reader.limit;
    this.values.begin();
    try {
      if (origin instanceof RecordFault) throw origin;
      if (end - reader.pos > limits.recordBytes) throw new RecordFault(reasons.size);
      this.records.read(origin);
      this.batch.added(origin);
    } catch (fault) {
      if (!(fault instanceof RecordFault)) throw fault;
      reader.pos = start;
      reader.limit = end;
      const pointer = recordPointer(this.signal, resourceIndex, scopeIndex, index);
      this.batch.reject(pointer, fault.reason, this.countIn(reader));
    }
    reader.pos = end;
    reader.limit = outer;
  }

  /**
   * Builds the text of a message's resource or scope from field 1 of the message at the cursor. The field may occur
   * several times, which protobuf merges. The cursor stays where it was. A fault is returned, to be thrown for each
   * record.
   */
  private sharedText(shape: MessageShape, readFields: () => void, close: () => string): string | RecordFault {
    const reader = this.reader;
    const start = reader.pos;
    const limit = reader.limit;
    let bytes = 0;
    this.values.begin();
    try {
      while (reader.pos < limit) {
        switch (reader.tag()) {
          case 0x0a:
            reader.enter();
            bytes += reader.limit - reader.pos;
            if (bytes > limits.recordBytes) throw new RecordFault(reasons.size);
            readFields();
            reader.limit = limit;
            break;
          case 0x12:
          case 0x1a:
            reader.pos = reader.delimited();
            break;
          default:
            reader.skip(shape);
        }
      }
      return close();
    } catch (fault) {
      if (!(fault instanceof RecordFault)) throw fault;
      return new RecordFault(`its ${shape.fields[1]}: ${fault.reason}`);
    } finally {
      reader.pos = start;
      reader.limit = limit;
    }
  }

  private resourceText(): string | RecordFault {
    const { reader, text } = this;
    const listStart = text.openList();
    const readFields = () => {
      while (reader.pos < reader.limit) {
        switch (reader.tag()) {
          case 0x0a:
            this.values.attribute(text, listStart);
            break;
          case 0x10:
            reader.varint();
            break;
          default:
            reader.skip(resourceShape);
        }
      }
    };
    return this.sharedText(this.resourceListShape, readFields, () => text.closeList());
  }

  private scopeText(): string | RecordFault {
    const { reader, text } = this;
    const name = new TextRange();
    const version = new TextRange();
    text.begin();
    text.raw(scopeOpen);
    const listStart = text.length;
    const readFields = () => {
      while (reader.pos < reader.limit) {
        switch (reader.tag()) {
          case 0x0a:
            name.read(reader);
            break;
          case 0x12:
            version.read(reader);
            break;
          case 0x1a:
            this.values.attribute(text, listStart);
            break;
          case 0x20:
            reader.varint();
            break;
          default:
            reader.skip(scopeShape);
        }
      }
    };
    return this.sharedText(this.scopeListShape, readFields, () => {
      text.raw(scopeName);
      text.string(reader.view, name.start, name.end);
      text.raw(scopeVersion);
      text.string(reader.view, version.start, version.end);
      text.raw(objectClose);
      return text.take();
    });
  }
}
