// SQL: messages of several statements, so that a commit is two round trips, whatever it holds.
/**
 * One transaction of the ledger: everything is locked, in one order everywhere (transfers by reference, then balances by
 * integrator and account); decided in memory; and written. A round trip costs more than a row, so there are two: BEGIN with the
 * locks, and the writes with COMMIT.
 */
import type { Pool, PoolClient } from "pg";
import { tellingOfCommit } from "#src/storage/transaction.ts";
import { violates } from "#src/storage/violation.ts";
import { type Decisions, decide } from "./decide.ts";
import { lockBooks } from "./locks.ts";
import type { Order, Outcome } from "./transfer.ts";
import { writesOf } from "./writes.ts";

export type Done = Extract<Outcome, { outcome: "done" }>;

export interface LedgerRequest {
  readonly order: Order;
  /** What else has to be true when this order is done and not otherwise, such as the event that tells of it. */
  readonly alongside?: (client: PoolClient, done: Done) => Promise<void>;
}

/** Attempts of which each finds that another transaction took a reference between its look and its write. */
const maxAttempts = 5;

/** Commits the orders of one integrator's books. Throws what PostgreSQL or the connection throws; then nothing is written. */
export async function commitOrders(
  pool: Pool,
  integratorId: string,
  requests: readonly LedgerRequest[],
  at: Date,
): Promise<readonly Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commitOnce(pool, integratorId, requests, at);
    } catch (error) {
      // The next look sees it.
      if (!violates(error, "wallet_transfers_pkey") || attempt === maxAttempts) throw error;
    }
  }
}

async function commitOnce(
  pool: Pool,
  integratorId: string,
  requests: readonly LedgerRequest[],
  at: Date,
): Promise<readonly Outcome[]> {
  const client = await pool.connect();
  return await tellingOfCommit(pool, client, () => commitOn(client, integratorId, requests, at));
}

async function commitOn(
  client: PoolClient,
  integratorId: string,
  requests: readonly LedgerRequest[],
  at: Date,
): Promise<readonly Outcome[]> {
  try {
    const orders = requests.map(({ order }) => order);
    const decisions = decide(await lockBooks(client, integratorId, orders), orders, at);
    await doAlongside(client, requests, decisions);
    const writes = writesOf(decisions);
    await client.query(writes.length === 0 ? "ROLLBACK" : [...writes, "COMMIT"].join(";\n"));
    client.release();
    return decisions.outcomes;
  } catch (error) {
    // Where not even that can be said, the connection is lost and its transaction with it.
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** Not for an order that an earlier attempt turns out to have done, together with what stood alongside. */
async function doAlongside(
  client: PoolClient,
  requests: readonly LedgerRequest[],
  { outcomes, opened, closed }: Decisions,
): Promise<void> {
  const changed = new Set([...opened, ...closed]);
  for (const [index, { alongside }] of requests.entries()) {
    const outcome = outcomes[index];
    if (outcome?.outcome === "done" && changed.has(outcome.transfer)) await alongside?.(client, outcome);
  }
}
