/** The log of blocks: committed records that wait for compaction. Blocks of one owner are numbered in the order of their commits. */
import { escapeLiteral, type PoolClient } from "pg";
import type { Queryable } from "../transaction.ts";
import type { BlockOwner, BlockTables, StoredParts } from "./tables.ts";

export interface Head {
  /** The number of the next block. */
  readonly nextBlock: number;
  readonly pendingItems: number;
  /** Incremented with each change that compaction makes to the set of blocks and segments. */
  readonly changes: number;
}

interface HeadRow {
  readonly next_block: string;
  readonly pending_items: string;
  readonly changes: string;
}

/** The statement that locks the head of an owner until the transaction ends. Creates the head when it is missing. */
export function lockHead({ heads }: BlockTables, { projectId, environment }: BlockOwner): string {
  return `INSERT INTO ${heads} AS head (project_id, environment)
    VALUES (${escapeLiteral(projectId)}::uuid, ${escapeLiteral(environment)})
    ON CONFLICT (project_id, environment) DO UPDATE SET next_block = head.next_block
    RETURNING next_block, pending_items, changes`;
}

/** Reads the rows that the statement of `lockHead` returned. */
export function headOf(rows: readonly unknown[]): Head {
  const [row] = rows as HeadRow[];
  if (row === undefined) throw new Error("A head was not locked");
  return {
    nextBlock: Number(row.next_block),
    pendingItems: Number(row.pending_items),
    changes: Number(row.changes),
  };
}

export interface NewBlock {
  readonly blockId: number;
  /** The id of the attempt. A block with this id in the log proves that the attempt was committed. */
  readonly attempt: string;
  readonly items: number;
  /** The earliest and the latest time of its contents, in ms. */
  readonly minTime: number;
  readonly maxTime: number;
  readonly payload: Buffer;
  /** The values of the columns `besides` of the table. */
  readonly besides?: readonly unknown[];
}

/** Inserts a block. The caller holds the lock on the head, and must run `advanceHead` afterwards. */
export async function insertBlock(
  client: PoolClient,
  { blocks, besides: columns }: BlockTables,
  { projectId, environment }: BlockOwner,
  { blockId, attempt, items, minTime, maxTime, payload, besides = [] }: NewBlock,
): Promise<void> {
  const values = [projectId, environment, blockId, attempt, items, minTime, maxTime, payload, ...besides];
  await client.query(
    `INSERT INTO ${blocks} (${["project_id, environment, block_id, attempt, items, min_time, max_time, payload", ...columns.blocks].join(", ")})
     VALUES (${values.map((_, index) => `$${index + 1}`).join(", ")})`,
    values,
  );
}

/** The statement that updates the head for inserted blocks with consecutive numbers; `at` in ms. */
export function advanceHead(
  { heads }: BlockTables,
  { projectId, environment }: BlockOwner,
  blocks: readonly Pick<NewBlock, "blockId" | "items">[],
  at: number,
): string {
  const next = Math.max(...blocks.map(({ blockId }) => blockId)) + 1;
  const items = blocks.reduce((sum, block) => sum + block.items, 0);
  return `UPDATE ${heads} SET next_block = ${next}, pending_blocks = pending_blocks + ${blocks.length},
      pending_items = pending_items + ${items},
      pending_since = coalesce(pending_since, ${escapeLiteral(new Date(at).toISOString())}::timestamptz)
    WHERE project_id = ${escapeLiteral(projectId)}::uuid AND environment = ${escapeLiteral(environment)}`;
}

/** Whether the block of an attempt is in the log. False, too, when compaction has already removed it. */
export async function hasBlock(
  on: Queryable,
  { blocks }: BlockTables,
  { projectId, environment }: BlockOwner,
  { blockId, attempt }: Pick<NewBlock, "blockId" | "attempt">,
): Promise<boolean> {
  const { rows } = await on.query(
    `SELECT FROM ${blocks} WHERE project_id = $1 AND environment = $2 AND block_id = $3 AND attempt = $4`,
    [projectId, environment, blockId, attempt],
  );
  return rows.length > 0;
}

export interface StoredBlock {
  readonly blockId: number;
  readonly items: number;
  readonly payload: Buffer;
  /** The values of the tables' columns `besides`. */
  readonly besides: readonly unknown[];
}

/** How many blocks are read at a time. Each may be a megabyte. */
const pageBlocks = 32;
/** How many blocks are listed at a time, without their payloads. */
const pageAbouts = 1_000;

/** Reads all blocks in the order of their commits, `page` at a time. */
export async function* readBlocks(
  on: Queryable,
  { blocks, besides }: BlockTables,
  { projectId, environment }: BlockOwner,
  page = pageBlocks,
): AsyncGenerator<StoredBlock> {
  for (let last = 0; ; ) {
    // Index: the primary key (project_id, environment, block_id). The log is short, and payloads are stored out of line (TOAST).
    const { rows } = await on.query<Record<string, unknown> & { block_id: string; items: number; payload: Buffer }>(
      `SELECT ${["block_id", "items", "payload", ...besides.blocks].join(", ")} FROM ${blocks}
       WHERE project_id = $1 AND environment = $2 AND block_id > $3 ORDER BY block_id LIMIT ${page}`,
      [projectId, environment, last],
    );
    for (const row of rows) {
      last = Number(row.block_id);
      const { items, payload } = row;
      yield { blockId: last, items, payload, besides: besides.blocks.map((column) => row[column]) };
    }
    if (rows.length < page) return;
  }
}

/** The identity of a block: unique among all blocks that ever existed, also after a server has lost some. */
export type BlockAbout = Pick<NewBlock, "blockId" | "attempt">;

/** Lists the blocks with contents between two times (ms, inclusive), in the order of their commits, in pages. */
export async function* listBlocks(
  on: Queryable,
  { blocks }: BlockTables,
  { projectId, environment }: BlockOwner,
  fromMs: number,
  toMs: number,
): AsyncGenerator<readonly BlockAbout[]> {
  for (let last = 0; ; ) {
    // Index: the primary key (project_id, environment, block_id).
    const { rows } = await on.query<{ block_id: string; attempt: string }>(
      `SELECT block_id, attempt FROM ${blocks}
       WHERE project_id = $1 AND environment = $2 AND block_id > $3 AND max_time >= $4 AND min_time <= $5
       ORDER BY block_id LIMIT ${pageAbouts}`,
      [projectId, environment, last, fromMs, toMs],
    );
    yield rows.map(({ block_id, attempt }) => ({ blockId: Number(block_id), attempt }));
    if (rows.length < pageAbouts) return;
    last = Number(rows.at(-1)?.block_id);
  }
}

/** Reads listed blocks with their payloads, in the order of their numbers. Blocks deleted since are left out. */
export async function* readListedBlocks<Key extends Pick<BlockAbout, "blockId">>(
  on: Queryable,
  { blocks }: BlockTables,
  { projectId, environment }: BlockOwner,
  wanted: readonly Key[],
  { payload: part = "payload", besides = [] }: StoredParts = {},
): AsyncGenerator<{ readonly block: Key } & Pick<StoredBlock, "payload" | "besides">> {
  for (let at = 0; at < wanted.length; at += pageBlocks) {
    const page = new Map(wanted.slice(at, at + pageBlocks).map((block) => [block.blockId, block]));
    // Index: the primary key (project_id, environment, block_id).
    const { rows } = await on.query<Record<string, unknown> & { block_id: string; payload: Buffer }>(
      `SELECT ${["block_id", `${part} AS payload`, ...besides].join(", ")} FROM ${blocks}
       WHERE project_id = $1 AND environment = $2 AND block_id = ANY ($3::bigint[]) ORDER BY block_id`,
      [projectId, environment, [...page.keys()]],
    );
    for (const { block_id, payload, ...row } of rows) {
      const block = page.get(Number(block_id));
      if (block !== undefined) yield { block, payload, besides: besides.map((column) => row[column]) };
    }
  }
}
