/** Makes segments of samples for the compaction: of blocks, and of segments that are merged. */
import type { PoolClient } from "pg";
import { atOnce } from "#src/http/event-loop.ts";
import type { MergeInput, MergeUnit, SegmentMaker } from "#src/storage/blocks/compaction.ts";
import type { StoredBlock } from "#src/storage/blocks/log.ts";
import type { SegmentDraft } from "#src/storage/blocks/segments.ts";
import { dayMs, dayOf } from "#src/storage/blocks/tables.ts";
import { readBlock } from "./codec/block.ts";
import { type Contents, distinctRecords, SampleRun, type SeriesRecord, sortedRun } from "./codec/columns.ts";
import { encodeSegment, readDirectory, readSegment } from "./codec/segment.ts";
import { Slots } from "./codec/slots.ts";

/** Series of one bucket: no segment reaches beyond. */
const bucketBits = 12;
export const bucketOf = (series: number): number => series >>> bucketBits;

/** Samples of a segment: what a reader of one series has to decompress, and what is encoded without a pause. */
const segmentSamples = 65_536;
/** Samples that are sorted without a pause. */
const passSamples = 250_000;

export interface SegmentMakerOptions {
  /** The first day that is kept, since 1970-01-01. */
  readonly oldest: number;
  /** Hears in the transaction which series had something in blocks that are compacted. */
  readonly onSeries: (client: PoolClient, ids: Uint32Array) => Promise<void>;
}

export function segmentMaker({ oldest, onSeries }: SegmentMakerOptions): SegmentMaker {
  let seen = new Uint32Array(0);
  return {
    *fromBlocks(blocks: readonly StoredBlock[]) {
      const contents: Contents = { samples: new SampleRun(passSamples), records: [] };
      const from = oldest * dayMs;
      for (const { payload } of blocks) readBlock(payload, null, from, Number.POSITIVE_INFINITY, contents);
      seen = seriesOf(contents);
      yield* segmentsOf(contents);
    },

    compacted: (client) => onSeries(client, seen),

    *merge({ bucket }: MergeUnit, inputs: readonly MergeInput[]) {
      for (const [first, last] of passes(bucket, inputs)) {
        const contents: Contents = { samples: new SampleRun(passSamples), records: [] };
        const wanted = new Slots();
        for (let id = first; id <= last; id++) wanted.set(id, id);
        for (const { about, payload } of inputs) {
          if (about.lastKey < first || about.firstKey > last) continue;
          readSegment(payload, wanted, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, contents);
        }
        yield* segmentsOf(contents, first);
      }
    },
  };
}

function seriesOf({ samples, records }: Contents): Uint32Array<ArrayBuffer> {
  const slots = new Slots();
  for (let i = 0; i < samples.length; i++) slots.set(samples.series[i] as number, 0);
  for (const { series } of records) slots.set(series, 0);
  return slots.rank();
}

/** Ranges of ids with at most `passSamples` each, unless one series has more. */
function passes(bucket: number, inputs: readonly MergeInput[]): [number, number][] {
  const start = bucket << bucketBits;
  const counts = new Float64Array(1 << bucketBits);
  for (const { payload } of inputs) {
    const { ids, counts: samples } = readDirectory(payload);
    for (const [i, id] of ids.entries()) counts[id - start] = (counts[id - start] ?? 0) + (samples[i] ?? 0);
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

/** Parts are numbered from `firstPart` on; parts of different passes differ because their ids do. */
function* segmentsOf({ samples, records }: Contents, firstPart = 0): Generator<SegmentDraft> {
  const slots = new Slots();
  let minDay = Number.POSITIVE_INFINITY;
  let maxDay = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < samples.length; i++) {
    const day = dayOf(samples.timestamps[i] as number);
    slots.set(samples.series[i] as number, 0);
    minDay = Math.min(minDay, day);
    maxDay = Math.max(maxDay, day);
  }
  const ids = slots.rank();
  for (let i = 0; i < samples.length; i++) samples.series[i] = slots.get(samples.series[i] as number);
  const sorted = atOnce(sortedRun(samples, ids.length));
  for (let i = 0; i < sorted.length; i++) sorted.series[i] = ids[sorted.series[i] as number] as number;
  if (minDay === maxDay) yield* cut(sorted, minDay, firstPart);
  else for (const [day, run] of byDay(sorted)) yield* cut(run, day, firstPart);
  yield* recordSegments(records, firstPart);
}

function byDay(sorted: SampleRun): Map<number, SampleRun> {
  const days = new Map<number, SampleRun>();
  const { series, timestamps, bits, length } = sorted;
  for (let i = 0; i < length; i++) {
    const at = timestamps[i] as number;
    const day = dayOf(at);
    let run = days.get(day);
    if (run === undefined) {
      run = new SampleRun();
      days.set(day, run);
    }
    run.add(series[i] as number, at, bits[2 * i] as number, bits[2 * i + 1] as number);
  }
  return days;
}

/** Segments of one day's samples: whole series, one bucket, up to `segmentSamples`. */
function* cut(run: SampleRun, day: number, firstPart: number): Generator<SegmentDraft> {
  const { series, length } = run;
  let part = firstPart;
  for (let start = 0; start < length; ) {
    const bucket = bucketOf(series[start] as number);
    let end = start;
    while (end < length && bucketOf(series[end] as number) === bucket) {
      let next = end + 1;
      while (next < length && series[next] === series[end]) next++;
      if (end > start && next - start > segmentSamples) break;
      end = next;
    }
    yield draft(run, start, end, { day, bucket, part: part++ });
    start = end;
  }
}

function draft(
  run: SampleRun,
  from: number,
  to: number,
  place: Pick<SegmentDraft, "day" | "bucket" | "part">,
): SegmentDraft {
  let minTime = Number.POSITIVE_INFINITY;
  let maxTime = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const at = run.timestamps[i] as number;
    if (at < minTime) minTime = at;
    if (at > maxTime) maxTime = at;
  }
  return {
    ...place,
    firstKey: run.series[from] as number,
    lastKey: run.series[to - 1] as number,
    minTime,
    maxTime,
    items: to - from,
    payload: encodeSegment(run, from, to, []),
  };
}

/** Parts of records are counted from here, so that they never meet those of samples. */
const recordParts = 1 << 28;

/** Histograms and exemplars lie in segments of their own: queries of samples step over those. */
function* recordSegments(records: readonly SeriesRecord[], firstPart: number): Generator<SegmentDraft> {
  const distinct = distinctRecords(records);
  const groups = Map.groupBy(distinct, ({ series, timestamp }) => `${dayOf(timestamp)} ${bucketOf(series)}`);
  for (const [, group] of groups) {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    const times = group.map(({ timestamp }) => timestamp);
    yield {
      day: dayOf(first.timestamp),
      bucket: bucketOf(first.series),
      part: recordParts + firstPart,
      firstKey: first.series,
      lastKey: last.series,
      minTime: times.reduce((a, b) => Math.min(a, b)),
      maxTime: times.reduce((a, b) => Math.max(a, b)),
      items: group.length,
      payload: encodeSegment(new SampleRun(1), 0, 0, group),
    };
  }
}
