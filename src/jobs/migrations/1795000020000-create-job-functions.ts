import { ForwardMigration } from "#src/http/forward-migration.ts";

/**
 * Functions that queue and count jobs with their owner's rights, so that the serving role needs no rights on the queue's tables. They look
 * up the queue's schema when they run, because it is created after the migrations.
 *
 * The queue's `add_job` calls `pg_notify` without naming its schema. Inside the functions that queue, that name resolves to a function
 * that does nothing: workers are woken after the commit instead (docs/decisions/jobs-are-announced-after-the-commit.md).
 */
export class CreateJobFunctions1795000020000 extends ForwardMigration {
  protected override readonly statements = statements;
}

const statements = [
  "CREATE SCHEMA accord_quiet",
  "CREATE FUNCTION accord_quiet.pg_notify(text, text) RETURNS void LANGUAGE plpgsql AS 'BEGIN END'",
  `CREATE FUNCTION enqueue_job(
     task text, payload json, queue text, run_at timestamptz, max_attempts integer, job_key text, priority integer
   ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = accord_quiet, pg_catalog, pg_temp AS $$
   BEGIN
     PERFORM graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at,
       max_attempts => max_attempts, job_key => job_key, priority => priority);
   END $$`,
  // By its flag, workers skip the jobs of an owner that already has one running.
  `CREATE FUNCTION enqueue_flagged_job(
     task text, payload json, queue text, run_at timestamptz, max_attempts integer, job_key text, priority integer,
     flags text[]
   ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = accord_quiet, pg_catalog, pg_temp AS $$
   BEGIN
     PERFORM graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at,
       max_attempts => max_attempts, job_key => job_key, priority => priority, flags => flags);
   END $$`,
  // Shows how many jobs of each kind there are, but not their payloads. Counts at most as many jobs as the argument says.
  `CREATE FUNCTION count_jobs(most integer) RETURNS TABLE (kind text, state text, jobs bigint, oldest timestamptz)
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
   END $$`,
  "REVOKE ALL ON FUNCTION enqueue_job, enqueue_flagged_job, count_jobs FROM PUBLIC",
];
