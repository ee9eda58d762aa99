// SQL: reads rows of all tenants; on a cluster, also with commands for each shard.
/** Finds due rows of all tenants. On a cluster, a node that does not answer delays only the work of its own tenants. */
import { escapeLiteral, type Pool, type QueryResult, type QueryResultRow } from "pg";
import type { EntitySchema, ObjectLiteral } from "typeorm";
import { isCluster } from "./cluster.ts";
import { isPassing } from "./passing.ts";
import { setLocally } from "./set-locally.ts";

/** A query for due rows of one table. Its values are literals (literals.ts). */
export interface Due {
  readonly table: string;
  /** Columns of the table: all that are returned or used in `from`. */
  readonly columns: readonly string[];
  /**
   * The SQL after FROM, with condition, order and limit. `source` is the name to use for the table. When `whole` is false, `source` is one
   * shard or the rows of several, and no other table can be joined.
   */
  readonly from: (source: string, whole: boolean) => string;
}

/** Time limit of one query over all nodes; after that, each shard is queried by itself (milliseconds). */
const allNodesMs = 5_000;
/** Connection time-out when shards are queried by themselves (milliseconds). */
const nodeMs = 1_000;

/**
 * Returns the due rows. While a node of a cluster is away, returns only those of other nodes; a later call returns its rows. Throws
 * errors of pg, also when the coordinator is away.
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

/** A query for due rows of an entity. */
export interface DueRecords<Row extends ObjectLiteral, Name extends keyof Row & string> extends Pick<Due, "from"> {
  readonly entity: EntitySchema<Row>;
  /** All properties that are returned, or whose columns are used in `from`. */
  readonly properties: readonly Name[];
}

/** The due rows of an entity, with its properties. Their values are as pg reads them: a bigint is text. */
export async function dueRecords<Row extends ObjectLiteral, Name extends keyof Row & string>(
  pool: Pool,
  { entity: { options }, properties, from }: DueRecords<Row, Name>,
): Promise<Pick<Row, Name>[]> {
  const columns = properties.map((property) => options.columns[property]?.name ?? property);
  const rows = await dueRows(pool, { table: options.tableName ?? options.name, columns, from });
  return rows.map((row) => {
    const values = properties.map((property, index) => [property, row[columns[index] ?? property]]);
    return Object.fromEntries(values) as Pick<Row, Name>;
  });
}

/** Queries each shard for its rows as JSON. Shards that do not answer give none. */
function ofShards<Row extends QueryResultRow>(pool: Pool, { table, columns, from }: Due): Promise<Row[]> {
  // Citus replaces %s in the command by the name of the shard (`run_command_on_shards`).
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

/** The rows of the last statement of a message with several. */
async function lastOf<Row extends QueryResultRow>(answers: Promise<unknown>): Promise<Row[]> {
  return (((await answers) as QueryResult<Row>[]).at(-1)?.rows ?? []) as Row[];
}
