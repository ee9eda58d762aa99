/**
 * Tells which processes are alive. Each holds a session-level advisory lock on a number of its own, and PostgreSQL
 * releases the lock the moment the process is gone: whatever names the number of a dead process was left behind in a
 * crash. A process that lives may lose its session for a moment, so this alone must never be what keeps two of them apart.
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
  /** How often to make sure of the session, which has half of that to answer (ms); 10,000 when left out. */
  readonly beatMs?: number;
}

/** Only a session of ours that the server has not given up yet locks our number for longer (ms). */
const lockMs = 1_000;
const lockNotAvailable = "55P03";

export class LivenessLock {
  /** A 64-bit integer, as text: what pg makes of a bigint column. */
  readonly id: string;
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #beatMs: number;
  #session: PoolClient | undefined;
  /** There is a session, or will be. */
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #beating = false;
  #closed = false;

  /** Takes one connection of the pool at the first `hold`, and keeps it until `close`. */
  constructor(pool: Pool, log: Log, { id, beatMs = 10_000 }: LivenessLockOptions = {}) {
    this.id = id ?? randomBytes(8).readBigInt64BE().toString();
    this.#pool = pool;
    this.#log = log;
    this.#beatMs = beatMs;
  }

  /** Makes sure that others see this process. Throws what pg throws when the database is away, Problem OVERLOADED after `close`. */
  async hold(): Promise<void> {
    if (this.#closed) throw leaving();
    this.#timer ??= setInterval(() => void this.#beat(), this.#beatMs).unref();
    this.#opening ??= this.#open();
    await this.#opening;
  }

  /** Leaves. To be called before the pool is closed, which waits for its connections. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    // The end of a session takes its time; this way the number is free when we return.
    if (!this.#beating) await this.#answered(session.query("SELECT pg_advisory_unlock_all()"));
    session.release(true);
  }

  /** Resolves when the session has the lock. */
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
      // When it is taken, an earlier session of ours speaks for us until a beat takes over.
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
      // A session that has the lock takes it once more, and loses nothing by that.
      if (!(await this.#answered(session.query("SELECT pg_try_advisory_lock($1)", [this.id])))) this.#lost(session);
    } catch (error) {
      this.#log.warn(error, "Other processes may take this one for gone");
    } finally {
      this.#beating = false;
    }
  }

  /** Whether the session answers, and in time. */
  async #answered(query: Promise<unknown>): Promise<boolean> {
    const late = delay(this.#beatMs / 2, false, { ref: false });
    return await Promise.race([query.then(() => true), late]).catch(() => false);
  }
}

/** The problem for work that another process, or this one after a restart, may still do. */
function leaving(): Problem {
  return overloaded(new Error("This process has said that it leaves"));
}

/** The dead ones of these processes. Run it as a statement of its own: in a transaction it would lock their numbers. */
export async function deadAmong(pool: Pool, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM unnest($1::bigint[]) AS process (id) WHERE pg_try_advisory_xact_lock_shared(id)",
    [ids],
  );
  return rows.map(({ id }) => id);
}
