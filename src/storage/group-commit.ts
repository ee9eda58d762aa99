/**
 * Group commit. Requests of one group that arrive while its transaction runs wait and share the next one: so the rate of commits (one
 * fsync each) does not bound the rate of requests, and a lock that many requests need is taken once. A transaction that meets passing
 * trouble is attempted again for a while; one whose COMMIT was not answered is looked for under the locks of the next attempt. When
 * one request spoils the transaction, the others are committed without it.
 */
import type { Pool, PoolClient } from "pg";
import { Problem } from "#src/http/problem.ts";
import { Batches, type BatchLimits, type Requests, type Results } from "./batches.ts";
import { isPassing, overloaded } from "./passing.ts";
import type { Permit, Silent } from "./permits.ts";
import { attemptAgain } from "./retry.ts";
import { onConnection } from "./sql-transaction.ts";
import { tellingOfCommit } from "./transaction.ts";

/** A transaction before its end. */
export interface Prepared<Result, Locked> {
  readonly results: Results<Result>;
  /** The last statements, which travel with COMMIT; null when there is nothing to commit. */
  readonly saving: readonly string[] | null;
  /** To be called once it is committed, and waited for. */
  readonly committed?: (() => void | Promise<void>) | undefined;
  /**
   * Whether it was committed, asked in the next attempt when the answer to COMMIT was lost. Left out where nothing was written that could
   * tell: it is then made again.
   */
  readonly tookPlace?: ((client: PoolClient, locked: Locked) => Promise<boolean>) | undefined;
}

export interface GroupCommitOptions<Request, Result, Locked> extends BatchLimits<Request> {
  readonly pool: Pool;
  /** How long a transaction that meets passing trouble is attempted again (milliseconds); 5,000 when left out, as long as a client waits. */
  readonly retryMs?: number;
  readonly ownerOf?: (group: string) => string;
  /**
   * Begins the transaction, and takes the locks that all transactions of these requests take: an attempt whose COMMIT was not answered
   * has ended, one way or the other, once they are granted.
   */
  readonly lock: (client: PoolClient, requests: Requests<Request>) => Promise<Locked>;
  /** Everything else but the end. */
  readonly write: (
    client: PoolClient,
    requests: Requests<Request>,
    locked: Locked,
  ) => Promise<Prepared<Result, Locked>>;
  /** Called with the error of a failed attempt. Returns true when another attempt may succeed although the error is not a passing one. */
  readonly failed?: (error: unknown, requests: Requests<Request>) => boolean;
}

/** Pause before the second attempt, and the longest before any (milliseconds). */
const firstPauseMs = 50;
const longestPauseMs = 800;

/** Shared by all group commits of a pool. */
const silentOf = new WeakMap<Pool, Silent>();

export class GroupCommit<Request, Result, Locked> {
  /** Transactions begun, failed ones included, and how many of them were retries. */
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
   * Resolves after the commit. Throws the request's error, what the database throws for it, or Problem OVERLOADED when too much is
   * waiting or the database stays away: whether the request was committed is then unknown.
   */
  submit(group: string, request: Request): Promise<Result> {
    return this.#batches.submit(group, request);
  }

  /** Takes no more requests. Resolves when the waiting ones are answered. */
  drain(): Promise<void> {
    return this.#batches.drain();
  }

  async #commit(requests: Requests<Request>, permit: Permit): Promise<Results<Result>> {
    try {
      return await this.#persistently(requests, permit);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (requests.length === 1 || error instanceof Problem) return requests.map(() => error);
      // Halves find the culprit in few transactions and keep the order.
      const middle = requests.length >> 1;
      const halves = [requests.slice(0, middle), requests.slice(middle)] as unknown as Requests<Request>[];
      const results: (Result | Error)[] = [];
      for (const half of halves) results.push(...(await this.#commit(half, permit)));
      return results;
    }
  }

  /** Attempts until one succeeds. Throws the last attempt's error, or Problem OVERLOADED when a further one might have succeeded. */
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
