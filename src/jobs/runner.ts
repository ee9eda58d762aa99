/** Runs queued jobs with graphile-worker, over the process's connection pool. */
import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import {
  Logger,
  parseCronItems,
  type RunnerOptions,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type { Database } from "#src/storage/database.ts";
import type { Log } from "#src/storage/log.ts";
import { DeadWorkers } from "./dead-workers.ts";
import type { Job } from "./job.ts";
import { OwnerTurns } from "./owner-turns.ts";

export interface JobsOptions<Services> {
  readonly services: Services;
  readonly log: Log;
  /** Most jobs that run at the same time in each pool; the pool's own `concurrency` when left out. */
  readonly concurrency?: number;
  /** How often to poll for jobs that have become due, in ms; workers are notified of new jobs at once. 1000 when left out. */
  readonly pollInterval?: number;
  /** How long `stop` waits for running jobs before it aborts their signal, in ms. 20,000 when left out. */
  readonly patience?: number;
}

export interface RunningJobs {
  /** Resolves when the process listens for jobs for the first time. */
  ready(): Promise<void>;
  /** Whether the process listens for jobs now; false while the database is away. */
  listening(): boolean;
  /** Takes no new jobs and waits until the running ones have ended. Aborts their signal after `patience`. */
  stop(): Promise<void>;
}

/** How long to wait for graphile-worker's cron to stop after all jobs have ended (milliseconds). */
const clockPatienceMs = 1_000;
/** Pause before a pool that stopped by itself is started again (milliseconds). */
const restartPauseMs = 500;

/** Creates or updates the queue's own tables. Safe to run from several processes at once. */
export async function migrateJobs({ pool }: Database, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: loggerTo(log) });
}

/** Starts the pools of the given jobs. Requires the queue's tables (`migrateJobs`). */
export async function startJobs<Services>(
  database: Database,
  jobs: readonly Job<never, Services>[],
  options: JobsOptions<Services>,
): Promise<RunningJobs> {
  const pools = new Map<string, Job<never, Services>[]>();
  for (const job of jobs) pools.set(job.pool.name, [...(pools.get(job.pool.name) ?? []), job]);
  const running = await Promise.all([...pools.values()].map((ofPool) => startPool(database, ofPool, options)));
  return {
    ready: async () => {
      await Promise.all(running.map((pool) => pool.ready()));
    },
    listening: () => running.every((pool) => pool.listening()),
    stop: async () => {
      await Promise.all(running.map((pool) => pool.stop()));
    },
  };
}

/**
 * Keeps one pool running. graphile-worker 0.18 ends a pool for good when it cannot record the end of a job, for example because the
 * database is away at that moment.
 */
async function startPool<Services>(
  database: Database,
  jobs: readonly Job<never, Services>[],
  options: JobsOptions<Services>,
): Promise<RunningJobs> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let pool = await runPool(database, jobs, options);
  const ready = pool.ready();
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await pool.over;
      if (signal.aborted) return;
      options.log.warn("A pool of the job queue stopped by itself; it is started again");
      await pool.stop();
      await delay(restartPauseMs, undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
      // When the start fails, `pool` stays the ended one, so the loop tries again.
      pool = await runPool(database, jobs, options).catch(() => pool);
    }
  };
  const kept = keepRunning();
  return {
    ready: () => ready,
    listening: () => pool.listening(),
    async stop() {
      stopping.abort();
      await pool.stop();
      await kept;
      await pool.stop();
    },
  };
}

/** One run of a pool, from its start until it stops. */
interface PoolRun extends RunningJobs {
  /** Resolves when the workers of the pool have ended. */
  readonly over: Promise<void>;
}

async function runPool<Services>(
  database: Database,
  jobs: readonly Job<never, Services>[],
  {
    services,
    log,
    concurrency = jobs[0]?.pool.concurrency ?? 1,
    pollInterval = 1000,
    patience = 20_000,
  }: JobsOptions<Services>,
): Promise<PoolRun> {
  const events: WorkerEvents = new EventEmitter();
  const listens = Promise.withResolvers<void>();
  let listening = false;
  events.on("pool:listen:success", () => {
    listening = true;
    listens.resolve();
  });
  events.on("pool:listen:release", () => {
    listening = false;
  });

  const ended = new Promise<void>((resolve) => events.once("pool:release", () => resolve()));
  let deadWorkers: DeadWorkers | undefined;
  events.on("pool:create", ({ workerPool }) => {
    deadWorkers = new DeadWorkers(database.pool, workerPool.id, log);
  });
  const tasks = taskList(database, jobs, services, log);
  events.on("worker:getJob:error", () => lookUpAgain(tasks));
  const turns = new OwnerTurns(events);
  const options: RunnerOptions = {
    pgPool: database.pool,
    taskList: tasks,
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, cron, cronCatchUp, maxAttempts }) =>
        cron === undefined ? [] : [{ task: name, match: cron, options: { backfillPeriod: cronCatchUp, maxAttempts } }],
      ),
    ),
    concurrency,
    pollInterval,
    ...(jobs.some(({ owner }) => owner !== null) && { forbiddenFlags: () => turns.forbidden() }),
    gracefulShutdownAbortTimeout: patience,
    noHandleSignals: true,
    // Without batches graphile-worker records the end of a job in the background: `stop` would not wait for it, and a database that is
    // away at that moment would cause an unhandled rejection (graphile-worker 0.18, makeNewWorker).
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: loggerTo(log),
    events,
  };
  const runner = await run(options);
  const failed = runner.promise.catch((error: unknown) => log.error(error, "The job queue stopped"));
  await deadWorkers?.start();
  const over = Promise.race([ended, failed]);
  let stopping: Promise<void> | undefined;
  return {
    ready: () => listens.promise,
    listening: () => listening,
    over,
    stop() {
      // After an outage graphile-worker's cron may sleep up to a minute before its next attempt, and `runner.stop` waits for it.
      const withoutClock = over.then(() => delay(clockPatienceMs, undefined, { ref: false }));
      stopping ??= Promise.race([runner.stop().catch(() => {}), withoutClock]).then(() => deadWorkers?.stop());
      return stopping;
    },
  };
}

function taskList<Services>(
  database: Database,
  jobs: readonly Job<never, Services>[],
  services: Services,
  log: Log,
): TaskList {
  const tasks: TaskList = {};
  for (const job of jobs) {
    if (tasks[job.name] !== undefined) throw new Error(`Two jobs are called ${job.name}`);
    tasks[job.name] = (payload, { job: { attempts, max_attempts }, abortSignal }) =>
      job.run(payload as never, {
        database,
        services,
        log,
        signal: abortSignal,
        attempt: attempts,
        maxAttempts: max_attempts,
      });
  }
  return tasks;
}

/**
 * Makes graphile-worker look up the ids of its tasks again. It looks them up once, with its first job, and caches the result even when
 * that is an error; then it finds no job until the process ends (graphile-worker 0.18, taskIdentifiers.js). It looks again when the
 * names come in another order.
 */
function lookUpAgain(tasks: TaskList): void {
  const [first] = Object.entries(tasks);
  if (first === undefined) return;
  const [name, task] = first;
  delete tasks[name];
  tasks[name] = task;
}

/** Maps graphile-worker's log to ours. Errors, such as a failed run that is repeated, become `warn`; all else becomes `debug`. */
function loggerTo(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    const write = level === "error" || level === "warning" ? log.warn : log.debug;
    write.call(log, { ...scope }, message);
  });
}
