import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Creates a function that queues a job with its owner's rights, so that the serving role needs no rights on the queue's tables. The
 * function looks up the queue's `add_job` when it runs, because the queue's schema is created after the migrations.
 */
export class CreateEnqueueJob1790001200000 implements MigrationInterface {
  readonly name = "CreateEnqueueJob1790001200000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION enqueue_job(
        task text, payload json, queue text, run_at timestamptz, max_attempts integer, job_key text, priority integer
      ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        PERFORM graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at,
          max_attempts => max_attempts, job_key => job_key, priority => priority);
      END $$`);
    await runner.query("REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
