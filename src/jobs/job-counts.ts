// SQL: calls our function that reads the queue's own tables.
import type { Pool } from "pg";

export type JobState = "queued" | "scheduled" | "running" | "retrying" | "failed";

/** Jobs of one kind in one state. */
export interface JobCount {
  readonly kind: string;
  readonly state: JobState;
  readonly jobs: number;
  /**
   * Since when the oldest of these jobs has been due, running or given up. For failed jobs that run again, since when it has been
   * queued. For jobs that are not due yet, when the first of them becomes due.
   */
  readonly oldest: Date;
}

/** Most jobs that are counted. */
export const mostCounted = 200_000;

/** Counts the jobs in the queue by kind and state. */
export async function jobCounts(pool: Pool): Promise<JobCount[]> {
  const { rows } = await pool.query<Omit<JobCount, "jobs"> & { jobs: string }>(
    "SELECT kind, state, jobs, oldest FROM count_jobs($1)",
    [mostCounted],
  );
  return rows.map((row) => ({ ...row, jobs: Number(row.jobs) }));
}
