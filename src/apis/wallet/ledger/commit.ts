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
  /** What else has to be true when this order is done and not otherwise, such as the event that tells of it. */
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
 * Not for an order that an earlier attempt turns out to have done, together with what stood alongside, nor for the second of two that close
 * one transfer.
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
