/**
 * Gives back the jobs of dead processes. The queue itself frees a job only four hours after it was taken, so a killed
 * process would hold its jobs that long. Here every worker pool keeps a session-level advisory lock on its id, which
 * PostgreSQL releases the moment the process is gone; a job whose pool holds no lock is free again.
 */
import type { Pool, PoolClient } from "pg";
import type { Log } from "#src/storage/log.ts";

/** Keeps our advisory locks apart from others. */
const seed = 7_113;
/** A pool may take its first job a moment before its lock, and may lose its session for a moment. */
const graceSeconds = 20;
const intervalMs = 10_000;

export class Liveness {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #workerPoolId: string;
  #session: PoolClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();

  /** `workerPoolId` is what graphile-worker writes into `locked_by`. */
  constructor(pool: Pool, workerPoolId: string, log: Log) {
    this.#pool = pool;
    this.#workerPoolId = workerPoolId;
    this.#log = log;
  }

  /** Takes the lock, frees the jobs of the dead, and keeps doing both. */
  async start(): Promise<void> {
    await this.#beat();
    this.#timer = setInterval(() => {
      this.#beating = this.#beat();
    }, intervalMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    // Closed rather than returned to the pool: the lock belongs to the session.
    this.#session?.release(true);
    this.#session = undefined;
  }

  async #beat(): Promise<void> {
    try {
      this.#session ??= await this.#takeLock();
      const { rows } = await this.#session.query<{ workers: string[] | null }>(
        `WITH dead AS (
           SELECT DISTINCT locked_by FROM graphile_worker._private_jobs
           WHERE locked_by IS NOT NULL AND locked_at < now() - make_interval(secs => $2)
             AND NOT EXISTS (
               SELECT FROM pg_locks
               WHERE locktype = 'advisory' AND objsubid = 1
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                 AND (classid::bigint << 32) | objid::bigint = hashtextextended(locked_by, $1)))
         SELECT array_agg(locked_by) AS workers FROM dead`,
        [seed, graceSeconds],
      );
      const dead = rows[0]?.workers;
      if (dead == null) return;
      await this.#session.query("SELECT graphile_worker.force_unlock_workers($1)", [dead]);
      this.#log.warn({ workers: dead }, "Jobs of a process that ended without notice will run again");
    } catch (error) {
      this.#session?.release(true);
      this.#session = undefined;
      this.#log.warn(error, "Could not look for jobs of dead processes");
    }
  }

  async #takeLock(): Promise<PoolClient> {
    const session = await this.#pool.connect();
    try {
      await session.query("SELECT pg_try_advisory_lock(hashtextextended($2, $1))", [seed, this.#workerPoolId]);
      return session;
    } catch (error) {
      session.release(true);
      throw error;
    }
  }
}
