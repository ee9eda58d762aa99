/**
 * How this process is connected to PostgreSQL: what a commit means on each connection, and how long it waits for what.
 * A server that stops answering without closing its connections (a lost network, a halted machine, a failover) must not
 * keep a request for as long as TCP would, which is a quarter of an hour.
 */
import type { Socket } from "node:net";
import pg, { type Pool, type PoolClient, type PoolConfig } from "pg";

/** A statement that runs longer is cancelled by the server (milliseconds). */
export const statementTimeoutMs = 30_000;
/** A transaction that waits longer for its client is rolled back and its session ended (milliseconds). */
const idleInTransactionTimeoutMs = 30_000;
/** How long a request waits for a connection, a new one or one that others use (milliseconds). */
const connectTimeoutMs = 10_000;
/** When a server that does not even cancel a statement in time is given up (milliseconds after the time-out). */
const graceMs = 5_000;
/** Idle for this long, a connection is probed by TCP (milliseconds); ten lost probes, a second apart, end it. */
const keepAliveDelayMs = 10_000;

export interface ConnectionLimits {
  /** How long a request waits for a connection (milliseconds); 10,000 when left out. */
  readonly connectTimeoutMs?: number;
  /** A connection that leaves a query without a word for so long is given up (milliseconds); 35,000 when left out. */
  readonly silenceMs?: number;
}

/** What every pool has, under the names that `pg` gives them. */
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
const greeting = `SELECT pg_backend_pid() AS pid, extract(epoch FROM pg_postmaster_start_time())
    || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS origin,
  set_config('statement_timeout', '${statementTimeoutMs}', false),
  set_config('idle_in_transaction_session_timeout', '${idleInTransactionTimeoutMs}', false),
  CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
    THEN set_config('synchronous_commit', 'on', false) END`;

/** A connection that is ended when the server leaves a query without an answer: `query_timeout` of pg would keep it. */
export class SteadyClient extends pg.Client {
  /** The server's process that answers it; null until it is known. */
  backend: number | null = null;
  /** Whether its server has refused a write because it takes none (read_only_sql_transaction). */
  refusedWrite = false;
  /** Milliseconds; see `ConnectionLimits`. */
  silenceMs = statementTimeoutMs + graceMs;
  /** Whether a query is sent while others wait for their answers; to be changed when none does. COPY wants it off. */
  override pipeline = false;
  #onSent: (() => void) | undefined;
  #lastWord = 0;
  #bytesRead = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on("errorMessage", (message: { readonly code?: string }) => {
      if (message.code === readOnlyTransaction) this.refusedWrite = true;
    });
    // pg says so when every query has had its answer.
    this.on("drain", () => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    });
  }

  override query = ((...given: Parameters<pg.Client["query"]>) => {
    this.#lastWord = performance.now();
    if (this.#timer === undefined) this.#wait();
    if (this.pipeline) this.#gather();
    const answer = super.query(...(this.pipeline ? prepared(given) : given));
    this.#onSent?.();
    return answer;
  }) as pg.Client["query"];

  /** Resolves when the next query is on its way. One at a time may wait for that. */
  nextSent(): Promise<void> {
    return new Promise((resolve) => {
      this.#onSent = resolve;
    });
  }

  /** Writes in one piece what is sent in one turn of the event loop. */
  #gather(): void {
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /** Looks at how much has arrived: a listener for data would be in the way of those that copy from the connection. */
  #wait(): void {
    this.#timer = setTimeout(() => {
      const stream = this.connection.stream as Socket;
      if (stream.bytesRead !== this.#bytesRead) {
        this.#bytesRead = stream.bytesRead;
        this.#lastWord = performance.now();
      }
      if (performance.now() < this.#lastWord + this.silenceMs) this.#wait();
      else stream.destroy(new DatabaseSilent(this.silenceMs));
    }, this.silenceMs / looksForAWord).unref();
  }
}

const readOnlyTransaction = "25006";

type Query = Parameters<pg.Client["query"]>;

/** Texts of statements, each with how often it was sent, and those that are known by a name. */
const sentTimes = new Map<string, number>();
const names = new Map<string, string>();
/** Those that are sent again and again have names; a connection keeps as many plans. */
const timesUntilNamed = 20;
const mostNamed = 100;
const mostCounted = 1_000;

/**
 * The same query under a name, so that PostgreSQL parses and plans it once for each connection: for the statements of
 * transactions, which find rows by their keys, so that one plan is good for all values.
 */
function prepared(given: Query): Query {
  const [text, values] = given as readonly unknown[];
  if (typeof text !== "string" || !Array.isArray(values)) return given;
  const name = names.get(text) ?? nameOf(text);
  return name === undefined ? given : ([{ name, text }, ...given.slice(1)] as unknown as Query);
}

function nameOf(text: string): string | undefined {
  const times = (sentTimes.get(text) ?? 0) + 1;
  if (names.size === mostNamed || (times === 1 && sentTimes.size === mostCounted)) return undefined;
  sentTimes.set(text, times);
  if (times < timesUntilNamed) return undefined;
  const name = `accord_${names.size}`;
  names.set(text, name);
  sentTimes.delete(text);
  return name;
}

/** How often it is looked whether something has arrived while a connection may be silent. */
const looksForAWord = 20;

/** With the code that sockets have when their peer does not answer. */
class DatabaseSilent extends Error {
  readonly code = "ETIMEDOUT";

  constructor(ms: number) {
    super(`The database has not answered for ${Math.round(ms)} ms`);
    this.name = "DatabaseSilent";
  }
}

/**
 * A pool whose connections keep what `connectionSettings` promises. One that breaks while a caller holds it emits an
 * error beside failing the caller's next query; without a listener that event would end the process.
 */
export function steadyPool({ connectTimeoutMs: connectMs = connectTimeoutMs, silenceMs }: ConnectionLimits) {
  return class SteadyPool extends pg.Pool {
    /** When the server that answered last was started, and the database's number there: no two have both in common. */
    #origin: string | undefined;

    constructor(config: PoolConfig) {
      const onConnect = async (client: pg.ClientBase) => {
        const steady = client as SteadyClient;
        steady.silenceMs = connectMs;
        const { rows } = await steady.query<{ pid: number; origin: string }>(greeting);
        steady.backend = rows[0]?.pid ?? null;
        this.#meet(rows[0]?.origin);
        steady.silenceMs = silenceMs ?? statementTimeoutMs + graceMs;
      };
      super({ ...config, Client: SteadyClient, onConnect } as PoolConfig);
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
 * lack the last that was committed. So whoever remembers what the database holds forgets it, also when its own connections were
 * closed, idle, long before.
 */
export function onOtherServer(pool: Pool, forget: () => void): void {
  forgetting.set(pool, [...(forgetting.get(pool) ?? []), forget]);
}

/**
 * Runs `work` with a limit of its own for each of its statements (milliseconds): what reads or rewrites whole tables takes
 * longer than any request may. To be called outside of a transaction; leaves the connection as it was.
 */
export async function withStatementLimit<T>(client: PoolClient, limitMs: number, work: () => Promise<T>): Promise<T> {
  const steady = client as unknown as SteadyClient;
  const { silenceMs } = steady;
  await client.query(`SET statement_timeout = ${limitMs}`);
  steady.silenceMs = limitMs + graceMs;
  try {
    return await work();
  } finally {
    await client.query(`SET statement_timeout = ${statementTimeoutMs}`).catch(() => {});
    steady.silenceMs = silenceMs;
  }
}
