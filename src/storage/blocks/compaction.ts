/**
 * Compaction of the blocks of one owner: the oldest blocks become segments, and segments are merged. Each step is one transaction that
 * deletes the rows it has read and inserts their replacement. Two processes cannot do the same step: the second one deletes fewer rows
 * than it has read, and gives up. So a step may be killed at any point and repeated.
 */
import type { Pool, PoolClient } from "pg";
import { agreedTime } from "../agreed-time.ts";
import { dueRows } from "../due-rows.ts";
import { literal } from "../literals.ts";
import { onConnection } from "../sql-transaction.ts";
import { dailySegments, ensureDays } from "./days.ts";
import { headOf, lockHead, readBlocks, type StoredBlock } from "./log.ts";
import { planMerge, type SegmentSet } from "./merge-plan.ts";
import {
  deleteSets,
  freshDays,
  insertSegments,
  readPayloads,
  type SegmentAbout,
  type SegmentDraft,
  type StoredSegment,
  segmentsOfDay,
} from "./segments.ts";
import { type BlockOwner, type BlockTables, dayOf, freshDay } from "./tables.ts";

/** Makes and merges payloads, whose format only each kind knows. It works in slices of the event loop. */
export interface SegmentMaker {
  /** Makes segments of blocks, which are given in the order of their commits. Leaves out items whose retention is over. */
  fromBlocks(blocks: readonly StoredBlock[]): AsyncIterable<SegmentDraft>;
  /** Merges several sets of segments of one day and bucket into one. The inputs are given with the earlier ones first. */
  merge(unit: MergeUnit, inputs: readonly MergeInput[]): AsyncIterable<SegmentDraft>;
  /** Called in the transaction that deletes blocks up to this number, before it deletes them. */
  beforeRemoval?(client: PoolClient, lastBlock: number): Promise<void>;
  /** Called in the transaction that writes the segments of blocks. */
  compacted?(client: PoolClient): Promise<void>;
  /** A step takes no further blocks after this many items or bytes. */
  readonly step?: { readonly items: number; readonly bytes: number };
  /** How many blocks are read at a time. For kinds with blocks of tens of megabytes. */
  readonly page?: number;
  /** The bytes of a block that count for `step.bytes`; the size of its payload when left out. */
  weigh?(block: StoredBlock): number;
  /** Most segments that a merge takes. When left out, a day becomes one set. */
  readonly mostMerged?: number;
}

/** The unit of merging: the segments of one day and bucket. */
export interface MergeUnit {
  readonly day: number;
  readonly bucket: number;
}

export type MergeInput = StoredSegment<SegmentAbout>;

export interface Compaction {
  readonly pool: Pool;
  readonly tables: BlockTables;
  readonly owner: BlockOwner;
  readonly maker: SegmentMaker;
  readonly signal?: AbortSignal;
}

const usualStep = { items: 250_000, bytes: 64 * 1024 * 1024 } as const;

export interface CompactedStep {
  readonly blocks: number;
  readonly items: number;
}

/** Turns the oldest blocks into segments; null when there is none, or when another process was faster. */
async function compactOldest(compaction: Compaction): Promise<CompactedStep | null> {
  const { pool, tables, owner, maker } = compaction;
  const blocks = await oldest(compaction);
  const last = blocks.at(-1);
  if (last === undefined) return null;
  const drafts = await collect(maker.fromBlocks(blocks));
  const items = blocks.reduce((sum, block) => sum + block.items, 0);
  const now = new Date(await agreedTime(pool));
  const done = await inTransaction(pool, async (client) => {
    await maker.beforeRemoval?.(client, last.blockId);
    const { rowCount } = await client.query(
      `DELETE FROM ${tables.blocks} WHERE project_id = $1 AND environment = $2 AND block_id <= $3`,
      [owner.projectId, owner.environment, last.blockId],
    );
    if (rowCount !== blocks.length) return false;
    await insertSegments(client, tables, owner, drafts, { partition: freshDay, sequence: last.blockId, level: 1 });
    await maker.compacted?.(client);
    // Last, because writers wait for the lock on the head.
    headOf((await client.query(lockHead(tables, owner))).rows);
    await client.query(
      `UPDATE ${tables.heads} SET pending_blocks = greatest(0, pending_blocks - $3),
         pending_items = greatest(0, pending_items - $4), changes = changes + 1,
         pending_since = CASE WHEN pending_blocks > $3 THEN $5::timestamptz END
       WHERE project_id = $1 AND environment = $2`,
      [owner.projectId, owner.environment, blocks.length, items, now],
    );
    return true;
  });
  if (!done) return null;
  return { blocks: blocks.length, items };
}

async function oldest({ pool, tables, owner, maker }: Compaction): Promise<StoredBlock[]> {
  const { step = usualStep } = maker;
  const blocks: StoredBlock[] = [];
  let items = 0;
  let bytes = 0;
  for await (const block of readBlocks(pool, tables, owner, maker.page)) {
    const weight = maker.weigh?.(block) ?? block.payload.length;
    if (blocks.length > 0 && (items + block.items > step.items || bytes + weight > step.bytes)) break;
    blocks.push(block);
    items += block.items;
    bytes += weight;
  }
  return blocks;
}

/** How long after its end a day counts as over (ms). By then, most of its records have arrived. */
const graceMs = 3_600_000;
const firstOpenDay = (now: number) => dayOf(now - graceMs);

/** Merges the sets of one day as `planMerge` decides; `now` in ms. Returns the number of merges. */
async function mergeDay(compaction: Compaction, day: number, now: number): Promise<number> {
  // With `mostMerged`, a day may need several merges.
  let merged = 0;
  for (;;) {
    const more = await mergeOnce(compaction, day, now);
    merged += more;
    if (more === 0 || compaction.maker.mostMerged === undefined) return merged;
  }
}

async function mergeOnce(compaction: Compaction, day: number, now: number): Promise<number> {
  const { pool, tables, owner, maker, signal } = compaction;
  const isOver = day < firstOpenDay(now);
  const buckets = Map.groupBy(await segmentsOfDay(pool, tables, owner, day), ({ bucket }) => bucket);
  let merged = 0;
  for (const [bucket, segments] of buckets) {
    signal?.throwIfAborted();
    const planned = planMerge(setsOf(segments), isOver, maker.mostMerged);
    if (planned.length === 0) continue;
    if (isOver && merged === 0) await ensureDays(pool, dailySegments(tables), [day]);
    if (await mergeSets(compaction, { day, bucket }, segments, planned, isOver ? day : freshDay)) merged++;
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
      parts: parts.length,
      fresh: parts.some(({ partition }) => partition === freshDay),
    }));
}

async function mergeSets(
  { pool, tables, owner, maker }: Compaction,
  unit: MergeUnit,
  segments: readonly SegmentAbout[],
  planned: readonly SegmentSet[],
  partition: number,
): Promise<boolean> {
  const sequences = planned.map(({ sequence }) => sequence);
  const inputs = segments.filter(({ sequence }) => sequences.includes(sequence));
  const merging = await collect(readPayloads(pool, tables, owner, inputs));
  if (merging.length !== inputs.length) return false;
  // A single set is only moved to the partition of its day.
  const drafts =
    planned.length === 1
      ? merging.map(({ segment, payload, besides }) => ({ ...segment, payload, besides }))
      : await collect(maker.merge(unit, merging));
  return await inTransaction(pool, async (client) => {
    if ((await deleteSets(client, tables, owner, unit, sequences)) !== inputs.length) return false;
    await insertSegments(client, tables, owner, drafts, {
      partition,
      sequence: Math.max(...sequences),
      level: Math.max(...planned.map(({ level }) => level)) + (planned.length === 1 ? 0 : 1),
    });
    // Last, because writers wait for the lock on the head.
    await client.query(`UPDATE ${tables.heads} SET changes = changes + 1 WHERE project_id = $1 AND environment = $2`, [
      owner.projectId,
      owner.environment,
    ]);
    return true;
  });
}

async function collect<T>(made: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of made) all.push(one);
  return all;
}

/** Runs a transaction, which is committed when `work` returns true. */
function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<boolean>): Promise<boolean> {
  return onConnection(pool, async (client) => {
    await client.query("BEGIN");
    const done = await work(client);
    await client.query(done ? "COMMIT" : "ROLLBACK");
    return done;
  });
}

/** Most owners that are found at a time. */
const mostDue = 5_000;

/** Conditions under which an owner is due. */
export interface DueWhen {
  readonly items: number;
  readonly blocks: number;
  /** The age of the oldest block, in ms. */
  readonly ageMs: number;
}

/** Owners with more waiting than `when` allows, or with a day that is over but not merged. At most 5,000, longest waiting first. `now` in ms. */
export async function dueOwners(pool: Pool, { heads }: BlockTables, when: DueWhen, now: number): Promise<BlockOwner[]> {
  const rows = await dueRows<{ project_id: string; environment: string }>(pool, {
    table: heads,
    columns: ["project_id", "environment", "pending_items", "pending_blocks", "pending_since", "tidied_until"],
    from: (source) =>
      `${source} WHERE pending_items >= ${when.items} OR pending_blocks >= ${when.blocks}
         OR pending_since <= ${literal(new Date(now - when.ageMs))} OR tidied_until < ${firstOpenDay(now)}
       ORDER BY pending_since LIMIT ${mostDue}`,
  });
  return rows.map((row) => ({ projectId: row.project_id, environment: row.environment }));
}

/** Compacts all blocks of an owner, then merges the days that have segments outside their own partition. `now` in ms. */
export async function compactOwner(compaction: Compaction, now: number): Promise<{ items: number; merged: number }> {
  const { pool, tables, owner, signal } = compaction;
  let items = 0;
  for (;;) {
    signal?.throwIfAborted();
    const step = await compactOldest(compaction);
    if (step === null) break;
    items += step.items;
  }
  let merged = 0;
  for (const day of await freshDays(pool, tables, owner)) merged += await mergeDay(compaction, day, now);
  await pool.query(
    `UPDATE ${tables.heads} SET tidied_until = $3 WHERE project_id = $1 AND environment = $2 AND tidied_until < $3`,
    [owner.projectId, owner.environment, firstOpenDay(now)],
  );
  return { items, merged };
}
