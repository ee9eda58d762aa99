/**
 * Liveness locks show which processes are alive. Each process holds a session-level advisory lock on a number of its own, which PostgreSQL
 * releases when the process dies. So records with the number of a dead process were left behind in a crash. A living process may lose its
 * session for a moment, so these locks alone must not be used for mutual exclusion.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Problem } from "#src/http/problem.ts";
import type { Log } from "./log.ts";
import { overloaded } from "./passing.ts";

export interface LivenessLockOptions {
  /** A 64-bit integer; random when left out. */
  readonly id?: string;
  /** How often the session is checked (ms); 10,000 when left out. It must answer within half of this time. */
  readonly beatMs?: number;
}

/** How long to wait for the lock (ms). It is held for longer only by an earlier session of this process that the server has not ended yet. */
const lockMs = 1_000;
const lockNotAvailable = "55P03";

/** The liveness lock of this process. */
export class LivenessLock {
  /** A 64-bit integer as text, like bigint columns in pg. */
  readonly id: string;
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #beatMs: number;
  #session: PoolClient | undefined;
  /** Set while the session is open or being opened. */
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #beating = false;
  #closed = false;

  /** The first `hold` takes one connection of the pool, which is kept until `close`. */
  constructor(pool: Pool, log: Log, { id, beatMs = 10_000 }: LivenessLockOptions = {}) {
    this.id = id ?? randomBytes(8).readBigInt64BE().toString();
    this.#pool = pool;
    this.#log = log;
    this.#beatMs = beatMs;
  }

  /** Ensures that this process holds its lock. Throws errors of pg when the database is away, and Problem OVERLOADED after `close`. */
  async hold(): Promise<void> {
    if (this.#closed) throw leaving();
    this.#timer ??= setInterval(() => void this.#beat(), this.#beatMs).unref();
    this.#opening ??= this.#open();
    await this.#opening;
  }

  /** Releases the lock and the connection. Call it before the pool is closed, because the pool waits for its connections. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    // The server takes some time to end a session. With this statement, the number is free when `close` returns.
    if (!this.#beating) await this.#answered(session.query("SELECT pg_advisory_unlock_all()"));
    session.release(true);
  }

  /** Opens the session; resolves when it holds the lock. */
  async #open(): Promise<void> {
    try {
      const session = await this.#takeLock();
      session.once("end", () => this.#lost(session));
      this.#session = session;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async #takeLock(): Promise<PoolClient> {
    const session = await this.#pool.connect();
    try {
      await session.query(`SET lock_timeout = ${lockMs}`);
      // When the lock is taken, an earlier session of this process still holds it. A later check takes it.
      await session.query("SELECT pg_advisory_lock($1)", [this.id]).catch((error: { code?: unknown }) => {
        if (error.code !== lockNotAvailable) throw error;
      });
      if (this.#closed) throw leaving();
      return session;
    } catch (error) {
      session.release(true);
      throw error;
    }
  }

  #lost(session: PoolClient): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#opening = undefined;
    session.release(true);
    if (!this.#beating) void this.#beat();
  }

  async #beat(): Promise<void> {
    if (this.#closed || this.#beating) return;
    this.#beating = true;
    try {
      this.#opening ??= this.#open();
      await this.#opening;
      const session = this.#session;
      if (session === undefined) return;
      // A session that already holds the lock takes it again, which does no harm.
      if (!(await this.#answered(session.query("SELECT pg_try_advisory_lock($1)", [this.id])))) this.#lost(session);
    } catch (error) {
      this.#log.warn(error, "Other processes may take this one for gone");
    } finally {
      this.#beating = false;
    }
  }

  /** Whether the session answers in time. */
  async #answered(query: Promise<unknown>): Promise<boolean> {
    const late = delay(this.#beatMs / 2, false, { ref: false });
    return await Promise.race([query.then(() => true), late]).catch(() => false);
  }
}

/** The problem after `close`: another process, or this one after a restart, can still do the work. */
function leaving(): Problem {
  return overloaded(new Error("This process has said that it leaves"));
}

/** Returns the ids among `ids` whose processes are dead. Must not run in a transaction, which would keep the locks on their numbers. */
export async function deadAmong(pool: Pool, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM unnest($1::bigint[]) AS process (id) WHERE pg_try_advisory_xact_lock_shared(id)",
    [ids],
  );
  return rows.map(({ id }) => id);
}
