// SQL: a function of ours that looks into the queue's own tables.
import type { Pool } from "pg";

export type JobState = "queued" | "scheduled" | "running" | "retrying" | "failed";

/** Jobs of one kind in one state. */
export interface JobCount {
  readonly kind: string;
  readonly state: JobState;
  readonly jobs: number;
  /**
   * Since when the oldest of them has been in this state: due, running or given up; queued, for jobs that failed and
   * run again. For jobs that are not due yet, when the first of them is.
   */
  readonly oldest: Date;
}

/** No more jobs than these are looked at. */
export const mostCounted = 200_000;

/** By kind and state. */
export async function jobCounts(pool: Pool): Promise<JobCount[]> {
  const { rows } = await pool.query<Omit<JobCount, "jobs"> & { jobs: string }>(
    "SELECT kind, state, jobs, oldest FROM count_jobs($1)",
    [mostCounted],
  );
  return rows.map((row) => ({ ...row, jobs: Number(row.jobs) }));
}
