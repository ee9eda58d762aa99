/**
 * The one way for money to move. Orders on one integrator's books that arrive together are committed together: an account
 * that everybody pays from or to is locked once for all of them, so that it bounds the size of a commit and not the rate.
 */
import type { Database } from "#src/storage/database.ts";
import { GroupCommit } from "#src/storage/group-commit.ts";
import { violates } from "#src/storage/violation.ts";
import type { Books } from "./books.ts";
import { carryOut, type LedgerRequest } from "./commit.ts";
import { lockBooks } from "./locks.ts";
import { bookOf, type Order, type Outcome } from "./transfer.ts";

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
