import { expect } from "chai";
import fc from "fast-check";
import { emptyBlock, encodeBlocks, readBlock as readingBlock } from "#src/apis/observability/metrics/codec/block.ts";
import { DamagedBytes } from "#src/apis/observability/metrics/codec/bytes.ts";
import { type Contents, SampleRun, sortedRun } from "#src/apis/observability/metrics/codec/columns.ts";
import { GatheredSamples } from "#src/apis/observability/metrics/codec/gathered.ts";
import {
  openSegment,
  readSegment as readOpened,
  SegmentEncoder,
} from "#src/apis/observability/metrics/codec/segment.ts";
import { SeriesOrdinals } from "#src/apis/observability/metrics/codec/series-ordinals.ts";
import { readSortedBlock, sortedBlock } from "#src/apis/observability/metrics/codec/sorted-block.ts";
import { staleMarker } from "#src/apis/observability/metrics/store.ts";
import { atOnce } from "#src/http/event-loop.ts";
import { runs } from "#test/support/runs.ts";

/** [series, time, low word, high word] */
type Sample = readonly [number, number, number, number];

const words = new Uint32Array(2);
const double = new Float64Array(words.buffer);
const bitsOf = (value: number): [number, number] => {
  double[0] = value;
  return [words[0] ?? 0, words[1] ?? 0];
};

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
/** Every kind of value, whole series of one kind among them. */
const values = fc.oneof(
  fc.array(fc.tuple(word, word), { maxLength: 40 }),
  fc.array(fc.double().map(bitsOf), { maxLength: 40 }),
  fc.array(fc.integer().map(bitsOf), { maxLength: 40 }),
  fc.array(
    fc.integer({ min: -1e9, max: 1e9 }).map((n) => bitsOf(n / 100)),
    { maxLength: 40 },
  ),
  fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 2 ** 40 }).map(bitsOf) },
      fc.constantFrom<[number, number]>(
        [staleMarker.low, staleMarker.high],
        bitsOf(Number.NaN),
        bitsOf(-0),
        bitsOf(Number.POSITIVE_INFINITY),
        [0xffffffff, 0xffffffff],
      ),
    ),
    { maxLength: 40 },
  ),
);
const times = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 43 }),
  fc.integer({ min: 0, max: 40 }).map((n) => 1_795_000_000_000 + n * 15_000),
);
const series = fc.integer({ min: 0, max: 500 });
const written = fc
  .array(fc.tuple(series, values, fc.array(times, { minLength: 40, maxLength: 40 })), { maxLength: 8 })
  .map((all) => all.flatMap(([id, of, at]) => of.map(([low, high], i): Sample => [id, at[i] ?? 0, low, high])));

function contentsOf(samples: readonly Sample[]): Contents {
  const run = new SampleRun(1);
  for (const sample of samples) run.add(...sample);
  return { samples: run, records: [] };
}

function listed({ series: of, timestamps, bits, length }: SampleRun): Sample[] {
  return Array.from({ length }, (_, i) => [of[i] ?? 0, timestamps[i] ?? 0, bits[2 * i] ?? 0, bits[2 * i + 1] ?? 0]);
}

function readBlock(payload: Buffer, into: Contents, from = Number.NEGATIVE_INFINITY): void {
  atOnce(readingBlock(payload, from, into));
}

function readSorted(payload: Buffer, wanted: SeriesOrdinals, from: number, to: number, into: Contents): void {
  const contents = { samples: new GatheredSamples(501), records: into.records };
  readSortedBlock(atOnce(sortedBlock(payload)), wanted, from, to, contents);
  listInto(into.samples, contents.samples);
}

function listInto(run: SampleRun, gathered: GatheredSamples): void {
  for (const [ordinal, columns] of atOnce(gathered.series()).entries())
    for (const [i, at] of columns?.timestamps.entries() ?? [])
      run.add(ordinal, at, columns?.bits[2 * i] ?? 0, columns?.bits[2 * i + 1] ?? 0);
}

function readSegment(payload: Buffer, wanted: SeriesOrdinals, from: number, to: number, into: Contents): void {
  readOpened(openSegment(payload), wanted, from, to, into);
}

/** Of so little that it is one. */
function encodeBlock(contents: Contents): Buffer {
  const [only = { payload: emptyBlock() }, ...more] = atOnce(encodeBlocks(contents));
  expect(more).to.deep.equal([]);
  return only.payload;
}

const encoder = new SegmentEncoder();
const encodeSegment = encoder.encode.bind(encoder);

const all = SeriesOrdinals.of(Array.from({ length: 501 }, (_, id) => id));
const always = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** First of each series and instant, in order. */
function expected(samples: readonly Sample[]): Sample[] {
  const first = new Map<string, Sample>();
  for (const sample of samples)
    if (!first.has(`${sample[0]} ${sample[1]}`)) first.set(`${sample[0]} ${sample[1]}`, sample);
  return [...first.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

describe("blocks and segments of samples", () => {
  it("give back every bit of every sample, in blocks in the order in which they came", async () => {
    await fc.assert(
      fc.asyncProperty(written, async (samples) => {
        const into = contentsOf([]);
        readBlock(encodeBlock(contentsOf(samples)), into);
        expect(listed(into.samples)).to.deep.equal(samples);
      }),
      { numRuns: runs(500) },
    );
  });

  it("are as many as keep each of them short, in the order of what they hold", () => {
    const [samples, records] = [150_000, 9_000];
    const contents = contentsOf(Array.from({ length: samples }, (_, i): Sample => [i % 7, 1_000 + i, i, 0]));
    for (let i = 0; i < records; i++)
      contents.records.push({ series: 9, kind: "exemplar", timestamp: i, message: Buffer.from([i % 256]) });
    const blocks = atOnce(encodeBlocks(contents));
    expect(blocks.map(({ items, minTime, maxTime }) => [items, minTime, maxTime])).to.deep.equal([
      [65_536 + 8_192, 0, 66_535],
      [65_536 + 808, 8_192, 132_071],
      [18_928, 132_072, 150_999],
    ]);
    const into = contentsOf([]);
    for (const { payload } of blocks) readBlock(payload, into);
    expect(into.samples.length).to.equal(samples);
    expect(into.samples.timestamps.subarray(0, samples).every((at, i) => at === 1_000 + i)).to.equal(true);
    expect(into.records.map(({ timestamp }) => timestamp)).to.deep.equal(Array.from({ length: records }, (_, i) => i));
  });

  it("give back every bit of every sample, in segments sorted, and of an instant what was written first", async () => {
    await fc.assert(
      fc.asyncProperty(written, async (samples) => {
        const sorted = atOnce(sortedRun(contentsOf(samples).samples, 501));
        expect(listed(sorted)).to.deep.equal(expected(samples));
        const into = contentsOf([]);
        const payload = await encodeSegment(sorted, 0, sorted.length, []);
        readSegment(payload, all, ...always, into);
        expect(listed(into.samples)).to.deep.equal(listed(sorted));
      }),
      { numRuns: runs(2000) },
    );
  });

  it("hand on only the series and times that are asked for", async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.uniqueArray(series), times, times, async (samples, wanted, a, b) => {
        const ordinals = SeriesOrdinals.of(wanted);
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const kept = expected(samples).filter(([id, at]) => wanted.includes(id) && at >= from && at <= to);
        const sorted = atOnce(sortedRun(contentsOf(samples).samples, 501));
        for (const [read, payload] of [
          [readSegment, await encodeSegment(sorted, 0, sorted.length, [])],
          [readSorted, encodeBlock(contentsOf(samples))],
        ] as const) {
          const into = contentsOf([]);
          read(payload, ordinals, from, to, into);
          const back = listed(into.samples).map(([ordinal, ...rest]): Sample => [wanted[ordinal] ?? -1, ...rest]);
          expect(back).to.have.deep.members(kept);
        }
        const since = contentsOf([]);
        readBlock(encodeBlock(contentsOf(samples)), since, from);
        expect(listed(since.samples)).to.deep.equal(samples.filter(([, at]) => at >= from));
      }),
      { numRuns: runs(500) },
    );
  });

  it("are gathered, from as many as there are, in the order of time and of an instant what was written first", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(written, { maxLength: 5 }), async (batches) => {
        const gathered: Contents<GatheredSamples> = { samples: new GatheredSamples(501), records: [] };
        for (const [nth, samples] of batches.entries()) {
          const sorted = atOnce(sortedRun(contentsOf(samples).samples, 501));
          const payload = await encodeSegment(sorted, 0, sorted.length, []);
          if (nth % 2 === 0) readOpened(openSegment(payload), all, ...always, gathered);
          else readSortedBlock(atOnce(sortedBlock(encodeBlock(contentsOf(samples)))), all, ...always, gathered);
        }
        const back = new SampleRun(1);
        listInto(back, gathered.samples);
        expect(listed(back)).to.deep.equal(expected(batches.flat()));
      }),
      { numRuns: runs(500) },
    );
  });

  it("keep histograms and exemplars", async () => {
    const records = [
      { series: 7, kind: "histogram", timestamp: 1000, message: Buffer.from([1, 2, 3]) },
      { series: 9, kind: "exemplar", timestamp: 2000, message: Buffer.alloc(0) },
    ] as const;
    for (const [read, payload] of [
      [readSorted, encodeBlock({ samples: new SampleRun(), records: [...records] })],
      [readSegment, await encodeSegment(new SampleRun(), 0, 0, records)],
    ] as const) {
      const into = contentsOf([]);
      read(payload, SeriesOrdinals.of([9, 7]), ...always, into);
      expect(into.records.map(({ series: ordinal, ...rest }) => ({ series: [9, 7][ordinal], ...rest }))).to.deep.equal(
        records,
      );
      const first = contentsOf([]);
      read(payload, SeriesOrdinals.of([7, 9]), 0, 1_999, first);
      expect(first.records).to.deep.equal([{ ...records[0], series: 0 }]);
    }
  });

  it("are recognised when they are damaged", async () => {
    const payload = encodeBlock(contentsOf([[1, 1000, 0, 0]]));
    const wrongVersion = Buffer.from(payload);
    wrongVersion[0] = 9;
    expect(() => readBlock(wrongVersion, contentsOf([]))).to.throw(DamagedBytes, "version 9");
    for (let length = 0; length < payload.length; length++) {
      expect(() => readBlock(payload.subarray(0, length), contentsOf([]))).to.throw();
    }
  });
});
