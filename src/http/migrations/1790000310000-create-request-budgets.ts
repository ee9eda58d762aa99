import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The table is unlogged, because a count is not worth waiting for the disk. Its pages have free space, because the row of a key is
 * updated often.
 */
export class CreateRequestBudgets1790000310000 implements MigrationInterface {
  readonly name = "CreateRequestBudgets1790000310000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE request_budgets (
        key_id text PRIMARY KEY,
        window_start timestamptz NOT NULL,
        used integer NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
