/**
 * Group commit. Requests of one group that arrive while its transaction runs wait and share the next transaction. So the rate of commits
 * (one fsync each) does not limit the rate of requests, and a lock that many requests need is taken once. A transaction that meets a
 * passing error is attempted again for some time. When a COMMIT was not answered, the next attempt checks, under its locks, whether it
 * took place. When one request makes the transaction fail, the others are committed without it.
 */
import type { Pool, PoolClient } from "pg";
import { Problem } from "#src/http/problem.ts";
import { Batches, type BatchLimits, type Requests, type Results } from "./batches.ts";
import { isPassing, overloaded } from "./passing.ts";
import type { Permit, Silent } from "./permits.ts";
import { attemptAgain } from "./retry.ts";
import { onConnection } from "./sql-transaction.ts";
import { tellingOfCommit } from "./transaction.ts";

/** A transaction before its COMMIT. */
export interface Prepared<Result, Locked> {
  readonly results: Results<Result>;
  /** The last statements, which are sent with COMMIT; null when there is nothing to commit. */
  readonly saving: readonly string[] | null;
  /** Called, and awaited, after the commit. */
  readonly committed?: (() => void | Promise<void>) | undefined;
  /**
   * Whether the transaction was committed. Called in the next attempt when the answer to COMMIT was lost. Left out when the transaction
   * writes nothing that could show it: then it is done again.
   */
  readonly tookPlace?: ((client: PoolClient, locked: Locked) => Promise<boolean>) | undefined;
}

export interface GroupCommitOptions<Request, Result, Locked> extends BatchLimits<Request> {
  readonly pool: Pool;
  /** How long a transaction that meets passing errors is attempted again (milliseconds); 5,000 when left out, as long as a client waits. */
  readonly retryMs?: number;
  readonly ownerOf?: (group: string) => string;
  /**
   * Begins the transaction and takes the locks that all transactions of these requests take. When they are granted, an earlier attempt
   * whose COMMIT was not answered has ended, one way or the other.
   */
  readonly lock: (client: PoolClient, requests: Requests<Request>) => Promise<Locked>;
  /** Does all other work of the transaction, up to its COMMIT. */
  readonly write: (
    client: PoolClient,
    requests: Requests<Request>,
    locked: Locked,
  ) => Promise<Prepared<Result, Locked>>;
  /** Called with the error of a failed attempt. Returns true when another attempt may succeed although it is not a passing error. */
  readonly failed?: (error: unknown, requests: Requests<Request>) => boolean;
}

/** The pause before the second attempt, and the longest pause (milliseconds). */
const firstPauseMs = 50;
const longestPauseMs = 800;

/** The attempts without a permit, counted together for all group commits of a pool. */
const silentOf = new WeakMap<Pool, Silent>();

/** Commits requests in groups. */
export class GroupCommit<Request, Result, Locked> {
  /** The number of transactions begun, including failed ones, and of retries among them. */
  readonly counters = { transactions: 0, retries: 0 };
  readonly #options: GroupCommitOptions<Request, Result, Locked>;
  readonly #batches: Batches<Request, Result>;

  constructor(options: GroupCommitOptions<Request, Result, Locked>) {
    this.#options = options;
    const silent = silentOf.get(options.pool) ?? { count: 0 };
    silentOf.set(options.pool, silent);
    this.#batches = new Batches<Request, Result>({
      ...options,
      silent,
      run: (_, requests, permit) => this.#commit(requests, permit),
    });
  }

  get pending(): Batches<Request, Result>["pending"] {
    return this.#batches.pending;
  }

  /**
   * Adds a request; resolves after the commit. Throws the request's error, an error of the database, or Problem OVERLOADED when too many
   * requests wait or the database stays away. When it stays away, it is unknown whether the request was committed.
   */
  submit(group: string, request: Request): Promise<Result> {
    return this.#batches.submit(group, request);
  }

  /** Refuses further requests. Resolves when the waiting ones are answered. */
  drain(): Promise<void> {
    return this.#batches.drain();
  }

  async #commit(requests: Requests<Request>, permit: Permit): Promise<Results<Result>> {
    try {
      return await this.#persistently(requests, permit);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (requests.length === 1 || error instanceof Problem) return requests.map(() => error);
      // Halving finds the failing request in few transactions and keeps the order.
      const middle = requests.length >> 1;
      const halves = [requests.slice(0, middle), requests.slice(middle)] as unknown as Requests<Request>[];
      const results: (Result | Error)[] = [];
      for (const half of halves) results.push(...(await this.#commit(half, permit)));
      return results;
    }
  }

  /** Attempts the transaction until it succeeds. Throws the last error, or Problem OVERLOADED when a further attempt might have succeeded. */
  async #persistently(requests: Requests<Request>, { pause, during }: Permit): Promise<Results<Result>> {
    const { retryMs = 5_000, failed } = this.#options;
    const unanswered: Prepared<Result, Locked>[] = [];
    let mayPass = false;
    const attempt = (number: number) => {
      this.counters.transactions++;
      if (number > 1) this.counters.retries++;
      return during(() => this.#attempt(requests, unanswered)).catch((error: unknown) => {
        const mended = failed?.(error, requests) === true;
        mayPass = mended || isPassing(error);
        throw error;
      });
    };
    const retries = { retryMs, firstPauseMs, longestPauseMs, pause, mayPass: () => mayPass };
    return await attemptAgain(attempt, retries).catch((error: unknown) => {
      throw mayPass ? overloaded(error) : error;
    });
  }

  async #attempt(requests: Requests<Request>, unanswered: Prepared<Result, Locked>[]): Promise<Results<Result>> {
    const { pool } = this.#options;
    const { results, committed } = await onConnection(pool, (client) =>
      tellingOfCommit(
        pool,
        client,
        () => this.#transaction(client, requests, unanswered),
        ({ saving }) => saving === null,
      ),
    );
    await committed?.();
    return results;
  }

  async #transaction(
    client: PoolClient,
    requests: Requests<Request>,
    unanswered: Prepared<Result, Locked>[],
  ): Promise<Prepared<Result, Locked>> {
    const { lock, write } = this.#options;
    const locked = await lock(client, requests);
    const earlier = await firstThatTookPlace<Result, Locked>(client, locked, unanswered);
    const prepared = earlier ?? (await write(client, requests, locked));
    const { results, saving } = prepared;
    if (earlier !== null || saving === null) {
      await client.query("ROLLBACK");
      return { results, saving: null };
    }
    try {
      await client.query([...saving, "COMMIT"].join(";\n"));
    } catch (error) {
      if (isPassing(error)) unanswered.push(prepared);
      throw error;
    }
    return prepared;
  }
}

async function firstThatTookPlace<Result, Locked>(
  client: PoolClient,
  locked: Locked,
  unanswered: readonly Prepared<Result, Locked>[],
): Promise<Prepared<Result, Locked> | null> {
  for (const attempt of unanswered) if ((await attempt.tookPlace?.(client, locked)) === true) return attempt;
  return null;
}
