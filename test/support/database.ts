import { randomBytes } from "node:crypto";
import pg, { type Pool } from "pg";
import { entities, migrations } from "#src/schema.ts";
import { type Database, type DatabaseOptions, openDatabase } from "#src/storage/database.ts";
import { cloneOnEach, databaseOf, dropOnEach, withDatabase } from "./cluster.ts";
import { opened } from "./opened.ts";
import { testPostgres } from "./postgres.ts";

export interface TestDatabase extends Database {
  readonly url: string;
  readonly ownerUrl: string;
  /** As the owner of the tables: what the server itself is not allowed to do. */
  readonly owner: Pool;
  /** The same with repositories, as commands have it: for what operators do and the server is not allowed to. */
  operator(): Promise<Database>;
  /** Closes the database and removes it. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions extends Partial<DatabaseOptions> {
  /** As whom it is opened: like the server, when left out, or as the owner of the tables. */
  readonly as?: "owner";
}

/** An empty database with the whole schema, of the caller's own. Call `drop` in `after`. */
export async function createTestDatabase({ as, ...given }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { url, ownerUrl, nodes } = await testPostgres();
  const name = `${databaseOf(ownerUrl)}_${randomBytes(8).toString("hex")}`;
  await cloneOnEach(nodes, name);
  const owners = withDatabase(ownerUrl, name);
  const own = as === "owner" ? owners : withDatabase(url, name);
  const database = await openDatabase(own, { entities, migrations, poolSize: 10, ...given });
  // The statements that look at all tables are planned once, not with each look.
  const options = "-c plan_cache_mode=force_generic_plan";
  const owner = new pg.Pool({ connectionString: owners, max: 2, options });
  owner.on("error", () => {});
  let operator: Promise<Database> | undefined;
  return {
    ...database,
    url: own,
    ownerUrl: owners,
    owner,
    operator() {
      operator ??= openAsOwner(owners);
      return operator;
    },
    async drop() {
      await database.close();
      await (await operator)?.close();
      await owner.end();
      await dropOnEach(nodes, name);
    },
  };
}

/**
 * Such a database for the tests of the surrounding `describe`: made before them and dropped after them. It is opened with the options,
 * or by the function given.
 */
export function testDatabase(how: TestDatabaseOptions | (() => Promise<TestDatabase>) = {}): TestDatabase {
  return opened(
    () => (typeof how === "function" ? how() : createTestDatabase(how)),
    (database) => database.drop(),
  );
}

/**
 * One for the surrounding `describe` that each of its tests finds as the first did: empty, but for what migrations have written. That takes
 * a tenth of making another. What migrations have written must be left as it is.
 */
export function emptiedDatabase(options: TestDatabaseOptions = {}): TestDatabase {
  const database = testDatabase(options);
  const written = new Set<string>();
  before(async () => {
    for (const table of await filledTables(database.owner)) written.add(table);
  });
  beforeEach(async () => {
    const filled = (await filledTables(database.owner)).filter((table) => !written.has(table));
    if (filled.length === 0) return;
    const client = await database.owner.connect();
    try {
      await client.query("BEGIN");
      // Without triggers and foreign keys, which would ask for an order; SET LOCAL, which a cluster passes on to its nodes.
      await client.query("SET LOCAL session_replication_role = replica");
      for (const table of filled) await client.query(`DELETE FROM ${table}`);
      await client.query("COMMIT");
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  });
  return database;
}

async function filledTables(owner: Pool): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace::regnamespace::text IN ('public', 'graphile_worker')`,
  );
  const looks = tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${name})`);
  const { rows } = await owner.query<{ name: string }>(looks.join(" UNION ALL "));
  return rows.map(({ name }) => name);
}

/** A database of a server of the test's own; `url` is of the login that serves, and of the owner where that is left out. */
export function asTestDatabase(database: Database, url: string, ownerUrl = url): TestDatabase {
  let operator: Promise<Database> | undefined;
  return {
    ...database,
    url,
    ownerUrl,
    owner: database.pool,
    operator() {
      operator ??= ownerUrl === url ? Promise.resolve(database) : openAsOwner(ownerUrl);
      return operator;
    },
    async drop() {
      await (await operator)?.close();
      await database.close();
    },
  };
}

function openAsOwner(url: string): Promise<Database> {
  return openDatabase(url, { entities, migrations, poolSize: 2 });
}
