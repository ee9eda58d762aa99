// SQL: blocks and segments of one owner, listed together in one snapshot.
/**
 * Finds and reads records, whether they are in blocks or in segments: a chunk is either. One statement lists the chunks that may have what is
 * wanted, and none that cannot; chunks are then opened from the newest back, as far as the reader goes.
 */
import { atOnce, longBody, Slice, type Sliceable } from "#src/http/event-loop.ts";
import { type AboutRow, aboutOf, type SegmentAbout, storedDay } from "#src/storage/blocks/segments.ts";
import { countWithin } from "#src/storage/fitting.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { decompressedLength, unpooled } from "../../metrics/codec/compression.ts";
import type { Tenant } from "../../records.ts";
import { type FilterColumn, hasGrams, hasToken, mostTestedGrams, tokenHash } from "./filters.ts";
import { KeptChunks, keyOfChunk, type OpenedChunk } from "./kept-chunks.ts";
import { type RecordKind, readBody, readHead } from "./kind.ts";
import { payloadsOf, type StoredPayload, shortPayload } from "./payloads.ts";

/** A chunk. What has one key is never changed, but compaction may replace it by a chunk with another one. */
export interface ChunkAbout extends SegmentAbout {
  /** Of a block, which has no partition, sequence, part and level; null of a segment. */
  readonly blockId: number | null;
  /** Of its payload. */
  readonly bytes: number;
}

/** Tokens of which a record has one. */
export interface WantedTokens {
  readonly column: FilterColumn;
  readonly quality: string;
  readonly values: readonly string[];
}

/** The condition on one value; none without a value. */
export function tokenOf(
  quality: string,
  value: string | number | undefined,
  column: FilterColumn = "filter",
): readonly WantedTokens[] {
  return value === undefined ? [] : [{ column, quality, values: [String(value)] }];
}

/** A tag that a record has: a token of its segment, or parts of its texts in a block. */
export interface WantedTag {
  /** Of segments, and some of them of blocks. */
  readonly tokens: readonly WantedTokens[];
  /** Of blocks: the parts of one of these. */
  readonly texts: readonly (readonly string[])[];
}

/** Conditions that select chunks. Every wanted record meets all of them. */
export interface Wanted {
  /** Bounds of the records' times, in ms, both included. */
  readonly fromMs: number;
  readonly toMs: number;
  /** They came no earlier (ms). */
  readonly receivedFrom?: number;
  readonly tokens?: readonly WantedTokens[];
  /** Part of the texts that maps of trigrams are of. */
  readonly text?: string | undefined;
  /** For kinds whose segments have tokens in place of their texts. */
  readonly tags?: readonly WantedTag[];
  /** Only blocks from this number on, and segments that were made of such. */
  readonly fromBlock?: number;
}

/** In the order of their last records, the newest first. */
export async function listChunks(
  db: Queryable,
  { tables: { blocks, segments } }: RecordKind,
  { projectId, environment }: Tenant,
  { fromMs, toMs, receivedFrom = 0, tokens = [], tags = [], text, fromBlock }: Wanted,
  most?: number,
): Promise<ChunkAbout[]> {
  const values: unknown[] = [
    projectId,
    environment,
    Math.floor(fromMs),
    Math.ceil(toMs),
    Math.floor(receivedFrom),
    fromBlock ?? 0,
  ];
  const has = ({ column, quality, values: alternatives }: WantedTokens) =>
    hasToken(
      column,
      alternatives.map((value) => tokenHash(quality, value)),
      (value) => `$${values.push(value)}`,
    );
  const allOf = (conditions: readonly string[]) => conditions.join(" AND ") || "true";
  const anyOf = (conditions: readonly string[]) => `(${conditions.join(" OR ")})`;
  const isOfIds = ({ column }: WantedTokens) => column === "ids";
  const own = [
    "project_id = $1 AND environment = $2 AND last_key >= $3 AND first_key <= $4 AND max_time >= $5",
    ...tokens.filter(isOfIds).map(has),
  ];
  // Tested in the order of the list, as far as that goes: most lie outside of their rows (TOAST). Filters of ids lie inside, and are not sorted.
  const lazy = tokens.filter((some) => !isOfIds(some)).map(has);
  if (text !== undefined) lazy.push(hasGrams([text]));
  const testsOfTag = Math.max(3, Math.floor(mostTestedGrams / Math.max(1, tags.length)));
  for (const tag of tags) {
    const [ofSegments, ofBlocks] = [tag.tokens.map(has), tag.texts.map((parts) => hasGrams(parts, testsOfTag))];
    lazy.push(anyOf([...ofSegments, `block_id IS NOT NULL AND ${anyOf(ofBlocks)}`]));
  }
  const from = storedDay(receivedFrom);
  const order = "ORDER BY last_key DESC, block_id DESC, partition DESC, sequence DESC, part DESC";
  const about = "first_key, last_key, min_time, max_time, items, octet_length(payload) AS bytes";
  const tested = ["filter", "grams"].filter((column) => lazy.some((condition) => condition.includes(column)));
  const columns = [about, ...tested].join(", ");
  // Primary keys, which begin with project_id and environment. OFFSET 0 keeps PostgreSQL from testing before it sorts.
  const { rows } = await db.query<AboutRow & Pick<ChunkAbout, "bytes"> & { block_id: string | null }>(
    `SELECT block_id, partition, bucket, sequence, part, level, first_key, last_key, min_time, max_time, items, bytes FROM (
       SELECT block_id, 0 AS partition, 0 AS bucket, 0::bigint AS sequence, 0 AS part, 0::smallint AS level, ${columns}
       FROM ${blocks} WHERE ${allOf(own)} AND block_id >= $6
       UNION ALL
       SELECT NULL, day - DATE '1970-01-01', bucket, sequence, part, level, ${columns}
       FROM ${segments} WHERE ${allOf(own)} AND sequence >= $6 AND bucket = 0
         AND (day = DATE '0001-01-01' OR day >= DATE '1970-01-01' + ${from})
       ${lazy.length === 0 ? "" : `${order} OFFSET 0`}
     ) AS chunks WHERE ${allOf(lazy)} ${order}${most === undefined ? "" : ` LIMIT ${most}`}`,
    values,
  );
  return rows.map((row) => ({
    ...aboutOf(row),
    blockId: row.block_id === null ? null : Number(row.block_id),
    bytes: row.bytes,
  }));
}

/** A chunk that was read. Its body may be there although it was not asked for. */
export interface Chunk<Kind extends RecordKind> extends Omit<OpenedChunk<Kind>, "size"> {
  readonly about: ChunkAbout;
}

/** Compaction has replaced a chunk since it was listed: list again. */
class ChunkGone extends Error {}

/** Chunks that are read at a time. */
const mostAtOnce = 16;
/** Bytes of payloads that are read at a time. A search often ends with the first bodies, and opening a body takes longer than a statement. */
const mostBytesAtOnce = { heads: 4 * 1024 * 1024, bodies: 512 * 1024 };

const kept = new KeptChunks(64 * 1024 * 1024);
/** A read keeps at most this much of its chunks (bytes), so that a long search does not displace all that others read. */
const mostKeptOfRead = 48 * 1024 * 1024;

interface ReadChunksOptions {
  /** Chunks that are read together at first. */
  readonly first?: number;
  /** Leaves out chunks that are gone. */
  readonly skipsGone?: boolean;
  /** Bytes of chunks that may still be kept; reads that belong together share it. */
  readonly room?: { bytes: number };
}

/** For flushes, which look into a chunk once. */
export const unkept: ReadChunksOptions = { room: { bytes: 0 } };

/** Reads heads, or all of each chunk, in the order given. Throws when a chunk is gone (see `steadily`), unless told to leave it out. */
export async function* readChunks<Kind extends RecordKind>(
  db: Queryable,
  kind: Kind,
  tenant: Tenant,
  wanted: readonly ChunkAbout[],
  withBodies: boolean,
  { first = mostAtOnce, skipsGone = false, room = { bytes: mostKeptOfRead } }: ReadChunksOptions = {},
): AsyncGenerator<Chunk<Kind>> {
  const slice = new Slice();
  const server = "server" in db && typeof db.server === "string" ? db.server : null;
  const keyOf = (about: ChunkAbout) =>
    server === null ? null : keyOfChunk(server, kind, tenant, identityOfChunk(about));
  const mostBytes = mostBytesAtOnce[withBodies ? "bodies" : "heads"];
  for (let at = 0, count = first; at < wanted.length; count = Math.min(2 * count, mostAtOnce)) {
    const next = wanted.slice(at, at + count);
    const some = next.slice(0, countWithin(next, [({ bytes }) => bytes, mostBytes]));
    const known = new Map<ChunkAbout, OpenedChunk<Kind>>();
    for (const about of some) {
      const key = keyOf(about);
      const chunk = key === null ? undefined : kept.get<Kind>(key, withBodies);
      if (chunk !== undefined) known.set(about, chunk);
    }
    const unknown = some.filter((about) => !known.has(about));
    const stored = await payloadsOf(db, kind, tenant, unknown, withBodies);
    if (unknown.length > 0) slice.begin();
    for (const about of some) {
      // The time that the reader spent on the chunk before counts too.
      if (slice.isOver) await slice.next();
      const row = stored.get(about);
      const chunk = known.get(about) ?? (row && (await openedChunk(kind, row, withBodies, slice)));
      if (chunk === undefined) {
        if (skipsGone) continue;
        throw new ChunkGone();
      }
      const key = row !== undefined && chunk.size <= room.bytes ? keyOf(about) : null;
      if (key !== null) {
        room.bytes -= chunk.size;
        kept.set(key, chunk);
      }
      yield { about, head: chunk.head, body: chunk.body, openBody: chunk.openBody };
    }
    at += some.length;
  }
}

async function openedChunk<Kind extends RecordKind>(
  kind: Kind,
  { payload: bytes, headBytes }: StoredPayload,
  withBody: boolean,
  slice: Slice,
): Promise<OpenedChunk<Kind>> {
  const head = await opened(readHead(kind, bytes.subarray(0, headBytes)), bytes, slice);
  const body = withBody ? await opened(readBody(kind, bytes, headBytes), bytes, slice) : null;
  const isShort = bytes.length <= shortPayload && bytes.length > headBytes;
  // A head has mostly numbers. Decoded numbers take as much memory again.
  const size = 2 * decompressedLength(bytes) + (body === null ? 0 : decompressedLength(bytes.subarray(headBytes)));
  if (!isShort) return { head, body, openBody: null, size };
  const short = unpooled(bytes);
  return { head, body, openBody: () => atOnce(readBody(kind, short, headBytes)), size };
}

/** Short ones at once: between them readers would wait for everybody's slices. */
async function opened<T>(work: Sliceable<T>, { length }: Buffer, slice: Slice): Promise<T> {
  return length < longBody ? atOnce(work) : await slice.run(work);
}

const nameOfChunk = ({ blockId, partition, sequence, part, level }: ChunkAbout): string =>
  blockId === null ? `${partition} ${sequence} ${part} ${level}` : String(blockId);

/**
 * Names a chunk by its place and contents, for caches that outlive one read. After a failover to a standby that lacked the last blocks, other
 * records may take the same place.
 */
export const identityOfChunk = (about: ChunkAbout): string =>
  [nameOfChunk(about), about.firstKey, about.lastKey, about.minTime, about.maxTime, about.items, about.bytes].join(" ");

/** Reads that begin again where compaction comes between, so often before it is an error. */
const mostBeginnings = 20;

/** Does what reads chunks that it has listed; again where one of them is gone. */
export async function steadily<T>(read: () => Promise<T>): Promise<T> {
  for (let beginning = 1; ; beginning++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ChunkGone) || beginning === mostBeginnings) throw error;
    }
  }
}

/** Chunks that a reader lists at first, and how many more each time that it goes on behind them. */
const firstListed = 32;
const moreListed = 2_000;

export interface ScanOptions {
  /** Chunks with so many records are read together at first. */
  readonly items?: number;
  /** When the scan is over (ms after its beginning); never when left out. */
  readonly scanMs?: number;
}

export interface ScannedChunk<Kind extends RecordKind> extends Chunk<Kind> {
  readonly next: number | null;
  /** Whether the scan's time is over, so that its reader should open no further chunk. */
  readonly isOver: () => boolean;
}

/**
 * The chunks that may have what is wanted, from the newest back; with each, when the last record of those behind it is (ms), null for
 * the last. What is stored meanwhile may be among those behind, and later than that.
 */
export async function* newestChunks<Kind extends RecordKind>(
  db: Queryable,
  kind: Kind,
  tenant: Tenant,
  wanted: Wanted,
  withBodies: boolean,
  { items = 1, scanMs = Number.POSITIVE_INFINITY }: ScanOptions = {},
): AsyncGenerator<ScannedChunk<Kind>> {
  const started = performance.now();
  let highest: number | null = null;
  const done = new Set<string>();
  const room = { bytes: mostKeptOfRead };
  let next = Number.MAX_SAFE_INTEGER;
  // Readers often need the first ones only.
  for (let most = firstListed; ; most += moreListed) {
    const listed = await listChunks(db, kind, tenant, wanted, most);
    const left = listed.filter((about) => !done.has(nameOfChunk(about)));
    // A chunk that was read is not listed any more: compaction has moved its records to another one.
    if (listed.length - left.length < done.size) throw new ChunkGone();
    let at = 0;
    let first = 0;
    for (let sum = 0; sum < items && first < Math.min(left.length, mostAtOnce); first++) sum += left[first]?.items ?? 0;
    for await (const chunk of readChunks(db, kind, tenant, left, withBodies, { first: Math.max(first, 1), room })) {
      done.add(nameOfChunk(chunk.about));
      highest ??= Math.min(chunk.about.lastKey, wanted.toMs);
      const isMore = ++at < left.length || listed.length === most;
      next = Math.min(next, (left[at] ?? chunk.about).lastKey);
      // A scan goes at least so far that the next one begins elsewhere.
      const mayStop = next < highest;
      const isOver = () => mayStop && performance.now() - started > scanMs;
      yield { ...chunk, next: isMore ? next : null, isOver };
    }
    if (listed.length < most) return;
  }
}
