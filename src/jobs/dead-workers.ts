// SQL: the queue's own tables and functions.
/**
 * Gives back the jobs of dead processes (docs/decisions/jobs-of-dead-processes.md). Every worker pool holds a liveness lock. A job
 * whose pool does not hold its lock is unlocked, and another worker runs it.
 */
import { hash } from "node:crypto";
import type { Pool } from "pg";
import { deadAmong, LivenessLock } from "#src/storage/liveness-lock.ts";
import type { Log } from "#src/storage/log.ts";

/** Grace period: a pool may take its first job just before its lock, and may lose its database session for a moment. */
const graceSeconds = 20;
const intervalMs = 10_000;

/** Holds the liveness lock of a worker pool, and gives back the jobs of pools without one. */
export class DeadWorkers {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #lock: LivenessLock;
  #timer: NodeJS.Timeout | undefined;
  #freeing: Promise<void> = Promise.resolve();

  /** `workerPoolId` is what graphile-worker writes into `locked_by`. */
  constructor(pool: Pool, workerPoolId: string, log: Log) {
    this.#pool = pool;
    this.#log = log;
    this.#lock = new LivenessLock(pool, log, { id: lockOf(workerPoolId) });
  }

  /** Takes the lock, then gives back the jobs of dead pools now and every ten seconds. */
  async start(): Promise<void> {
    await this.#free();
    this.#timer = setInterval(() => {
      this.#freeing = this.#free();
    }, intervalMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#freeing;
    await this.#lock.close();
  }

  async #free(): Promise<void> {
    try {
      await this.#lock.hold();
      const { rows } = await this.#pool.query<{ locked_by: string }>(
        `SELECT DISTINCT locked_by FROM graphile_worker._private_jobs
         WHERE locked_by IS NOT NULL AND locked_at < now() - make_interval(secs => $1)`,
        [graceSeconds],
      );
      const poolOf = new Map(rows.map(({ locked_by }) => [lockOf(locked_by), locked_by]));
      const dead = (await deadAmong(this.#pool, [...poolOf.keys()])).map((id) => poolOf.get(id));
      if (dead.length === 0) return;
      await this.#pool.query("SELECT graphile_worker.force_unlock_workers($1)", [dead]);
      this.#log.warn({ workers: dead }, "Jobs of a process that ended without notice will run again");
    } catch (error) {
      this.#log.warn(error, "Could not look for jobs of dead processes");
    }
  }
}

/** The number of a pool's advisory lock: the first eight bytes of a hash of its id. */
function lockOf(workerPoolId: string): string {
  return hash("sha256", workerPoolId, "buffer").readBigInt64BE().toString();
}
