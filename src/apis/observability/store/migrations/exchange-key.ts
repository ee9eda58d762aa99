/** Another primary key for a table of daily partitions that is in use. */
import type { QueryRunner } from "typeorm";

/**
 * Gives `table` the primary key `columns`, such as `(project_id, event_id)`. Servers read and write meanwhile: the new index of
 * each partition is made beside the old one, and only the exchange locks. To be called outside of a transaction, since CREATE
 * INDEX CONCURRENTLY runs in none; what was cut short is begun anew.
 */
export async function exchangeKey(runner: QueryRunner, table: string, columns: string): Promise<void> {
  for (const partition of await partitionsOf(runner, table)) {
    await runner.query(`DROP INDEX IF EXISTS ${partition}_next`);
    await runner.query(`CREATE UNIQUE INDEX CONCURRENTLY ${partition}_next ON ${partition} ${columns}`);
  }
  await runner.startTransaction();
  try {
    await runner.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`);
    // A partition that was made since has no rows to speak of.
    for (const partition of await partitionsOf(runner, table)) {
      await runner.query(`CREATE UNIQUE INDEX IF NOT EXISTS ${partition}_next ON ${partition} ${columns}`);
      await runner.query(
        `ALTER TABLE ${partition} ADD CONSTRAINT ${partition}_pkey PRIMARY KEY USING INDEX ${partition}_next`,
      );
    }
    await runner.query(`ALTER TABLE ${table} ADD PRIMARY KEY ${columns}`);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

async function partitionsOf(runner: QueryRunner, table: string): Promise<string[]> {
  const rows: { name: string }[] = await runner.query(
    "SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = $1::regclass ORDER BY 1",
    [table],
  );
  return rows.map(({ name }) => name);
}
