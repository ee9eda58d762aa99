import type { MigrationInterface, QueryRunner } from "typeorm";

const key = "(project_id, environment, received_slot, event_id, received_at)";

/**
 * Puts the half-hour of receipt (store/received-slot.ts) into the key of events, before the id. Rows that are there already
 * get the half-hour of the migration, all of them, since a default that is not volatile is computed once and nothing is
 * rewritten: whoever looks for ids of the last ten minutes finds theirs.
 *
 * Servers read and write meanwhile. The new index of each partition is made beside the old one; only the exchange locks.
 */
export class KeyEventsBySlotOfReceipt1790001900000 implements MigrationInterface {
  readonly name = "KeyEventsBySlotOfReceipt1790001900000";
  /** CREATE INDEX CONCURRENTLY runs in none. What was cut short is begun anew. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE events ADD COLUMN IF NOT EXISTS received_slot smallint NOT NULL
      DEFAULT ((floor(extract(epoch FROM now()) / 1800)::bigint % 48)::smallint)`);
    for (const partition of await partitions(runner)) {
      await runner.query(`DROP INDEX IF EXISTS ${partition}_slots`);
      await runner.query(`CREATE UNIQUE INDEX CONCURRENTLY ${partition}_slots ON ${partition} ${key}`);
    }
    await runner.startTransaction();
    try {
      await runner.query("LOCK TABLE events IN ACCESS EXCLUSIVE MODE");
      await runner.query("ALTER TABLE events DROP CONSTRAINT events_pkey");
      // A partition that was made since has no rows to speak of.
      for (const partition of await partitions(runner)) {
        await runner.query(`CREATE UNIQUE INDEX IF NOT EXISTS ${partition}_slots ON ${partition} ${key}`);
        await runner.query(
          `ALTER TABLE ${partition} ADD CONSTRAINT ${partition}_pkey PRIMARY KEY USING INDEX ${partition}_slots`,
        );
      }
      await runner.query(`ALTER TABLE events ADD PRIMARY KEY ${key}`);
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction();
      throw error;
    }
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}

async function partitions(runner: QueryRunner): Promise<string[]> {
  const rows: { name: string }[] = await runner.query(
    "SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'events'::regclass ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}
