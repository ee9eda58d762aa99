/** What costs remote write most, in both versions: the most series, samples, labels and whatever else 32 MiB may hold. */
import { compressSync } from "snappy";
import { ByteWriter } from "#src/apis/observability/metrics/codec/bytes.ts";
import { encodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import type { IngestRequest } from "./ingest.ts";

const mostBytes = 32 * 1024 * 1024;
const versions = {
  "1.0": "application/x-protobuf",
  "2.0": "application/x-protobuf;proto=io.prometheus.write.v2.Request",
} as const;

/** Made one by one. */
export function* remoteWriteRequests(key: string): Generator<IngestRequest> {
  const now = Date.now();
  for (const [version, type] of Object.entries(versions)) {
    for (const [what, message] of version === "1.0" ? ofVersion1(now) : ofVersion2(now)) {
      yield {
        operationId: "writeMetrics",
        what: `${what}, ${version}`,
        method: "POST",
        path: "/api/v1/prom/write",
        headers: { "x-api-key": key, "content-type": type, "content-encoding": "snappy" },
        body: compressSync(message),
      };
    }
  }
}

type Named = readonly [what: string, message: Buffer];
type Write = (writer: ByteWriter, index: number) => void;

function* ofVersion1(now: number): Generator<Named> {
  const label = (text: string, index: number) => encodeLabels(["__name__", text, "i", String(index)]);
  const series = (labels: Buffer, ...rest: readonly Buffer[]) => field(1, labels, ...rest);
  const at = (index: number) => now - index;
  const filled = (most: number, make: (index: number) => Buffer) =>
    repeated(most, (writer, i) => writer.append(make(i)));

  yield ["new series", filled(200_000, (i) => series(label("steps_new", i), sample(at(0), i)))];
  yield ["known series", filled(200_000, (i) => series(label("steps_new", i), sample(at(1), i)))];
  yield ["new metrics", filled(40_000, (i) => series(label(`steps_new_${i}`, i), sample(at(0), i)))];
  yield ["series of 128 labels", filled(10_000, (i) => series(manyLabels(i, 128), sample(at(0), i)))];
  yield ["series that are refused", filled(200_000, (i) => series(encodeLabels(["i", String(i)]), sample(at(0), i)))];
  yield ["series without anything", filled(Number.POSITIVE_INFINITY, () => series(noBytes))];
  const one = (what: string, index: number, rest: Buffer): Named => [what, series(label("steps_one", index), rest)];
  yield one(
    "samples of one series",
    0,
    filled(mostItems, (i) => sample(at(mostItems - i), i)),
  );
  yield one(
    "samples of one series, the latest first",
    1,
    filled(mostItems, (i) => sample(at(i), i)),
  );
  yield one(
    "samples that are too old",
    2,
    filled(mostItems, (i) => sample(i, i)),
  );
  yield one(
    "samples without anything",
    3,
    filled(Number.POSITIVE_INFINITY, () => field(2)),
  );
  const exemplar = (i: number) => field(3, encodeLabels(["trace_id", String(i)]), fixed64(1, i), integer(3, at(0)));
  yield one("exemplars of one series", 4, filled(mostRecords, exemplar));
  yield one(
    "exemplars without anything",
    5,
    filled(Number.POSITIVE_INFINITY, () => field(3)),
  );
  yield one(
    "histograms of one series",
    6,
    filled(mostRecords, (i) => field(4, integer(1, i), integer(15, at(i)))),
  );
  yield one(
    "a histogram of the most buckets",
    7,
    field(4, integer(15, at(0)), field(12, Buffer.alloc(mostBytes - 200, 2))),
  );
  yield one(
    "a histogram of the most spans",
    8,
    field(
      4,
      integer(15, at(0)),
      filled(mostItems, () => field(11, integer(2, 9))),
    ),
  );
  yield [
    "labels of one series",
    series(
      filled(Number.POSITIVE_INFINITY, () => field(1)),
      sample(at(0), 1),
    ),
  ];
  const late = filled(Number.POSITIVE_INFINITY, () => Buffer.concat([field(2), field(1)]));
  yield ["labels among samples", series(noBytes, late)];
  yield ["a long label", series(encodeLabels(["__name__", "x".repeat(mostBytes - 200)]), sample(at(0), 1))];
  yield ["metadata", filled(mostItems, (i) => field(3, field(2, Buffer.from(`steps_${i}`))))];
  yield ["metadata without anything", filled(Number.POSITIVE_INFINITY, () => field(3))];
  yield ["unknown fields", filled(Number.POSITIVE_INFINITY, () => field(9))];
}

function* ofVersion2(now: number): Generator<Named> {
  const symbols = (texts: readonly string[]) => texts.map((text) => field(4, Buffer.from(text)));
  const refs = (...all: readonly number[]) =>
    field(
      1,
      written((writer) => {
        for (const ref of all) writer.varint(ref);
      }),
    );
  const series = (...rest: readonly Buffer[]) => field(5, ...rest);
  const message = (texts: readonly string[], make: (index: number) => Buffer, most = Number.POSITIVE_INFINITY) => {
    const head = Buffer.concat(symbols(["", ...texts]));
    const body = repeated(most, (writer, i) => writer.append(make(i)), mostBytes - head.length);
    return Buffer.concat([head, body]);
  };
  const numbers = Array.from({ length: 200_000 }, (_, index) => String(index));
  yield [
    "new series",
    message(
      ["__name__", "steps_new_v2", "i", ...numbers],
      (i) => series(refs(1, 2, 3, 4 + i), sample(now, i), field(5, integer(1, 2), integer(3, 3))),
      numbers.length,
    ),
  ];
  yield ["symbols", message([], () => field(4))];
  yield ["references of one series", message(["a"], () => series(field(1, Buffer.alloc(mostBytes - 200, 1))), 1)];
  yield [
    "long labels again and again",
    message(["__name__", "x".repeat(16_000)], () => series(refs(1, 2), sample(now, 1))),
  ];
  yield [
    "exemplars with long labels",
    message(["__name__", "x".repeat(16_000)], (i) => series(refs(1, 0), field(4, refs(1, 2), integer(3, now - i)))),
  ];
  yield [
    "samples of one series",
    message(
      ["__name__", "steps_one_v2"],
      () =>
        series(
          refs(1, 2),
          repeated(mostItems, (to, i) => to.append(sample(now - i, i))),
        ),
      1,
    ),
  ];
}

/** As many as are worth counting; fewer fit. */
const mostItems = 1_900_000;
const mostRecords = 250_000;
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

const sample = (at: number, value: number) => field(2, fixed64(1, value), integer(2, at));
