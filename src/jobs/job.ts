import type { Database } from "#src/storage/database.ts";
import type { Log } from "#src/storage/log.ts";

/** The context of a running job. `services` is what `withServices` has given it; otherwise undefined. */
export interface JobContext<Services> {
  readonly database: Database;
  readonly services: Services;
  readonly log: Log;
  /** Aborts when the process stops and the job has not ended within 20 s. */
  readonly signal: AbortSignal;
  /** 1 on the first run. */
  readonly attempt: number;
  readonly maxAttempts: number;
}

/** A pool of workers. Long jobs have pools of their own, so that they take no slots from jobs that callers wait for. */
export interface JobPool {
  /** Unique among all pools. */
  readonly name: string;
  /** Most jobs of the pool that run at the same time in a process. */
  readonly concurrency: number;
}

/** The pool of short jobs: payments, webhooks, policies, retention. */
const generalPool: JobPool = { name: "general", concurrency: 4 };

export interface JobDeclaration<Payload, Services> {
  /** Unique among all jobs, in kebab case. It is stored with every queued job, so it never changes. */
  readonly name: string;
  /** Does the work. A job runs at least once: it runs again after a crash or an error, so it must be idempotent. */
  readonly run: (payload: Payload, context: JobContext<Services>) => Promise<void>;
  /** A crontab pattern in UTC by which the job also runs, with the payload `{ _cron: { ts } }`; for example `0,30 * * * *`. */
  readonly cron?: string;
  /** After a downtime, missed runs of `cron` up to this age are made up for (ms); 0 when left out. */
  readonly cronCatchUp?: number;
  /** Most runs before the job is given up. 25 when left out, which takes about three days. */
  readonly maxAttempts?: number;
  /** The pool that runs the job; `generalPool` when left out. */
  readonly pool?: JobPool;
  /** Returns the owner of a job. A process runs one job of an owner and name at a time. Left out for jobs without an owner. */
  readonly owner?: (payload: Payload) => string;
}

/** A kind of job, declared once as a constant of the module that does the work. */
export type Job<Payload, Services = unknown> = Readonly<
  Required<Omit<JobDeclaration<Payload, Services>, "cron" | "owner">>
> & {
  readonly cron: string | undefined;
  readonly owner: ((payload: Payload) => string) | null;
};

/** Declares a kind of job. `enqueue` queues jobs; processes that pass the kind to `startJobs` run them. */
export function declareJob<Payload, Services = unknown>(
  declaration: JobDeclaration<Payload, Services>,
): Job<Payload, Services> {
  return { maxAttempts: 25, cronCatchUp: 0, cron: undefined, pool: generalPool, owner: null, ...declaration };
}

/** The job with the services that its work needs. */
export function withServices<Payload, Services>(job: Job<Payload, Services>, services: Services): Job<Payload> {
  return { ...job, run: (payload, context) => job.run(payload, { ...context, services }) };
}
