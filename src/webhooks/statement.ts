import type { Queryable } from "#src/jobs/enqueue.ts";

/**
 * Runs one statement on a transaction (TypeORM's manager or a pg client) or on the pool, and gives its rows. The two
 * libraries answer differently: pg with `{ rows }`, TypeORM with the rows, or with `[rows, count]` after an UPDATE or
 * DELETE.
 */
export async function rowsOf<Row>(on: Queryable, sql: string, values: unknown[]): Promise<Row[]> {
  const answer = await on.query(sql, values);
  if (!Array.isArray(answer)) return (answer as { rows: Row[] }).rows;
  const [rows, count] = answer as [unknown, unknown];
  return (Array.isArray(rows) && typeof count === "number" ? rows : answer) as Row[];
}
