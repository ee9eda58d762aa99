// SQL: COPY, and messages of several statements: a flush is four round trips.
/** One flush: the batches of several requests of one tenant, into one table, in one transaction. */
import type { Pool, PoolClient } from "pg";
import type { Problem } from "#src/http/problem.ts";
import type { QuotaState } from "#src/http/rate-limit.ts";
import { type CopyEncoder, copyRows } from "#src/storage/copy.ts";
import type { Tenant } from "../records.ts";
import { type QuotaCharge, QuotaLedger } from "./quota.ts";
import type { FlushSources, SourceRegistry } from "./source-registry.ts";
import type { Batch, TelemetryTable } from "./table.ts";
import { WaitingStacks } from "./waiting-stacks.ts";

export interface Charged {
  readonly batch: Batch;
  /** Whose state is answered. */
  readonly quota: QuotaCharge;
  /** Charged together with it: all of them or none. */
  readonly besides: readonly QuotaCharge[];
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
  /** Hears of a flush with stacks that may need symbols, once it is committed. */
  readonly onStacks: ((tenant: Tenant) => void) | undefined;
}

/**
 * The search for duplicates must go by the key's index, the only one that covers it. PostgreSQL would prefer the
 * list's index for a tenant that its statistics do not know yet, and read all that the tenant has sent today.
 */
const begin = `BEGIN; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off`;

/** An attempt whose COMMIT was not answered, which says nothing about the commit. */
export interface UnansweredCommit {
  readonly receivedAt: number;
  /** Those that were within their quota. */
  readonly batches: readonly Batch[];
  /** How many of their rows it wrote. */
  readonly rows: number;
  readonly answers: (AppendOutcome | Problem)[];
}

/** Thrown in place of what the connection threw, its `cause`, when that was at the COMMIT. */
export class CommitUnanswered extends Error {
  readonly attempt: UnansweredCommit;

  constructor(attempt: UnansweredCommit, cause: unknown) {
    super("The answer to COMMIT was lost", { cause });
    this.attempt = attempt;
  }
}

interface Prepared extends UnansweredCommit {
  readonly sources: FlushSources;
  readonly stacks: WaitingStacks;
  /** The last statement before the commit; null when there is nothing to commit. */
  readonly saving: string | null;
}

/**
 * Stores the batches. Answers for each, in order: the outcome, or the problem that it is over its quota, which leaves
 * the others alone. `unanswered` are earlier attempts at the same requests: if one of them took place after all, its
 * answers are given and nothing is stored or charged again. Throws what PostgreSQL or the connection throws, and then
 * nothing is stored, except that nobody knows after CommitUnanswered.
 */
export async function flush(
  requests: readonly Charged[],
  dependencies: FlushDependencies,
  unanswered: readonly UnansweredCommit[] = [],
): Promise<(AppendOutcome | Problem)[]> {
  const client = await dependencies.pool.connect();
  let prepared: Prepared | (AppendOutcome | Problem)[];
  try {
    prepared = await prepare(client, requests, dependencies, unanswered);
    if (Array.isArray(prepared) || prepared.saving === null) await client.query("ROLLBACK");
  } catch (error) {
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
  if (Array.isArray(prepared) || prepared.saving === null) {
    client.release();
    return Array.isArray(prepared) ? prepared : prepared.answers;
  }
  try {
    await client.query(`${prepared.saving}; COMMIT`);
    client.release();
  } catch (error) {
    client.release(true);
    throw new CommitUnanswered(prepared, error);
  }
  prepared.sources.committed();
  if (!prepared.stacks.isEmpty) dependencies.onStacks?.(dependencies.tenant);
  return prepared.answers;
}

/** Everything of the transaction but its end; the answers alone when an unanswered attempt turns out to have taken place. */
async function prepare(
  client: PoolClient,
  requests: readonly Charged[],
  dependencies: FlushDependencies,
  unanswered: readonly UnansweredCommit[],
): Promise<Prepared | (AppendOutcome | Problem)[]> {
  const { tenant, table, encoder } = dependencies;
  // The row of the kind itself is the lock that lets one flush of a tenant at a time look for duplicates.
  const charged = requests.flatMap(({ quota, besides }) => [quota, ...besides]);
  const names = new Set([table.kind, ...charged.map(({ name }) => name).sort()]);
  const ledger = await QuotaLedger.lock(client, begin, tenant, [...names]);
  // An unanswered attempt held the same lock: it has ended by now, one way or the other.
  for (const attempt of unanswered) if (await tookPlace(client, attempt, dependencies)) return attempt.answers;
  const receivedAt = dependencies.now?.() ?? ledger.now;
  const sources = dependencies.sources.collect(tenant, receivedAt);
  const states = requests.map(({ quota, besides }) => ledger.chargeAll([quota, ...besides]));
  const batches = requests.filter((_, index) => Array.isArray(states[index])).map(({ batch }) => batch);

  encoder.reset();
  const stacks = new WaitingStacks(tenant, receivedAt);
  const stored = await table.stage({ client, tenant, batches, receivedAt, encoder, sources, stacks });
  const rows = stored.reduce((sum, count) => sum + count, 0);
  if (rows > 0) await copyRows(client, table.copyStatement, encoder);
  await stacks.save(client);

  let admitted = 0;
  const answers = requests.map(({ batch, quota }, index) => {
    const state = states[index];
    if (state === undefined || !("length" in state)) return ledger.refusal(state ?? quota);
    const written = stored[admitted++] ?? 0;
    const [own = ledger.state(quota.name, quota.limitPerMinute)] = state;
    return { stored: written, deduped: batch.rows.length - written, quota: own };
  });
  return { receivedAt, batches, rows, answers, sources, stacks, saving: batches.length > 0 ? ledger.saving : null };
}

/**
 * What the database holds is the only witness: a transaction's id and the age of a server process prove nothing after a
 * failover. An attempt that wrote no row has no witness and is made again.
 */
async function tookPlace(
  client: PoolClient,
  { rows, batches, receivedAt }: UnansweredCommit,
  { table, tenant }: FlushDependencies,
): Promise<boolean> {
  return rows > 0 && (await table.countReceived({ client, tenant, batches }, receivedAt)) === rows;
}
