/**
 * The samples of one series, in the order of their times, as two streams of bytes: times and values. The streams of many
 * series are then compressed together (segment.ts), which takes out what a bit-wise code would, and what repeats across
 * series besides; reading takes about as long (docs/decisions/metric-storage.md).
 *
 * Times: the first one, its distance to the second, and from then on how much each distance differs from the one before
 * (as Gorilla does: Pelkonen et al., VLDB 2015, 4.1.1).
 *
 * Values, by what is smallest:
 * - `constant`: one value.
 * - `decimal`: whole multiples of a power of ten, which almost all metrics are, as differences or as differences of
 *   differences. Values that are none (NaN, infinities, −0) are listed with their bits.
 * - `bits`: each value XOR the one before, first bytes of all values first, then the second bytes, and so on.
 */
import type { SampleColumns } from "../store.ts";
import { type ByteReader, type ByteWriter, DamagedBytes } from "./bytes.ts";

const constant = 0;
const decimalDelta = 1;
const decimalDeltaOfDelta = 2;
const bits = 3;

/** Powers of ten by which a value is multiplied; a quotient m / 10^e is exactly the decimal that was sent up to 10^22. */
const scales = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;
/** Above this, sums and differences of whole numbers would be rounded. */
const largestWhole = 2 ** 49;

export function writeTimes(writer: ByteWriter, timestamps: Float64Array, from: number, to: number, base: number): void {
  let previous = timestamps[from] as number;
  writer.signed(previous - base);
  let distance = 0;
  for (let i = from + 1; i < to; i++) {
    const at = timestamps[i] as number;
    writer.signed(at - previous - distance);
    distance = at - previous;
    previous = at;
  }
}

export function readTimes(reader: ByteReader, target: Float64Array, at: number, count: number, base: number): void {
  let previous = base + reader.signed();
  target[at] = previous;
  let distance = 0;
  for (let i = at + 1; i < at + count; i++) {
    distance += reader.signed();
    previous += distance;
    target[i] = previous;
  }
}

/** Reused from chunk to chunk; grows to the longest. */
let whole = new Float64Array(1024);
const exceptions: number[] = [];

/** Writes the samples from `from` to before `to`. */
export function writeValues(writer: ByteWriter, source: SampleColumns, from: number, to: number): void {
  const low = source.bits[2 * from] as number;
  const high = source.bits[2 * from + 1] as number;
  let same = from + 1;
  while (same < to && source.bits[2 * same] === low && source.bits[2 * same + 1] === high) same++;
  if (same === to) {
    writer.byte(constant);
    writer.words(low, high);
    return;
  }
  const exponent = decimals(source, from, to);
  if (exponent >= 0) writeDecimals(writer, source, from, to, exponent);
  else writeBits(writer, source.bits, from, to);
}

/**
 * The smallest power of ten that makes all values whole, −1 when there is none. Leaves the whole numbers in `whole` and the
 * positions of the exceptions in `exceptions`.
 */
function decimals({ values }: SampleColumns, from: number, to: number): number {
  if (whole.length < to - from) whole = new Float64Array(2 * (to - from));
  const most = (to - from) >> 3;
  let exponent = 0;
  let scale = 1;
  exceptions.length = 0;
  for (let i = from; i < to; i++) {
    const value = values[i] as number;
    if (!Number.isFinite(value) || (value === 0 && 1 / value < 0)) {
      exceptions.push(i - from);
      if (exceptions.length > most + 1) return -1;
      continue;
    }
    for (;;) {
      const scaled = Math.round(value * scale);
      if (Math.abs(scaled) > largestWhole) return -1;
      if (scaled / scale === value) break;
      const next = scales[++exponent];
      if (next === undefined) return -1;
      scale = next;
    }
  }
  let previous = 0;
  let exception = 0;
  for (let i = from; i < to; i++) {
    if (exceptions[exception] === i - from) exception++;
    else previous = Math.round((values[i] as number) * scale);
    whole[i - from] = previous;
    if (Math.abs(previous) > largestWhole) return -1;
  }
  return exponent;
}

/** Roughly the bytes of a signed varint: enough to choose between two ways. */
function cost(value: number): number {
  const size = value < 0 ? -value : value;
  return size < 64 ? 1 : size < 8192 ? 2 : size < 1_048_576 ? 3 : 5;
}

function writeDecimals(writer: ByteWriter, source: SampleColumns, from: number, to: number, exponent: number): void {
  const count = to - from;
  let plain = 0;
  let twice = 0;
  let before = 0;
  for (let i = 1; i < count; i++) {
    const delta = (whole[i] as number) - (whole[i - 1] as number);
    plain += cost(delta);
    twice += cost(delta - before);
    before = delta;
  }
  const deltas = twice < plain;
  writer.byte(deltas ? decimalDeltaOfDelta : decimalDelta);
  writer.byte(exponent);
  writer.varint(exceptions.length);
  let last = 0;
  for (const position of exceptions) {
    writer.varint(position - last);
    writer.words(source.bits[2 * (from + position)] as number, source.bits[2 * (from + position) + 1] as number);
    last = position;
  }
  writer.signed(whole[0] as number);
  before = 0;
  for (let i = 1; i < count; i++) {
    const delta = (whole[i] as number) - (whole[i - 1] as number);
    writer.signed(deltas ? delta - before : delta);
    before = delta;
  }
}

function writeBits(writer: ByteWriter, words: Uint32Array, from: number, to: number): void {
  const count = to - from;
  writer.byte(bits);
  writer.reserve(8 * count);
  const { bytes, length } = writer;
  let low = 0;
  let high = 0;
  for (let i = 0; i < count; i++) {
    const nextLow = words[2 * (from + i)] as number;
    const nextHigh = words[2 * (from + i) + 1] as number;
    low ^= nextLow;
    high ^= nextHigh;
    const at = length + i;
    bytes[at] = low;
    bytes[at + count] = low >>> 8;
    bytes[at + 2 * count] = low >>> 16;
    bytes[at + 3 * count] = low >>> 24;
    bytes[at + 4 * count] = high;
    bytes[at + 5 * count] = high >>> 8;
    bytes[at + 6 * count] = high >>> 16;
    bytes[at + 7 * count] = high >>> 24;
    low = nextLow;
    high = nextHigh;
  }
  writer.length = length + 8 * count;
}

/** Reads `count` values into the target, which has room for them, from position `at` on. */
export function readValues(reader: ByteReader, target: SampleColumns, at: number, count: number): void {
  const code = reader.byte();
  switch (code) {
    case constant: {
      const from = reader.skip(8);
      const low = reader.bytes.readUInt32LE(from);
      const high = reader.bytes.readUInt32LE(from + 4);
      for (let i = at; i < at + count; i++) {
        target.bits[2 * i] = low;
        target.bits[2 * i + 1] = high;
      }
      return;
    }
    case decimalDelta:
    case decimalDeltaOfDelta:
      readDecimals(reader, target, at, count, code === decimalDeltaOfDelta);
      return;
    case bits:
      readBits(reader, target.bits, at, count);
      return;
    default:
      throw new DamagedBytes(`values are written in an unknown way, ${code}`);
  }
}

function readDecimals(reader: ByteReader, target: SampleColumns, at: number, count: number, deltas: boolean): void {
  const scale = scales[reader.byte()];
  if (scale === undefined) throw new DamagedBytes("a power of ten is out of range");
  const listed = reader.varint();
  const listedAt = reader.at;
  for (let i = 0; i < listed; i++) {
    reader.varint();
    reader.skip(8);
  }
  const { values } = target;
  let value = reader.signed();
  let delta = 0;
  values[at] = value / scale;
  for (let i = at + 1; i < at + count; i++) {
    const read = reader.signed();
    delta = deltas ? delta + read : read;
    value += delta;
    values[i] = value / scale;
  }
  const end = reader.at;
  reader.at = listedAt;
  let position = at;
  for (let i = 0; i < listed; i++) {
    position += reader.varint();
    if (position >= at + count) throw new DamagedBytes("an exception is out of range");
    const from = reader.skip(8);
    target.bits[2 * position] = reader.bytes.readUInt32LE(from);
    target.bits[2 * position + 1] = reader.bytes.readUInt32LE(from + 4);
  }
  reader.at = end;
}

function readBits(reader: ByteReader, words: Uint32Array, at: number, count: number): void {
  const from = reader.skip(8 * count);
  const { bytes } = reader;
  const plane = (position: number) => bytes[position] as number;
  let low = 0;
  let high = 0;
  for (let i = 0; i < count; i++) {
    const p = from + i;
    low ^= plane(p) | (plane(p + count) << 8) | (plane(p + 2 * count) << 16) | (plane(p + 3 * count) << 24);
    high ^=
      plane(p + 4 * count) | (plane(p + 5 * count) << 8) | (plane(p + 6 * count) << 16) | (plane(p + 7 * count) << 24);
    words[2 * (at + i)] = low;
    words[2 * (at + i) + 1] = high;
  }
}
