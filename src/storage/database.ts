/**
 * Opens the database. TypeORM repositories and hand-written SQL (COPY, unnest) share a single pool. So a process never holds more than
 * `poolSize` connections, plus those of the query pool.
 */
import { setTimeout as delay } from "node:timers/promises";
import pg, { type Pool, type PoolClient } from "pg";
import { DataSource, type EntitySchema, MigrationExecutor, type MigrationInterface, type QueryRunner } from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { advisoryLocks } from "./advisory-locks.ts";
import { type ConnectionLimits, connectionSettings, steadyPool, withStatementLimit } from "./connections.ts";
import { DatabaseHealth, type HealthLimits } from "./health.ts";
import type { Log } from "./log.ts";
import { QueryPool, queryConnections } from "./query-pool.ts";

export type MigrationClass = new () => MigrationInterface;

export interface DatabaseOptions extends ConnectionLimits, HealthLimits {
  readonly entities: readonly EntitySchema[];
  readonly migrations: readonly MigrationClass[];
  /** Most connections of this process; 20 when left out. */
  readonly poolSize?: number;
  /** The `application_name` in `pg_stat_activity`; `accord` when left out. */
  readonly applicationName?: string;
  /** Logs connections that were lost while idle. The pool replaces them. */
  readonly log?: Log;
}

export interface Database {
  readonly dataSource: DataSource;
  /** The pool, which `dataSource` uses too. It returns bigint columns as text, and timestamptz columns as Dates. */
  readonly pool: Pool;
  /** Runs reads that may take long, on connections of their own. */
  readonly queries: QueryPool;
  /** Whether the database answers, from what all connections of both pools observe. */
  readonly health: DatabaseHealth;
  close(): Promise<void>;
}

/** Time limit of migrations: they may wait for another process, or rewrite a large table (milliseconds). */
const migrationStatementMs = 24 * 3_600_000;

const defaultName = "accord";

/** The name of TypeORM's table of migrations. */
const migrationsTable = "migrations";

/** Pause between two checks whether another process has finished its migrations (milliseconds). */
const turnPauseMs = 100;

/** Opens the pool and checks that the server answers. Throws what `pg` throws. */
export async function openDatabase(url: string, options: DatabaseOptions): Promise<Database> {
  const { applicationName = defaultName, log, suspectMs, patienceMs } = options;
  const health = new DatabaseHealth({ url, applicationName, log, suspectMs, patienceMs });
  const dataSource = await dataSourceFor(url, options, health).initialize();
  const queries = new QueryPool(poolForQueries(url, options, health));
  return {
    dataSource,
    pool: poolOf(dataSource),
    queries,
    health,
    async close() {
      health.close();
      await queries.close();
      await dataSource.destroy();
    },
  };
}

/** The pool for long reads. It connects at the first query. */
function poolForQueries(url: string, options: DatabaseOptions, health: DatabaseHealth): Pool {
  const SteadyPool = steadyPool(options, health);
  const pool = new SteadyPool({
    ...connectionSettings(options),
    connectionString: url,
    max: queryConnections,
    application_name: `${options.applicationName ?? defaultName} queries`,
  });
  pool.on("error", (error) => tellOfLostConnection(error, pool, options));
  return pool;
}

/** Logs a lost connection, unless the data source has been closed (it has no pool then): client and server often stop together. */
function tellOfLostConnection(error: Error, pool: Pool | undefined, { log }: DatabaseOptions): void {
  if (pool?.ending !== false) return;
  // Not the error itself, which holds the whole connection with its cancel key.
  log?.warn({ reason: error.message }, "A database connection was lost");
}

/** Creates the data source without connecting, as TypeORM's command line needs it. */
export function dataSourceFor(url: string, options: DatabaseOptions, health?: DatabaseHealth): DataSource {
  const dataSource: DataSource = new DataSource({
    type: "postgres",
    url,
    entities: [...options.entities],
    migrations: [...options.migrations],
    migrationsTransactionMode: "each",
    poolSize: options.poolSize ?? 20,
    applicationName: options.applicationName ?? defaultName,
    // Migrations create the extensions that they need.
    installExtensions: false,
    driver: { ...pg, Pool: steadyPool(options, health) },
    poolErrorHandler: (error: Error) => tellOfLostConnection(error, poolOf(dataSource), options),
    extra: connectionSettings(options),
  });
  return dataSource;
}

function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}

/** The database has migrations that this version does not know. A newer version has migrated it, or a state that was never released. */
export class UnknownMigrations extends Error {
  constructor(name: string) {
    super(`The database has the migration ${name}, which this Accord does not know`);
    this.name = "UnknownMigrations";
  }
}

/** Names of the migrations that have run on the database, including those that this version does not know. */
export async function appliedMigrations(on: Pool | PoolClient): Promise<string[]> {
  // TypeORM would create its table, for which a login that only serves has no right.
  const { rows: found } = await on.query("SELECT to_regclass($1) AS found", [migrationsTable]);
  if (found[0]?.found === null) return [];
  const { rows } = await on.query<{ name: string }>(`SELECT name FROM ${migrationsTable} ORDER BY id`);
  return rows.map(({ name }) => name);
}

/** Names of the migrations that have not run on the database yet. */
export async function pendingMigrations({ dataSource, pool }: Database): Promise<string[]> {
  const applied = new Set(await appliedMigrations(pool));
  return knownMigrations(dataSource).filter((name) => !applied.has(name));
}

/** Throws UnknownMigrations when another version has migrated the database. */
export async function refuseUnknownMigrations(
  { dataSource, pool }: Database,
  on: Pool | PoolClient = pool,
): Promise<void> {
  const known = new Set(knownMigrations(dataSource));
  const unknown = (await appliedMigrations(on)).find((name) => !known.has(name));
  if (unknown !== undefined) throw new UnknownMigrations(unknown);
}

function knownMigrations({ migrations }: DataSource): string[] {
  return migrations.map((migration) => migration.name ?? migration.constructor.name);
}

/**
 * Runs the pending migrations, each in a transaction of its own. Processes that start at the same time take turns, and the later ones find
 * nothing to do. `onProgress` is called with the name of each migration before it runs. Throws UnknownMigrations, and changes nothing, when
 * another version has migrated the database.
 */
export async function runMigrations(
  database: Database,
  onProgress: (migration: string) => void = () => {},
): Promise<void> {
  const { dataSource } = database;
  const queryRunner = dataSource.createQueryRunner();
  try {
    const client: PoolClient = await queryRunner.connect();
    await withStatementLimit(client, migrationStatementMs, async () => {
      await takeTurn(queryRunner);
      try {
        await refuseUnknownMigrations(database, client);
        await executePending(new MigrationExecutor(dataSource, queryRunner), queryRunner, onProgress);
      } finally {
        await queryRunner.query("SELECT pg_advisory_unlock_all()");
      }
    });
  } finally {
    await queryRunner.release();
  }
}

/** Polls for the lock. A statement that waits for it would hold a snapshot, for which CREATE INDEX CONCURRENTLY of the holder would wait. */
async function takeTurn(queryRunner: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = await queryRunner.query("SELECT pg_try_advisory_lock($1) AS taken", [advisoryLocks.migrations]);
    if (row?.taken === true) return;
    await delay(turnPauseMs);
  }
}

async function executePending(
  executor: MigrationExecutor,
  queryRunner: QueryRunner,
  onProgress: (migration: string) => void,
): Promise<void> {
  for (const migration of await executor.getPendingMigrations()) {
    onProgress(migration.name);
    const transaction = migration.instance?.transaction !== false;
    if (transaction) {
      await queryRunner.startTransaction();
      // On a cluster, a migration that changes a table and creates another that refers to it would deadlock with itself across
      // connections. Without Citus, the setting has no effect.
      await queryRunner.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
    }
    try {
      await executor.executeMigration(migration);
      if (transaction) await queryRunner.commitTransaction();
    } catch (error) {
      if (transaction) await queryRunner.rollbackTransaction();
      throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
    }
  }
}
