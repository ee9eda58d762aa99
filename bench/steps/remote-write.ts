/** What costs remote write most, in both versions: the most series, samples, labels and whatever else 32 MiB may hold. */
import { compressSync } from "snappy";
import { ByteWriter } from "#src/apis/observability/metrics/codec/bytes.ts";
import { encodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import { staleMarker } from "#src/apis/observability/metrics/store.ts";
import type { Chosen, IngestRequest } from "./ingest.ts";

const mostBytes = 32 * 1024 * 1024;
const versions = {
  "1.0": "application/x-protobuf",
  "2.0": "application/x-protobuf;proto=io.prometheus.write.v2.Request",
} as const;

/** Made one by one. */
export function* remoteWriteRequests(
  key: string,
  { mostRecords = Number.POSITIVE_INFINITY, isWanted = () => true }: Chosen = {},
): Generator<IngestRequest> {
  const now = Date.now();
  for (const [version, type] of Object.entries(versions)) {
    for (const [text, make] of version === "1.0" ? ofVersion1(now, mostRecords) : ofVersion2(now, mostRecords)) {
      const what = `${text}, ${version}`;
      if (!isWanted(`writeMetrics: ${what}`)) continue;
      yield {
        operationId: "writeMetrics",
        what,
        method: "POST",
        path: "/api/v1/prom/write",
        headers: { "x-api-key": key, "content-type": type, "content-encoding": "snappy" },
        body: compressSync(make()),
      };
    }
  }
}

type Named = readonly [what: string, make: () => Buffer];
type Write = (writer: ByteWriter, index: number) => void;

function* ofVersion1(now: number, mostItems: number): Generator<Named> {
  const label = (text: string, index: number) => encodeLabels(["__name__", text, "i", String(index)]);
  const series = (labels: Buffer, ...rest: readonly Buffer[]) => field(1, labels, ...rest);
  const at = (index: number) => now - index;
  const filled = (most: number, make: (index: number) => Buffer) =>
    repeated(Math.min(most, mostItems), (writer, i) => writer.append(make(i)));
  const many = (what: string, most: number, make: (index: number) => Buffer): Named => [what, () => filled(most, make)];
  const ofOne = (what: string, index: number, rest: () => Buffer): Named => [
    what,
    () => series(label("steps_one", index), rest()),
  ];
  const manyOfOne = (what: string, index: number, most: number, make: (index: number) => Buffer) =>
    ofOne(what, index, () => filled(most, make));

  yield many("new series", 200_000, (i) => series(label("steps_new", i), sample(at(0), i)));
  yield many("known series", 200_000, (i) => series(label("steps_new", i), sample(at(1), i)));
  yield many("new metrics", 40_000, (i) => series(label(`steps_new_${i}`, i), sample(at(0), i)));
  yield many("series of 128 labels", 10_000, (i) => series(manyLabels(i, 128), sample(at(0), i)));
  yield many("series that are refused", 200_000, (i) => series(encodeLabels(["i", String(i)]), sample(at(0), i)));
  yield many("series without anything", all, () => series(noBytes));
  yield manyOfOne("samples of one series", 0, mostSamples, (i) => sample(at(Math.min(mostSamples, mostItems) - i), i));
  yield manyOfOne("samples of one series, the latest first", 1, mostSamples, (i) => sample(at(i), i));
  yield manyOfOne("stale markers of one series", 9, mostSamples, (i) => staleMarkerAt(at(mostSamples - i)));
  yield manyOfOne("samples that are too old", 2, mostSamples, (i) => sample(i, i));
  yield manyOfOne("samples without anything", 3, all, () => field(2));
  const exemplar = (i: number) => field(3, encodeLabels(["trace_id", String(i)]), fixed64(2, i), integer(3, at(0)));
  yield manyOfOne("exemplars of one series", 4, mostLarge, exemplar);
  yield manyOfOne("exemplars without anything", 5, all, () => field(3));
  yield manyOfOne("histograms of one series", 6, mostLarge, (i) => field(4, integer(1, i), integer(15, at(i))));
  const buckets = () => field(4, integer(15, at(0)), field(12, Buffer.alloc(mostBytes - 200, 2)));
  yield ofOne("a histogram of the most buckets", 7, buckets);
  const span = () => field(11, integer(2, 9));
  yield ofOne("a histogram of the most spans", 8, () => field(4, integer(15, at(0)), filled(mostSamples, span)));
  const oneLabel = () => field(1);
  yield ["labels of one series", () => series(filled(all, oneLabel), sample(at(0), 1))];
  const labelAmongSamples = () => Buffer.concat([field(2), field(1)]);
  yield ["labels among samples", () => series(noBytes, filled(all, labelAmongSamples))];
  yield ["a long label", () => series(encodeLabels(["__name__", "x".repeat(mostBytes - 200)]), sample(at(0), 1))];
  yield many("metadata", mostSamples, (i) => field(3, field(2, Buffer.from(`steps_${i}`))));
  yield many("metadata without anything", all, () => field(3));
  yield many("unknown fields", all, () => field(9));
}

function* ofVersion2(now: number, mostItems: number): Generator<Named> {
  const symbols = (texts: readonly string[]) => texts.map((text) => field(4, Buffer.from(text)));
  const refs = (...each: readonly number[]) =>
    field(
      1,
      written((writer) => {
        for (const ref of each) writer.varint(ref);
      }),
    );
  const series = (...rest: readonly Buffer[]) => field(5, ...rest);
  const message = (texts: readonly string[], make: (index: number) => Buffer, most = all) => {
    const head = Buffer.concat(symbols(["", ...texts]));
    const write: Write = (writer, i) => writer.append(make(i));
    return Buffer.concat([head, repeated(Math.min(most, mostItems), write, mostBytes - head.length)]);
  };
  const numbered = (i: number) => series(refs(1, 2, 3, 4 + i), sample(now, i), field(5, integer(1, 2), integer(3, 3)));
  yield [
    "new series",
    () => {
      const numbers = Array.from({ length: Math.min(200_000, mostItems) }, (_, index) => String(index));
      return message(["__name__", "steps_new_v2", "i", ...numbers], numbered, numbers.length);
    },
  ];
  yield ["symbols", () => message([], () => field(4))];
  const manyRefs = () => series(field(1, Buffer.alloc(mostBytes - 200, 1)));
  yield ["references of one series", () => message(["a"], manyRefs, 1)];
  const long = ["__name__", "x".repeat(16_000)];
  yield ["long labels again and again", () => message(long, () => series(refs(1, 2), sample(now, 1)))];
  const exemplar = (i: number) => series(refs(1, 0), field(4, refs(1, 2), integer(3, now - i)));
  yield ["exemplars with long labels", () => message(long, exemplar)];
  const samples = () => repeated(Math.min(mostSamples, mostItems), (to, i) => to.append(sample(now - i, i)));
  yield ["samples of one series", () => message(["__name__", "steps_one_v2"], () => series(refs(1, 2), samples()), 1)];
}

/** As many as are worth counting; fewer fit. */
const mostSamples = 1_900_000;
/** Exemplars and histograms. */
const mostLarge = 250_000;
/** As many as fit. */
const all = Number.POSITIVE_INFINITY;
const noBytes = Buffer.alloc(0);

function manyLabels(index: number, count: number): Buffer {
  const names = Array.from({ length: count - 1 }, (_, i) => `l${String(i).padStart(3, "0")}`);
  return encodeLabels(["__name__", "steps_many", ...names.flatMap((name) => [name, String(index)])]);
}

/** What `write` writes, again and again until there is no more room. */
function repeated(most: number, write: Write, room = mostBytes - 200): Buffer {
  const writer = new ByteWriter(1 << 20);
  for (let i = 0; i < most; i++) {
    const before = writer.length;
    write(writer, i);
    if (writer.length <= room) continue;
    writer.length = before;
    break;
  }
  return writer.written;
}

function written(write: (writer: ByteWriter) => void): Buffer {
  const writer = new ByteWriter(32);
  write(writer);
  return writer.written;
}

/** A field of protobuf that has a length. */
function field(number: number, ...contents: readonly Buffer[]): Buffer {
  return written((writer) => {
    writer.varint(8 * number + 2);
    writer.varint(contents.reduce((sum, { length }) => sum + length, 0));
    for (const content of contents) writer.append(content);
  });
}

const integer = (number: number, value: number) =>
  written((writer) => {
    writer.varint(8 * number);
    writer.varint(value);
  });

function fixed64(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = 8 * number + 1;
  bytes.writeDoubleLE(value, 1);
  return bytes;
}

function staleMarkerAt(at: number): Buffer {
  const bits = fixed64(1, 0);
  bits.writeUInt32LE(staleMarker.low, 1);
  bits.writeUInt32LE(staleMarker.high, 5);
  return field(2, bits, integer(2, at));
}

const sample = (at: number, value: number) => field(2, fixed64(1, value), integer(2, at));
