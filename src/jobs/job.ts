import type { Database } from "#src/storage/database.ts";
import type { Log } from "#src/storage/log.ts";

/** The context of a running job. `services` is the value that the process passed to `startJobs`. */
export interface JobContext<Services> {
  readonly database: Database;
  readonly services: Services;
  readonly log: Log;
  /** Aborts when the process has waited long enough for running jobs to end. */
  readonly signal: AbortSignal;
  /** 1 on the first run. */
  readonly attempt: number;
  readonly maxAttempts: number;
}

/**
 * Workers for one kind of work. Long work has a pool of its own, so that it never takes slots of work that callers wait
 * for.
 */
export interface JobPool {
  /** Unique among all pools. */
  readonly name: string;
  /** Jobs of the pool that run at the same time in a process. */
  readonly concurrency: number;
}

/** For jobs that take moments: payments, webhooks, policies, retention. */
const generalPool: JobPool = { name: "general", concurrency: 4 };

export interface JobDeclaration<Payload, Services> {
  /** Unique among all jobs, kebab case, stable: it is stored with every queued job. */
  readonly name: string;
  /** Does the work. Runs at least once: a crash or an error makes it run again, so it must stand repetition. */
  readonly run: (payload: Payload, context: JobContext<Services>) => Promise<void>;
  /** Also runs by the clock (payload `{ _cron: { ts } }`): a crontab pattern in UTC, for example `0,30 * * * *`. */
  readonly cron?: string;
  /** After a downtime, how far back to make up for missed times of `cron`, in ms; 0 when left out. */
  readonly cronCatchUp?: number;
  /** Runs in all before the job is given up; 25 when left out, which spans about three days. */
  readonly maxAttempts?: number;
  /** The workers that run it; those of `generalPool` when left out. */
  readonly pool?: JobPool;
  /** The owner of the job. One job of an owner and name runs at a time in a process. Left out for jobs without an owner. */
  readonly owner?: (payload: Payload) => string;
}

/** A kind of work, declared once as a constant of the module that does it. */
export type Job<Payload, Services = unknown> = Readonly<
  Required<Omit<JobDeclaration<Payload, Services>, "cron" | "owner">>
> & {
  readonly cron: string | undefined;
  readonly owner: ((payload: Payload) => string) | null;
};

/** Declares a job. Queue it with `enqueue`; it runs in processes that pass it to `startJobs`. */
export function declareJob<Payload, Services = unknown>(
  declaration: JobDeclaration<Payload, Services>,
): Job<Payload, Services> {
  return { maxAttempts: 25, cronCatchUp: 0, cron: undefined, pool: generalPool, owner: null, ...declaration };
}
