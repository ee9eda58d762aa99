// SQL: messages of several statements, so that a commit is two round trips, whatever it holds.
/**
 * One transaction of the ledger: everything is locked, in one order everywhere (transfers by reference, then balances by
 * integrator and account); decided in memory; and written. A round trip costs more than a row, so there are two: BEGIN with the
 * locks, and the writes with COMMIT.
 */
import type { PoolClient } from "pg";
import type { Prepared } from "#src/storage/group-commit.ts";
import type { Books } from "./books.ts";
import { type Decisions, decide } from "./decide.ts";
import type { Order, Outcome } from "./transfer.ts";
import { writesOf } from "./writes.ts";

export type Done = Extract<Outcome, { outcome: "done" }>;

export interface LedgerRequest {
  readonly order: Order;
  /** Writes that belong to this order's transaction, such as its event. They are made once, and only when the order is done. */
  readonly alongside?: (client: PoolClient, done: Done) => Promise<void>;
}

/** Decides the orders of one integrator's books, which are locked. Whoever meets them again finds in the books what was done. */
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
