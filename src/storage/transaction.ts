/**
 * Transactions, and where SQL of our own runs. Every transaction is READ COMMITTED, PostgreSQL's default: what has to
 * hold against concurrent requests is held by a row lock, a condition in the UPDATE or a constraint. Serialization
 * failures therefore do not occur, and none is retried here; a deadlock is a passing error (passing.ts).
 */
import type { Pool, PoolClient, QueryResult, QueryResultRow } from "pg";
import {
  type DataSource,
  type EntityManager,
  type QueryRunner,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { Statements } from "./statements.ts";
import type { SteadyClient } from "./steady-client.ts";

/** Where SQL of our own runs: the pool, or the connection that a transaction is on. */
export interface Queryable {
  query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

export interface Connected {
  readonly dataSource: DataSource;
}

/** One transaction on one connection, for repositories and for SQL of our own alike. */
export interface Transaction {
  /** Its repositories; `manager.getRepository` and the manager's own methods. */
  readonly manager: EntityManager;
  /** Its connection, for the SQL that a repository cannot say. */
  readonly client: PoolClient;
  /** Statements that do not need each other's answers: sent together, they are one round trip. */
  readonly statements: Statements;
}

/** Called with how often it was asked for. */
type AfterCommit = (on: Pool, times: number) => void;

/** Callbacks to run once a transaction is committed, by its connection. */
const afterCommits = new WeakMap<object, Map<AfterCommit, number>>();

/**
 * Runs `work`, which must not throw, once the transaction that `on` is in has committed, and once however often it is asked
 * for. False when there is none that tells of its commit; then nothing will be run.
 */
export function afterCommit(on: object, work: AfterCommit): boolean {
  const after = afterCommits.get(on);
  after?.set(work, (after.get(work) ?? 0) + 1);
  return after !== undefined;
}

/** Runs `commit`, a transaction on `client` from its beginning to its end, and then what was to be done after it, unless it was `rolledBack`. */
export async function tellingOfCommit<T>(
  pool: Pool,
  client: PoolClient,
  commit: () => Promise<T>,
  rolledBack: (result: T) => boolean = () => false,
): Promise<T> {
  const after = new Map<AfterCommit, number>();
  afterCommits.set(client, after);
  try {
    const result = await commit();
    if (!rolledBack(result)) for (const [work, times] of after) work(pool, times);
    return result;
  } finally {
    // Given back to its pool, the connection may have another transaction by now.
    if (afterCommits.get(client) === after) afterCommits.delete(client);
  }
}

/**
 * Runs `work` in one transaction: committed when it returns and no statement has failed, rolled back otherwise. BEGIN travels
 * with the first statement, and COMMIT with those that nobody has waited for. Throws what `work` throws, what a statement that
 * was sent threw, and what TypeORM throws when the transaction can neither begin nor be committed (`isPassing` tells when
 * that may pass). Where statements have failed for another's failure, it is the first that is thrown.
 */
export async function inTransaction<T>(
  { dataSource }: Connected,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let lost: Error | undefined;
  const onLost = (error: Error) => {
    lost = error;
  };
  const runner = dataSource.createQueryRunner();
  try {
    const client: PoolClient & SteadyClient = await runner.connect();
    client.once("error", onLost);
    client.firstRefusal = undefined;
    client.pipeline = true;
    try {
      const pool = (dataSource.driver as PostgresDriver).master as Pool;
      return await tellingOfCommit(pool, client, () => runTransaction(runner, new Statements(client), client, work));
    } finally {
      client.pipeline = false;
      client.off("error", onLost);
    }
  } catch (error) {
    // TypeORM gives up a lost connection at once and then says only that it has none.
    throw lost !== undefined && saysReleased(error) ? lost : error;
  } finally {
    await runner.release();
  }
}

async function runTransaction<T>(
  runner: QueryRunner,
  statements: Statements,
  client: PoolClient,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    // Where a connection lives, BEGIN does not fail; where it does not, nothing that follows does anything.
    void statements.send(() => runner.startTransaction());
    await statements.sent();
    const result = await work({ manager: runner.manager, client, statements });
    await statements.end(() => runner.commitTransaction());
    return result;
  } catch (error) {
    const cause = await statements.causeOf(error);
    await runner.rollbackTransaction().catch(() => {});
    throw cause;
  }
}

function saysReleased(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}
