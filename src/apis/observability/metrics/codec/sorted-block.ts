/** A block as queries read it: in the order of its series, so that those that are not wanted are stepped over. */
import type { Sliceable } from "#src/http/event-loop.ts";
import type { SampleColumns } from "../store.ts";
import { readBlock } from "./block.ts";
import { type Contents, distinctRecords, ranked, SampleRun, type SeriesRecord, sortedRun } from "./columns.ts";
import type { GatheredSamples } from "./gathered.ts";
import type { SeriesOrdinals } from "./series-ordinals.ts";

export interface SortedBlock extends SampleColumns {
  /** Of its series, rising. */
  readonly ids: Uint32Array;
  /** Where the samples of each begin; one more than there are series. They are in the order of time. */
  readonly starts: Uint32Array;
  readonly records: readonly SeriesRecord[];
  /** Its memory, in bytes. */
  readonly size: number;
}

/** The size of a record beside its message, in bytes, roughly. */
const recordBytes = 200;

/** Throws DamagedBytes. */
export function* sortedBlock(payload: Buffer): Sliceable<SortedBlock> {
  const contents: Contents = { samples: new SampleRun(1), records: [] };
  yield* readBlock(payload, Number.NEGATIVE_INFINITY, contents);
  const ids = yield* ranked(contents.samples);
  const { series, timestamps, bits, values, length } = yield* sortedRun(contents.samples, ids.length);
  const starts = new Uint32Array(ids.length + 1);
  for (let at = 0; at < length; at++) starts[(series[at] as number) + 1] = at + 1;
  const records = yield* distinctRecords(contents.records);
  let size = 500 + 8 * ids.length + 8 * timestamps.length + 4 * bits.length;
  for (const { message } of records) size += recordBytes + message.length;
  return { ids, starts, timestamps, bits, values, records, size };
}

/** Hands over the samples and records between the times (both included) of the series that have an ordinal, numbered by ordinal. */
export function readSortedBlock(
  block: SortedBlock,
  wanted: SeriesOrdinals,
  fromMs: number,
  toMs: number,
  { samples, records, onlyRecords }: Contents<GatheredSamples>,
): void {
  if (onlyRecords !== true) gather(block, wanted, fromMs, toMs, samples);
  for (const record of block.records) {
    const ordinal = wanted.get(record.series);
    if (ordinal >= 0 && record.timestamp >= fromMs && record.timestamp <= toMs)
      records.push({ ...record, series: ordinal });
  }
}

function gather(block: SortedBlock, wanted: SeriesOrdinals, fromMs: number, toMs: number, into: GatheredSamples): void {
  const { ids, starts, timestamps } = block;
  const stays = 2 * countOf(block, wanted) >= timestamps.length;
  for (let at = 0; at < ids.length; at++) {
    const ordinal = wanted.get(ids[at] as number);
    if (ordinal < 0) continue;
    let start = starts[at] as number;
    let end = starts[at + 1] as number;
    while (start < end && (timestamps[start] as number) < fromMs) start++;
    while (end > start && (timestamps[end - 1] as number) > toMs) end--;
    // A few samples do not hold a whole block in memory.
    if (stays) into.take(ordinal, block, start, end);
    else into.copy(ordinal, block, start, end);
  }
}

/** The number of samples of a block whose series have an ordinal. */
function countOf({ ids, starts }: SortedBlock, wanted: SeriesOrdinals): number {
  let count = 0;
  for (let at = 0; at < ids.length; at++)
    if (wanted.get(ids[at] as number) >= 0) count += (starts[at + 1] as number) - (starts[at] as number);
  return count;
}
