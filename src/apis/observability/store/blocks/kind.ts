/** A kind of telemetry as the store keeps it: the columns of its records, the tokens that find them, and how repeats are told apart. */
import type { PoolClient } from "pg";
import { fromNowInSlices, inSlices, type Sliceable } from "#src/http/event-loop.ts";
import { type BlockTables, blockTables } from "#src/storage/blocks/tables.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { ByteWriter } from "../../metrics/codec/bytes.ts";
import {
  compressed,
  compressedBeside,
  decompressed,
  decompressedLength,
  type Effort,
} from "../../metrics/codec/compression.ts";
import type { Tenant } from "../../records.ts";
import { long, number, type Readers, type Schema, type Writers, writersOf } from "./columns.ts";
import { GramMap, mixed, TokenSet } from "./filters.ts";
import { borrowBytes, giveBackBytes } from "./idle-bytes.ts";
import { TextWriter } from "./texts.ts";

/** Columns of every kind: the record's own time (ns since the epoch), that of its receipt (ms), and the bytes that it adds to an answer. */
export const ownColumns = { time: long, receivedAt: long, bytes: number } as const;

export interface RecordKind<Head extends Schema = Schema, Body extends Schema = Schema> {
  readonly tables: BlockTables;
  /** The columns that most reads need. They are stored first, so that they are read without the body. */
  readonly head: Head & typeof ownColumns;
  readonly body: Body;
  /** Columns of the head whose values may be large, and are shared by many records. */
  readonly shared: readonly string[];
  /** Adds the tokens that find records, as far as the head has them: ids to `ids`, all others to `tokens`. */
  addTokens(head: Readers<Head & typeof ownColumns>, tokens: TokenSet, ids: TokenSet): void;
  /** Adds the texts that records are searched by. */
  addTexts?(head: Readers<Head & typeof ownColumns>, body: Readers<Body>, grams: GramMap): Sliceable<void>;
  /** Adds further tokens, which segments have in place of the texts: they are exact, and take long to find. */
  addMoreTokens?(head: Readers<Head & typeof ownColumns>, body: Readers<Body>, tokens: TokenSet): Sliceable<void>;
  /** Records for which this text differs are put into segments of their own, where there are enough for several segments. */
  apartBy?(head: Readers<Head & typeof ownColumns>): (index: number) => string;
  /** Called by compaction before it removes a tenant's blocks up to this number, in the same transaction. */
  beforeRemoval?(client: PoolClient, tenant: Tenant, lastBlock: number): Promise<void>;
  /**
   * For kinds whose records replace others: the records of `sources` that compaction keeps. `blockIds` are the numbers of the sources
   * that are blocks, in the order of their commits; null when segments are merged.
   */
  settle?(
    db: Queryable,
    tenant: Tenant,
    sources: readonly { readonly head: Readers<Head & typeof ownColumns>; readonly body: Readers<Body> }[],
    blockIds: readonly number[] | null,
  ): Promise<{ readonly head: Readers<Head & typeof ownColumns>; readonly body: Readers<Body> }>;
}

/** A kind whose repeats are not stored. */
export interface DistinctKind<Head extends Schema = Schema, Body extends Schema = Schema>
  extends RecordKind<Head, Body> {
  /** Two words of a hash for each record, or group of records, received after `after` (ms). A repeat has the same hash. */
  identities(head: Readers<Head & typeof ownColumns>, after: number): Uint32Array;
}

export type HeadOf<Kind extends RecordKind> = Readers<Kind["head"]>;
export type BodyOf<Kind extends RecordKind> = Readers<Kind["body"]>;

/** Records that can be read. */
export interface OpenRecords<Kind extends RecordKind> {
  readonly head: HeadOf<Kind>;
  readonly body: BodyOf<Kind>;
}

/**
 * Names the tables of a kind. Beside the columns of all blocks they have the first and last time of the records (ms), the bytes of the
 * payload that are the head, and the filters by which readers skip a block or segment.
 */
export function recordTables(kind: string): BlockTables {
  return blockTables(kind, {
    blocks: ["first_key", "last_key", "head_bytes", "filter", "ids", "grams"],
    segments: ["head_bytes", "filter", "ids", "grams"],
  });
}

export interface Written<Kind extends RecordKind> {
  readonly head: Writers<Kind["head"]>;
  readonly body: Writers<Kind["body"]>;
}

export function writtenOf<Kind extends RecordKind>({ head, body }: Kind): Written<Kind> {
  return { head: writersOf(head), body: writersOf(body) } as Written<Kind>;
}

/** Reads what the writers have. */
export function columnsOf<Of extends Schema>(written: Writers<Of>): Readers<Of> {
  return Object.fromEntries(
    Object.entries(written as Readonly<Record<string, { readonly values: unknown }>>).map(([name, { values }]) => [
      name,
      values,
    ]),
  ) as Readers<Of>;
}

const version = 1;
/** More is compressed in a thread of its own (bytes). */
const longBytes = 128 * 1024;

/** Records that are ready to be stored. */
export interface Sealed<Kind extends RecordKind> {
  readonly items: number;
  readonly firstKey: number;
  readonly lastKey: number;
  readonly minTime: number;
  readonly maxTime: number;
  readonly payload: Buffer;
  readonly headBytes: number;
  readonly filter: Buffer;
  readonly ids: Buffer;
  readonly grams: Buffer;
  readonly head: HeadOf<Kind>;
}

/** The columns of the body cannot be read afterwards. Throws RangeError when a value cannot be kept. */
export async function seal<Kind extends RecordKind>(
  kind: Kind,
  { head, body }: Written<Kind>,
  items: number,
  isSegment = false,
): Promise<Sealed<Kind>> {
  const columns = columnsOf(head) as HeadOf<Kind>;
  const texts = columnsOf(body);
  const tokens = new TokenSet("filter");
  const ids = new TokenSet("ids");
  const grams = new GramMap();
  kind.addTokens(columns as never, tokens, ids);
  if (isSegment && kind.addMoreTokens) await inSlices(kind.addMoreTokens(columns as never, texts as never, tokens));
  else if (kind.addTexts) await inSlices(kind.addTexts(columns as never, texts as never, grams));
  const effort = isSegment ? "small" : "fast";
  const packedHead = await packedColumns(head, items, effort);
  const packedBody = await packedColumns(body, items, effort);
  for (const column of Object.values(body)) if (column instanceof TextWriter) column.release();
  return {
    items,
    ...boundsOf(columns),
    payload: Buffer.concat([packedHead, packedBody]),
    headBytes: packedHead.length,
    filter: tokens.filter,
    ids: ids.filter,
    grams: grams.map,
    head: columns,
  };
}

async function packedColumns(
  columns: Readonly<Record<string, { write(out: ByteWriter): Sliceable<void> }>>,
  items: number,
  effort: Effort,
): Promise<Buffer> {
  const out = borrowBytes();
  out.varint(items);
  await fromNowInSlices(writeColumns(columns, out));
  const payload = await packed(out.written, effort);
  giveBackBytes(out);
  return payload;
}

function* writeColumns(
  columns: Readonly<Record<string, { write(out: ByteWriter): Sliceable<void> }>>,
  out: ByteWriter,
): Sliceable<void> {
  for (const column of Object.values(columns)) yield* column.write(out);
}

async function packed(raw: Buffer, effort: Effort): Promise<Buffer> {
  return raw.length > longBytes ? await compressedBeside(raw, version, effort) : compressed(raw, version, effort);
}

/** Reads what `seal` wrote: `head` are the payload's first `headBytes`. Throws DamagedBytes. */
export function readHead<Kind extends RecordKind>(kind: Kind, head: Buffer): Sliceable<HeadOf<Kind>> {
  return columnsIn(kind.head, head) as Sliceable<HeadOf<Kind>>;
}

export function readBody<Kind extends RecordKind>(
  kind: Kind,
  payload: Buffer,
  headBytes: number,
): Sliceable<BodyOf<Kind>> {
  return columnsIn(kind.body, payload.subarray(headBytes)) as Sliceable<BodyOf<Kind>>;
}

function* columnsIn(schema: Schema, bytes: Buffer): Sliceable<Readers<Schema>> {
  const from = decompressed(bytes, version);
  yield;
  const items = from.varint();
  const columns: Record<string, Readers<Schema>[string]> = {};
  for (const [name, type] of Object.entries(schema)) {
    columns[name] = type.read(from, items);
    yield;
  }
  return columns;
}

/** The bytes that a payload's columns have when they are read. */
export function readLength(payload: Buffer, headBytes: number): number {
  return decompressedLength(payload) + decompressedLength(payload.subarray(headBytes));
}

/** Times in ms: those of the records, and of their receipt. */
function boundsOf({ time, receivedAt }: Readers<typeof ownColumns>) {
  let [first, last] = [time.get(0), time.get(0)];
  let [minReceived, maxReceived] = [receivedAt.get(0), receivedAt.get(0)];
  for (let i = 1; i < time.length; i++) {
    const at = time.get(i);
    if (at < first) first = at;
    if (at > last) last = at;
    const received = receivedAt.get(i);
    if (received < minReceived) minReceived = received;
    if (received > maxReceived) maxReceived = received;
  }
  return {
    firstKey: millisecondsOf(first),
    lastKey: millisecondsOf(last),
    minTime: Number(minReceived),
    maxTime: Number(maxReceived),
  };
}

export function millisecondsOf(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000_000n);
}

/**
 * Writes the two words of an identity, from the bytes of what makes it: the first part, and the second from `start` to before `end`. The
 * lengths are multiples of four.
 */
export function writeIdentity(
  words: Uint32Array,
  at: number,
  first: Uint8Array,
  second: Uint8Array = nothing,
  start = 0,
  end = second.length,
): void {
  let [a, b] = [0x9e3779b9, 0x7f4a7c15];
  for (let i = 0, { length } = first; i < length + end - start; i += 4) {
    const isFirst = i < length;
    const part = isFirst ? first : second;
    const from = isFirst ? i : start + i - length;
    const word =
      (part[from] as number) |
      ((part[from + 1] as number) << 8) |
      ((part[from + 2] as number) << 16) |
      ((part[from + 3] as number) << 24);
    a = Math.imul(a ^ word, 0x85ebca6b);
    a ^= a >>> 15;
    b = Math.imul((b ^ (word >>> 16)) + word, 0xc2b2ae35);
    b ^= b >>> 13;
  }
  words[at] = mixed(a);
  words[at + 1] = mixed(b ^ a);
}

const nothing = new Uint8Array();
