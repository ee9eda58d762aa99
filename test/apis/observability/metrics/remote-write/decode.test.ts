import { expect } from "chai";
import fc from "fast-check";
import { decodeExemplar } from "#src/apis/observability/metrics/exemplar.ts";
import { decodeLabels, encodeLabels, parseRawLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import { decodeHistogram } from "#src/apis/observability/metrics/native-histogram.ts";
import { decodeWriteV1 } from "#src/apis/observability/metrics/remote-write/decode-v1.ts";
import { decodeWriteV2 } from "#src/apis/observability/metrics/remote-write/decode-v2.ts";
import { type DecodedWrite, requestLimits } from "#src/apis/observability/metrics/remote-write/request.ts";
import { OtlpDecodeError } from "#src/apis/observability/otlp/faults.ts";
import { atOnce } from "#src/http/event-loop.ts";
import { Problem } from "#src/http/problem.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { runs } from "#test/support/runs.ts";
import { field } from "../../otlp/requests.ts";
import { encodeWrite, type SeriesMessage, writeV1, writeV2 } from "./requests.ts";

const decoders = { v1: decodeWriteV1, v2: decodeWriteV2 } as const;
const writers = { v1: writeV1, v2: writeV2 } as const;
const versions = ["v1", "v2"] as const;

/** [labels, [time, value][]] */
function listed({ batch }: DecodedWrite): unknown[] {
  const { labels, seriesStart, seriesEnd, sampleSeries, samples } = batch;
  return Array.from(seriesStart, (start, i) => [
    decodeLabels(labels.subarray(start, seriesEnd[i])),
    Array.from(sampleSeries.keys())
      .filter((at) => sampleSeries[at] === i)
      .map((at) => [samples.timestamps[at], samples.values[at]]),
  ]);
}

const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }).map((given) => given.toWellFormed());
const series = fc.record({
  labels: fc.dictionary(text, text, { maxKeys: 6 }),
  samples: fc.array(
    fc.record({ value: fc.double({ noNaN: true }), timestamp: fc.integer({ min: -(2 ** 45), max: 2 ** 45 }) }),
    { maxLength: 5 },
  ),
});

const example: readonly SeriesMessage[] = [
  {
    labels: { __name__: "latency", job: "api" },
    samples: [
      { value: 0, timestamp: 0 },
      { value: 1.5, timestamp: 1_795_255_200_000 },
    ],
    exemplars: [{ labels: { trace_id: "4bf92f" }, value: 2, timestamp: 1_795_255_200_001 }],
  },
  { labels: { __name__: "sizes" }, histograms: [{ count_int: 3, sum: 4.5, schema: -1, timestamp: 1_795_255_200_002 }] },
];

/** A histogram and an exemplar with everything that they may have. */
const full: readonly SeriesMessage[] = [
  {
    labels: { __name__: "latency" },
    exemplars: [{ labels: { trace_id: "4bf92f", user: "é" }, value: -0.5, timestamp: 1_795_255_200_001 }],
    histograms: [
      {
        count_int: 300,
        sum: 4.5,
        schema: -1,
        zero_threshold: 0.001,
        negative_spans: [{ offset: -300, length: 2 }],
        negative_counts: [1, 2],
        positive_spans: [
          { offset: 1, length: 1 },
          { offset: 2, length: 2 },
        ],
        positive_deltas: [200, -199, 4],
        timestamp: 1_795_255_200_002,
      },
    ],
  },
];

describe("remote write", () => {
  for (const version of versions) {
    const decode = (bytes: Buffer) => atOnce(decoders[version](bytes));

    describe(version, () => {
      it("reads what an independent encoder wrote", () => {
        fc.assert(
          fc.property(fc.array(series, { maxLength: 8 }), (all) => {
            const given = all.map(({ labels, samples }) => [
              Object.entries(labels).flat(),
              samples.map(({ value, timestamp }) => [timestamp, value]),
            ]);
            expect(listed(decode(writers[version](all)))).to.deep.equal(given);
          }),
          { numRuns: runs(500) },
        );
      });

      it("keeps histograms and exemplars as they came", () => {
        const { batch, rejected } = decode(writers[version](example));
        expect(rejected).to.deep.equal([]);
        expect(batch.records.map(({ kind, timestamp }) => [kind, timestamp])).to.deep.equal([
          ["exemplar", 1_795_255_200_001],
          ["histogram", 1_795_255_200_002],
        ]);
        expect([...batch.recordSeries]).to.deep.equal([0, 1]);
        // Both versions end as one message: labels 1, value 2, timestamp 3.
        const expected = "0a120a0874726163655f69641206346266393266" + "110000000000000040" + "18";
        expect(batch.records[0]?.message.toString("hex").slice(0, expected.length)).to.equal(expected);
      });

      it("names malformed bytes as such, wherever they are cut or changed, and never fails otherwise", () => {
        const whole = Buffer.concat([example, full].map((each) => writers[version](each)));
        const attempt = (bytes: Buffer) => {
          let accepted: DecodedWrite;
          try {
            accepted = decode(bytes);
          } catch (error) {
            expect(error).to.be.instanceOf(OtlpDecodeError);
            return;
          }
          // What is accepted is read by every query that selects it.
          for (const { kind, message } of accepted.batch.records) {
            if (kind === "histogram") decodeHistogram(message);
            else decodeExemplar(message);
          }
        };
        for (let length = 0; length < whole.length; length++) attempt(whole.subarray(0, length));
        fc.assert(
          fc.property(
            fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }),
            (edits) => {
              const changed = Buffer.from(whole);
              for (const [at, byte] of edits) changed[at] = byte;
              attempt(changed);
            },
          ),
          { numRuns: runs(5000) },
        );
      });
    });
  }

  it("keeps every bit of a value, those of a NaN too", () => {
    const marks = [0x7ff0000000000002n, 0x7ff8000000000001n, 0xfff8dead0000beefn, 0x8000000000000000n];
    for (const [version, number] of [
      ["v1", 1],
      ["v2", 5],
    ] as const) {
      const samples = marks.map((bits) => {
        const sample = Buffer.from([0x09, 0, 0, 0, 0, 0, 0, 0, 0, 0x10, 1]);
        sample.writeBigUInt64LE(bits, 1);
        return field(2, sample);
      });
      const { batch } = atOnce(decoders[version](field(number, Buffer.concat(samples))));
      const { bits } = batch.samples;
      const found = marks.map((_, i) => (BigInt(bits[2 * i + 1] ?? 0) << 32n) | BigInt(bits[2 * i] ?? 0));
      expect(found).to.deep.equal(marks);
    }
  });

  it("takes labels of 1.0 that are not in one piece", () => {
    const whole = writeV1([{ labels: { __name__: "up", job: "api" }, samples: [{ value: 1, timestamp: 1 }] }]);
    const label = encodeWrite("v1", { timeseries: [{ labels: [{ name: "zone", value: "1" }] }] }).subarray(2);
    const length = (whole[1] ?? 0) + label.length;
    const scattered = Buffer.concat([Buffer.from([0x0a, length]), whole.subarray(2), label, whole]);
    expect(listed(atOnce(decodeWriteV1(scattered)))).to.deep.equal([
      [["__name__", "up", "job", "api", "zone", "1"], [[1, 1]]],
      [["__name__", "up", "job", "api"], [[1, 1]]],
    ]);
  });

  it("takes what is known about metrics", () => {
    const about = { type: "counter", help: "How many", unit: "1" };
    const one = atOnce(
      decodeWriteV1(writeV1([], [{ type: 1, metric_family_name: "hits", help: "How many", unit: "1" }])),
    );
    const symbols = ["", "__name__", "hits", "How many", "1"];
    const timeseries = [{ labels_refs: [1, 2], metadata: { type: 1, help_ref: 3, unit_ref: 4 } }];
    const two = atOnce(decodeWriteV2(encodeWrite("v2", { symbols, timeseries })));
    for (const { batch } of [one, two]) expect([...batch.metadata]).to.deep.equal([["hits", about]]);
  });

  it("refuses histograms that contradict themselves, and keeps the others", () => {
    const buckets = { positive_spans: [{ offset: 0, length: 2 }], positive_deltas: [1, 1], count_int: 3 };
    const backwards = [
      { offset: 0, length: 1 },
      { offset: -1, length: 1 },
    ];
    const histograms = [
      buckets,
      { ...buckets, schema: 53 },
      { ...buckets, positive_deltas: [1] },
      { ...buckets, positive_spans: [{ offset: 0, length: 4_000_000_000 }] },
      { ...buckets, positive_spans: backwards },
      { ...buckets, positive_deltas: [3, -4] },
      { ...buckets, count_int: 2 },
    ].map((histogram, index) => ({ ...histogram, timestamp: index + 1 }));
    for (const version of versions) {
      const { batch, rejected } = atOnce(
        decoders[version](writers[version]([{ labels: { __name__: "latency" }, histograms }])),
      );
      expect(batch.records.map(({ timestamp }) => timestamp)).to.deep.equal([1]);
      expect(rejected.map(({ reason, histograms: lost }) => [reason, lost])).to.deep.equal([
        ["a histogram has the schema 53", 1],
        ["a histogram has other buckets than its spans say", 2],
        ["spans of a histogram overlap", 1],
        ["a bucket of a histogram counts less than nothing", 1],
        ["a histogram counts less than its buckets", 1],
      ]);
    }
  });

  it("refuses single series of 2.0 and keeps the others", () => {
    const samples = [{ value: 1, timestamp: 1 }];
    const histograms = [{ timestamp: 1 }];
    const { batch, rejected } = atOnce(
      decodeWriteV2(
        encodeWrite("v2", {
          symbols: ["", "__name__", "up"],
          timeseries: [
            { labels_refs: [1], samples },
            { labels_refs: [1, 9], samples },
            { labels_refs: [1, 2], samples, histograms },
            { labels_refs: [1, 2], samples },
          ],
        }),
      ),
    );
    // Numbers and histograms of one series: senders are told not to, and Prometheus takes them.
    expect([...batch.sampleSeries]).to.deep.equal([2, 3]);
    expect([...batch.recordSeries]).to.deep.equal([2]);
    expect(
      rejected.map(({ series: at, reason, samples: lost, histograms: also }) => [at, reason, lost, also]),
    ).to.deep.equal([
      [0, "labels_refs has a name without a value", 1, 0],
      [1, "labels_refs points outside the symbols", 1, 0],
    ]);
  });

  it("names what is malformed within a histogram or an exemplar, which nobody could read later", () => {
    for (const [number, message] of [
      [4, "0a00"], // a histogram's count with a length
      [4, "1801"], // its sum as a varint
      [4, "420180"], // a span that ends within a number
      [4, "42020a00"], // a span whose offset has a length
      [4, "4a0180"], // deltas that end within a number
      [4, "520100"], // a count of one byte
      [4, "79ffffffffffffffff"], // a time of eight bytes
      [3, "0a0109"], // a label of an exemplar that ends within its name
      [3, "0a020800"], // a name that is a varint
      [3, "0a020aff"], // a name longer than its label
      [3, "1001"], // a value that is a varint
      [3, "1a00"], // a time with a length
    ] as const) {
      const bytes = field(1, field(number, Buffer.from(message, "hex")));
      expect(() => atOnce(decodeWriteV1(bytes)), message).to.throw(OtlpDecodeError, "malformed");
    }
  });

  it("does not take one version for the other, which would store nothing and say nothing", () => {
    for (const [version, other] of [
      ["v1", "v2"],
      ["v2", "v1"],
    ] as const)
      expect(() => atOnce(decoders[version](writers[other](example)))).to.throw(OtlpDecodeError, "remote write");
  });

  it("does not take 2.0 without its empty first symbol", () => {
    expect(() => atOnce(decodeWriteV2(encodeWrite("v2", { symbols: ["up"] })))).to.throw(OtlpDecodeError, "symbols[0]");
  });

  describe("with more than a request may hold", () => {
    const expectTooLarge = (bytes: Buffer, version: "v1" | "v2") =>
      expect(() => atOnce(decoders[version](bytes)), bytes.subarray(0, 8).toString("hex"))
        .to.throw(Problem)
        .with.property("code", "PAYLOAD_TOO_LARGE");
    const many = (count: number, bytes: readonly number[]) => Buffer.alloc(count * bytes.length, Buffer.from(bytes));

    it("is refused as too large, however little each is", () => {
      const { series: mostSeries, samples, symbols, "histograms and exemplars": records } = requestLimits;
      for (const [bytes, version] of [
        [many(mostSeries + 1, [0x0a, 0]), "v1"],
        [field(1, many(samples + 1, [0x12, 0])), "v1"],
        [field(1, many(records + 1, [0x1a, 0])), "v1"],
        [field(1, many(records + 1, [0x22, 0])), "v1"],
        [field(1, many(records + 1, [0x22, 2, 0x20, 18])), "v1"],
        [many(symbols + 1, [0x22, 0]), "v2"],
        [field(5, many(samples + 1, [0x12, 0])), "v2"],
      ] as const)
        expectTooLarge(bytes, version);
    });

    it("is refused when few symbols would become many labels", () => {
      const labels = Array.from({ length: 4 }, (_, i) => [2 * i + 1, 2 * i + 2]).flat();
      const symbols = ["", ...labels.map((ref) => (ref % 2 === 1 ? `l${ref}` : "x".repeat(16_000)))];
      const series = { labels_refs: labels, samples: [{ value: 1, timestamp: 1 }] };
      const timeseries = Array.from({ length: 600 }, () => series);
      expectTooLarge(encodeWrite("v2", { symbols, timeseries }), "v2");
      const fewer = encodeWrite("v2", { symbols, timeseries: timeseries.slice(0, 500) });
      expect(() => atOnce(decodeWriteV2(fewer))).not.to.throw();
    });

    it("is refused when one symbol would describe many metrics at length", () => {
      const names = Array.from({ length: 4_097 }, (_, at) => `metric_${at}`);
      const symbols = ["", "__name__", "…".repeat(16_384 / 3), ...names];
      const timeseries = names.map((_, at) => ({ labels_refs: [1, at + 3], metadata: { type: 1, help_ref: 2 } }));
      const write = (count: number) => encodeWrite("v2", { symbols, timeseries: timeseries.slice(0, count) });
      expectTooLarge(write(4_097), "v2");
      const { batch } = atOnce(decodeWriteV2(write(4_096)));
      expect(batch.metadata.size).to.equal(4_096);
      expect(batch.metadata.get("metric_7")).to.deep.equal({ type: "counter", help: "…".repeat(4_096), unit: "" });
    });

    it("loses the series of it that has too many labels, or too long ones, and nothing else", () => {
      const up = { labels_refs: [1, 2], samples: [{ value: 1, timestamp: 1 }] };
      const symbols = ["", "__name__", "up", "x".repeat(70_000)];
      const many = Array.from({ length: 2_000 }, () => 1);
      const timeseries = [{ ...up, labels_refs: many }, up, { ...up, labels_refs: [1, 3] }];
      const { batch, rejected } = atOnce(decodeWriteV2(encodeWrite("v2", { symbols, timeseries })));
      expect([...batch.sampleSeries]).to.deep.equal([1]);
      expect(rejected.map(({ series: at, reason }) => [at, reason])).to.deep.equal([
        [0, "more than 128 labels"],
        [2, "labels take more than 65536 bytes"],
      ]);
    });

    it("reads no more labels of a series than it takes to refuse it, wherever they are", () => {
      const label = field(1, encodeLabels(["a", "b"]).subarray(2));
      const sample = field(2, Buffer.alloc(0));
      for (const all of [Array(1_000).fill(label), Array(1_000).fill([sample, label]).flat()]) {
        const { batch } = atOnce(decodeWriteV1(field(1, Buffer.concat(all as Buffer[]))));
        const set = batch.labels.subarray(batch.seriesStart[0], batch.seriesEnd[0]);
        expect(set.length).to.equal(129 * label.length);
        expect(parseRawLabels(set)).to.have.length(129);
      }
    });
  });

  it("does not count what it knows among the unknown fields of a request", () => {
    const samples = Array.from({ length: 1_000 }, () => ({ value: 1, timestamp: 1 }));
    const one = encodeWrite("v2", { timeseries: [{ samples }] });
    const all = Buffer.concat(Array.from({ length: 1_001 }, () => one));
    expect(atOnce(decodeWriteV2(all)).batch.sampleSeries).to.have.length(1_001_000);
  });
});
