/**
 * The query pool: connections for reads that may take long, such as searches, reports and queries over many rows. Writes and look-ups of
 * keys use other connections, so they never wait for long reads. Tenants share the pool fairly, and tenants with slow reads have slots of
 * their own. Each read has one deadline for all its statements. When the caller leaves, the read is cancelled in the database.
 */
import { once } from "node:events";
import pg, { type Pool, type PoolClient, type QueryResult, type QueryResultRow } from "pg";
import { FairSlots, type TurnOptions } from "#src/http/fair-slots.ts";
import { Problem } from "#src/http/problem.ts";
import { SteadyClient } from "./steady-client.ts";
import type { Queryable } from "./transaction.ts";

export interface QueryOptions {
  /** Cancels the query when aborted. Handlers pass the signal of their call, which is aborted when the client leaves. */
  readonly signal?: AbortSignal;
  /** Time limit for waiting and all statements together (ms); 20 s when left out. */
  readonly deadlineMs?: number;
  /** True for a further read of an answer that has begun: it is never refused because too many queries wait. */
  readonly continued?: boolean;
}

/** The connection of a query, for statements outside a transaction, or in a transaction that they end themselves. */
export interface QueryConnection extends Queryable {
  /** Aborted when the caller has left or the deadline is over. Long work checks it between statements. */
  readonly signal: AbortSignal;
  /** The server that answers (`originSql`); null or left out when it is unknown. What never changes on one server may be cached under this name. */
  readonly server?: string | null;
}

/** Most queries that run at the same time in a process. */
const slots = 8;
/** Most of them of one tenant. Two tenants with many queries still leave room for a third. */
const slotsPerTenant = 3;
/** Most waiting queries of one tenant, as many as a dashboard has panels. */
const maxWaitingPerTenant = 32;
/** A query that runs for this long is slow. Its tenant counts as slow until one of its queries ends sooner (milliseconds). */
const slowMs = 1_000;
/** Most queries of slow tenants that run at the same time, in addition to `slots`. */
const slowSlots = 4;
const defaultDeadlineMs = 20_000;
/** A connection is given up when its statement does not end within this time after it was cancelled (milliseconds). */
const cancelPatienceMs = 2_000;
const retrySeconds = "2";

/** The connections of the pool: one for each query, and one to cancel queries. */
export const queryConnections = slots + slowSlots + 1;

/** Runs long reads. */
export class QueryPool {
  readonly #pool: Pool;
  readonly #slots = fairSlots(slots);
  readonly #slowSlots = fairSlots(slowSlots);
  readonly #slow = new Set<string>();

  /** @param pool a pool of `queryConnections` that nothing else uses. */
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Runs `work` when it is the tenant's turn, on a connection that only `work` uses. Throws what `work` throws; Problem OVERLOADED (503,
   * with Retry-After) when too many queries of the tenant wait or the deadline is over; the reason of `signal` when it is aborted. In the
   * last two cases the running statement is cancelled in the database, and its slot becomes free when it has ended.
   *
   *     const rows = await queries.run(projectId, { signal: call.signal }, async (connection) => {
   *       const { rows } = await connection.query("SELECT …", [projectId]);
   *       return rows;
   *     });
   */
  async run<T>(
    tenant: string,
    { signal: caller, deadlineMs = defaultDeadlineMs, continued = false }: QueryOptions,
    work: (connection: QueryConnection) => Promise<T>,
  ): Promise<T> {
    const end = new AbortController();
    const onCallerGone = () => end.abort(caller?.reason);
    if (caller?.aborted) onCallerGone();
    caller?.addEventListener("abort", onCallerGone, { once: true });
    const deadline = setTimeout(() => {
      end.abort(refusal(`The query was given up after ${deadlineMs} ms. Narrow it, by its time for example.`));
    }, deadlineMs);
    try {
      return await this.#inTurn(tenant, { signal: end.signal, continued }, () => this.#connected(end.signal, work));
    } finally {
      clearTimeout(deadline);
      caller?.removeEventListener("abort", onCallerGone);
    }
  }

  /** Waits until the running queries have ended. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Waits for a slot. Slow tenants, such as those of a cluster node that does not answer, have slots of their own. */
  async #inTurn<T>(tenant: string, turn: TurnOptions, work: () => Promise<T>): Promise<T> {
    if (this.#slow.has(tenant))
      return await this.#slowSlots.run(tenant, () => this.#timed(tenant, () => {}, work), turn);
    const outcome = await this.#slots.run(
      tenant,
      async (leave) => {
        // The tenant became slow while this query waited.
        if (this.#slow.has(tenant)) return null;
        return { result: await this.#timed(tenant, (over) => this.#move(tenant, leave, over), work) };
      },
      turn,
    );
    return outcome === null ? await this.#inTurn(tenant, { ...turn, continued: true }, work) : outcome.result;
  }

  /** Runs the work, and records whether its tenant is slow. Calls `onSlow` when it is slow, with a signal that is aborted at its end. */
  async #timed<T>(tenant: string, onSlow: (over: AbortSignal) => void, work: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.#slow.add(tenant);
      onSlow(over.signal);
    }, slowMs);
    try {
      const result = await work();
      if (!isSlow) this.#slow.delete(tenant);
      return result;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  /** Moves running work to a slot for slow tenants: it leaves its own slot when it gets one. */
  #move(tenant: string, leave: () => void, over: AbortSignal): void {
    const stay = async () => {
      leave();
      if (!over.aborted) await once(over, "abort");
    };
    this.#slowSlots.run(tenant, stay, { signal: over, continued: true }).catch(() => {});
  }

  async #connected<T>(signal: AbortSignal, work: (connection: QueryConnection) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const connection = new CancellableConnection(client, this.#pool, signal);
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }
}

class CancellableConnection implements QueryConnection {
  readonly signal: AbortSignal;
  readonly #client: PoolClient;
  readonly #pool: Pool;
  #last: Promise<void> = Promise.resolve();
  #unanswered = 0;
  #lost = false;
  #released = false;

  constructor(client: PoolClient, pool: Pool, signal: AbortSignal) {
    this.#client = client;
    this.#pool = pool;
    this.signal = signal;
  }

  get server(): string | null {
    return this.#client instanceof SteadyClient ? this.#client.origin : null;
  }

  /** Runs a statement. Statements that are started together run one after the other. */
  query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<QueryResult<Row>> {
    const ask = () => this.#query<Row>(sql, values);
    const answered = this.#unanswered === 0 ? ask() : this.#last.then(ask);
    const count = () => void this.#unanswered--;
    this.#unanswered++;
    this.#last = answered.then(count, count);
    return answered;
  }

  async #query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<QueryResult<Row>> {
    this.signal.throwIfAborted();
    const statement = this.#client.query<Row>(sql, values);
    let cancelled: Promise<void> | undefined;
    const cancel = () => {
      cancelled = this.#cancel(statement);
    };
    this.signal.addEventListener("abort", cancel, { once: true });
    try {
      return await statement;
    } catch (error) {
      this.#lost ||= endsConnection(error);
      throw this.signal.aborted ? this.signal.reason : error;
    } finally {
      this.signal.removeEventListener("abort", cancel);
      // Wait for the cancellation: otherwise it could hit the next statement of this connection.
      await cancelled;
    }
  }

  /** Returns the connection to the pool, unless it is lost, in a transaction, or has statements that have not ended. */
  release(): void {
    this.#giveBack(this.#lost || this.#unanswered > 0 || this.#client.getTransactionStatus() !== "I");
  }

  /** The pool takes a connection once: a second time would be an error, or end a connection that another query has by now. */
  #giveBack(destroyed: boolean): void {
    if (this.#released) return;
    this.#released = true;
    this.#client.release(destroyed);
  }

  /** Cancels the statement. Resolves when it has ended, or its connection is lost. */
  async #cancel(statement: Promise<unknown>): Promise<void> {
    const giveUp = setTimeout(() => this.#giveBack(true), cancelPatienceMs);
    const ended = statement.then(
      () => {},
      () => {},
    );
    // Errors are ignored: then the statement fails too, or the connection is given up.
    const asked = this.#pool.query("SELECT pg_cancel_backend($1::int)", [backendOf(this.#client)]).then(
      () => {},
      () => {},
    );
    await ended;
    clearTimeout(giveUp);
    await asked;
  }
}

/** Whether an error ends the connection. SQLSTATE class 57P: the server is shutting down, or an operator has ended the session. */
function endsConnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.code?.startsWith("57P") === true;
}

/** The pid of the server process. Not the one that pg has from BackendKeyData, because poolers send numbers of their own. */
function backendOf(client: PoolClient): number | null {
  return client instanceof SteadyClient ? client.backend : null;
}

function fairSlots(count: number): FairSlots {
  return new FairSlots({
    slots: count,
    perOwner: slotsPerTenant,
    maxWaiting: maxWaitingPerTenant,
    overloaded: () => refusal("Too many queries of this project are waiting."),
  });
}

function refusal(detail: string): Problem {
  return new Problem("OVERLOADED", { detail, headers: { "Retry-After": retrySeconds } });
}
