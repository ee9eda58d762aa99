/**
 * The connection pool of reads that may take long: searches, reports, queries over many rows. Writes and look-ups of keys use other
 * connections, so any number of long reads leaves those free. Tenants share the pool fairly, and tenants with slow reads wait apart.
 * Each read has one deadline for all its statements. A read whose caller has gone is cancelled in the database, too.
 */
import { once } from "node:events";
import pg, { type Pool, type PoolClient, type QueryResult, type QueryResultRow } from "pg";
import { FairSlots, type TurnOptions } from "#src/http/fair-slots.ts";
import { Problem } from "#src/http/problem.ts";
import { SteadyClient } from "./steady-client.ts";
import type { Queryable } from "./transaction.ts";

export interface QueryOptions {
  /** Ends the query when it is aborted: a handler passes its call's signal, which is when the client goes away. */
  readonly signal?: AbortSignal;
  /** For waiting and all statements together; 20 s when left out. */
  readonly deadlineMs?: number;
  /** A further read of what has begun to be answered: it is not refused, however many wait. */
  readonly continued?: boolean;
}

/** The connection that a query is on, for statements outside a transaction or in one that they end themselves. */
export interface QueryConnection extends Queryable {
  /** Aborted when the caller is gone or the deadline is over; between statements, long work looks at it. */
  readonly signal: AbortSignal;
}

/** Queries that run at a time in one process. */
const slots = 8;
/** Of one tenant. Two that ask all the time still leave room for a third. */
const slotsPerTenant = 3;
/** Of one tenant, beyond those that run: a dashboard opens this many panels at once. */
const maxWaitingPerTenant = 32;
/** A query that runs for so long is slow, and so is its tenant until one is answered sooner (milliseconds). */
const slowMs = 1_000;
/** Queries of slow tenants that run at a time beside the others. */
const slowSlots = 4;
const defaultDeadlineMs = 20_000;
/** A connection whose statement does not end so long after it was cancelled is given up (milliseconds). */
const cancelPatienceMs = 2_000;
const retrySeconds = "2";

/** Connections that a pool for queries needs: one for each query, and one for cancelling them. */
export const queryConnections = slots + slowSlots + 1;

export class QueryPool {
  readonly #pool: Pool;
  readonly #slots = fairSlots(slots);
  readonly #slowSlots = fairSlots(slowSlots);
  readonly #slow = new Set<string>();

  /** Over a pool of `queryConnections` that nothing else uses. */
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Runs `work` on a connection, once it is the tenant's turn; the connection is its own until it returns. Throws what
   * `work` throws; Problem OVERLOADED (503, with Retry-After) when too many queries of the tenant wait or the deadline is
   * over; the signal's reason when it is aborted. A statement that was running then is cancelled in the database, and its
   * slot is free when it has ended.
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

  /** Waits for the queries that run. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Slow tenants, those of a cluster's node that is silent for example, have slots of their own, so that others do not wait for them. */
  async #inTurn<T>(tenant: string, turn: TurnOptions, work: () => Promise<T>): Promise<T> {
    if (this.#slow.has(tenant))
      return await this.#slowSlots.run(tenant, () => this.#timed(tenant, () => {}, work), turn);
    const outcome = await this.#slots.run(
      tenant,
      async (leave) => {
        // It became slow while this query waited.
        if (this.#slow.has(tenant)) return null;
        return { result: await this.#timed(tenant, (over) => this.#move(tenant, leave, over), work) };
      },
      turn,
    );
    return outcome === null ? await this.#inTurn(tenant, { ...turn, continued: true }, work) : outcome.result;
  }

  /** `onSlow` is called when the work is slow, with a signal that is aborted when it is over. */
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

  /** Work that goes on leaves its slot once it has one of those for slow tenants. */
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

  /** Those that are given at once are done one after the other. */
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
      // Until then the cancellation could hit whatever is next on this connection.
      await cancelled;
    }
  }

  /** Goes back to the pool, unless it is lost or in the middle of a transaction. */
  release(): void {
    if (!this.#released) this.#client.release(this.#lost || this.#client.getTransactionStatus() !== "I");
    this.#released = true;
  }

  /** Resolves when the statement has ended, be it by losing its connection. */
  async #cancel(statement: Promise<unknown>): Promise<void> {
    const giveUp = setTimeout(() => {
      this.#client.release(true);
      this.#released = true;
    }, cancelPatienceMs);
    const ended = statement.then(
      () => {},
      () => {},
    );
    // An error here also fails the statement, or the connection is given up.
    const asked = this.#pool.query("SELECT pg_cancel_backend($1::int)", [backendOf(this.#client)]).then(
      () => {},
      () => {},
    );
    await ended;
    clearTimeout(giveUp);
    await asked;
  }
}

/** Class 57P is the server on its way out, or its operator who ended the session. */
function endsConnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.code?.startsWith("57P") === true;
}

/** Not what pg has from the greeting (BackendKeyData): a pooler in between gives numbers of its own. */
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
