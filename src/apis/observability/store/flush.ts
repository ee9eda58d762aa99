// SQL: COPY, and messages of several statements: a flush is four round trips.
/** One flush: batches of several requests of one tenant, into one table, in one transaction. */
import type { Pool, PoolClient } from "pg";
import type { CopyEncoder } from "#src/storage/copy.ts";
import { Arrivals } from "../issues/arrivals.ts";
import type { Tenant } from "../records.ts";
import type { Answer, ChargedFlush } from "./charged-flush.ts";
import type { FlushSources, SourceRegistry } from "./source-registry.ts";
import type { TelemetryTable, Written } from "./table.ts";
import { WaitingStacks } from "./waiting-stacks.ts";

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
export interface UnansweredCommit {
  readonly written: Written;
  readonly answers: Answer[];
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
  readonly issues: Arrivals;
  /** The last statements before the commit; null when there is nothing to commit. */
  readonly saving: readonly string[] | null;
}

/**
 * Stores what is admitted and returns its answers. `unanswered` are earlier attempts at the same requests: if one of them took
 * place after all, its answers are given and nothing is stored or charged again. Throws what PostgreSQL or the connection
 * throws, and then nothing is stored, except that nobody knows after CommitUnanswered.
 */
export async function flush(
  admission: ChargedFlush,
  dependencies: FlushDependencies,
  unanswered: readonly UnansweredCommit[] = [],
): Promise<Answer[]> {
  const client = await dependencies.pool.connect();
  let prepared: Prepared | Answer[];
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
async function prepare(
  client: PoolClient,
  admission: ChargedFlush,
  dependencies: FlushDependencies,
  unanswered: readonly UnansweredCommit[],
): Promise<Prepared | Answer[]> {
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
  const saving = admission.saving?.concat(issues.saving) ?? null;
  return { written, answers: admission.answers(written.stored), sources, stacks, issues, saving };
}
