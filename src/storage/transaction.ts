/**
 * Transactions, and where SQL of our own runs. Every transaction is READ COMMITTED, PostgreSQL's default: what has to
 * hold against concurrent requests is held by a row lock, a condition in the UPDATE or a constraint. Serialization
 * failures therefore do not occur, and none is retried here; a deadlock is a passing error (passing.ts).
 */
import type { PoolClient, QueryResult, QueryResultRow } from "pg";
import {
  type DataSource,
  type EntityManager,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from "typeorm";

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
}

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. Throws what `work` throws, and
 * what TypeORM throws when the transaction can neither begin nor be committed (`isPassing` tells when that may pass).
 */
export async function inTransaction<T>(
  { dataSource }: Connected,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let lost: Error | undefined;
  const onLost = (error: Error) => {
    lost = error;
  };
  try {
    return await dataSource.transaction(async (manager) => {
      const client: PoolClient = await manager.queryRunner?.connect();
      client.once("error", onLost);
      try {
        return await work({ manager, client });
      } finally {
        client.off("error", onLost);
      }
    });
  } catch (error) {
    // TypeORM gives up a lost connection at once and then says only that it has none.
    throw lost !== undefined && saysReleased(error) ? lost : error;
  }
}

function saysReleased(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}
