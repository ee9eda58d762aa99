import { expect } from "chai";
import { decodeHistogram, type NativeHistogram } from "#src/apis/observability/metrics/native-histogram.ts";
import { nativeHistogram } from "#src/apis/observability/metrics/otlp/native.ts";
import { bucketsOf as bucketsOfFloats } from "#src/apis/observability/metrics/promql/histograms/histogram.ts";
import { staleMarker } from "#src/apis/observability/metrics/store.ts";
import { floatHistogram } from "#src/apis/observability/metrics/tenant-source.ts";

/** The buckets that are not empty, with their bounds. */
const bucketsOf = (histogram: NativeHistogram) =>
  bucketsOfFloats(floatHistogram(histogram)).map(({ lower, upper, count }) => ({ lower, upper, count }));

/** A field of prompb/types.proto's Histogram that has a length. */
const field = (number: number, ...content: readonly number[]) => [8 * number + 2, content.length, ...content];
const span = (offset: number, ...length: readonly number[]) => field(11, 0x08, offset, 0x10, ...length);
const bucketsIn = (...message: readonly number[]) => {
  const histogram = decodeHistogram(Buffer.from(message));
  if (histogram === null) throw new Error("it is stale");
  return bucketsOf(histogram);
};

describe("native histograms", () => {
  it("have buckets where spans and counts say so", () => {
    // Of schema 0: one bucket to 2, one to 4, and after a gap one to 16; counts 2, 3 and 1 as differences in ZigZag.
    expect(bucketsIn(...span(2, 2), ...span(2, 1), ...field(12, 4, 2, 3))).to.deep.equal([
      { lower: 1, upper: 2, count: 2 },
      { lower: 2, upper: 4, count: 3 },
      { lower: 8, upper: 16, count: 1 },
    ]);
  });

  it("are answered no finer than Prometheus keeps them", () => {
    for (const schema of [9, 20, 52]) {
      const message = [0x20, 2 * schema, ...span(2, 2), ...field(12, 4, 2)];
      expect(bucketsIn(...message), String(schema)).to.deep.equal([{ lower: 1, upper: 2 ** (1 / 256), count: 5 }]);
    }
  });

  it("have no bucket within the one around zero", () => {
    const histogram = {
      ...{
        count: 5,
        sum: 0,
        schema: 0,
        zeroThreshold: 1.5,
        zeroCount: 1,
        customBounds: [],
        resetHint: "unknown" as const,
        isFloat: false,
      },
      positive: { spans: [{ offset: 1, length: 2 }], counts: [1, 1] },
      negative: { spans: [{ offset: 1, length: 2 }], counts: [1, 1] },
    };
    expect(bucketsOf(histogram).map(({ lower, upper }) => [lower, upper])).to.deep.equal([
      [-4, -2],
      [-2, -1.5],
      [-1.5, 1.5],
      [1.5, 2],
      [2, 4],
    ]);
  });

  it("cost what was sent, however long their spans say that they are", () => {
    const endless = [0xff, 0xff, 0xff, 0xff, 0x0f];
    const spans = Array.from({ length: 1_000 }, () => span(2, ...endless)).flat();
    expect(bucketsIn(...spans, ...field(12, 2, 2))).to.deep.equal([
      { lower: 1, upper: 2, count: 1 },
      { lower: 2, upper: 4, count: 2 },
    ]);
    expect(bucketsIn(...spans)).to.deep.equal([]);
  });

  it("of any scale that OTLP has are as fine as Prometheus has them", () => {
    const buckets = { offset: -1, bucketCounts: [1, 2] };
    const none = { offset: 0, bucketCounts: [] };
    for (const scale of [9, 20, 2 ** 31 - 1]) {
      const point = { scale, count: 3, sum: 1, zeroCount: 0, zeroThreshold: 0, positive: buckets, negative: none };
      const about = { min: null, max: null, timeUnixNano: 0n, attributes: [], exemplars: [], noRecordedValue: false };
      const histogram = decodeHistogram(nativeHistogram({ ...about, ...point }, "cumulative", 1));
      const base = 2 ** (1 / 256);
      expect(histogram?.schema).to.equal(8);
      expect(histogram && bucketsOf(histogram), String(scale)).to.deep.equal([
        // 1 / base with the last digits that Prometheus shows.
        { lower: 0.9972960560854698, upper: 1, count: 1 },
        { lower: 1, upper: base, count: 2 },
      ]);
    }
  });

  it("end with a marker", () => {
    const message = Buffer.alloc(9);
    message[0] = 0x19;
    message.writeUInt32LE(staleMarker.low, 1);
    message.writeUInt32LE(staleMarker.high, 5);
    expect(decodeHistogram(message)).to.equal(null);
    message.writeDoubleLE(Number.NaN, 1);
    expect(decodeHistogram(message)).to.not.equal(null);
  });
});
