/**
 * How this process is connected to PostgreSQL: what a commit means on each connection, and how long it waits for what.
 * A server that stops answering without closing its connections (a lost network, a halted machine, a failover) must not
 * keep a request for as long as TCP would, which is a quarter of an hour.
 */
import pg, { type Pool, type PoolClient, type PoolConfig } from "pg";
import { lockTimeoutMs } from "#src/http/lock-timeout.ts";
import { type DatabaseHealth, originSql } from "./health.ts";
import { graceMs, SteadyClient, statementTimeoutMs } from "./steady-client.ts";

/** A transaction that waits longer for its client is rolled back and its session ended (milliseconds). */
const idleInTransactionTimeoutMs = 30_000;
/** How long a request waits for a connection, a new one or one that others use (milliseconds). */
const connectTimeoutMs = 5_000;
/** Idle for this long, a connection is probed by TCP (milliseconds); ten lost probes, a second apart, end it. */
const keepAliveDelayMs = 10_000;

export interface ConnectionLimits {
  /** How long a request waits for a connection (milliseconds); 5,000 when left out. */
  readonly connectTimeoutMs?: number;
  /**
   * A connection that leaves a query without a word for so long is given up, whatever the server says of it (milliseconds); 35,000 when
   * left out.
   */
  readonly silenceMs?: number;
}

/** Options of every pool, under the names that `pg` gives them. */
export function connectionSettings(limits: ConnectionLimits): PoolConfig {
  return {
    connectionTimeoutMillis: limits.connectTimeoutMs ?? connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
  };
}

/**
 * The first statement of every connection. A 2xx means committed, whatever the server's default is; `remote_apply`, which promises
 * more, stays. Not in the start-up packet: poolers in between refuse settings there, or drop them, and greet with a number of
 * their own where the server's process has another.
 */
const greeting = `SELECT pg_backend_pid() AS pid, ${originSql} AS origin,
  set_config('statement_timeout', '${statementTimeoutMs}', false),
  set_config('lock_timeout', '${lockTimeoutMs}', false),
  set_config('idle_in_transaction_session_timeout', '${idleInTransactionTimeoutMs}', false),
  CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
    THEN set_config('synchronous_commit', 'on', false) END`;

/**
 * A pool whose connections keep what `connectionSettings` promises. One that breaks while a caller holds it emits an
 * error beside failing the caller's next query; without a listener that event would end the process.
 */
export function steadyPool(
  { connectTimeoutMs: connectMs = connectTimeoutMs, silenceMs }: ConnectionLimits,
  health?: DatabaseHealth,
) {
  return class SteadyPool extends pg.Pool {
    /** Of the server that answered last. */
    #origin: string | undefined;

    constructor(config: PoolConfig) {
      const onConnect = async (client: pg.ClientBase) => {
        const steady = client as SteadyClient;
        steady.silenceMs = connectMs;
        const { rows } = await steady.query<{ pid: number; origin: string }>(greeting);
        steady.backend = rows[0]?.pid ?? null;
        steady.origin = rows[0]?.origin ?? null;
        this.#meet(rows[0]?.origin);
        steady.silenceMs = silenceMs ?? statementTimeoutMs + graceMs;
      };
      super({ ...config, Client: SteadyClient, onConnect, health } as PoolConfig);
      this.on("connect", (client) => client.on("error", () => {}));
      // After a failover the old primary may go on as a standby: whoever writes has to connect to the new one.
      this.on("release", (_error, client) => {
        if ((client as unknown as SteadyClient).refusedWrite) void client.end();
      });
    }

    #meet(origin: string | undefined): void {
      if (this.#origin !== undefined && this.#origin !== origin)
        for (const forget of forgetting.get(this) ?? []) forget();
      this.#origin = origin;
    }
  };
}

const forgetting = new WeakMap<Pool, (() => void)[]>();

/**
 * Calls `forget` before the first statement on another server than the one before, or on a database that was restored: either may
 * lack the last commits. So caches of the database's contents are emptied, also when their own connections were closed, idle, long
 * before.
 */
export function onOtherServer(pool: Pool, forget: () => void): void {
  forgetting.set(pool, [...(forgetting.get(pool) ?? []), forget]);
}

/**
 * Runs `work` with its own time limit per statement (milliseconds): statements that read or rewrite whole tables take longer than
 * any request may. Call it outside of a transaction. Leaves the connection as it was.
 */
export async function withStatementLimit<T>(client: PoolClient, limitMs: number, work: () => Promise<T>): Promise<T> {
  const steady = client as unknown as SteadyClient;
  const { silenceMs } = steady;
  await client.query(`SET statement_timeout = ${limitMs}; SET lock_timeout = 0`);
  steady.silenceMs = limitMs + graceMs;
  try {
    return await work();
  } finally {
    await client
      .query(`SET statement_timeout = ${statementTimeoutMs}; SET lock_timeout = ${lockTimeoutMs}`)
      .catch(() => {});
    steady.silenceMs = silenceMs;
  }
}
