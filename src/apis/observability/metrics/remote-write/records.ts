/**
 * Histograms and exemplars of remote write 1.0 (prompb/types.proto; histograms of 2.0 are the same), as they are looked over
 * before they are stored: their bytes are kept as they came, so whoever reads them later must find nothing malformed.
 */
import type { ProtobufReader } from "../../otlp/protobuf/reader.ts";
import { recordBytes } from "../store.ts";
import { signedVarint } from "./fields.ts";

/** `varints` and `doubles` are repeated numbers, packed or not. */
type Content = "varint" | "double" | "varints" | "doubles" | "bytes" | Message;

interface Message {
  readonly name: string;
  readonly fields: Readonly<Record<number, Content>>;
}

const span: Message = { name: "BucketSpan", fields: { 1: "varint", 2: "varint" } };
const label: Message = { name: "Label", fields: { 1: "bytes", 2: "bytes" } };

export interface RecordMessage extends Message {
  /** Of the field that says when it was recorded. */
  readonly timeTag: number;
}

export const histogramMessage: RecordMessage = {
  name: "Histogram",
  timeTag: 0x78,
  fields: {
    1: "varint",
    2: "double",
    3: "double",
    4: "varint",
    5: "double",
    6: "varint",
    7: "double",
    8: span,
    9: "varints",
    10: "doubles",
    11: span,
    12: "varints",
    13: "doubles",
    14: "varint",
    15: "varint",
    16: "doubles",
    17: "varint",
  },
};

export const exemplarMessage: RecordMessage = {
  name: "Exemplar",
  timeTag: 0x18,
  fields: { 1: label, 2: "double", 3: "varint" },
};

/** Longer ones are refused by the store, whatever is in them. */
const longestRecord = Math.max(...Object.values(recordBytes));

/** Steps over a message whose length comes next, and returns its bytes and its time. Throws OtlpDecodeError. */
export function readRecord(
  reader: ProtobufReader,
  record: RecordMessage,
): { readonly message: Buffer; readonly timestamp: number } {
  const end = reader.delimited();
  const message = reader.bytes.subarray(reader.pos, end);
  let timestamp = 0;
  if (message.length <= longestRecord) {
    const outer = reader.limit;
    reader.limit = end;
    while (reader.pos < reader.limit) {
      const tag = reader.tag();
      if (tag === record.timeTag) timestamp = signedVarint(reader);
      else lookOver(reader, record, tag);
    }
    reader.limit = outer;
  }
  reader.pos = end;
  return { message, timestamp };
}

const wireTypes = { varint: 0, double: 1, varints: 0, doubles: 1, bytes: 2 } as const;
/** The form of a repeated number when it is packed: one after the other. */
const packed: Partial<Record<Exclude<Content, Message>, (reader: ProtobufReader) => void>> = {
  varints: (reader) => reader.varint(),
  doubles: (reader) => reader.double(),
};

/** Steps over the field of the tag, which is one of the message's or unknown. */
function lookOver(reader: ProtobufReader, { name, fields }: Message, tag: number): void {
  const content = fields[tag >>> 3];
  const wireType = tag & 7;
  if (content === undefined) {
    reader.skipField();
  } else if (typeof content === "string" && wireType === wireTypes[content]) {
    reader.stepOver();
  } else {
    const within = typeof content === "string" ? packed[content] : () => lookOver(reader, content, reader.tag());
    if (within === undefined || wireType !== 2)
      reader.malformed(`field ${tag >>> 3} of ${name} has wire type ${wireType}`);
    const outer = reader.enter();
    while (reader.pos < reader.limit) within(reader);
    reader.limit = outer;
  }
}
