// SQL: catalogues of Citus and of PostgreSQL, which no repository knows.
/**
 * The state of a cluster: its nodes, how much each holds, and the largest tenants by PostgreSQL's statistics. It asks each node once, and
 * only reads catalogues, so the size of the tables does not matter.
 */

import type { Pool } from "pg";
import { isCluster, nodesAway } from "./cluster.ts";
import { distribution } from "./distribution.ts";
import { onConnection } from "./sql-transaction.ts";

interface Node {
  /** `host:port`. */
  readonly address: string;
  readonly role: "coordinator" | "worker";
  /** Whether the node holds rows of distributed tables: usually not a coordinator, and not a node that is being emptied. */
  readonly takesShards: boolean;
}

export interface NodeStatus extends Node {
  /** The contents of the node; null when it does not answer. */
  readonly holds: { readonly shards: number; readonly bytes: number } | null;
}

/** The coordinator first. */
const listNodes = `SELECT nodeid AS id, nodename || ':' || nodeport AS address,
    CASE WHEN groupid = 0 THEN 'coordinator' ELSE 'worker' END AS role, shouldhaveshards AS "takesShards"
  FROM pg_dist_node WHERE isactive AND noderole = 'primary' ORDER BY groupid LIMIT 1000`;

/** A tenant's size by the statistics of the last ANALYZE: both figures are estimates. */
export interface TenantStatus {
  /** The kind of tenant: a group of `distribution`. */
  readonly group: string;
  readonly id: string;
  /** Null on a single PostgreSQL. */
  readonly node: string | null;
  readonly rows: number;
  /** Bytes in its tables, including indexes. */
  readonly bytes: number;
}

export interface ClusterStatus {
  /** Empty on a single PostgreSQL. */
  readonly nodes: readonly NodeStatus[];
  /** Largest first, at most ten. */
  readonly tenants: readonly TenantStatus[];
  /** The size of the database on a single PostgreSQL; null on a cluster. */
  readonly bytes: number | null;
}

interface Held {
  readonly shards: number;
  readonly bytes: number;
  readonly tenants: readonly {
    readonly column: string;
    readonly id: string;
    readonly rows: number;
    readonly bytes: number;
  }[];
}

const mostTenants = 10;
/** How long to wait for a node that does not answer (milliseconds). */
const nodePatienceMs = 2_000;

/** Reads the state of a cluster. Needs the login of the tables' owner, who may read statistics. `holds` is null for nodes that do not answer. */
export async function clusterStatus(pool: Pool): Promise<ClusterStatus> {
  if (!(await isCluster(pool))) return await singleStatus(pool);
  return await onConnection(pool, async (client) => {
    await client.query("BEGIN");
    await client.query(`SET LOCAL citus.node_connection_timeout = ${nodePatienceMs}`);
    const { rows: nodes } = await client.query<Node & { id: number }>(listNodes);
    const { rows: answers } = await client.query<{ nodeid: number; success: boolean; result: string }>(
      "SELECT nodeid, success, result FROM run_command_on_all_nodes($1, give_warning_for_connection_errors => true)",
      [held(shardsHere)],
    );
    await client.query("COMMIT");
    const told = new Map(
      answers.filter(({ success }) => success).map((row) => [row.nodeid, JSON.parse(row.result) as Held]),
    );
    return {
      bytes: null,
      nodes: nodes.map(({ id, ...node }) => {
        const { shards, bytes } = told.get(id) ?? {};
        return { ...node, holds: shards === undefined || bytes === undefined ? null : { shards, bytes } };
      }),
      tenants: largest(nodes.map(({ id, address }) => ({ address, held: told.get(id) }))),
    };
  });
}

export interface DatabaseNodes {
  /** Of the whole database on a single PostgreSQL; null on a cluster. */
  readonly bytes: number | null;
  /** Empty on a single PostgreSQL. */
  readonly nodes: readonly (Node & { readonly answers: boolean })[];
}

/** The nodes, as far as every role may see them. */
export async function databaseNodes(pool: Pool): Promise<DatabaseNodes> {
  if (!(await isCluster(pool))) {
    const { rows } = await pool.query<{ bytes: string }>("SELECT pg_database_size(current_database()) AS bytes");
    return { bytes: Number(rows[0]?.bytes), nodes: [] };
  }
  const [away, { rows }] = await Promise.all([nodesAway(pool), pool.query<Node & { id: number }>(listNodes)]);
  return { bytes: null, nodes: rows.map(({ id: _, ...node }) => ({ ...node, answers: !away.includes(node.address) })) };
}

async function singleStatus(pool: Pool): Promise<ClusterStatus> {
  const { rows } = await pool.query<{ held: Held; bytes: string }>(
    `SELECT (${held(tablesHere)})::json AS held, pg_database_size(current_database()) AS bytes`,
  );
  const [found] = rows;
  return { nodes: [], bytes: Number(found?.bytes), tenants: largest([{ address: null, held: found?.held }]) };
}

/** The largest tenants. A tenant counts once for all tables of its group on a node. */
function largest(
  nodes: readonly { readonly address: string | null; readonly held: Held | undefined }[],
): TenantStatus[] {
  const tenants = new Map<string, TenantStatus>();
  for (const { address, held: { tenants: there } = { tenants: [] } } of nodes)
    for (const { column, id, rows, bytes } of there) {
      const group = groupOfColumn.get(column) ?? column;
      const key = `${group} ${id} ${address}`;
      const known = tenants.get(key);
      tenants.set(key, {
        group,
        id,
        node: address,
        rows: rows + (known?.rows ?? 0),
        bytes: bytes + (known?.bytes ?? 0),
      });
    }
  return [...tenants.values()].sort((a, b) => b.bytes - a.bytes).slice(0, mostTenants);
}

/** `project_id` → `project`. */
const groupOfColumn = new Map(
  Object.values(distribution).flatMap((entry) =>
    entry.kind === "distributed" ? [[entry.column, entry.group] as const] : [],
  ),
);

/** The shards on the node that runs this SQL, each with its table's distribution column; null for reference tables. */
const shardsHere = `
  SELECT to_regclass(shard_name(logicalrelid, shardid)) AS relation,
         CASE WHEN partmethod = 'h' THEN column_to_column_name(logicalrelid, partkey) END AS "column"
  FROM pg_dist_shard JOIN pg_dist_partition USING (logicalrelid)
  WHERE to_regclass(shard_name(logicalrelid, shardid)) IS NOT NULL`;

/** The same for the tables and partitions of a single PostgreSQL. */
const tablesHere = `
  SELECT coalesce(leaf.relid, to_regclass(name)) AS relation, entries.column
  FROM (VALUES ${Object.entries(distribution)
    .flatMap(([table, entry]) => (entry.kind === "distributed" ? [`('${table}', '${entry.column}')`] : []))
    .join(", ")}) AS entries (name, "column") LEFT JOIN pg_partition_tree(to_regclass(name)) AS leaf ON leaf.isleaf`;

/** SQL that returns one JSON value: the number of relations, their bytes and, from statistics, the tenants that they belong to. */
function held(relations: string): string {
  return `WITH relations AS MATERIALIZED (${relations}),
    sizes AS MATERIALIZED (
      SELECT relation, relations.column, reltuples, pg_total_relation_size(relation) AS bytes, nspname, relname
      FROM relations JOIN pg_class ON pg_class.oid = relation JOIN pg_namespace ON pg_namespace.oid = relnamespace),
    common AS (
      SELECT sizes.column, value AS id, sum(freq * greatest(reltuples, 0)) AS rows, sum(freq * bytes) AS bytes
      FROM sizes JOIN pg_stats ON (schemaname, tablename, attname) = (nspname, relname, sizes.column),
        unnest(most_common_vals::text::text[], most_common_freqs) AS seen (value, freq)
      GROUP BY sizes.column, value ORDER BY bytes DESC LIMIT ${mostTenants * 5})
    SELECT json_build_object(
      'shards', (SELECT count(*) FROM sizes), 'bytes', (SELECT coalesce(sum(bytes), 0) FROM sizes),
      'tenants', coalesce((SELECT json_agg(json_build_object('column', common.column, 'id', id, 'rows', round(rows::numeric), 'bytes', round(bytes::numeric))) FROM common), '[]'))`;
}
