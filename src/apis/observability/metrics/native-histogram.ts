/** Native histograms as remote write 1.0 carries them (prompb/types.proto, message Histogram). */
import { type MessageShape, ProtobufReader } from "../otlp/protobuf/reader.ts";
import { ProtobufWriter } from "../otlp/protobuf/writer.ts";
import { signedVarint } from "./remote-write/fields.ts";
import { staleMarker } from "./store.ts";

/** Buckets next to each other, `offset` after the end of those before (of the first: its index). */
export interface BucketSpan {
  readonly offset: number;
  readonly length: number;
}

export interface BucketList {
  readonly spans: readonly BucketSpan[];
  /** As many as the spans are long. */
  readonly counts: readonly number[];
}

export interface NativeHistogram {
  readonly count: number;
  readonly sum: number;
  /** Of exponential buckets −4 to 52; −53 of buckets with bounds of their own. */
  readonly schema: number;
  readonly zeroThreshold: number;
  readonly zeroCount: number;
  readonly negative: BucketList;
  readonly positive: BucketList;
  /** Of schema −53, the upper bounds of its buckets. */
  readonly customBounds: readonly number[];
  /** The sender's hint about its counter: reset right before, or not; or that it is a gauge. */
  readonly resetHint: ResetHint;
  /** Whether its counts need not be whole. */
  readonly isFloat: boolean;
}

/** In the order of the numbers that remote write has for them. */
const resetHints = ["unknown", "reset", "not_reset", "gauge"] as const;
export type ResetHint = (typeof resetHints)[number];

const customBuckets = -53;

/** Null for the marker that ends a series. The message is one that was accepted: what is malformed throws OtlpDecodeError. */
export function decodeHistogram(message: Buffer): NativeHistogram | null {
  return readHistogram(new ProtobufReader(message)).histogram;
}

/**
 * Why a histogram contradicts itself, so that nobody could say what it counts (Prometheus, model/histogram, Validate); null
 * when it does not.
 */
export function histogramFault(histogram: NativeHistogram): string | null {
  const { count, schema, zeroCount, negative, positive, isFloat } = histogram;
  if (schema !== customBuckets && (schema < coarsestSchema || schema > finestSchema))
    return `a histogram has the schema ${schema}`;
  let counted = zeroCount;
  for (const { spans, counts } of [negative, positive]) {
    if (spans.some(({ offset }, index) => index > 0 && offset < 0)) return "spans of a histogram overlap";
    if (spans.reduce((sum, { length }) => sum + length, 0) !== counts.length)
      return "a histogram has other buckets than its spans say";
    for (const each of counts) {
      if (each < 0) return "a bucket of a histogram counts less than nothing";
      counted += each;
    }
  }
  // Of counts that are not whole the sum is not looked at: they may be differences or averages.
  return !isFloat && counted > count ? "a histogram counts less than its buckets" : null;
}

const coarsestSchema = -4;
/** What Prometheus takes (model/histogram, ExponentialSchemaMaxReserved). What is finer than 8 is made coarser when it is read. */
const finestSchema = 52;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** The message of a histogram; with `stale`, of the marker that ends its series. `timestamp` in ms. */
export function encodeHistogram(histogram: NativeHistogram, timestamp: number, stale = false): Buffer {
  const { count, sum, schema, zeroThreshold, zeroCount, negative, positive, customBounds, resetHint, isFloat } =
    histogram;
  const writer = new ProtobufWriter();
  if (isFloat) writer.double(2, count);
  else writer.uint64(1, count);
  if (stale) writer.bits(3, staleMarker.low, staleMarker.high);
  else writer.double(3, sum);
  writer.sint64(4, schema);
  writer.double(5, zeroThreshold);
  if (isFloat) writer.double(7, zeroCount);
  else writer.uint64(6, zeroCount);
  for (const [field, { spans, counts }] of [[8, negative] as const, [11, positive] as const]) {
    for (const { offset, length } of spans) {
      const span = new ProtobufWriter();
      span.sint64(1, offset);
      span.uint64(2, length);
      writer.delimited(field, span.written);
    }
    if (isFloat) for (const each of counts) writer.double(field + 2, each);
    else
      writer.packedSint64(
        field + 1,
        Array.from(counts, (each, at) => each - (counts[at - 1] ?? 0)),
      );
  }
  if (resetHint !== "unknown") writer.uint64(14, resetHints.indexOf(resetHint));
  writer.uint64(15, timestamp);
  for (const bound of customBounds) writer.double(16, bound);
  return writer.written;
}

const names = ["count_int", "count_float", "sum", "schema", "zero_threshold", "zero_count_int", "zero_count_float"];
const lists = [
  "negative_spans",
  "negative_deltas",
  "negative_counts",
  "positive_spans",
  "positive_deltas",
  "positive_counts",
];
const histogramShape: MessageShape = {
  name: "Histogram",
  fields: { ...["", ...names, ...lists, "reset_hint", "timestamp", "custom_values"] },
};
const spanShape: MessageShape = { name: "BucketSpan", fields: { 1: "offset", 2: "length" } };

/** Wire types: fields are told apart by their number times eight and the type. */
const [varint, fixed64, delimited] = [0, 1, 2] as const;

interface ReadHistogram {
  /** Null for the marker that ends a series. */
  readonly histogram: NativeHistogram | null;
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
}

/** Reads a message up to the reader's limit. Throws OtlpDecodeError when it is malformed. */
export function readHistogram(reader: ProtobufReader): ReadHistogram {
  let [count, sum, schema, zeroThreshold, zeroCount, timestamp] = [0, 0, 0, 0, 0, 0];
  let stale = false;
  let resetHint: ResetHint = "unknown";
  let isFloat = false;
  const negative = { spans: [] as BucketSpan[], deltas: [] as number[], counts: [] as number[] };
  const positive = { spans: [] as BucketSpan[], deltas: [] as number[], counts: [] as number[] };
  const sideOf = ({ lastField }: ProtobufReader) => (lastField < 11 ? negative : positive);
  const customBounds: number[] = [];
  while (reader.pos < reader.limit) {
    const tag = reader.tag();
    switch (tag) {
      case 8 * 1 + varint:
        count = unsigned(reader);
        isFloat = false;
        break;
      case 8 * 2 + fixed64:
        count = reader.double();
        isFloat = true;
        break;
      case 8 * 3 + fixed64:
        words[0] = reader.fixed32();
        words[1] = reader.fixed32();
        stale = words[0] === staleMarker.low && words[1] === staleMarker.high;
        sum = double[0] ?? 0;
        break;
      case 8 * 4 + varint:
        schema = zigZag(reader);
        break;
      case 8 * 5 + fixed64:
        zeroThreshold = reader.double();
        break;
      case 8 * 6 + varint:
        zeroCount = unsigned(reader);
        break;
      case 8 * 7 + fixed64:
        zeroCount = reader.double();
        break;
      case 8 * 8 + delimited:
      case 8 * 11 + delimited:
        sideOf(reader).spans.push(readSpan(reader));
        break;
      case 8 * 9 + varint:
      case 8 * 9 + delimited:
      case 8 * 12 + varint:
      case 8 * 12 + delimited:
        readEach(reader, tag, sideOf(reader).deltas, zigZag);
        break;
      case 8 * 10 + fixed64:
      case 8 * 10 + delimited:
      case 8 * 13 + fixed64:
      case 8 * 13 + delimited:
        readEach(reader, tag, sideOf(reader).counts, double64);
        break;
      case 8 * 14 + varint:
        resetHint = resetHints[unsigned(reader)] ?? "unknown";
        break;
      case 8 * 15 + varint:
        timestamp = signedVarint(reader);
        break;
      case 8 * 16 + fixed64:
      case 8 * 16 + delimited:
        readEach(reader, tag, customBounds, double64);
        break;
      case 8 * 17 + varint:
        // When the counter began, which is not kept apart.
        reader.stepOver();
        break;
      default:
        reader.skip(histogramShape);
    }
  }
  const numbers = { count, sum, schema, zeroThreshold, zeroCount };
  const buckets = {
    negative: { spans: negative.spans, counts: countsOf(negative) },
    positive: { spans: positive.spans, counts: countsOf(positive) },
  };
  return { histogram: stale ? null : { ...numbers, ...buckets, customBounds, resetHint, isFloat }, timestamp };
}

function unsigned(reader: ProtobufReader): number {
  const low = reader.varint();
  return reader.high * 2 ** 32 + low;
}

function zigZag(reader: ProtobufReader): number {
  const value = unsigned(reader);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function readSpan(reader: ProtobufReader): BucketSpan {
  const outer = reader.enter();
  let [offset, length] = [0, 0];
  while (reader.pos < reader.limit) {
    const tag = reader.tag();
    if (tag === 0x08) offset = zigZag(reader);
    else if (tag === 0x10) length = reader.varint();
    else reader.skip(spanShape);
  }
  reader.limit = outer;
  return { offset, length };
}

const double64 = (reader: ProtobufReader) => reader.double();

/** A repeated number, packed or not. */
function readEach(reader: ProtobufReader, tag: number, into: number[], read: (reader: ProtobufReader) => number): void {
  if ((tag & 7) !== delimited) {
    into.push(read(reader));
    return;
  }
  const outer = reader.enter();
  while (reader.pos < reader.limit) into.push(read(reader));
  reader.limit = outer;
}
/** Integer histograms give each count as the difference to the one before. */
function countsOf({ deltas, counts }: { readonly deltas: readonly number[]; readonly counts: readonly number[] }) {
  if (counts.length > 0) return counts;
  let count = 0;
  return deltas.map((delta) => (count += delta));
}
