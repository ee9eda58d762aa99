/**
 * The one way for money to move. Orders on one integrator's books that arrive together are committed together: an account
 * that everybody pays from or to is locked once for all of them, so that it bounds the size of a commit and not the rate.
 */
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { Batches } from "#src/storage/batches.ts";
import type { Database } from "#src/storage/database.ts";
import { isOverload, overloaded, overloadedWhenPassing } from "#src/storage/passing.ts";
import type { Place } from "#src/storage/places.ts";
import { attemptAgain } from "#src/storage/retry.ts";
import { commitOrders, type LedgerRequest } from "./commit.ts";
import { bookOf, type Order, type Outcome } from "./transfer.ts";

export interface LedgerOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Most orders in one commit; 100 when left out. */
  readonly maxBatch?: number;
}

const maxPending = 10_000;
const maxConcurrent = 4;
/** A commit that meets passing trouble is attempted again for about as long as a client waits. */
const retries = { retryMs: 5_000, firstPauseMs: 50, longestPauseMs: 800 };

export class Ledger {
  readonly #pool: Pool;
  readonly #now: () => number;
  readonly #commits: Batches<LedgerRequest, PromiseSettledResult<Outcome>>;

  constructor({ pool }: Pick<Database, "pool">, { now, maxBatch = 100 }: LedgerOptions) {
    this.#pool = pool;
    this.#now = now;
    this.#commits = new Batches({
      run: (integratorId, requests, pause) => this.#commit(integratorId, requests, pause),
      overloaded,
      maxBatch,
      maxPending,
      maxConcurrent,
    });
  }

  /**
   * Carries out the order and resolves after the commit. Throws Problem OVERLOADED when the database stays away or too
   * much is waiting; whether the order was done is then unknown, and the same order (reference and session) may be given
   * again: it is done once.
   */
  async submit(order: Order, alongside?: LedgerRequest["alongside"]): Promise<Outcome> {
    const request = alongside === undefined ? { order } : { order, alongside };
    const result = await this.#commits.submit(bookOf(order), request);
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }

  /** Takes no more orders and resolves when those that wait are answered. */
  close(): Promise<void> {
    return this.#commits.close();
  }

  /** Together; or one by one where together they fail, so that a single order spoils no other. */
  async #commit(
    integratorId: string,
    requests: readonly LedgerRequest[],
    pause: Place["pause"],
  ): Promise<readonly PromiseSettledResult<Outcome>[]> {
    try {
      const outcomes = await this.#persistently(integratorId, requests, pause);
      return outcomes.map((value) => ({ status: "fulfilled", value }));
    } catch (reason) {
      if (isOverload(reason)) throw reason;
      if (requests.length === 1 || reason instanceof Problem)
        return requests.map(() => ({ status: "rejected", reason }));
      const results: PromiseSettledResult<Outcome>[] = [];
      for (const request of requests) {
        const result = this.#commit(integratorId, [request], pause);
        results.push(...(await result.catch((reason) => [{ status: "rejected", reason } as const])));
      }
      return results;
    }
  }

  /** The answer to a COMMIT that got lost says nothing: the next attempt finds under its locks what became of it. */
  async #persistently(
    integratorId: string,
    requests: readonly LedgerRequest[],
    pause: Place["pause"],
  ): Promise<readonly Outcome[]> {
    const attempt = () => commitOrders(this.#pool, integratorId, requests, new Date(this.#now()));
    return await attemptAgain(attempt, { ...retries, pause }).catch((error: unknown) => {
      throw overloadedWhenPassing(error) ?? error;
    });
  }
}
