import { expect } from "chai";
import fc from "fast-check";
import { translate } from "#src/apis/observability/metrics/otlp/translate.ts";
import { OtlpDecodeError, readMetrics } from "#src/apis/observability/otlp/decode.ts";
import { atOnce } from "#src/http/event-loop.ts";
import { runs } from "#test/support/runs.ts";
import { attributes, double, int64, some, text, uint64 } from "./arbitraries.ts";
import { encodeMetrics, encodings, type Message } from "./requests.ts";

const read = (bytes: Buffer, encoding: "json" | "protobuf") => atOnce(readMetrics(bytes, encoding));

const counts = fc.array(uint64, { maxLength: 4 });
const exemplar = fc.record(
  {
    timeUnixNano: uint64,
    asDouble: double,
    filteredAttributes: attributes,
    traceId: fc.constant("ab".repeat(16)),
    spanId: fc.constant("cd".repeat(8)),
  },
  some,
);
const point = { attributes, timeUnixNano: uint64, flags: fc.nat(3), exemplars: fc.array(exemplar, { maxLength: 2 }) };
const distribution = { ...point, count: uint64, sum: double, min: double, max: double };
const numberPoint = fc.oneof(
  fc.record({ ...point, asInt: int64 }, some),
  fc.record({ ...point, asDouble: double }, some),
);
const buckets = fc.record({ offset: fc.integer({ min: -500, max: 500 }), bucketCounts: counts }, some);
const listOf = (points: fc.Arbitrary<object>) => ({ dataPoints: fc.array(points, { maxLength: 3 }) });
const temporality = { aggregationTemporality: fc.nat(3) };
const metric = fc
  .tuple(
    fc.record({ name: text, description: text, unit: text }, some),
    fc.oneof(
      fc.record({ gauge: fc.record(listOf(numberPoint), some) }),
      fc.record({ sum: fc.record({ ...listOf(numberPoint), ...temporality, isMonotonic: fc.boolean() }, some) }),
      fc.record({
        histogram: fc.record(
          {
            ...listOf(
              fc.record(
                { ...distribution, bucketCounts: counts, explicitBounds: fc.array(double, { maxLength: 3 }) },
                some,
              ),
            ),
            ...temporality,
          },
          some,
        ),
      }),
      fc.record({
        exponentialHistogram: fc.record(
          {
            ...listOf(
              fc.record(
                {
                  ...distribution,
                  scale: fc.integer({ min: -20, max: 20 }),
                  zeroCount: uint64,
                  zeroThreshold: double,
                  positive: buckets,
                  negative: buckets,
                },
                some,
              ),
            ),
            ...temporality,
          },
          some,
        ),
      }),
      fc.record({
        summary: fc.record(
          listOf(
            fc.record(
              {
                attributes,
                timeUnixNano: uint64,
                count: uint64,
                sum: double,
                quantileValues: fc.array(fc.record({ quantile: double, value: double }, some), { maxLength: 2 }),
              },
              some,
            ),
          ),
          some,
        ),
      }),
      fc.constant({}),
    ),
  )
  .map(([head, data]): Message => ({ ...head, ...data }));
const request = fc
  .array(metric, { maxLength: 4 })
  .map((metrics): Message => ({ resourceMetrics: [{ scopeMetrics: [{ scope: { name: "s" }, metrics }] }] }));

describe("OTLP metrics in two encodings", () => {
  it("are the same metrics, and the same refusals", () => {
    fc.assert(
      fc.property(request, (message) => {
        const [json, protobuf] = encodings.map((encoding) => read(encodeMetrics(message, encoding), encoding));
        expect(protobuf).to.deep.equal(json);
        // Whatever was read has its place among series, or is refused by name.
        const { batch, refused } = atOnce(translate(json?.records ?? []));
        expect(refused.every((reason) => reason !== "")).to.equal(true);
        for (const value of batch.samples.timestamps) expect(Number.isSafeInteger(value)).to.equal(true);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("are refused in protobuf that ends anywhere or has any byte changed, with nothing but OtlpDecodeError", () => {
    fc.assert(
      fc.property(request, fc.nat(), fc.nat(255), (message, position, byte) => {
        const bytes = encodeMetrics(message, "protobuf");
        const changed = Buffer.from(bytes);
        if (bytes.length > 0) changed[position % bytes.length] = byte;
        for (const given of [changed, bytes.subarray(0, position % (bytes.length + 1))]) {
          try {
            read(given, "protobuf");
          } catch (error) {
            expect(error).to.be.instanceOf(OtlpDecodeError);
          }
        }
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("count the data points of what is refused as a whole", () => {
    const dataPoints = Array.from({ length: 7 }, () => ({ timeUnixNano: "1", asInt: "1" }));
    const unnamed = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ gauge: { dataPoints } }] }] }] };
    for (const encoding of encodings) {
      const { records, rejected, errorMessage } = read(encodeMetrics(unnamed, encoding), encoding);
      expect([records.length, rejected]).to.deep.equal([0, 7]);
      expect(errorMessage).to.equal("/resourceMetrics/0/scopeMetrics/0/metrics/0: name is missing; and 6 more");
    }
  });

  it("have at most 300,000 numbers in the buckets of one metric, and 10,000 buckets in a point", () => {
    const point = (buckets: number) => ({ timeUnixNano: "1", positive: { bucketCounts: Array(buckets).fill("1") } });
    const dataPoints = (count: number) => Array.from({ length: count }, () => point(10_000));
    const metrics = [
      { name: "most", exponentialHistogram: { dataPoints: dataPoints(30) } },
      { name: "more", exponentialHistogram: { dataPoints: [...dataPoints(30), point(1)] } },
      { name: "long", exponentialHistogram: { dataPoints: [point(2), point(10_001), point(3)] } },
    ];
    for (const encoding of encodings) {
      const given = encodeMetrics({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }, encoding);
      const { records, rejected, errorMessage } = read(given, encoding);
      expect(records.map(({ name, data }) => [name, data?.points.length])).to.deep.equal([
        ["most", 30],
        ["long", 2],
      ]);
      expect(records[1]?.refused.map(({ reason }) => reason)).to.deep.equal(["it has more than 10000 buckets"]);
      expect(rejected).to.equal(31);
      expect(errorMessage).to.include("its buckets hold more than 300000 numbers");
    }
  });

  it("are at most 100,000 data points", () => {
    const dataPoints = Array.from({ length: 20_001 }, () => ({}));
    const metrics = Array.from({ length: 5 }, () => ({ name: "many", gauge: { dataPoints } }));
    const many = { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] };
    for (const encoding of encodings)
      expect(() => read(encodeMetrics(many, encoding), encoding), encoding).to.throw(OtlpDecodeError, "100000");
  });
});
