// SQL: rows that refer to blocks, read with those, and written in messages of several statements.
/**
 * Blocks whose events are still to be folded into issues (fold.ts). A flush writes one row in its own transaction and decides nothing,
 * so events and the row that announces them are committed together. Compaction that removes such a block leaves its payload in the row.
 */
import type { PoolClient } from "pg";
import { countWithin } from "#src/storage/fitting.ts";
import { rowsOfLiterals } from "#src/storage/literals.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { Queryable, Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { lockIssues } from "./rows.ts";

/** The block of a flush. */
export interface FlushedBlock {
  readonly blockId: number;
  /** Of its payload. */
  readonly bytes: number;
}

/** The INSERT that announces a block; `events`: those that belong to issues; `receivedAt`: time of the flush, in ms. */
export function tellOfBlock(
  { projectId, environment }: Tenant,
  { blockId, bytes }: FlushedBlock,
  events: number,
  receivedAt: number,
): string {
  const row = [
    ...[projectId, environment, risingId(), BigInt(blockId)],
    ...[new Date(receivedAt), BigInt(events), BigInt(bytes)],
  ];
  return `INSERT INTO issue_arrivals (project_id, environment, id, block_id, received_at, events, bytes) VALUES ${rowsOfLiterals([row])}`;
}

/** Copies the payloads of blocks up to `lastBlock` to their rows. Call it in the transaction that compacts these blocks, before it removes them. */
export async function keepPayloads(client: PoolClient, tenant: Tenant, lastBlock: number): Promise<void> {
  // Folds lock rows of arrivals, too.
  await lockIssues({ client }, tenant);
  await client.query(
    `UPDATE issue_arrivals AS waiting SET head_bytes = block.head_bytes, payload = block.payload FROM event_blocks AS block
     WHERE waiting.project_id = $1 AND waiting.environment = $2 AND waiting.block_id <= $3
       AND block.project_id = $1 AND block.environment = $2 AND block.block_id = waiting.block_id`,
    [tenant.projectId, tenant.environment, lastBlock],
  );
}

export interface Arrival {
  readonly id: string;
  /** In ms. */
  readonly receivedAt: number;
  readonly events: number;
  readonly bytes: number;
  /** The fingerprint up to which it is folded already. */
  readonly foldedTo: string;
}

/** Most rows that one fold looks at. */
export const mostArrivals = 2_000;

/** The oldest that wait. */
export async function listArrivals(db: Queryable, { projectId, environment }: Tenant): Promise<Arrival[]> {
  // Primary key (project_id, environment, id).
  const { rows } = await db.query<Omit<Arrival, "receivedAt"> & { receivedAt: Date }>(
    `SELECT id, received_at AS "receivedAt", events, bytes, coalesce(folded_to, '') AS "foldedTo"
     FROM issue_arrivals WHERE project_id = $1 AND environment = $2 ORDER BY id LIMIT ${mostArrivals}`,
    [projectId, environment],
  );
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.getTime() }));
}

/** Payloads that are read at a time, and the bytes beyond which there is no further one. */
const mostAtOnce = 32;
const mostBytesAtOnce = 4 * 1024 * 1024;

export interface ArrivedPayload {
  readonly payload: Buffer;
  readonly headBytes: number;
}

/** Of these, in the order of their ids, whether compaction has taken the blocks or not; without those that are folded by now. */
export async function* readArrivals(
  db: Queryable,
  { projectId, environment }: Tenant,
  wanted: readonly Arrival[],
): AsyncGenerator<ArrivedPayload> {
  for (let at = 0, taken = 0; at < wanted.length; at += taken) {
    const next = wanted.slice(at, at + mostAtOnce);
    taken = countWithin(next, [({ bytes }) => bytes, mostBytesAtOnce]);
    // One snapshot: where the block is gone, its payload is in the row.
    const { rows } = await db.query<ArrivedPayload>(
      `SELECT coalesce(waiting.payload, block.payload) AS payload,
         coalesce(waiting.head_bytes, block.head_bytes) AS "headBytes"
       FROM issue_arrivals AS waiting LEFT JOIN event_blocks AS block
         ON block.project_id = waiting.project_id AND block.environment = waiting.environment AND block.block_id = waiting.block_id
       WHERE waiting.project_id = $1 AND waiting.environment = $2 AND waiting.id = ANY ($3)
         AND (waiting.payload IS NOT NULL OR block.payload IS NOT NULL)
       ORDER BY waiting.id`,
      [projectId, environment, next.slice(0, taken).map(({ id }) => id)],
    );
    yield* rows;
  }
}

/** Another has folded some of the same meanwhile. */
export class Overtaken extends Error {}

/** Under the lock of issues: says that these are folded up to a fingerprint, or all of them (null). Throws Overtaken. */
export async function advance(
  { client }: Pick<Transaction, "client">,
  { projectId, environment }: Tenant,
  taken: readonly Arrival[],
  from: string,
  to: string | null,
): Promise<void> {
  const those = `project_id = $1 AND environment = $2 AND id = ANY ($3) AND coalesce(folded_to, '') = $4`;
  const values = [projectId, environment, taken.map(({ id }) => id), from];
  const { rowCount } =
    to === null
      ? await client.query(`DELETE FROM issue_arrivals WHERE ${those}`, values)
      : await client.query(`UPDATE issue_arrivals SET folded_to = $5 WHERE ${those}`, [...values, to]);
  if (rowCount !== taken.length) throw new Overtaken();
}
