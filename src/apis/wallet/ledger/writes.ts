// SQL: many rows in one statement.
/** The ledger's decisions as statements: one for each table and integrator, however many rows it has. */
import { type LiteralValue, literal, rowsOfLiterals } from "#src/storage/literals.ts";
import { type Balance, type Posting, referenceKeyOf, transferColumns } from "./books.ts";
import type { Decisions } from "./decide.ts";
import type { Transfer } from "./transfer.ts";

const postingColumns = `integrator_id, debit_account, debit_sequence, debit_balance, debit_hash, credit_account, credit_sequence,
  credit_balance, credit_hash, amount, currency, reference, reversal, posted_at`;

/** A reference that another transaction has taken breaks `wallet_transfers_pkey`. */
export function writesOf({ opened, closed, postings, changed }: Decisions): string[] {
  // A transfer may have been opened and closed, or closed and taken back, by orders that came together: what counts is its end.
  const ends = new Map([...opened, ...closed].map((transfer) => [referenceKeyOf(transfer), transfer]));
  const fresh = new Set(opened.map(referenceKeyOf));
  return [
    ...byIntegrator([...ends.values()].filter((transfer) => fresh.has(referenceKeyOf(transfer)))).map(insertTransfers),
    ...byIntegrator([...ends.values()].filter((transfer) => !fresh.has(referenceKeyOf(transfer)))).map(updateTransfers),
    ...byIntegrator(postings).map(insertPostings),
    ...byIntegrator([...changed]).map(updateBalances),
  ];
}

/** In one order everywhere: two transactions that insert the same references would wait for each other otherwise. */
function byIntegrator<Row extends { readonly integratorId: string }>(rows: readonly Row[]): Row[][] {
  const groups = Object.groupBy(rows, ({ integratorId }) => integratorId);
  return Object.keys(groups)
    .sort()
    .map((integratorId) => groups[integratorId] ?? []);
}

function insertTransfers(opened: readonly Transfer[]): string {
  const sorted = opened.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  const rows = sorted.map((transfer): LiteralValue[] => [
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
  return `INSERT INTO wallet_transfers (${transferColumns}) VALUES ${rowsOfLiterals(rows)}`;
}

function updateTransfers(closed: readonly Transfer[]): string {
  const rows = closed.map(({ reference, status }): LiteralValue[] => [reference, status]);
  return `UPDATE wallet_transfers AS t SET status = v.status FROM (VALUES ${rowsOfLiterals(rows)}) AS v (reference, status)
    WHERE t.integrator_id = ${integratorOf(closed)} AND t.reference = v.reference`;
}

function insertPostings(postings: readonly Posting[]): string {
  const rows = postings.map((posting): LiteralValue[] => [
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
  return `INSERT INTO wallet_postings (${postingColumns}) VALUES ${rowsOfLiterals(rows)}`;
}

function updateBalances(changed: readonly Balance[]): string {
  const rows = changed.map((account): LiteralValue[] => [
    account.accountNo,
    account.balance,
    account.held,
    { day: account.debitDay },
    account.debited,
    account.sequence,
    account.hash,
  ]);
  return `UPDATE wallet_balances AS b SET balance = v.balance, held = v.held, debit_day = v.debit_day, debited = v.debited,
      sequence = v.sequence, hash = v.hash
    FROM (VALUES ${rowsOfLiterals(rows)}) AS v (account_no, balance, held, debit_day, debited, sequence, hash)
    WHERE b.integrator_id = ${integratorOf(changed)} AND b.account_no = v.account_no`;
}

function integratorOf([row]: readonly { readonly integratorId: string }[]): string {
  return literal(row?.integratorId ?? null);
}
