/** Makes segments of samples for the compaction: of blocks, and of segments that are merged. */
import { inSlices, Slice, type Sliceable } from "#src/http/event-loop.ts";
import type { MergeInput, MergeUnit, SegmentMaker } from "#src/storage/blocks/compaction.ts";
import type { StoredBlock } from "#src/storage/blocks/log.ts";
import type { SegmentDraft } from "#src/storage/blocks/segments.ts";
import { dayMs, dayOf } from "#src/storage/blocks/tables.ts";
import type { Tenant } from "../records.ts";
import { readBlock } from "./codec/block.ts";
import { type Contents, distinctRecords, ranked, SampleRun, type SeriesRecord, sortedRun } from "./codec/columns.ts";
import { openSegment, readSegment, SegmentEncoder } from "./codec/segment.ts";
import { SeriesOrdinals } from "./codec/series-ordinals.ts";
import { SeriesDays } from "./series-days.ts";
import { emptyContents } from "./staging.ts";

/** Series of one bucket: no segment reaches beyond. */
const bucketBits = 12;
export const bucketOf = (series: number): number => series >>> bucketBits;

/** Samples of a segment: what a reader of one series has to decompress. */
const segmentSamples = 65_536;
/** The same of histograms and exemplars, and of their bytes. */
const segmentRecords = 8_192;
const segmentBytes = 4 * 1024 * 1024;
/** Samples that are sorted together. */
const passSamples = 500_000;
/**
 * How much time a segment may cover, in hours: parts of a day, so that a moment of many series is found without all of their
 * day. The shortest that fills segments is taken.
 */
const periodHours = [2, 3, 4, 6, 8, 12, 24] as const;
/** Samples that are looked at without a pause. */
const sliceSamples = 65_536;

/** Keeps of blocks what is of the day `oldest` (since 1970-01-01) or later, and remembers on which days their series had samples. */
export function segmentMaker(owner: Tenant, oldest: number): SegmentMaker {
  const memory = new MakerMemory();
  let seen = new SeriesDays();
  return {
    async *fromBlocks(blocks: readonly StoredBlock[]) {
      const contents: Contents = { samples: memory.read.clear(), records: [] };
      for (const { payload } of blocks) await inSlices(readBlock(payload, oldest * dayMs, contents));
      seen = await inSlices(daysOf(contents));
      yield* segmentsOf(contents, memory);
    },

    compacted: (client) => seen.save(client, owner),

    async *merge({ bucket }: MergeUnit, inputs: readonly MergeInput[]) {
      const periodMs = periodOf(inputs);
      for (const [first, last] of await inSlices(passes(bucket, inputs))) {
        const contents: Contents = { samples: memory.read.clear(), records: [] };
        const wanted = allBetween(first, last);
        const slice = new Slice();
        for (const { segment, payload } of inputs) {
          if (segment.lastKey < first || segment.firstKey > last) continue;
          if (slice.isOver) await slice.next();
          readSegment(openSegment(payload), wanted, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, contents);
        }
        yield* segmentsOf(contents, memory, periodMs);
      }
    },
  };
}

function* daysOf({ samples, records }: Contents): Sliceable<SeriesDays> {
  const seen = new SeriesDays();
  for (let i = 0; i < samples.length; i++) {
    if (i % sliceSamples === sliceSamples - 1) yield;
    seen.add(samples.series[i] as number, samples.timestamps[i] as number);
  }
  for (const { series, timestamp } of records) seen.add(series, timestamp);
  return seen;
}

/** Memory that all steps of a compaction reuse: allocating it for each would keep the garbage collector busy. */
class MakerMemory {
  readonly read = new SampleRun(passSamples);
  readonly sorted = new SampleRun(passSamples);
  readonly encoder = new SegmentEncoder();
  readonly #periods: SampleRun[] = [];

  period(index: number): SampleRun {
    const run = this.#periods[index] ?? new SampleRun(segmentSamples);
    this.#periods[index] = run;
    return run.clear();
  }
}

/** The series of these ids, which are their ordinals. */
function allBetween(first: number, last: number): SeriesOrdinals {
  const all = new SeriesOrdinals();
  for (let id = first; id <= last; id++) all.set(id, id);
  return all;
}

/** The time that segments of these samples cover, in ms. */
function periodOf(inputs: readonly MergeInput[]): number {
  const samples = inputs.reduce((sum, { segment }) => sum + segment.items, 0);
  const first = inputs.reduce((least, { segment }) => Math.min(least, segment.minTime), Number.POSITIVE_INFINITY);
  const last = inputs.reduce((most, { segment }) => Math.max(most, segment.maxTime), Number.NEGATIVE_INFINITY);
  const ofMs = samples / Math.max(1, last - first);
  const hours = periodHours.find((of) => ofMs * of * hourMs >= segmentSamples) ?? 24;
  return hours * hourMs;
}

const hourMs = 3_600_000;

/** Ranges of ids with at most `passSamples` each, or what takes as much memory, unless one series has more. */
function* passes(bucket: number, inputs: readonly MergeInput[]): Sliceable<[number, number][]> {
  const start = bucket << bucketBits;
  const counts = new Float64Array(1 << bucketBits);
  const add = (id: number, samples: number) => {
    counts[id - start] = (counts[id - start] ?? 0) + samples;
  };
  const all = allBetween(start, start + counts.length - 1);
  for (const { payload } of inputs) {
    yield;
    const segment = openSegment(payload);
    for (const [i, id] of segment.ids.entries()) add(id, segment.counts[i] ?? 0);
    const contents: Contents = { ...emptyContents(), onlyRecords: true };
    readSegment(segment, all, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, contents);
    // Each takes the memory of some samples.
    for (const { series, message } of contents.records) add(series, 8 + (message.length >> 4));
  }
  const ranges: [number, number][] = [];
  let first = 0;
  let sum = 0;
  for (const [offset, count] of counts.entries()) {
    if (sum > 0 && sum + count > passSamples) {
      ranges.push([start + first, start + offset - 1]);
      first = offset;
      sum = 0;
    }
    sum += count;
  }
  ranges.push([start + first, start + counts.length - 1]);
  return ranges;
}

/** `periodMs`: what a segment covers at most; a part of a day. */
async function* segmentsOf(
  { samples, records }: Contents,
  memory: MakerMemory,
  periodMs: number = dayMs,
): AsyncGenerator<SegmentDraft> {
  const ids = await inSlices(ranked(samples));
  const sorted = await inSlices(sortedRun(samples, ids.length, memory.sorted.clear()));
  for (const run of await inSlices(byPeriod(sorted, ids, periodMs, memory))) yield* cut(run, memory.encoder);
  yield* recordSegments(records, memory.encoder);
}

/** Puts ids in the place of ranks, and parts what is of different periods. */
function* byPeriod(
  sorted: SampleRun,
  ids: Uint32Array,
  periodMs: number,
  memory: MakerMemory,
): Sliceable<Iterable<SampleRun>> {
  const { series, timestamps, bits, length } = sorted;
  const periodAt = (index: number) => Math.floor((timestamps[index] as number) / periodMs);
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i++) {
    if (i % sliceSamples === sliceSamples - 1) yield;
    series[i] = ids[series[i] as number] as number;
    const period = periodAt(i);
    if (period < first) first = period;
    if (period > last) last = period;
  }
  if (first >= last) return [sorted];
  const runs = new Map<number, SampleRun>();
  for (let i = 0; i < length; i++) {
    if (i % sliceSamples === sliceSamples - 1) yield;
    const period = periodAt(i);
    let run = runs.get(period);
    if (run === undefined) {
      run = memory.period(runs.size);
      runs.set(period, run);
    }
    run.add(series[i] as number, timestamps[i] as number, bits[2 * i] as number, bits[2 * i + 1] as number);
  }
  return runs.values();
}

/** Segments of one day's samples: one bucket, whole series, up to `segmentSamples`; a series of more has several. */
async function* cut(run: SampleRun, encoder: SegmentEncoder): AsyncGenerator<SegmentDraft> {
  const { series, length } = run;
  for (let start = 0; start < length; ) {
    const bucket = bucketOf(series[start] as number);
    let end = start;
    while (end < length && end - start < segmentSamples && bucketOf(series[end] as number) === bucket) {
      let next = end + 1;
      while (next < length && series[next] === series[end]) next++;
      if (end > start && next - start > segmentSamples) break;
      end = Math.min(next, start + segmentSamples);
    }
    const day = dayOf(run.timestamps[start] as number);
    yield { day, bucket, ...boundsOf(run, start, end), payload: await encoder.encode(run, start, end, []) };
    start = end;
  }
}

function boundsOf(run: SampleRun, from: number, to: number) {
  let minTime = Number.POSITIVE_INFINITY;
  let maxTime = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const at = run.timestamps[i] as number;
    if (at < minTime) minTime = at;
    if (at > maxTime) maxTime = at;
  }
  return {
    firstKey: run.series[from] as number,
    lastKey: run.series[to - 1] as number,
    minTime,
    maxTime,
    items: to - from,
  };
}

/** Histograms and exemplars lie in segments of their own: queries of samples step over those. */
async function* recordSegments(
  records: readonly SeriesRecord[],
  encoder: SegmentEncoder,
): AsyncGenerator<SegmentDraft> {
  for (const group of await inSlices(recordGroups(records))) {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    const times = group.map(({ timestamp }) => timestamp);
    yield {
      day: dayOf(first.timestamp),
      bucket: bucketOf(first.series),
      firstKey: first.series,
      lastKey: last.series,
      minTime: times.reduce((a, b) => Math.min(a, b)),
      maxTime: times.reduce((a, b) => Math.max(a, b)),
      items: group.length,
      payload: await encoder.encode(emptyRun, 0, 0, group),
    };
  }
}

/** The samples of one segment each: of one day and bucket, in order, within a bound. */
function* recordGroups(records: readonly SeriesRecord[]): Sliceable<SeriesRecord[][]> {
  const groups: SeriesRecord[][] = [];
  const open = new Map<string, { readonly group: SeriesRecord[]; bytes: number }>();
  for (const [i, record] of (yield* distinctRecords(records)).entries()) {
    if (i % segmentRecords === 0) yield;
    const key = `${dayOf(record.timestamp)} ${bucketOf(record.series)}`;
    let last = open.get(key);
    if (last === undefined || last.group.length === segmentRecords || last.bytes > segmentBytes) {
      last = { group: [], bytes: 0 };
      open.set(key, last);
      groups.push(last.group);
    }
    last.group.push(record);
    last.bytes += record.message.length;
  }
  return groups;
}

const emptyRun = new SampleRun(1);
