/**
 * Distributes tables according to `distribution`, on a database with Citus. Idempotent: tables that are already distributed are left
 * alone, and an interrupted run is continued. Citus moves existing rows, and blocks writers of a table while it does.
 */
import { escapeIdentifier, escapeLiteral, type Pool, type PoolClient, type QueryResult } from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { withStatementLimit } from "./connections.ts";
import type { Database } from "./database.ts";
import { type Distribution, distribution } from "./distribution.ts";
import { setLocally } from "./set-locally.ts";
import { onConnection } from "./sql-transaction.ts";
import { StartupError } from "./startup-error.ts";

/** One table that is not yet distributed as listed. */
export interface Step {
  readonly table: string;
  /** A description of the step, for people. */
  readonly action: string;
  /** The number of rows of the table, by the statistics. */
  readonly rows: number;
  readonly statement: string;
}

/** The progress of a run before a step. */
export interface Progress {
  readonly number: number;
  readonly of: number;
  readonly rows: number;
  readonly ofRows: number;
}

/** Old copies of moved rows, which are still in the coordinator's files but invisible to queries. */
export interface LeftBehind {
  readonly table: string;
  /** By the statistics. */
  readonly rows: number;
  readonly bytes: number;
}

/** Time limit of a statement that moves a table, which may be large (milliseconds). */
const moveMs = 24 * 3_600_000;

/**
 * Session settings for a distributed database: SET LOCAL is passed on to the nodes, and tables with triggers, such as those that protect
 * ledger entries, may be distributed.
 */
export const sessionSettings = {
  "citus.propagate_set_commands": "local",
  "citus.enable_unsafe_triggers": "on",
} as const;

/** Whether the database has Citus. */
export async function isCluster(on: Pool | PoolClient): Promise<boolean> {
  const { rows } = await on.query<{ found: boolean }>(
    "SELECT to_regproc('create_distributed_table') IS NOT NULL AS found",
  );
  return rows[0]?.found === true;
}

/**
 * The remaining steps, in order: tables that others refer to come first. Throws StartupError without Citus, for a table that is not in the
 * list, and for a table that is distributed in another way than the list says.
 */
export async function planDistribution(on: Pool | PoolClient, list = distribution): Promise<readonly Step[]> {
  if (!(await isCluster(on)))
    throw new StartupError(
      "This database has no Citus. Install it on every node, CREATE EXTENSION citus in this database, and add the nodes: docs/handbook/scaling.md.",
    );
  const tables = await tablesOf(on);
  const strangers = tables.filter(({ name }) => list[name] === undefined).map(({ name }) => name);
  if (strangers.length > 0)
    throw new StartupError(`In no class: ${strangers.join(", ")}. Say in src/storage/distribution.ts where they lie.`);
  const anchors = new Map<string, string>();
  const steps: Step[] = [];
  for (const { name, lies, rows } of inOrder(tables, list)) {
    const entry = list[name];
    if (entry === undefined) continue;
    const wanted = wantedKind(entry);
    if (lies !== wanted && lies !== "local")
      throw new StartupError(`${name} lies ${lies}, and should lie ${wanted}. Move it by hand, or change the list.`);
    if (entry.kind === "distributed") {
      const anchor = anchors.get(entry.group);
      if (anchor === undefined) anchors.set(entry.group, name);
      if (lies === "local") steps.push({ ...byColumn(name, entry.column, anchor), rows });
    } else if (entry.kind === "reference" && lies === "local") {
      const statement = `SELECT create_reference_table(${escapeLiteral(name)})`;
      steps.push({ table: name, action: "to every node", rows, statement });
    }
  }
  return steps;
}

/**
 * Does the remaining steps, and removes the rows left behind. Calls `onStep` before each step. The pool must be connected as the owner of
 * the tables. Throws what `planDistribution` throws. Returns the number of tables moved.
 */
export async function distribute(
  { pool }: Pick<Database, "pool">,
  onStep: (step: Step, progress: Progress) => void,
  list = distribution,
): Promise<number> {
  return await onConnection(pool, (client) =>
    withStatementLimit(client, moveMs, async () => {
      await client.query("SELECT pg_advisory_lock($1)", [advisoryLocks.distribution]);
      try {
        const steps = await planDistribution(client, list);
        await keepSettings(client);
        const ofRows = steps.reduce((sum, { rows }) => sum + rows, 0);
        let rows = 0;
        for (const [index, step] of steps.entries()) {
          onStep(step, { number: index + 1, of: steps.length, rows, ofRows });
          await client.query(step.statement);
          rows += step.rows;
        }
        if (steps.length > 0) await tellShardsOfValues(client);
        for (const { table } of await leftBehind(client, list)) await clear(client, table);
        return steps.length;
      } finally {
        await client.query("SELECT pg_advisory_unlock($1)", [advisoryLocks.distribution]);
      }
    }),
  );
}

/** How long the coordinator waits for a node in a health check (milliseconds). Citus' own limit is 30 s. */
const nodePatienceMs = 1_000;

/** Nodes that do not answer the coordinator, as `host:port`; none on a database without Citus. Nodes are asked one after the other. */
export async function nodesAway(pool: Pool): Promise<readonly string[]> {
  if (!(await isCluster(pool))) return [];
  const answer: unknown = await pool.query(
    `${setLocally({ "citus.node_connection_timeout": String(nodePatienceMs) })};
     SELECT nodename || ':' || nodeport AS node FROM pg_dist_node
     WHERE isactive AND noderole = 'primary' AND citus_check_connection_to_node(nodename, nodeport) IS NOT TRUE ORDER BY 1`,
  );
  const rows = ((answer as QueryResult[]).at(-1)?.rows ?? []) as { node: string }[];
  return rows.map(({ node }) => node);
}

function byColumn(table: string, column: string, anchor: string | undefined): Omit<Step, "rows"> {
  const beside = escapeLiteral(anchor ?? "none");
  return {
    table,
    action: `by ${column}${anchor === undefined ? "" : `, beside ${anchor}`}`,
    statement: `SELECT create_distributed_table(${escapeLiteral(table)}, ${escapeLiteral(column)}, colocate_with => ${beside})`,
  };
}

function wantedKind(entry: Distribution): string {
  return entry.kind === "distributed" ? `by ${entry.column}` : entry.kind;
}

interface Table {
  readonly name: string;
  /** `local`, `reference`, or `by <column>`. */
  readonly lies: string;
  readonly refersTo: readonly string[];
  /** By the statistics, including partitions. */
  readonly rows: number;
  /** The size of the coordinator's own files, including partitions. */
  readonly bytes: number;
}

/** The tables of the schema, without partitions, which move with their tables, and without tables of extensions. */
async function tablesOf(on: Pool | PoolClient): Promise<readonly Table[]> {
  const { rows } = await on.query<Table>(
    `SELECT relname AS name,
       CASE WHEN partmethod = 'h' THEN 'by ' || column_to_column_name(logicalrelid, partkey)
            WHEN repmodel = 't' THEN 'reference' ELSE 'local' END AS lies,
       ARRAY(SELECT target.relname::text FROM pg_constraint JOIN pg_class target ON target.oid = confrelid
             WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS "refersTo",
       (SELECT sum(pg_stat_get_live_tuples(part))::float8
        FROM (SELECT c.oid AS part UNION SELECT relid FROM pg_partition_tree(c.oid)) AS parts) AS rows,
       (SELECT sum(pg_relation_size(part))::float8
        FROM (SELECT c.oid AS part UNION SELECT relid FROM pg_partition_tree(c.oid)) AS parts) AS bytes
     FROM pg_class c LEFT JOIN pg_dist_partition ON logicalrelid = c.oid
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
     ORDER BY relname`,
  );
  return rows;
}

/** Sorts tables: reference tables first, and each table after those that it refers to. */
function inOrder(tables: readonly Table[], list: Readonly<Record<string, Distribution>>): readonly Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const add = (table: Table, above: readonly string[]): void => {
    if (ordered.has(table) || above.includes(table.name)) return;
    for (const name of table.refersTo) {
      const target = byName.get(name);
      if (target !== undefined) add(target, [...above, table.name]);
    }
    ordered.add(table);
  };
  for (const kind of ["reference", "distributed", "local"] as const)
    for (const table of tables) if (list[table.name]?.kind === kind) add(table, []);
  return [...ordered];
}

async function keepSettings(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  const database = escapeIdentifier(rows[0]?.name ?? "");
  for (const [name, value] of Object.entries(sessionSettings)) {
    await client.query(`ALTER DATABASE ${database} SET ${name} = ${escapeLiteral(value)}`);
    await client.query(`SET ${name} = ${escapeLiteral(value)}`);
  }
}

/**
 * Lists the old copies of moved tables on the coordinator, in the order in which they can be removed: tables that refer to others first.
 * Empty when no table was moved.
 */
export async function leftBehind(on: Pool | PoolClient, list = distribution): Promise<readonly LeftBehind[]> {
  return inOrder(await tablesOf(on), list)
    .filter(({ lies, bytes }) => lies !== "local" && bytes > 0)
    .map(({ name, rows, bytes }) => ({ table: name, rows, bytes }))
    .toReversed();
}

/** Empties only the coordinator's own table. Its triggers, which may forbid that, do not run, and shards are not touched. */
async function clear(client: PoolClient, table: string): Promise<void> {
  const { rowCount: triggers } = await client.query(
    "SELECT FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgenabled = 'O'",
    [table],
  );
  const statements =
    triggers === 0
      ? [`SELECT truncate_local_data_after_distributing_table(${escapeLiteral(table)})`]
      : [
          onCoordinatorAlone,
          `ALTER TABLE ${escapeIdentifier(table)} DISABLE TRIGGER USER`,
          `SELECT truncate_local_data_after_distributing_table(${escapeLiteral(table)})`,
          // The function has reset it to its default.
          onCoordinatorAlone,
          `ALTER TABLE ${escapeIdentifier(table)} ENABLE TRIGGER USER`,
        ];
  await client.query("BEGIN");
  try {
    for (const statement of statements) await client.query(statement);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

const onCoordinatorAlone = "SET LOCAL citus.enable_ddl_propagation = off";

/** Sets the distinct values of the shards of existing partitions, because moved shards, like new ones, have no statistics. */
async function tellShardsOfValues(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; values: unknown }>(
    `SELECT tablename AS name, json_object_agg(attname, n_distinct) AS values FROM pg_stats
     WHERE schemaname = current_schema() AND tablename ~ '_p[0-9]{8}$' GROUP BY tablename ORDER BY tablename`,
  );
  for (const { name, values } of rows)
    await client.query("SELECT seed_shard_statistics($1, $2)", [name, JSON.stringify(values)]);
}
