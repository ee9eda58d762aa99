// SQL: rows of a partitioned table are taken, re-queued and written by conditions on several columns.
/** Which stacks wait for their symbolication, and what came of it. */
import type { Pool } from "pg";
import type { Database } from "#src/storage/database.ts";
import { dueRows } from "#src/storage/due-rows.ts";
import { rowsOfParameters } from "#src/storage/parameters.ts";
import { inTransaction, type Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { ensurePartitionsOf } from "../../store/partitions.ts";
import type { SubjectKind, SymbolicationStatus } from "./entity.ts";

/** Names one row of a tenant. */
export interface SubjectRef {
  readonly kind: SubjectKind;
  readonly subject: string;
  readonly receivedAt: Date;
}

export interface TakenSubject extends SubjectRef {
  /** This run included. */
  readonly attempts: number;
}

/** Most subjects taken at a time. One that was begun before and not finished is taken alone: it may be what ended the process. */
const batchSize = 50;

/** Takes the next subjects, and counts an attempt of each. Several processes may take the same ones, which costs only time. */
export async function takePending(database: Database, tenant: Tenant): Promise<TakenSubject[]> {
  const { pool } = database;
  let rows = await pendingRows(pool, tenant);
  const isFresh = ({ attempts }: TakenSubject) => attempts === 0;
  if (!rows.some(isFresh) && (await partWaiting(database, tenant))) rows = await pendingRows(pool, tenant);
  const fresh = rows.filter(isFresh);
  const taken = fresh.length > 0 ? fresh : rows.slice(0, 1);
  await changeAttempts(pool, tenant, taken, 1);
  return taken.map((row) => ({ ...row, attempts: row.attempts + 1 }));
}

async function pendingRows(db: Queryable, { projectId, environment }: Tenant): Promise<TakenSubject[]> {
  // Index symbolications_pending (project_id, environment, attempts, received_at).
  const { rows } = await db.query<TakenSubject>(
    `SELECT kind, subject, received_at AS "receivedAt", attempts FROM symbolications
     WHERE project_id = $1 AND environment = $2 AND status = 'pending'
     ORDER BY attempts, received_at LIMIT ${batchSize}`,
    [projectId, environment],
  );
  return rows;
}

/** Rows of waiting stacks that are parted at a time; each has a few hundred stacks. */
const partedAtOnce = 2;

interface WaitingRow {
  readonly id: string;
  readonly received_at: Date;
  readonly kind: SubjectKind;
  readonly subjects: readonly string[];
}

/** Gives each of the stacks that have waited longest a row of its own. False when nothing waits. */
async function partWaiting(database: Database, { projectId, environment }: Tenant): Promise<boolean> {
  const { pool } = database;
  // Primary key (project_id, environment, received_at, id).
  const waiting = await pool.query<WaitingRow>(
    `SELECT received_at, id FROM waiting_stacks WHERE project_id = $1 AND environment = $2
     ORDER BY received_at, id LIMIT ${partedAtOnce}`,
    [projectId, environment],
  );
  if (waiting.rows.length === 0) return false;
  const times = waiting.rows.map(({ received_at }) => received_at);
  // Where no worker ran for days, none has made them ahead of time.
  await ensurePartitionsOf(pool, times);
  await inTransaction(database, async ({ client }) => {
    // Nobody else parts what this one deletes.
    const { rows } = await client.query<WaitingRow>(
      `DELETE FROM waiting_stacks WHERE project_id = $1 AND environment = $2
         AND received_at = ANY ($3::timestamptz[]) AND id = ANY ($4::text[])
       RETURNING kind, received_at, subjects`,
      [projectId, environment, times, waiting.rows.map(({ id }) => id)],
    );
    for (const { kind, received_at, subjects } of rows)
      await client.query(
        `INSERT INTO symbolications (project_id, environment, kind, received_at, subject)
         VALUES ${rowsOfParameters(subjects.length, ["$1", "$2", "$3", "$4", null])}
         ON CONFLICT (project_id, environment, kind, subject, received_at) DO NOTHING`,
        [projectId, environment, kind, received_at, ...subjects],
      );
  });
  return true;
}

/** Counts runs that were begun, or takes back those that were not. */
export async function changeAttempts(
  db: Queryable,
  tenant: Tenant,
  subjects: readonly SubjectRef[],
  change: 1 | -1,
): Promise<void> {
  if (subjects.length === 0) return;
  await db.query(
    `UPDATE symbolications SET attempts = greatest(0, attempts + $6) WHERE ${named} AND status = 'pending'`,
    [...names(tenant, subjects), change],
  );
}

/** Primary key (project_id, environment, kind, subject, received_at); the times alone say which partitions. */
const named = `project_id = $1 AND environment = $2 AND kind = ANY ($3::text[]) AND subject = ANY ($4::text[])
  AND received_at = ANY ($5::timestamptz[])
  AND (kind, subject, received_at) IN (SELECT * FROM unnest($3::text[], $4::text[], $5::timestamptz[]))`;

function names({ projectId, environment }: Tenant, subjects: readonly SubjectRef[]): unknown[] {
  return [
    projectId,
    environment,
    subjects.map(({ kind }) => kind),
    subjects.map(({ subject }) => subject),
    subjects.map(({ receivedAt }) => receivedAt),
  ];
}

export interface SubjectOutcome {
  readonly status: Exclude<SymbolicationStatus, "pending">;
  /** The form in JSON. */
  readonly result: string;
  readonly lacks: readonly string[] | null;
}

/** Writes what came of a subject. */
export async function finishSubject(
  db: Queryable,
  tenant: Tenant,
  subject: SubjectRef,
  { status, result, lacks }: SubjectOutcome,
): Promise<void> {
  await db.query(
    `UPDATE symbolications SET status = $6, result = $7, lacks = $8, finished_at = now() WHERE ${one} AND status = 'pending'`,
    [...nameOf(tenant, subject), status, result, lacks],
  );
}

/** Forgets a subject that needs no symbols, or is not there any more. */
export async function dropSubject(db: Queryable, tenant: Tenant, subject: SubjectRef): Promise<void> {
  await db.query(`DELETE FROM symbolications WHERE ${one}`, nameOf(tenant, subject));
}

const one = "project_id = $1 AND environment = $2 AND kind = $3 AND subject = $4 AND received_at = $5";

function nameOf({ projectId, environment }: Tenant, { kind, subject, receivedAt }: SubjectRef): unknown[] {
  return [projectId, environment, kind, subject, receivedAt];
}

/** Stacks that files which were uploaded have helped to read, by the files' ids. */
export type Matched = Map<string, number>;

/** Adds to the counts of these files. A process that is killed before it calls this leaves its last stacks uncounted. */
export async function countMatched(db: Queryable, { projectId, environment }: Tenant, matched: Matched): Promise<void> {
  if (matched.size === 0) return;
  // Everybody locks the rows in one order. Primary key (project_id, environment, file_id).
  const files = [...matched].sort(([one], [other]) => (one < other ? -1 : 1));
  await db.query(
    `UPDATE symbol_files AS file SET matched_stacks = matched_stacks + matched.stacks, last_matched_at = now()
     FROM unnest($3::uuid[], $4::bigint[]) AS matched (file_id, stacks)
     WHERE file.project_id = $1 AND file.environment = $2 AND file.file_id = matched.file_id`,
    [projectId, environment, files.map(([fileId]) => fileId), files.map(([, stacks]) => stacks)],
  );
}

/** Re-queued at a time. */
const requeueBatch = 2_000;

/** Puts those back that wait for one of the symbols. Returns how many. */
export async function requeueLacking(db: Queryable, tenant: Tenant, keys: readonly string[]): Promise<number> {
  // Index symbolications_lacking (lacks).
  return await requeueWhere(db, tenant, "lacks && $3::uuid[] AND status IN ('partial', 'missing')", [keys]);
}

/** Puts everything back that was finished without all of its symbols before a moment. Returns how many. */
export async function requeueUnfinished(db: Queryable, tenant: Tenant, before: Date): Promise<number> {
  // Index symbolications_unfinished (project_id, environment, finished_at).
  return await requeueWhere(db, tenant, "finished_at <= $3 AND status IN ('partial', 'missing', 'failed')", [before]);
}

async function requeueWhere(db: Queryable, tenant: Tenant, condition: string, values: unknown[]): Promise<number> {
  let all = 0;
  for (;;) {
    const { rowCount } = await db.query(
      `WITH due AS MATERIALIZED (
         SELECT kind, subject, received_at FROM symbolications
         WHERE project_id = $1 AND environment = $2 AND ${condition} LIMIT ${requeueBatch}
       )
       UPDATE symbolications SET status = 'pending', attempts = 0, lacks = NULL FROM due
       WHERE symbolications.project_id = $1 AND symbolications.environment = $2 AND symbolications.kind = due.kind
         AND symbolications.subject = due.subject AND symbolications.received_at = due.received_at`,
      [tenant.projectId, tenant.environment, ...values],
    );
    all += rowCount ?? 0;
    if ((rowCount ?? 0) < requeueBatch) return all;
  }
}

/** How many `requeueUnfinished` would put back now, and the first millisecond after that, by the database's clock. */
export async function countUnfinished(
  db: Queryable,
  { projectId, environment }: Tenant,
): Promise<{ readonly count: number; readonly now: Date }> {
  const { rows } = await db.query<{ count: string; now: Date }>(
    `SELECT count(*), now() FROM symbolications
     WHERE project_id = $1 AND environment = $2 AND status IN ('partial', 'missing', 'failed')`,
    [projectId, environment],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The count returned nothing");
  return { count: Number(row.count), now: new Date(row.now.getTime() + 1) };
}

/** Tenants that one round finds. */
const mostFound = 5_000;

interface TenantRow {
  readonly project_id: string;
  readonly environment: Tenant["environment"];
}

/** Tenants for whom something waits. */
export async function waitingTenants(pool: Pool): Promise<Tenant[]> {
  const begun = await dueRows<TenantRow>(pool, {
    table: "symbolications",
    columns: ["project_id", "environment", "status"],
    from: (source) => `${source} WHERE status = 'pending' GROUP BY project_id, environment, status LIMIT ${mostFound}`,
  });
  const waiting = await dueRows<TenantRow>(pool, {
    table: "waiting_stacks",
    columns: ["project_id", "environment"],
    from: (source) => `${source} GROUP BY project_id, environment LIMIT ${mostFound}`,
  });
  const names = new Map([...begun, ...waiting].map((row) => [`${row.project_id} ${row.environment}`, row]));
  return Array.from(names.values(), ({ project_id: projectId, environment }) => ({ projectId, environment }));
}
