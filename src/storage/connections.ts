/**
 * The connections to PostgreSQL: what a commit guarantees, and all time-outs. When a server stops answering without closing its
 * connections (a lost network, a halted machine, a failover), a request must not wait as long as TCP does, which is a quarter of an hour.
 */
import pg, { type Pool, type PoolClient, type PoolConfig } from "pg";
import { lockTimeoutMs } from "#src/http/lock-timeout.ts";
import { type DatabaseHealth, originSql } from "./health.ts";
import { graceMs, SteadyClient, statementTimeoutMs } from "./steady-client.ts";

/** A transaction that is idle for longer is rolled back and its session ended (milliseconds). */
const idleInTransactionTimeoutMs = 30_000;
/** How long a request waits for a connection, new or from the pool (milliseconds). */
const connectTimeoutMs = 5_000;
/** TCP keepalive: a connection that is idle for this long is probed (milliseconds). Ten lost probes, a second apart, end it. */
const keepAliveDelayMs = 10_000;

export interface ConnectionLimits {
  /** How long a request waits for a connection (milliseconds); 5,000 when left out. */
  readonly connectTimeoutMs?: number;
  /**
   * A connection that sends nothing for this long while a query runs is given up, even if the server still works on the query
   * (milliseconds); 35,000 when left out.
   */
  readonly silenceMs?: number;
}

/** The options of every pool, in the terms of `pg`. */
export function connectionSettings(limits: ConnectionLimits): PoolConfig {
  return {
    connectionTimeoutMillis: limits.connectTimeoutMs ?? connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
  };
}

/**
 * The first statement of every connection. It makes commits durable whatever the server's default is, because a 2xx means committed;
 * `remote_apply`, which guarantees more, is kept. Statements are short, so compiling them (`jit`) would take longer than it saves. The settings are not in the start-up packet, because poolers refuse or drop them there.
 * The process id is read here, because poolers report another one at start-up.
 */
const greeting = `SELECT pg_backend_pid() AS pid, ${originSql} AS origin,
  set_config('statement_timeout', '${statementTimeoutMs}', false),
  set_config('lock_timeout', '${lockTimeoutMs}', false),
  set_config('idle_in_transaction_session_timeout', '${idleInTransactionTimeoutMs}', false),
  set_config('jit', 'off', false),
  CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
    THEN set_config('synchronous_commit', 'on', false) END`;

/**
 * A pool with `connectionSettings`. A connection that breaks while a caller holds it emits an `error` event and fails the caller's next
 * query. The pool listens to that event, which would otherwise end the process.
 */
export function steadyPool(
  { connectTimeoutMs: connectMs = connectTimeoutMs, silenceMs }: ConnectionLimits,
  health?: DatabaseHealth,
) {
  return class SteadyPool extends pg.Pool {
    /** The origin of the server that answered last. */
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
      // After a failover the old primary may continue as a standby. Writers have to connect to the new primary.
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
 * Calls `forget` before the first statement on another server, or on a restored database. Both may lack the last commits, so caches of
 * database contents must be emptied. It also works when all connections had been closed as idle long before.
 */
export function onOtherServer(pool: Pool, forget: () => void): void {
  forgetting.set(pool, [...(forgetting.get(pool) ?? []), forget]);
}

/**
 * Runs `work` with another time limit per statement (milliseconds), for statements that read or rewrite whole tables. Call it outside of
 * a transaction. Restores the connection's limit.
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
