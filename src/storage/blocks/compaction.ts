/**
 * Compaction of one owner's blocks: the oldest become segments, and segments are merged. Each step is one transaction that removes
 * what it read and writes what it made of it. Removing is what keeps two processes from doing the same: the second one finds
 * fewer rows than it read, and gives up. So a step may be killed at any point, and repeated.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { headOf, lockHead, readBlocks, type StoredBlock } from "./log.ts";
import { planMerge, type SegmentSet } from "./merge-plan.ts";
import {
  deleteSets,
  ensureDays,
  insertSegments,
  readPayloads,
  type SegmentAbout,
  type SegmentDraft,
  segmentsOfDay,
} from "./segments.ts";
import { type BlockOwner, type BlockTables, dayOf } from "./tables.ts";

/** What only the owner of the payloads knows. */
export interface SegmentMaker {
  /** Segments of these blocks, which are given in the order of their commits. What is too old to be kept is left out. */
  fromBlocks(blocks: readonly StoredBlock[]): AsyncIterable<SegmentDraft> | Iterable<SegmentDraft>;
  /** One set of segments of several, all of one day and bucket, given with the earlier ones first. */
  merge(unit: MergeUnit, inputs: readonly MergeInput[]): AsyncIterable<SegmentDraft> | Iterable<SegmentDraft>;
  /** Runs in the transaction that writes the segments of blocks. */
  compacted?(client: PoolClient, drafts: readonly SegmentDraft[]): Promise<void>;
}

/** What is merged together: nothing else has its day and bucket. */
export interface MergeUnit {
  readonly day: number;
  readonly bucket: number;
}

export interface MergeInput {
  readonly about: SegmentAbout;
  readonly payload: Buffer;
}

export interface Compaction {
  readonly pool: Pool;
  readonly tables: BlockTables;
  readonly owner: BlockOwner;
  readonly maker: SegmentMaker;
  readonly signal?: AbortSignal;
}

/** One step takes no further blocks beyond this many items or bytes. */
const stepItems = 250_000;
const stepBytes = 64 * 1024 * 1024;

export interface CompactedStep {
  readonly blocks: number;
  readonly items: number;
  /** Days of the segments it wrote. */
  readonly days: readonly number[];
}

/** Turns the oldest blocks into segments; null when there is none, or when another process was faster. */
export async function compactOldest(compaction: Compaction): Promise<CompactedStep | null> {
  const { pool, tables, owner, maker } = compaction;
  const blocks = await oldest(pool, tables, owner);
  const last = blocks.at(-1);
  if (last === undefined) return null;
  const drafts = await collect(maker.fromBlocks(blocks));
  const days = [...new Set(drafts.map(({ day }) => day))];
  await ensureDays(pool, tables, days);
  const items = blocks.reduce((sum, block) => sum + block.items, 0);
  const done = await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `DELETE FROM ${tables.blocks} WHERE project_id = $1 AND environment = $2 AND block_id <= $3`,
      [owner.projectId, owner.environment, last.blockId],
    );
    if (rowCount !== blocks.length) return false;
    await insertSegments(client, tables, owner, drafts, { sequence: last.blockId, level: 1 });
    await maker.compacted?.(client, drafts);
    // Last, for writers wait for the head.
    headOf((await client.query(lockHead(tables, owner))).rows);
    await client.query(
      `UPDATE ${tables.heads} SET pending_blocks = greatest(0, pending_blocks - $3),
         pending_items = greatest(0, pending_items - $4),
         pending_since = CASE WHEN pending_blocks > $3 THEN $5::timestamptz END
       WHERE project_id = $1 AND environment = $2`,
      [owner.projectId, owner.environment, blocks.length, items, new Date()],
    );
    return true;
  });
  return done ? { blocks: blocks.length, items, days } : null;
}

async function oldest(pool: Pool, tables: BlockTables, owner: BlockOwner): Promise<StoredBlock[]> {
  const blocks: StoredBlock[] = [];
  let items = 0;
  let bytes = 0;
  const everything = [-(2 ** 52), 2 ** 52] as const;
  for await (const block of readBlocks(pool, tables, owner, ...everything)) {
    if (blocks.length > 0 && (items + block.items > stepItems || bytes + block.payload.length > stepBytes)) break;
    blocks.push(block);
    items += block.items;
    bytes += block.payload.length;
  }
  return blocks;
}

/** Merges what `planMerge` says of one day; `now` in ms. Returns how many buckets were merged. */
export async function mergeDay(compaction: Compaction, day: number, now: number): Promise<number> {
  const { pool, tables, owner, signal } = compaction;
  const buckets = Map.groupBy(await segmentsOfDay(pool, tables, owner, day), ({ bucket }) => bucket);
  let merged = 0;
  for (const [bucket, segments] of buckets) {
    signal?.throwIfAborted();
    const planned = planMerge(setsOf(segments), dayOf(now) > day);
    if (planned.length > 0 && (await mergeSets(compaction, { day, bucket }, segments, planned))) merged++;
  }
  return merged;
}

function setsOf(segments: readonly SegmentAbout[]): SegmentSet[] {
  return [...Map.groupBy(segments, ({ sequence }) => sequence)]
    .sort(([a], [b]) => a - b)
    .map(([sequence, parts]) => ({
      sequence,
      level: Math.max(...parts.map(({ level }) => level)),
      items: parts.reduce((sum, { items }) => sum + items, 0),
    }));
}

async function mergeSets(
  { pool, tables, owner, maker }: Compaction,
  unit: MergeUnit,
  segments: readonly SegmentAbout[],
  planned: readonly SegmentSet[],
): Promise<boolean> {
  const sequences = planned.map(({ sequence }) => sequence);
  const inputs = segments.filter(({ sequence }) => sequences.includes(sequence));
  const payloads = await collect(readPayloads(pool, tables, owner, inputs));
  if (payloads.length !== inputs.length) return false;
  const merging = inputs.map((about, index) => ({ about, payload: payloads[index] ?? Buffer.alloc(0) }));
  const drafts = await collect(maker.merge(unit, merging));
  return await inTransaction(pool, async (client) => {
    if ((await deleteSets(client, tables, owner, unit, sequences)) !== inputs.length) return false;
    await insertSegments(client, tables, owner, drafts, {
      sequence: Math.max(...sequences),
      level: Math.max(...planned.map(({ level }) => level)) + 1,
    });
    return true;
  });
}

/** Other work of the process goes on in between. */
async function collect<T>(made: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of made) {
    all.push(one);
    await nextTurn();
  }
  return all;
}

/** Commits when `work` says true. */
async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<boolean>): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const done = await work(client);
    await client.query(done ? "COMMIT" : "ROLLBACK");
    client.release();
    return done;
  } catch (error) {
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** An owner whose blocks are to be compacted, and why. */
export interface DueOwner extends BlockOwner {
  /** The first day that is over and may not have been merged. */
  readonly tidiedUntil: number;
}

/** What makes an owner due. */
export interface DueWhen {
  readonly items: number;
  readonly blocks: number;
  /** Since its oldest block, in ms. */
  readonly ageMs: number;
}

/** Owners with more waiting than that, or with a day that is over and not yet merged. */
export async function dueOwners(pool: Pool, { heads }: BlockTables, when: DueWhen, now: number): Promise<DueOwner[]> {
  const { rows } = await pool.query<{ project_id: string; environment: string; tidied_until: number }>(
    `SELECT project_id, environment, tidied_until FROM ${heads}
     WHERE pending_items >= $1 OR pending_blocks >= $2 OR pending_since <= $3 OR tidied_until < $4`,
    [when.items, when.blocks, new Date(now - when.ageMs), dayOf(now)],
  );
  return rows.map((row) => ({
    projectId: row.project_id,
    environment: row.environment,
    tidiedUntil: row.tidied_until,
  }));
}

/** Compacts all blocks of an owner, then merges today, the days that were written to, and those that are over since the last time. */
export async function compactOwner(compaction: Compaction, now: number): Promise<{ items: number; merged: number }> {
  const { pool, tables, owner, signal } = compaction;
  const days = new Set<number>([dayOf(now)]);
  let items = 0;
  for (;;) {
    signal?.throwIfAborted();
    const step = await compactOldest(compaction);
    if (step === null) break;
    items += step.items;
    for (const day of step.days) days.add(day);
  }
  const { rows } = await pool.query<{ tidied_until: number }>(
    `SELECT tidied_until FROM ${tables.heads} WHERE project_id = $1 AND environment = $2`,
    [owner.projectId, owner.environment],
  );
  const today = dayOf(now);
  for (let day = Math.max(rows[0]?.tidied_until ?? today, today - maxUntidiedDays); day < today; day++) days.add(day);
  let merged = 0;
  for (const day of days) merged += await mergeDay(compaction, day, now);
  await pool.query(
    `UPDATE ${tables.heads} SET tidied_until = $3 WHERE project_id = $1 AND environment = $2 AND tidied_until < $3`,
    [owner.projectId, owner.environment, today],
  );
  return { items, merged };
}

/** After a longer downtime, older days wait until something is written to them. */
const maxUntidiedDays = 30;
