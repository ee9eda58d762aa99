/** Native histograms as remote write 1.0 carries them (prompb/types.proto, message Histogram). */
import { ProtobufReader } from "../otlp/protobuf/reader.ts";
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
}

/** A histogram as it was written. */
export interface WrittenHistogram extends NativeHistogram {
  /** Whether its counts need not be whole. */
  readonly isFloat: boolean;
}

/** In the order of the numbers that remote write has for them. */
const resetHints = ["unknown", "reset", "not_reset", "gauge"] as const;
export type ResetHint = (typeof resetHints)[number];

const customBuckets = -53;

/** Null for the marker that ends a series. The message is one that was accepted: what is malformed throws OtlpDecodeError. */
export function decodeHistogram(message: Buffer): WrittenHistogram | null {
  return new HistogramReader(message).read();
}

/**
 * Why a histogram contradicts itself, so that nobody could say what it counts (Prometheus, model/histogram, Validate); null
 * when it does not.
 */
export function histogramFault(histogram: WrittenHistogram): string | null {
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

class HistogramReader {
  readonly #reader: ProtobufReader;

  constructor(message: Buffer) {
    this.#reader = new ProtobufReader(message);
  }

  read(): WrittenHistogram | null {
    const reader = this.#reader;
    let [count, sum, schema, zeroThreshold, zeroCount] = [0, 0, 0, 0, 0];
    let stale = false;
    let resetHint: ResetHint = "unknown";
    let isFloat = false;
    const negative = { spans: [] as BucketSpan[], deltas: [] as number[], counts: [] as number[] };
    const positive = { spans: [] as BucketSpan[], deltas: [] as number[], counts: [] as number[] };
    const customBounds: number[] = [];
    while (reader.pos < reader.limit) {
      const tag = reader.tag();
      switch (tag >>> 3) {
        case 1:
          count = this.#unsigned();
          isFloat = false;
          break;
        case 2:
          count = reader.double();
          isFloat = true;
          break;
        case 3:
          words[0] = reader.fixed32();
          words[1] = reader.fixed32();
          stale = words[0] === staleMarker.low && words[1] === staleMarker.high;
          sum = double[0] ?? 0;
          break;
        case 4:
          schema = this.#signed();
          break;
        case 5:
          zeroThreshold = reader.double();
          break;
        case 6:
          zeroCount = this.#unsigned();
          break;
        case 7:
          zeroCount = reader.double();
          break;
        case 8:
          negative.spans.push(this.#span());
          break;
        case 9:
          this.#each(tag, () => negative.deltas.push(this.#signed()));
          break;
        case 10:
          this.#each(tag, () => negative.counts.push(reader.double()));
          break;
        case 11:
          positive.spans.push(this.#span());
          break;
        case 12:
          this.#each(tag, () => positive.deltas.push(this.#signed()));
          break;
        case 13:
          this.#each(tag, () => positive.counts.push(reader.double()));
          break;
        case 14:
          resetHint = resetHints[this.#unsigned()] ?? "unknown";
          break;
        case 16:
          this.#each(tag, () => customBounds.push(reader.double()));
          break;
        default:
          reader.skipField();
      }
    }
    if (stale) return null;
    return {
      count,
      sum,
      schema,
      zeroThreshold,
      zeroCount,
      negative: { spans: negative.spans, counts: countsOf(negative) },
      positive: { spans: positive.spans, counts: countsOf(positive) },
      customBounds,
      resetHint,
      isFloat,
    };
  }

  #unsigned(): number {
    const low = this.#reader.varint();
    return this.#reader.high * 2 ** 32 + low;
  }

  /** ZigZag. */
  #signed(): number {
    const value = this.#unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #span(): BucketSpan {
    const reader = this.#reader;
    const outer = reader.enter();
    let [offset, length] = [0, 0];
    while (reader.pos < reader.limit) {
      const tag = reader.tag();
      if (tag === 0x08) offset = this.#signed();
      else if (tag === 0x10) length = reader.varint();
      else reader.skipField();
    }
    reader.limit = outer;
    return { offset, length };
  }

  /** A repeated number, packed or not. */
  #each(tag: number, read: () => void): void {
    if ((tag & 7) !== 2) {
      read();
      return;
    }
    const reader = this.#reader;
    const outer = reader.enter();
    while (reader.pos < reader.limit) read();
    reader.limit = outer;
  }
}

/** Integer histograms give each count as the difference to the one before. */
function countsOf({ deltas, counts }: { readonly deltas: readonly number[]; readonly counts: readonly number[] }) {
  if (counts.length > 0) return counts;
  let count = 0;
  return deltas.map((delta) => (count += delta));
}
