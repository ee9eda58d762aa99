/** Makes segments of records for the compaction: of blocks, and of segments that are merged. Records are sorted by their time. */
import { atOnce, inSlices, Slice, type Sliceable } from "#src/http/event-loop.ts";
import type { SegmentMaker } from "#src/storage/blocks/compaction.ts";
import type { SegmentDraft } from "#src/storage/blocks/segments.ts";
import { dayOf } from "#src/storage/blocks/tables.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import type { Dictionary } from "./dictionaries.ts";
import { type OpenRecords, type RecordKind, readBody, readHead, readLength, seal, writtenOf } from "./kind.ts";

/** Of a segment: what a reader has to decompress to see one record. */
const segmentRecords = 8_192;
const segmentBytes = 8 * 1024 * 1024;
/** Segments that are merged together, and records that are compacted together with the bytes that they have when they are read. */
const mostMerged = 8;
const stepRecords = mostMerged * segmentRecords;
const stepBytes = mostMerged * segmentBytes;
/** Blocks that are read at a time: a request may be 20 MB. */
const pageBlocks = 4;
/** Records between two pauses. */
const sliceRecords = 512;

/** Compaction is worth its while from so many records on. */
export const dueRecords = stepRecords;

/** `db` is for kinds whose records replace others. */
export function recordSegments<Kind extends RecordKind>(kind: Kind, db: Queryable, tenant: Tenant): SegmentMaker {
  const open = (payload: Buffer, headBytes: number): OpenRecords<Kind> => ({
    head: atOnce(readHead(kind, payload.subarray(0, headBytes))),
    body: atOnce(readBody(kind, payload, headBytes)),
  });
  const segmentsOf = async function* (
    payloads: readonly { payload: Buffer; headBytes: number }[],
    blockIds: readonly number[] | null,
  ) {
    let sources: OpenRecords<Kind>[] = [];
    const slice = new Slice();
    for (const { payload, headBytes } of payloads) {
      if (slice.isOver) await slice.next();
      sources.push(open(payload, headBytes));
    }
    if (kind.settle !== undefined)
      sources = [(await kind.settle(db, tenant, sources as never, blockIds)) as OpenRecords<Kind>];
    for (const group of await inSlices(groupsOf(kind, sources))) yield await segmentOf(kind, sources, group);
  };
  return {
    step: { items: stepRecords, bytes: stepBytes },
    page: pageBlocks,
    mostMerged,
    weigh: ({ payload, besides }) => readLength(payload, Number(besides[headBytesOfBlock])),
    beforeRemoval: async (client, lastBlock) => await kind.beforeRemoval?.(client, tenant, lastBlock),
    fromBlocks: (blocks) =>
      segmentsOf(
        blocks.map(({ payload, besides }) => ({ payload, headBytes: Number(besides[headBytesOfBlock]) })),
        blocks.map(({ blockId }) => blockId),
      ),
    merge: (_unit, inputs) =>
      segmentsOf(
        inputs.map(({ payload, besides }) => ({ payload, headBytes: Number(besides[headBytesOfSegment]) })),
        null,
      ),
  };
}

/** Their places among the columns `besides`. */
const headBytesOfBlock = 2;
const headBytesOfSegment = 0;

/** A record's place: its source, and its place there. */
type Place = readonly [source: number, index: number];

/** The records of each segment: those of one day of receipt in the order of their times, cut where there are enough. */
function* groupsOf({ shared, apartBy }: RecordKind, sources: readonly OpenRecords<RecordKind>[]): Sliceable<Place[][]> {
  const days = new Map<number, { readonly at: number; readonly apart: string; readonly place: Place }[]>();
  let seen = 0;
  for (const [source, { head }] of sources.entries()) {
    const apartOf = apartBy?.(head);
    for (let index = 0; index < head.time.length; index++) {
      if (seen++ % sliceRecords === 0) yield;
      const day = dayOf(Number(head.receivedAt.get(index)));
      const all = days.get(day) ?? [];
      days.set(day, all);
      // Within a fraction of a microsecond: readers sort what they find.
      all.push({ at: Number(head.time.get(index)), apart: apartOf?.(index) ?? "", place: [source, index] });
    }
  }
  const groups: Place[][] = [];
  for (const all of days.values()) {
    yield;
    const isApart = all.length > segmentRecords;
    all.sort((a, b) => (isApart && a.apart !== b.apart ? (a.apart < b.apart ? -1 : 1) : a.at - b.at));
    yield;
    let group: Place[] = [];
    let bytes = 0;
    let counted = new Set<string>();
    for (const [at, { place, apart }] of all.entries()) {
      if (at % sliceRecords === 0) yield;
      const [source, index] = place;
      const { head } = sources[source] as OpenRecords<RecordKind>;
      bytes += head.bytes.get(index);
      for (const column of shared) {
        const { places, values } = (head as Readonly<Record<string, unknown>>)[column] as Dictionary<string>;
        const value = places[index] as number;
        const name = `${column} ${source} ${value}`;
        if (!counted.has(name)) bytes += (values[value] as string).length;
        counted.add(name);
      }
      group.push(place);
      const isLast = isApart && all[at + 1]?.apart !== apart;
      if (group.length < segmentRecords && bytes < segmentBytes && !isLast) continue;
      groups.push(group);
      group = [];
      bytes = 0;
      counted = new Set();
    }
    if (group.length > 0) groups.push(group);
  }
  return groups;
}

async function segmentOf<Kind extends RecordKind>(
  kind: Kind,
  sources: readonly OpenRecords<Kind>[],
  group: readonly Place[],
): Promise<SegmentDraft> {
  const written = writtenOf(kind);
  const slice = new Slice();
  for (const part of ["head", "body"] as const) {
    for (const [name, writer] of Object.entries(written[part])) {
      for (const [source, index] of group)
        writer.take((sources[source] as OpenRecords<Kind>)[part][name] as never, index);
      if (slice.isOver) await slice.next();
    }
  }
  const { payload, headBytes, items, firstKey, lastKey, minTime, maxTime, filter, ids, grams } = await seal(
    kind,
    written,
    group.length,
    true,
  );
  return {
    day: dayOf(minTime),
    bucket: 0,
    firstKey,
    lastKey,
    minTime,
    maxTime,
    items,
    payload,
    besides: [headBytes, filter, ids, grams],
  };
}
