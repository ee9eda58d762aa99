import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Creates a function that counts jobs with its owner's rights. So the serving role sees how many jobs of each kind there are, but not
 * their payloads. The function counts at most as many jobs as its argument says.
 */
export class CountJobs1790002910000 implements MigrationInterface {
  readonly name = "CountJobs1790002910000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION count_jobs(most integer) RETURNS TABLE (kind text, state text, jobs bigint, oldest timestamptz)
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        RETURN QUERY
          SELECT tasks.identifier::text, seen.state, count(*), min(seen.since)
          FROM (
            SELECT task_id,
              CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed'
                WHEN attempts > 0 THEN 'retrying' WHEN run_at > now() THEN 'scheduled' ELSE 'queued' END AS state,
              CASE WHEN locked_at IS NOT NULL THEN locked_at WHEN attempts >= max_attempts THEN updated_at
                WHEN attempts > 0 THEN created_at ELSE run_at END AS since
            FROM graphile_worker._private_jobs LIMIT most
          ) AS seen JOIN graphile_worker._private_tasks AS tasks ON tasks.id = seen.task_id
          GROUP BY 1, 2 ORDER BY 1, 2;
      END $$`);
    await runner.query("REVOKE ALL ON FUNCTION count_jobs FROM PUBLIC");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
