/** One flush: the batches of several requests of one tenant, into one table, in one transaction. */
import { setTimeout as delay } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Problem } from "#src/http/problem.ts";
import { overQuota, type QuotaState } from "#src/http/rate-limit.ts";
import { type CopyEncoder, copyRows } from "#src/storage/copy.ts";
import type { Tenant } from "../records.ts";
import { type QuotaCharge, QuotaLedger } from "./quota.ts";
import type { FlushSources, SourceRegistry } from "./source-registry.ts";
import type { Batch, TelemetryTable } from "./table.ts";

export interface Charged {
  readonly batch: Batch;
  readonly quota: QuotaCharge;
}

/** What became of a batch, true from the commit on. */
export interface AppendOutcome {
  readonly stored: number;
  /** Rows that were there already, or earlier in the same request. */
  readonly deduped: number;
  readonly quota: QuotaState;
}

export interface FlushDependencies {
  readonly pool: Pool;
  readonly tenant: Tenant;
  readonly table: TelemetryTable;
  readonly encoder: CopyEncoder;
  readonly sources: SourceRegistry;
  /** The time of receipt in ms; the database's clock when left out. */
  readonly now: (() => number) | undefined;
}

/** How often to ask, at most, whether a transaction whose COMMIT was not answered is still running. */
const verdictAttempts = 20;
const verdictPauseMs = 100;

/**
 * The search for duplicates must go by the key's index, the only one that covers it. PostgreSQL would prefer the
 * list's index for a tenant that its statistics do not know yet, and read all that the tenant has sent today.
 */
const begin = `BEGIN; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off`;

interface Prepared {
  readonly transactionId: string;
  /** When the transaction held its locks, by the database's clock (ms). */
  readonly lockedAt: number;
  readonly sources: FlushSources;
  readonly answers: (AppendOutcome | Problem)[];
  /** The last statement before the commit; null when every request was over its quota and there is nothing to commit. */
  readonly saving: string | null;
}

/**
 * Stores the batches. Answers for each, in order: the outcome, or the problem that it is over its quota, which leaves
 * the others alone. Throws what PostgreSQL or the connection throws, and then nothing is stored.
 */
export async function flush(
  requests: readonly Charged[],
  dependencies: FlushDependencies,
): Promise<(AppendOutcome | Problem)[]> {
  const client = await dependencies.pool.connect();
  let prepared: Prepared;
  try {
    prepared = await prepare(client, requests, dependencies);
    if (prepared.saving === null) await client.query("ROLLBACK");
  } catch (error) {
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
  if (prepared.saving === null) {
    client.release();
    return prepared.answers;
  }
  try {
    await client.query(`${prepared.saving}; COMMIT`);
    client.release();
  } catch (error) {
    client.release(true);
    // The answer was lost, which says nothing about the commit.
    if (!(await wasCommitted(dependencies.pool, prepared))) throw error;
  }
  prepared.sources.committed();
  return prepared.answers;
}

/** Everything of the transaction but its end. */
async function prepare(
  client: PoolClient,
  requests: readonly Charged[],
  dependencies: FlushDependencies,
): Promise<Prepared> {
  const { tenant, table, encoder } = dependencies;
  // The row of the kind itself is the lock that lets one flush of a tenant at a time look for duplicates.
  const names = new Set([table.kind, ...requests.map(({ quota }) => quota.name).sort()]);
  const ledger = await QuotaLedger.lock(client, begin, tenant, [...names]);
  const receivedAt = dependencies.now?.() ?? ledger.now;
  const sources = dependencies.sources.collect(tenant, receivedAt);
  const states = requests.map(({ quota }) => ledger.charge(quota));
  const batches = requests.filter((_, index) => states[index] !== null).map(({ batch }) => batch);

  encoder.reset();
  const stored = await table.stage({ client, tenant, batches, receivedAt, encoder, sources });
  if (stored.some((rows) => rows > 0)) await copyRows(client, table.copyStatement, encoder);

  let admitted = 0;
  const answers = requests.map(({ batch, quota }, index) => {
    const state = states[index];
    if (!state) return overQuota(ledger.state(quota.name, quota.limitPerMinute));
    const rows = stored[admitted++] ?? 0;
    return { stored: rows, deduped: batch.rows.length - rows, quota: state };
  });
  const { transactionId, saving, now: lockedAt } = ledger;
  return { transactionId, lockedAt, sources, answers, saving: batches.length > 0 ? saving : null };
}

/**
 * Asks PostgreSQL on another connection. After a crash the same id may have been given to another transaction, so nothing
 * counts as committed then: every crash starts a new checkpointer. Whoever may not see when it started is told no, too; a
 * client that repeats stores nothing twice. Throws when PostgreSQL cannot be asked.
 */
async function wasCommitted(pool: Pool, { transactionId, lockedAt }: Prepared): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await pool.query<{ status: string | null }>(
        `SELECT pg_xact_status($1::xid8) AS status FROM pg_stat_activity
         WHERE backend_type = 'checkpointer' AND backend_start < $2`,
        [transactionId, new Date(lockedAt)],
      );
      const status = rows[0]?.status;
      if (status !== "in progress") return status === "committed";
      if (attempt === verdictAttempts) throw new Error(`Transaction ${transactionId} does not end`);
    } catch (error) {
      if (attempt === verdictAttempts) throw error;
    }
    await delay(verdictPauseMs);
  }
}
