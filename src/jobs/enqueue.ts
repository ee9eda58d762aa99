// SQL: the queue's own function.
import pg from "pg";
import { notification } from "#src/storage/notification.ts";
import { afterCommit, type Queryable } from "#src/storage/transaction.ts";
import type { Job } from "./job.ts";
import { ownerFlag } from "./owner-turns.ts";

export interface EnqueueOptions {
  /** The job runs at this time or later; now when left out. */
  readonly runAt?: Date;
  /** At most one waiting job has this key: queueing again replaces the payload and the time. */
  readonly jobKey?: string;
  /** Smaller runs first; 0 when left out. */
  readonly priority?: number;
}

const parameters = "$1, $2, queue => NULL, run_at => $3, max_attempts => $4, job_key => $5, priority => $6";

/** The notification that wakes workers. graphile-worker sends it inside the transaction; docs/decisions/jobs-are-announced-after-the-commit.md. */
const wakeWorkers = notification("jobs:insert", (count) => JSON.stringify({ count }));

/**
 * Queues a job. In a transaction the job is committed or rolled back with the record that causes it. Workers are woken after the
 * commit. When the transaction cannot report its commit, workers find the job at their next poll, within a second.
 */
export async function enqueue<Payload, Services>(
  on: Queryable,
  job: Job<Payload, Services>,
  payload: Payload,
  { runAt, jobKey, priority }: EnqueueOptions = {},
): Promise<void> {
  const flag = ownerFlag(job, payload);
  const values = [job.name, JSON.stringify(payload), runAt ?? null, job.maxAttempts, jobKey ?? null, priority ?? null];
  if (flag === null) await on.query(`SELECT FROM enqueue_job(${parameters})`, values);
  else await on.query(`SELECT FROM enqueue_flagged_job(${parameters}, flags => $7)`, [...values, [flag]]);
  if (!afterCommit(on, wakeWorkers) && on instanceof pg.Pool) wakeWorkers(on);
}
