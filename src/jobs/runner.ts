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

export interface JobsOptions {
  readonly log: Log;
  /** How often to poll for jobs that have become due, in ms; workers are notified of new jobs at once. 1000 when left out. */
  readonly pollInterval?: number;
}

export interface RunningJobs {
  /** Resolves when the process listens for jobs for the first time. */
  ready(): Promise<void>;
  /** Whether the process listens for jobs now; false while the database is away. */
  listening(): boolean;
  /** Takes no new jobs and waits until the running ones have ended. Aborts their signal after 20 s. */
  stop(): Promise<void>;
}

/** How long `stop` waits for running jobs before it aborts their signal (milliseconds). */
const patienceMs = 20_000;
/** How long to wait for graphile-worker's cron to stop after all jobs have ended (milliseconds). */
const clockPatienceMs = 1_000;
/** Pause before a pool that stopped by itself is started again (milliseconds). It doubles while runs find no task. */
const restartPauseMs = 500;
const longestPauseMs = 8_000;

/** Creates or updates the queue's own tables. Safe to run from several processes at once. */
export async function migrateJobs({ pool }: Database, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: loggerTo(log) });
}

/** Starts the pools of the given jobs. Requires the queue's tables (`migrateJobs`). */
export async function startJobs(
  database: Database,
  jobs: readonly Job<never>[],
  options: JobsOptions,
): Promise<RunningJobs> {
  const pools = new Map<string, Job<never>[]>();
  for (const job of jobs) pools.set(job.pool.name, [...(pools.get(job.pool.name) ?? []), job]);
  const starts = await Promise.allSettled([...pools.values()].map((ofPool) => startPool(database, ofPool, options)));
  const running = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  const failure = starts.find((start) => start.status === "rejected");
  if (failure !== undefined) {
    // Those that started keep connections, for which closing the database would wait.
    await Promise.all(running.map((pool) => pool.stop()));
    throw failure.reason;
  }
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
 * database is away at that moment. It also finds no jobs any more when its first look-up of the tasks' ids failed, because it caches the
 * error (taskIdentifiers.js).
 */
async function startPool(database: Database, jobs: readonly Job<never>[], options: JobsOptions): Promise<RunningJobs> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const listens = Promise.withResolvers<void>();
  const run = () => runPool(database, jobs, options, listens.resolve);
  let pool = await run();
  let pauseMs = restartPauseMs;
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await pool.over;
      if (signal.aborted) return;
      options.log.warn("A pool of the job queue stopped by itself; it is started again");
      await pool.stop();
      pauseMs = pool.knowsTasks() ? restartPauseMs : Math.min(2 * pauseMs, longestPauseMs);
      await delay(pauseMs, undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
      // When the start fails, `pool` stays the ended one, so the loop tries again.
      pool = await run().catch(() => pool);
      if (signal.aborted) await pool.stop();
    }
  };
  const kept = keepRunning();
  return {
    ready: () => listens.promise,
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
interface PoolRun extends Omit<RunningJobs, "ready"> {
  /** Resolves when the workers of the pool have ended. */
  readonly over: Promise<void>;
  /** Whether it has looked for jobs, and knew which. */
  knowsTasks(): boolean;
}

/** Runs a pool until it is stopped or fails. Calls `onListening` each time that it begins to listen for jobs. */
async function runPool(
  database: Database,
  jobs: readonly Job<never>[],
  { log, pollInterval = 1000 }: JobsOptions,
  onListening: () => void,
): Promise<PoolRun> {
  const events: WorkerEvents = new EventEmitter();
  let listening = false;
  events.on("pool:listen:success", () => {
    listening = true;
    onListening();
  });
  events.on("pool:listen:release", () => {
    listening = false;
  });

  const ended = Promise.withResolvers<void>();
  const end = () => ended.resolve();
  events.once("pool:release", end);
  // After a failed batch graphile-worker counts each later batch twice, and then waits for ever before it releases the pool (0.18, batch in
  // main.js). All workers have ended by then.
  events.once("pool:fatalError", () => {
    events.once("pool:gracefulShutdown:complete", end);
    events.once("pool:forcefulShutdown:complete", end);
    events.once("pool:forcefulShutdown:error", end);
  });
  let deadWorkers: DeadWorkers | undefined;
  events.on("pool:create", ({ workerPool }) => {
    deadWorkers = new DeadWorkers(database.pool, workerPool.id, log);
  });
  let knowsTasks = false;
  for (const event of ["job:start", "worker:getJob:empty"] as const)
    events.once(event, () => {
      knowsTasks = true;
    });
  events.on("worker:getJob:error", () => {
    if (!knowsTasks) setImmediate(() => void stop());
  });
  const turns = new OwnerTurns(events);
  const options: RunnerOptions = {
    pgPool: database.pool,
    taskList: taskList(database, jobs, log),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, cron, cronCatchUp, maxAttempts }) =>
        cron === undefined ? [] : [{ task: name, match: cron, options: { backfillPeriod: cronCatchUp, maxAttempts } }],
      ),
    ),
    concurrency: jobs[0]?.pool.concurrency ?? 1,
    pollInterval,
    ...(jobs.some(({ owner }) => owner !== null) && { forbiddenFlags: () => turns.forbidden() }),
    gracefulShutdownAbortTimeout: patienceMs,
    noHandleSignals: true,
    // Without batches graphile-worker records the end of a job in the background: `stop` would not wait for it, and a database that is
    // away at that moment would cause an unhandled rejection (graphile-worker 0.18, makeNewWorker).
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: loggerTo(log),
    events,
  };
  const runner = await run(options);
  const failed = runner.promise.catch((error: unknown) => log.error(error, "The job queue stopped"));
  const over = Promise.race([ended.promise, failed]);
  let stopping: Promise<void> | undefined;
  function stop(): Promise<void> {
    // After an outage graphile-worker's cron may sleep up to a minute before its next attempt, and `runner.stop` waits for it.
    const withoutClock = over.then(() => delay(clockPatienceMs, undefined, { ref: false }));
    stopping ??= Promise.race([runner.stop().catch(() => {}), withoutClock])
      .then(() => started)
      .then(() => deadWorkers?.stop());
    return stopping;
  }
  const started = deadWorkers?.start();
  await started;
  return { listening: () => listening, knowsTasks: () => knowsTasks, over, stop };
}

function taskList(database: Database, jobs: readonly Job<never>[], log: Log): TaskList {
  const tasks: TaskList = {};
  for (const job of jobs) {
    if (tasks[job.name] !== undefined) throw new Error(`Two jobs are called ${job.name}`);
    tasks[job.name] = (payload, { job: { attempts, max_attempts }, abortSignal }) =>
      job.run(payload as never, {
        database,
        services: undefined,
        log,
        signal: abortSignal,
        attempt: attempts,
        maxAttempts: max_attempts,
      });
  }
  return tasks;
}

/** Maps graphile-worker's log to ours. Errors, such as a failed run that is repeated, become `warn`; all else becomes `debug`. */
function loggerTo(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    const write = level === "error" || level === "warning" ? log.warn : log.debug;
    write.call(log, { ...scope }, message);
  });
}
