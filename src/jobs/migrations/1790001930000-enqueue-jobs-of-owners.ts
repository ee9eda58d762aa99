import type { MigrationInterface, QueryRunner } from "typeorm";

/** Adds `enqueue_job` with flags. By its flag, workers skip the jobs of an owner that already has one running. */
export class EnqueueJobsOfOwners1790001930000 implements MigrationInterface {
  readonly name = "EnqueueJobsOfOwners1790001930000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION enqueue_flagged_job(
        task text, payload json, queue text, run_at timestamptz, max_attempts integer, job_key text, priority integer,
        flags text[]
      ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = accord_quiet, pg_catalog, pg_temp AS $$
      BEGIN
        PERFORM graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at,
          max_attempts => max_attempts, job_key => job_key, priority => priority, flags => flags);
      END $$`);
    await runner.query("REVOKE ALL ON FUNCTION enqueue_flagged_job FROM PUBLIC");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
