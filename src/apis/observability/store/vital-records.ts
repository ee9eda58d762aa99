/**
 * Web vitals as the store keeps them. A vital may be reported again, and its last report counts: each report is stored as a copy, and
 * which copies count is found out by readers, and for good by compaction.
 */
import { fromNowInSlices, Slice } from "#src/http/event-loop.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { type ChunkAbout, listChunks, readChunks, steadily } from "./blocks/chunks.ts";
import { number } from "./blocks/columns.ts";
import { name } from "./blocks/dictionaries.ts";
import {
  columnsOf,
  type HeadOf,
  type OpenRecords,
  ownColumns,
  type RecordKind,
  recordTables,
  type Written,
  writtenOf,
} from "./blocks/kind.ts";
import type { IdentityTable } from "./blocks/recent.ts";
import { clockGraceMs, copyStates, replaceWindowMs, settle, VitalCopies, type VitalCopy } from "./vital-copies.ts";

/** In a block, the time of a copy is that of its receipt; in a segment, that of the vital's first report. */
const head = {
  ...ownColumns,
  /** Words of the identity, which is that of name and id. */
  low: number,
  high: number,
  /** The number of the block that it came in; 0 in that block. */
  block: number,
  /** 1 where other segments may have earlier copies. */
  replaces: number,
  /** See `seriesText`. */
  series: name,
} as const;

/** Words of the value. */
const body = { lowBits: number, highBits: number } as const;

export const vitalRecords: RecordKind<typeof head, typeof body> = {
  tables: recordTables("vital"),
  head,
  body,
  shared: ["series"],

  addTokens({ series }, tokens) {
    for (const text of series.values) tokens.add("name", vitalSeriesOf(text).name);
  },

  /** A query is of one name, mostly. */
  apartBy({ series }) {
    const names = series.values.map((text) => vitalSeriesOf(text).name);
    return (index) => names[series.places[index] as number] as string;
  },

  settle: settleForGood,
};

export type VitalRecords = typeof vitalRecords;

/** The labels of a vital; those that were not given are empty. */
export interface VitalSeries {
  readonly name: string;
  readonly rating: string;
  readonly url: string;
}

/** Names and ratings have no spaces. */
export function seriesText({ name, rating, url }: VitalSeries): string {
  return `${name} ${rating} ${url}`;
}

export function vitalSeriesOf(text: string): VitalSeries {
  const ofRating = text.indexOf(" ") + 1;
  const ofUrl = text.indexOf(" ", ofRating) + 1;
  return { name: text.slice(0, ofRating - 1), rating: text.slice(ofRating, ofUrl - 1), url: text.slice(ofUrl) };
}

/** Writes what one copy has. */
export function pushCopy(
  { head, body }: Written<VitalRecords>,
  { low, high, at, block, state, lowBits, highBits }: Omit<VitalCopy, "series">,
  series: string,
): void {
  head.time.push(BigInt(at) * 1_000_000n);
  head.receivedAt.push(BigInt(at));
  head.bytes.push(copyBytes);
  head.low.push(low);
  head.high.push(high);
  head.block.push(block);
  head.replaces.push(state === copyStates.replaces ? 1 : 0);
  head.series.push(series);
  body.lowBits.push(lowBits);
  body.highBits.push(highBits);
}

/** What a point of a metric takes. */
const copyBytes = 16;

/** Adds a copy of a block, or of a segment where `blockId` is null. */
export function addCopy(
  copies: VitalCopies,
  { head, body }: { readonly head: HeadOf<VitalRecords>; readonly body: OpenRecords<VitalRecords>["body"] | null },
  index: number,
  blockId: number | null,
  series = 0,
): void {
  const { low, high, receivedAt, block, replaces } = head;
  copies.add({
    low: low.get(index),
    high: high.get(index),
    at: Number(receivedAt.get(index)),
    block: blockId ?? block.get(index),
    state: blockId !== null ? copyStates.report : replaces.get(index) === 1 ? copyStates.replaces : copyStates.first,
    series,
    lowBits: body?.lowBits.get(index) ?? 0,
    highBits: body?.highBits.get(index) ?? 0,
  });
}

/** Adds the copies whose identities are in the table, of the times between (ms, both included). Throws when a chunk is gone (see `steadily`). */
export async function addCopiesOf(
  copies: VitalCopies,
  table: IdentityTable,
  db: Queryable,
  tenant: Tenant,
  chunks: readonly ChunkAbout[],
  [from, to]: readonly [number, number],
): Promise<void> {
  for await (const { about, head } of readChunks(db, vitalRecords, tenant, chunks, false)) {
    const { values: lows } = head.low;
    const { values: highs } = head.high;
    for (let index = 0; index < lows.length; index++) {
      if (table.find(lows[index] as number, highs[index] as number) < 0) continue;
      const at = Number(head.receivedAt.get(index));
      if (at >= from && at <= to) addCopy(copies, { head, body: null }, index, about.blockId);
    }
  }
}

/** The records that compaction writes: one copy of each vital, the last one, at the time of the first report. */
async function settleForGood(
  db: Queryable,
  tenant: Tenant,
  sources: readonly OpenRecords<VitalRecords>[],
  blockIds: readonly number[] | null,
): Promise<OpenRecords<VitalRecords>> {
  const numbers = new Map<string, number>();
  const copies = await steadily(async () => {
    const copies = new VitalCopies();
    const slice = new Slice();
    for (const [at, source] of sources.entries()) {
      const series = source.head.series.values.map((text) => {
        const number = numbers.get(text) ?? numbers.size;
        numbers.set(text, number);
        return number;
      });
      for (let index = 0; index < source.head.low.length; index++) {
        if (slice.isOver) await slice.next();
        addCopy(copies, source, index, blockIds?.[at] ?? null, series[source.head.series.places[index] as number]);
      }
    }
    const { length } = copies;
    if (blockIds !== null) {
      // All that came before these blocks is in segments.
      const [earliest, latest] = copies.bounds;
      const fromMs = earliest - replaceWindowMs;
      const listed = await listChunks(db, vitalRecords, tenant, {
        fromMs,
        toMs: latest + clockGraceMs,
        receivedFrom: fromMs,
      });
      const segments = listed.filter(({ blockId }) => blockId === null);
      await addCopiesOf(copies, copies.table, db, tenant, segments, [fromMs, latest + clockGraceMs]);
    }
    await fromNowInSlices(settle(copies));
    copies.length = length;
    return copies;
  });
  const texts = [...numbers.keys()];
  const written = writtenOf(vitalRecords);
  const slice = new Slice();
  for (let index = 0; index < copies.length; index++) {
    if (slice.isOver) await slice.next();
    if (copies.states[index] === copyStates.replaced) continue;
    pushCopy(written, copies.get(index), texts[copies.series[index] as number] as string);
  }
  return { head: columnsOf(written.head), body: columnsOf(written.body) } as never;
}
