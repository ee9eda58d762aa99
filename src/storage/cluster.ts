/**
 * Puts tables where `distribution` says on a database that has Citus. Idempotent: what lies in its place stays there, and a run
 * that was cut short is taken up where it ended. Citus moves the rows that are there, and holds writers of a table up meanwhile.
 */
import { escapeIdentifier, escapeLiteral, type Pool, type PoolClient, type QueryResult } from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { withStatementLimit } from "./connections.ts";
import type { Database } from "./database.ts";
import { type Distribution, distribution } from "./distribution.ts";
import { setLocally } from "./set-locally.ts";
import { StartupError } from "./startup-error.ts";

/** One table that is not in its place yet. */
export interface Step {
  readonly table: string;
  /** For people: what is done with it. */
  readonly action: string;
  readonly statement: string;
}

/** A large table is moved by one statement (milliseconds). */
const moveMs = 24 * 3_600_000;

/**
 * What sessions on a distributed database need: settings of a transaction hold on the nodes as well, and the triggers that keep ledger entries as they
 * are go with their tables.
 */
export const sessionSettings = {
  "citus.propagate_set_commands": "local",
  "citus.enable_unsafe_triggers": "on",
} as const;

/** Whether this database has Citus: only then is there anything to distribute, and are there other nodes. */
export async function isCluster(on: Pool | PoolClient): Promise<boolean> {
  const { rows } = await on.query<{ found: boolean }>(
    "SELECT to_regproc('create_distributed_table') IS NOT NULL AS found",
  );
  return rows[0]?.found === true;
}

/**
 * What is left to do, in its order: what others refer to comes first. Throws StartupError without Citus, for a table that is in
 * no class, and for one that lies in another place than the list says.
 */
export async function planDistribution(on: Pool | PoolClient, places = distribution): Promise<readonly Step[]> {
  if (!(await isCluster(on)))
    throw new StartupError(
      "This database has no Citus. Install it on every node, CREATE EXTENSION citus in this database, and add the nodes: docs/guides/scaling.md.",
    );
  const tables = await tablesOf(on);
  const strangers = tables.filter(({ name }) => places[name] === undefined).map(({ name }) => name);
  if (strangers.length > 0)
    throw new StartupError(`In no class: ${strangers.join(", ")}. Say in src/storage/distribution.ts where they lie.`);
  const anchors = new Map<string, string>();
  const steps: Step[] = [];
  for (const { name, lies } of inOrder(tables, places)) {
    const place = places[name];
    if (place === undefined) continue;
    const wanted = wantedPlace(place);
    if (lies !== wanted && lies !== "local")
      throw new StartupError(`${name} lies ${lies}, and should lie ${wanted}. Move it by hand, or change the list.`);
    if (place.place === "by column") {
      const anchor = anchors.get(place.group);
      if (anchor === undefined) anchors.set(place.group, name);
      if (lies === "local") steps.push(byColumn(name, place.column, anchor));
    } else if (place.place === "reference" && lies === "local") {
      const statement = `SELECT create_reference_table(${escapeLiteral(name)})`;
      steps.push({ table: name, action: "to every node", statement });
    }
  }
  return steps;
}

/** Does what is left to do. Hears of each step before it is done. Needs the tables' owner; throws what `planDistribution` does. */
export async function distribute(
  { pool }: Pick<Database, "pool">,
  onStep: (step: Step, place: { readonly number: number; readonly of: number }) => void,
  places = distribution,
): Promise<number> {
  const client = await pool.connect();
  try {
    return await withStatementLimit(client, moveMs, async () => {
      await client.query("SELECT pg_advisory_lock($1)", [advisoryLocks.distribution]);
      try {
        const steps = await planDistribution(client, places);
        await keepSettings(client);
        for (const [index, step] of steps.entries()) {
          onStep(step, { number: index + 1, of: steps.length });
          await client.query(step.statement);
        }
        await clearLocalRows(client, places);
        return steps.length;
      } finally {
        await client.query("SELECT pg_advisory_unlock($1)", [advisoryLocks.distribution]);
      }
    });
  } finally {
    client.release();
  }
}

/** How long the coordinator waits for a node that it asks whether it is there (milliseconds); Citus' own limit is 30 s. */
const nodePatienceMs = 1_000;

/** Nodes that do not answer the coordinator, as `host:port`; none on a database without Citus. They are asked one by one. */
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

function byColumn(table: string, column: string, anchor: string | undefined): Step {
  const beside = escapeLiteral(anchor ?? "none");
  return {
    table,
    action: `by ${column}${anchor === undefined ? "" : `, beside ${anchor}`}`,
    statement: `SELECT create_distributed_table(${escapeLiteral(table)}, ${escapeLiteral(column)}, colocate_with => ${beside})`,
  };
}

function wantedPlace(place: Distribution): string {
  return place.place === "by column" ? `by ${place.column}` : place.place;
}

interface Table {
  readonly name: string;
  /** `local`, `reference`, or `by <column>`. */
  readonly lies: string;
  readonly refersTo: readonly string[];
}

/** Of this schema: neither partitions, which go with their tables, nor what an extension has brought. */
async function tablesOf(on: Pool | PoolClient): Promise<readonly Table[]> {
  const { rows } = await on.query<Table>(
    `SELECT relname AS name,
       CASE WHEN partmethod = 'h' THEN 'by ' || column_to_column_name(logicalrelid, partkey)
            WHEN repmodel = 't' THEN 'reference' ELSE 'local' END AS lies,
       ARRAY(SELECT target.relname::text FROM pg_constraint JOIN pg_class target ON target.oid = confrelid
             WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS "refersTo"
     FROM pg_class c LEFT JOIN pg_dist_partition ON logicalrelid = c.oid
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
     ORDER BY relname`,
  );
  return rows;
}

/** Tables on every node first, and each after those that it refers to. */
function inOrder(tables: readonly Table[], places: Readonly<Record<string, Distribution>>): readonly Table[] {
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
  for (const place of ["reference", "by column", "local"] as const)
    for (const table of tables) if (places[table.name]?.place === place) add(table, []);
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

/** Citus leaves the rows that it has moved where they were, unseen: what refers to others goes first. */
async function clearLocalRows(client: PoolClient, places: Readonly<Record<string, Distribution>>): Promise<void> {
  const tables = inOrder(await tablesOf(client), places).filter(({ lies }) => lies !== "local");
  for (const { name } of tables.toReversed()) {
    const { rows } = await client.query<{ bytes: string }>(
      "SELECT pg_relation_size($1::regclass) + coalesce(sum(pg_relation_size(relid)), 0) AS bytes FROM pg_partition_tree($1)",
      [name],
    );
    if (Number(rows[0]?.bytes) > 0)
      await client.query("SELECT truncate_local_data_after_distributing_table($1)", [name]);
  }
}
