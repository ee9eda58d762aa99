// SQL: messages of several statements, so that a commit is two round trips, whatever it holds.
/**
 * One transaction of the ledger: everything is locked, in one order everywhere (transfers by reference, then balances by
 * integrator and account); decided in memory; and written. A round trip costs more than a row, so there are two: BEGIN with the
 * locks, and the writes with COMMIT.
 */
import type { Pool, PoolClient, QueryResult } from "pg";
import { literal } from "#src/storage/literals.ts";
import { violates } from "#src/storage/violation.ts";
import { type Books, keyOf, referenceKeyOf } from "./books.ts";
import { accountsOf, type Decisions, decide } from "./decide.ts";
import { type BalanceRow, balanceColumns, balanceOf, type TransferRow, transferColumns, transferOf } from "./rows.ts";
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

/** Begins the transaction. A transfer that is to be closed names an account that has to be locked as well. */
async function lockBooks(client: PoolClient, integratorId: string, orders: readonly Order[]): Promise<Books> {
  const references = orders.map(({ reference }) => literal(reference));
  const closed = orders.filter(({ order }) => order === "close").map(({ reference }) => literal(reference));
  const accounts = new Map<string, Set<string>>();
  const add = (id: string, accountNo: string) => accounts.set(id, (accounts.get(id) ?? new Set()).add(accountNo));
  for (const account of orders.flatMap(accountsOf)) add(account.integratorId, account.accountNo);
  const own = `integrator_id = ${literal(integratorId)}`;
  const payers = `ARRAY(SELECT account_no FROM wallet_transfers WHERE ${own} AND reference IN (${closed}))`;
  const lockBalances = [...accounts.keys()].sort().map((id) => {
    const named = `ARRAY[${[...(accounts.get(id) ?? [])].map(literal)}]`;
    const wanted = id === integratorId && closed.length > 0 ? `${named} || ${payers}` : named;
    return `SELECT ${balanceColumns} FROM wallet_balances
      WHERE integrator_id = ${literal(id)} AND account_no = ANY (${wanted}) ORDER BY account_no FOR UPDATE`;
  });
  const results: unknown = await client.query(
    [
      "BEGIN",
      `SELECT ${transferColumns} FROM wallet_transfers WHERE ${own} AND reference IN (${references}) ORDER BY reference FOR UPDATE`,
      ...lockBalances,
    ].join(";\n"),
  );
  // One result for each statement.
  const [, transfers, ...balances] = results as [QueryResult, QueryResult<TransferRow>, ...QueryResult<BalanceRow>[]];
  return {
    transfers: new Map(transfers.rows.map(transferOf).map((transfer) => [referenceKeyOf(transfer), transfer])),
    balances: new Map(balances.flatMap(({ rows }) => rows.map(balanceOf)).map((balance) => [keyOf(balance), balance])),
  };
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
