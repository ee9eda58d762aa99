// SQL: COPY, and messages of several statements: a flush is four round trips.
/** One flush: batches of several requests of one tenant, into one table, in one transaction. */
import type { Pool, PoolClient, QueryResult } from "pg";
import type { CopyEncoder } from "#src/storage/copy.ts";
import { Arrivals } from "../issues/arrivals.ts";
import type { Tenant } from "../records.ts";
import type { FlushSources, SourceRegistry } from "./source-registry.ts";
import type { Batch, TelemetryTable, Written } from "./table.ts";
import { WaitingStacks } from "./waiting-stacks.ts";

export interface Locked {
  /** The database's clock, in ms. */
  readonly now: number;
  /** The results of the statements that began the transaction. */
  readonly begun: readonly QueryResult[];
}

/** The statements of a flush, its locks and its results. Made anew for each attempt. */
export interface Admission<Answer> {
  /** Runs `begin`, which starts the transaction, and takes the locks that keep others from storing the same rows. */
  lock(client: PoolClient, begin: string): Promise<Locked>;
  /** The rows to store; read once, when it is known that no earlier attempt was committed. */
  admit(): readonly Batch[];
  /** In the order of the requests. `stored` are the rows of each admitted batch that were new. */
  answers(stored: readonly number[]): Answer[];
  /** Statements before the COMMIT; null when there is nothing to commit. `rows` were written. */
  saving(rows: number): readonly string[] | null;
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
  /** Hears of a flush with events that belong to issues, once it is committed. */
  readonly onIssues: ((tenant: Tenant) => void) | undefined;
}

/** An attempt whose COMMIT was not answered, which says nothing about the commit. */
export interface UnansweredCommit<Answer> {
  readonly written: Written;
  readonly answers: Answer[];
}

/** Thrown in place of what the connection threw, its `cause`, when that was at the COMMIT. */
export class CommitUnanswered<Answer> extends Error {
  readonly attempt: UnansweredCommit<Answer>;

  constructor(attempt: UnansweredCommit<Answer>, cause: unknown) {
    super("The answer to COMMIT was lost", { cause });
    this.attempt = attempt;
  }
}

interface Prepared<Answer> extends UnansweredCommit<Answer> {
  readonly sources: FlushSources;
  readonly stacks: WaitingStacks;
  readonly issues: Arrivals;
  /** The last statements before the commit; null when there is nothing to commit. */
  readonly saving: readonly string[] | null;
}

/**
 * Stores what is admitted and returns its answers. `unanswered` are earlier attempts at the same requests: if one of them took
 * place after all, its answers are given and nothing is stored or charged again. Throws what PostgreSQL or the connection
 * throws, and then nothing is stored, except that nobody knows after CommitUnanswered.
 */
export async function flush<Answer>(
  admission: Admission<Answer>,
  dependencies: FlushDependencies,
  unanswered: readonly UnansweredCommit<Answer>[] = [],
): Promise<Answer[]> {
  const client = await dependencies.pool.connect();
  let prepared: Prepared<Answer> | Answer[];
  try {
    prepared = await prepare(client, admission, dependencies, unanswered);
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
    await client.query([...prepared.saving, ...(prepared.written.saving ?? []), "COMMIT"].join("; "));
    client.release();
  } catch (error) {
    client.release(true);
    throw new CommitUnanswered(prepared, error);
  }
  prepared.sources.committed();
  prepared.written.committed?.();
  if (!prepared.stacks.isEmpty) dependencies.onStacks?.(dependencies.tenant);
  if (!prepared.issues.isEmpty) dependencies.onIssues?.(dependencies.tenant);
  return prepared.answers;
}

/** Everything of the transaction but its end; the answers alone when an unanswered attempt turns out to have taken place. */
async function prepare<Answer>(
  client: PoolClient,
  admission: Admission<Answer>,
  dependencies: FlushDependencies,
  unanswered: readonly UnansweredCommit<Answer>[],
): Promise<Prepared<Answer> | Answer[]> {
  const { tenant, table, encoder } = dependencies;
  const locked = await admission.lock(client, table.begin(tenant));
  const { begun } = locked;
  // An unanswered attempt held the same locks: it has ended by now, one way or the other. One that wrote no row has no witness and is made again.
  for (const { written, answers } of unanswered)
    if ((await written.tookPlace?.({ client, begun })) === true) return answers;
  const receivedAt = dependencies.now?.() ?? locked.now;
  const sources = dependencies.sources.collect(tenant, receivedAt);
  const batches = admission.admit();

  const stacks = new WaitingStacks(tenant, receivedAt);
  const issues = new Arrivals(tenant, receivedAt);
  const written = await table.write({ client, tenant, batches, receivedAt, encoder, sources, stacks, issues, begun });
  await stacks.save(client);
  const rows = written.stored.reduce((sum, count) => sum + count, 0);
  const saving = admission.saving(rows)?.concat(issues.saving) ?? null;
  return { written, answers: admission.answers(written.stored), sources, stacks, issues, saving };
}
