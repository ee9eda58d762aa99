// SQL: locks, conditions and many rows in one statement.
/**
 * One transaction of the ledger. Everything is locked first, in one order everywhere (transfers by reference, then
 * balances by integrator and account), decided in memory, and written with one statement for
 * each integrator's books, whatever it holds: a round trip costs more than a row.
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
  // A transfer may have been opened and closed, or closed and taken back, by orders that came together: what counts is its end.
  const latest = new Map([...opened, ...closed].map((transfer) => [referenceKeyOf(transfer), transfer]));
  const fresh = new Set(opened.map(referenceKeyOf));
  const ends = [...latest].map(([key, transfer]) => ({ transfer, isFresh: fresh.has(key) }));
  const writes = {
    opened: ends.filter(({ isFresh }) => isFresh).map(({ transfer }) => transfer),
    closed: ends.filter(({ isFresh }) => !isFresh).map(({ transfer }) => transfer),
    postings,
    changed: [...changed],
  };
  for (const id of new Set([...writes.changed, ...opened].map((row) => row.integratorId)))
    await writeBooks(client, id, writes);
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

interface Writes {
  readonly opened: readonly Transfer[];
  readonly closed: readonly Transfer[];
  readonly postings: readonly Posting[];
  readonly changed: readonly Balance[];
}

/** What of `writes` is in these books. Throws ReferenceTaken. */
async function writeBooks(client: PoolClient, integratorId: string, writes: Writes): Promise<void> {
  const own = <Row extends { readonly integratorId: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.integratorId === integratorId);
  const parameters: unknown[] = [integratorId];
  const values = (rows: readonly (readonly unknown[])[], types: readonly string[] = []) => {
    const text = placeholders(rows, types, parameters.length);
    parameters.push(...rows.flat());
    return text;
  };
  const [opened, closed, postings, changed] = [
    own(writes.opened),
    own(writes.closed),
    own(writes.postings),
    own(writes.changed),
  ];
  const parts: string[] = [];
  if (opened.length > 0)
    parts.push(`opened AS (INSERT INTO wallet_transfers (${transferColumns}) VALUES ${values(transferRows(opened))}
      ON CONFLICT (integrator_id, reference) DO NOTHING RETURNING 1)`);
  if (closed.length > 0)
    parts.push(`closed AS (UPDATE wallet_transfers AS t SET status = v.status
      FROM (VALUES ${values(
        closed.map(({ reference, status }) => [reference, status]),
        ["text", "text"],
      )}) AS v (reference, status)
      WHERE t.integrator_id = $1 AND t.reference = v.reference)`);
  if (postings.length > 0)
    parts.push(`posted AS (INSERT INTO wallet_postings (integrator_id, debit_account, debit_sequence, debit_balance, debit_hash,
        credit_account, credit_sequence, credit_balance, credit_hash, amount, currency, reference, reversal, posted_at)
      VALUES ${values(postingRows(postings))})`);
  if (changed.length > 0)
    parts.push(`changed AS (UPDATE wallet_balances AS b SET balance = v.balance, held = v.held, debit_day = v.debit_day,
        debited = v.debited, sequence = v.sequence, hash = v.hash
      FROM (VALUES ${values(balanceRows(changed), balanceTypes)})
        AS v (account_no, balance, held, debit_day, debited, sequence, hash)
      WHERE b.integrator_id = $1 AND b.account_no = v.account_no)`);
  const { rows } = await client.query<{ opened: number }>(
    `WITH ${parts.join(", ")} SELECT ${opened.length > 0 ? "(SELECT count(*)::integer FROM opened)" : "0"} AS opened`,
    parameters,
  );
  if (rows[0]?.opened !== opened.length) throw new ReferenceTaken();
}

/** Sorted, since two transactions that insert the same references in different orders would wait for each other. */
function transferRows(opened: readonly Transfer[]): unknown[][] {
  const sorted = opened.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  return sorted.map((transfer) => [
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
}

function postingRows(postings: readonly Posting[]): unknown[][] {
  return postings.map((posting) => [
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
}

const balanceTypes = ["text", "bigint", "bigint", "date", "bigint", "bigint", "text"];

function balanceRows(changed: readonly Balance[]): unknown[][] {
  return changed.map((account) => [
    account.accountNo,
    account.balance,
    account.held,
    account.debitDay,
    account.debited,
    account.sequence,
    account.hash,
  ]);
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
