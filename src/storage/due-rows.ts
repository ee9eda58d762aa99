// SQL: rows of all tenants, and on a cluster commands for each of its shards.
/** Rows of all tenants that are due. On a cluster a node that does not answer delays the work of its own tenants only. */
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
   * The clause after FROM, with condition, order and limit, over `source`, which stands for the table. `whole` is false where `source` is the
   * name of one shard, or rows of many, so that no other table can be joined.
   */
  readonly from: (source: string, whole: boolean) => string;
}

/** How long all nodes together may take before each shard is asked by itself (milliseconds). */
const allNodesMs = 5_000;
/** Time-out of a connection to a node that is asked by itself (milliseconds). */
const nodeMs = 1_000;

/**
 * Returns the rows that are due. While a node of a cluster is away, returns those of the other nodes only; its rows come in a later round.
 * Throws errors of pg, also when the coordinator is away.
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

/** The rows of each shard, as JSON; none of a shard that does not answer. */
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
