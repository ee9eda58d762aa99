import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The queue's `add_job` calls `pg_notify` without naming its schema. Inside `enqueue_job` that name resolves to a function that does
 * nothing. Workers are woken after the commit instead (docs/decisions/jobs-are-announced-after-the-commit.md).
 */
export class QueueJobsQuietly1790001840000 implements MigrationInterface {
  readonly name = "QueueJobsQuietly1790001840000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("CREATE SCHEMA accord_quiet");
    await runner.query(
      "CREATE FUNCTION accord_quiet.pg_notify(text, text) RETURNS void LANGUAGE plpgsql AS 'BEGIN END'",
    );
    await runner.query(
      `ALTER FUNCTION enqueue_job(text, json, text, timestamptz, integer, text, integer)
       SET search_path = accord_quiet, pg_catalog, pg_temp`,
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
