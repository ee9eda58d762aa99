// SQL: messages of several statements, so that a commit is two round trips, whatever it holds.
/**
 * The one way for money to move. Orders on one integrator's books that arrive together are committed together: an account
 * that everybody pays from or to is locked once for all of them, so that it bounds the size of a commit and not the rate.
 */

import type { PoolClient } from "pg";
import type { Database } from "#src/storage/database.ts";
import { GroupCommit, type Prepared } from "#src/storage/group-commit.ts";
import { violates } from "#src/storage/violation.ts";
import type { Books } from "./books.ts";
import { type Decisions, decide } from "./decide.ts";
import { lockBooks } from "./locks.ts";
import { bookOf, type Order, type Outcome } from "./transfer.ts";
import { writesOf } from "./writes.ts";

export interface LedgerOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Most orders in one commit; 100 when left out. */
  readonly maxBatch?: number;
}

export class Ledger {
  readonly #commits: GroupCommit<LedgerRequest, Outcome, Books>;

  constructor({ pool }: Pick<Database, "pool">, { now, maxBatch = 100 }: LedgerOptions) {
    this.#commits = new GroupCommit({
      pool,
      maxBatch,
      maxPending: 10_000,
      maxConcurrent: 4,
      lock: (client, requests) => {
        const orders = requests.map(({ order }) => order);
        return lockBooks(client, bookOf(requests[0].order), orders);
      },
      write: (client, requests, books) => carryOut(client, requests, books, new Date(now())),
      // Another transaction took a reference between the look and the write: the next look sees it.
      failed: (error) => violates(error, "wallet_transfers_pkey"),
    });
  }

  /**
   * Carries out the order and resolves after the commit. Throws Problem OVERLOADED when the database stays away or too
   * much is waiting; whether the order was done is then unknown, and the same order (reference and session) may be given
   * again: it is done once.
   */
  submit(order: Order, alongside?: LedgerRequest["alongside"]): Promise<Outcome> {
    return this.#commits.submit(bookOf(order), alongside === undefined ? { order } : { order, alongside });
  }

  /** Takes no more orders and resolves when those that wait are answered. */
  close(): Promise<void> {
    return this.#commits.drain();
  }
}

export type Done = Extract<Outcome, { outcome: "done" }>;

export interface LedgerRequest {
  readonly order: Order;
  /** Writes that belong to this order's transaction, such as its event. They are made once, and only when the order is done. */
  readonly alongside?: (client: PoolClient, done: Done) => Promise<void>;
}

/**
 * One transaction of the ledger: everything is locked, in one order everywhere (transfers by reference, then balances by
 * integrator and account); decided in memory; and written. A round trip costs more than a row, so there are two: BEGIN with the
 * locks, and the writes with COMMIT.
 *
 * Decides the orders of one integrator's books, which are locked. Whoever meets them again finds in the books what was done.
 */
export async function carryOut(
  client: PoolClient,
  requests: readonly LedgerRequest[],
  books: Books,
  at: Date,
): Promise<Prepared<Outcome, Books>> {
  const decisions = decide(
    books,
    requests.map(({ order }) => order),
    at,
  );
  await doAlongside(client, requests, decisions);
  const writes = writesOf(decisions);
  return { results: decisions.outcomes, saving: writes.length === 0 ? null : writes };
}

/**
 * Makes the writes that belong to the orders. Two kinds of orders have none: one that an earlier attempt has done, which made them, and the
 * second of two that close one transfer.
 */
async function doAlongside(
  client: PoolClient,
  requests: readonly LedgerRequest[],
  { outcomes, opened, closed }: Decisions,
): Promise<void> {
  const changed = new Set([...opened, ...closed]);
  for (const [index, { alongside }] of requests.entries()) {
    const outcome = outcomes[index];
    if (outcome?.outcome === "done" && changed.delete(outcome.transfer)) await alongside?.(client, outcome);
  }
}
