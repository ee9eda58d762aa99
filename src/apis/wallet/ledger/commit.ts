// SQL: locks, conditions and many rows in one statement.
/**
 * One transaction of the ledger. Everything is locked first, in one order everywhere (transfers by reference, then
 * balances by integrator and account), decided in memory, and written with one statement a table.
 */
import type { PoolClient } from "pg";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type Balance, type Books, keyOf, type Posting, referenceKeyOf } from "./books.ts";
import { accountsOf, decide } from "./decide.ts";
import { type BalanceRow, balanceColumns, balanceOf, type TransferRow, transferColumns, transferOf } from "./rows.ts";
import type { AccountKey, Order, Outcome, Transfer } from "./transfer.ts";

export type Done = Extract<Outcome, { outcome: "done" }>;

export interface LedgerRequest {
  readonly order: Order;
  /** What else has to be true when this order is done and not otherwise, such as the event that tells of it. */
  readonly alongside?: (client: PoolClient, done: Done) => Promise<void>;
}

/** Another transaction took a reference between our look and our write; the next look sees it. */
class ReferenceTaken extends Error {}

const maxAttempts = 5;

/** Commits the orders of one integrator's books. Throws what PostgreSQL or the connection throws; then nothing is written. */
export async function commitOrders(
  database: Database,
  integratorId: string,
  requests: readonly LedgerRequest[],
  at: Date,
): Promise<readonly Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(database, ({ client }) => commitOnce(client, integratorId, requests, at));
    } catch (error) {
      if (!(error instanceof ReferenceTaken) || attempt === maxAttempts) throw error;
    }
  }
}

async function commitOnce(
  client: PoolClient,
  integratorId: string,
  requests: readonly LedgerRequest[],
  at: Date,
): Promise<readonly Outcome[]> {
  const orders = requests.map(({ order }) => order);
  const transfers = await lockTransfers(client, integratorId, orders);
  const balances = await lockBalances(
    client,
    orders.flatMap((order) => accountsOf(order, transfers)),
  );
  const { outcomes, opened, closed, postings, changed } = decide({ balances, transfers }, orders, at);
  for (const transfersOfOne of byIntegrator(opened)) await insertTransfers(client, transfersOfOne);
  if (closed.length > 0) await updateTransfers(client, integratorId, closed);
  if (postings.length > 0) await insertPostings(client, postings);
  for (const accounts of byIntegrator([...changed])) await updateBalances(client, accounts);
  // Not for an order that an earlier attempt turns out to have done, together with what stood alongside.
  const written = new Set([...opened, ...closed]);
  for (const [index, { alongside }] of requests.entries()) {
    const outcome = outcomes[index];
    if (outcome?.outcome === "done" && written.has(outcome.transfer)) await alongside?.(client, outcome);
  }
  return outcomes;
}

async function lockTransfers(
  client: PoolClient,
  integratorId: string,
  orders: readonly Order[],
): Promise<Books["transfers"]> {
  const { rows } = await client.query<TransferRow>(
    `SELECT ${transferColumns} FROM wallet_transfers
     WHERE integrator_id = $1 AND reference = ANY ($2) ORDER BY reference FOR UPDATE`,
    [integratorId, orders.map(({ reference }) => reference)],
  );
  return new Map(rows.map(transferOf).map((transfer) => [referenceKeyOf(transfer), transfer]));
}

async function lockBalances(client: PoolClient, accounts: readonly AccountKey[]): Promise<Books["balances"]> {
  const balances: Books["balances"] = new Map();
  for (const group of byIntegrator(accounts)) {
    const { rows } = await client.query<BalanceRow>(
      `SELECT ${balanceColumns} FROM wallet_balances
       WHERE integrator_id = $1 AND account_no = ANY ($2) ORDER BY account_no FOR UPDATE`,
      [group[0]?.integratorId, [...new Set(group.map(({ accountNo }) => accountNo))]],
    );
    for (const balance of rows.map(balanceOf)) balances.set(keyOf(balance), balance);
  }
  return balances;
}

/** In the one order in which every transaction locks them. */
function byIntegrator<T extends AccountKey>(accounts: readonly T[]): T[][] {
  const groups = Object.groupBy(accounts, ({ integratorId }) => integratorId);
  return Object.keys(groups)
    .sort()
    .map((integratorId) => groups[integratorId] ?? []);
}

/** Sorted, since two transactions that insert the same references in different orders would wait for each other. */
async function insertTransfers(client: PoolClient, opened: readonly Transfer[]): Promise<void> {
  const sorted = opened.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  const rows = sorted.map((transfer) => [
    transfer.integratorId,
    transfer.reference,
    transfer.sessionId,
    transfer.kind,
    transfer.status,
    transfer.accountNo,
    transfer.counter.integratorId,
    transfer.counter.accountNo,
    transfer.amount,
    JSON.stringify(transfer.details),
    transfer.createdAt,
  ]);
  const { rowCount } = await client.query(
    `INSERT INTO wallet_transfers (${transferColumns}) VALUES ${placeholders(rows)}
     ON CONFLICT (integrator_id, reference) DO NOTHING`,
    rows.flat(),
  );
  if (rowCount !== rows.length) throw new ReferenceTaken();
}

async function updateTransfers(client: PoolClient, integratorId: string, closed: readonly Transfer[]): Promise<void> {
  const rows = closed.map(({ reference, status }) => [reference, status]);
  await client.query(
    `UPDATE wallet_transfers AS t SET status = v.status
     FROM (VALUES ${placeholders(rows, ["text", "text"], 1)}) AS v (reference, status)
     WHERE t.integrator_id = $1 AND t.reference = v.reference`,
    [integratorId, ...rows.flat()],
  );
}

async function insertPostings(client: PoolClient, postings: readonly Posting[]): Promise<void> {
  const rows = postings.map((posting) => [
    posting.integratorId,
    posting.debit.accountNo,
    posting.debit.sequence,
    posting.debit.balance,
    posting.debit.hash,
    posting.credit.accountNo,
    posting.credit.sequence,
    posting.credit.balance,
    posting.credit.hash,
    posting.amount,
    posting.currency,
    posting.reference,
    posting.reversal,
    posting.postedAt,
  ]);
  await client.query(
    `INSERT INTO wallet_postings (integrator_id, debit_account, debit_sequence, debit_balance, debit_hash,
       credit_account, credit_sequence, credit_balance, credit_hash, amount, currency,
       reference, reversal, posted_at)
     VALUES ${placeholders(rows)}`,
    rows.flat(),
  );
}

async function updateBalances(client: PoolClient, changed: readonly Balance[]): Promise<void> {
  const rows = changed.map((account) => [
    account.accountNo,
    account.balance,
    account.held,
    account.debitDay,
    account.debited,
    account.sequence,
    account.hash,
  ]);
  const types = ["text", "bigint", "bigint", "date", "bigint", "bigint", "text"];
  await client.query(
    `UPDATE wallet_balances AS b SET balance = v.balance, held = v.held, debit_day = v.debit_day, debited = v.debited,
       sequence = v.sequence, hash = v.hash
     FROM (VALUES ${placeholders(rows, types, 1)}) AS v (account_no, balance, held, debit_day, debited, sequence, hash)
     WHERE b.integrator_id = $1 AND b.account_no = v.account_no`,
    [changed[0]?.integratorId, ...rows.flat()],
  );
}

/** `($1, $2), ($3, $4)`; `types` are the casts of the first row, and `taken` parameters stand before. */
function placeholders(rows: readonly (readonly unknown[])[], types: readonly string[] = [], taken = 0): string {
  let parameter = taken;
  return rows
    .map((row, index) => {
      const values = row.map((_, column) => {
        const type = index === 0 ? types[column] : undefined;
        return type === undefined ? `$${++parameter}` : `$${++parameter}::${type}`;
      });
      return `(${values.join(", ")})`;
    })
    .join(", ");
}
