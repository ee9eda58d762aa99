// SQL: the head of one owner.
/** Records committed since a block. Blocks are numbered in the order of their commits, so that a number is a place in time. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { type ChunkAbout, listChunks } from "./chunks.ts";
import type { RecordKind } from "./kind.ts";

/** The number of the block that is committed next. */
export async function nextBlockOf(
  db: Queryable,
  { tables: { heads } }: RecordKind,
  { projectId, environment }: Tenant,
): Promise<number> {
  // Primary key (project_id, environment).
  const { rows } = await db.query<{ next_block: string }>(
    `SELECT next_block FROM ${heads} WHERE project_id = $1 AND environment = $2`,
    [projectId, environment],
  );
  return Number(rows[0]?.next_block ?? 1);
}

/** A block that was committed, and has not been compacted yet. */
export type CommittedBlock = ChunkAbout & { readonly blockId: number };

/** Blocks that are looked at, before which there may be more. */
const mostBlocks = 1_000;

/** The newest blocks from this number to before that one, the newest first. Compaction may have taken some. */
export async function committedBlocks(
  db: Queryable,
  kind: RecordKind,
  tenant: Tenant,
  from: number,
  to: number,
): Promise<CommittedBlock[]> {
  const fromBlock = Math.max(from, to - mostBlocks);
  const listed = await listChunks(db, kind, tenant, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, fromBlock });
  return listed
    .filter((about): about is CommittedBlock => about.blockId !== null && about.blockId < to)
    .sort((a, b) => b.blockId - a.blockId);
}
