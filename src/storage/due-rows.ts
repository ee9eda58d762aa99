// SQL: rows of all tenants, and on a cluster commands for each of its shards.
/** Work that is due, whoever's it is. On a cluster a node that does not answer keeps nobody's work back but that of its own tenants. */
import { escapeLiteral, type Pool, type QueryResult, type QueryResultRow } from "pg";
import { isCluster } from "./cluster.ts";
import { isPassing } from "./passing.ts";
import { setLocally } from "./set-locally.ts";

/** Rows of one table. Values are literals (literals.ts). */
export interface Due {
  readonly table: string;
  /** Of the table, and all that `from` speaks of. */
  readonly columns: readonly string[];
  /**
   * What follows FROM, over `source`, which stands for the table: which rows, in which order, at most how many. `whole` is false where it is one
   * shard's name, or rows of many, and no other table can be asked.
   */
  readonly from: (source: string, whole: boolean) => string;
}

/** How long all nodes together may take before each shard is asked by itself (milliseconds). */
const allNodesMs = 5_000;
/** For connections to a node that is asked by itself (milliseconds). */
const nodeMs = 1_000;

/**
 * The rows that are due. On a cluster of which a node is away, those of the other nodes: what it has comes with a later round. Throws what
 * pg throws, elsewhere and where the coordinator itself is away.
 */
export async function dueRows<Row extends QueryResultRow>(pool: Pool, due: Due): Promise<Row[]> {
  const columns = due.columns.join(", ");
  const all = `SELECT ${columns} FROM ${due.from(due.table, true)}`;
  if (!(await isCluster(pool))) return (await pool.query<Row>(all)).rows;
  const limited = `${setLocally({ statement_timeout: String(allNodesMs) })}; ${all}`;
  return await lastOf<Row>(pool.query(limited)).catch((error: unknown) => {
    if (!isPassing(error)) throw error;
    return ofShards<Row>(pool, due);
  });
}

/** Each shard gives its rows as JSON, one that does not answer none. */
function ofShards<Row extends QueryResultRow>(pool: Pool, { table, columns, from }: Due): Promise<Row[]> {
  // Citus writes the shard's name where the command has %s (`run_command_on_shards`).
  const [before = "", after = ""] = from("\0", false)
    .split("\0")
    .map((text) => text.replaceAll("%", "%%"));
  const ofShard = `SELECT coalesce(json_agg(due), '[]') FROM (SELECT ${columns.join(", ")} FROM ${before}%s${after}) AS due`;
  const rows = `(SELECT due.* FROM run_command_on_shards(${escapeLiteral(table)}, ${escapeLiteral(ofShard)}) AS shard,
      json_populate_recordset(NULL::${table}, CASE WHEN shard.success THEN shard.result END::json) AS due) AS due`;
  return lastOf<Row>(
    pool.query(
      `${setLocally({ "citus.node_connection_timeout": String(nodeMs) })};
       SELECT ${columns.join(", ")} FROM ${from(rows, false)}`,
    ),
  );
}

/** Of a message of several statements. */
async function lastOf<Row extends QueryResultRow>(answers: Promise<unknown>): Promise<Row[]> {
  return (((await answers) as QueryResult<Row>[]).at(-1)?.rows ?? []) as Row[];
}
