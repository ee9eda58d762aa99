// SQL: an account's postings lie under either of its sides, and lists are counted while they are read.
/** What has happened: transfers by name, and pages of postings and credits. */
import type { Pool } from "pg";
import { dueRows } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { type TransferRow, transferColumns, transferOf } from "./books.ts";
import { type AccountKey, systemAccounts, type Transfer } from "./transfer.ts";

export interface PostedTransfer {
  readonly transfer: Transfer;
  readonly side: "debit" | "credit";
  /** The account on the other side of the posting. */
  readonly otherAccount: string;
  readonly reversal: boolean;
  /** Of the account after the posting, in kobo. */
  readonly balance: bigint;
  readonly postedAt: Date;
}

export interface Period {
  /** From this moment on, and before that one. */
  readonly from: Date | null;
  readonly until: Date | null;
}

export interface Range {
  readonly skip: number;
  readonly take: number;
}

/** The transfer or inward credit of these books with this reference or, where that is not given, this session. */
export async function findTransfer(
  on: Queryable,
  integratorId: string,
  { reference, sessionId }: { readonly reference?: string; readonly sessionId?: string },
): Promise<Transfer | null> {
  // Primary key, or index wallet_transfers_session.
  const { rows } = await on.query<TransferRow>(
    reference === undefined
      ? `SELECT ${transferColumns} FROM wallet_transfers WHERE integrator_id = $1 AND session_id = $2`
      : `SELECT ${transferColumns} FROM wallet_transfers WHERE integrator_id = $1 AND reference = $2`,
    [integratorId, reference ?? sessionId],
  );
  return rows[0] === undefined ? null : transferOf(rows[0]);
}

/** Those of these books that have one of these references, in no order. */
export async function findTransfers(
  on: Queryable,
  integratorId: string,
  references: readonly string[],
): Promise<Transfer[]> {
  // Primary key.
  const { rows } = await on.query<TransferRow>(
    `SELECT ${transferColumns} FROM wallet_transfers WHERE integrator_id = $1 AND reference = ANY ($2)`,
    [integratorId, references],
  );
  return rows.map(transferOf);
}

/** The payment that a one-time account has had; null where it has had none. */
export async function findOneTimePayment(
  on: Queryable,
  { integratorId, accountNo }: AccountKey,
): Promise<Transfer | null> {
  // Primary key of postings: the only debit of such an account is the payment's way on.
  const { rows } = await on.query<TransferRow>(
    `SELECT t.* FROM wallet_postings AS p
     JOIN wallet_transfers AS t ON t.integrator_id = $1 AND t.reference = p.reference
     WHERE p.integrator_id = $1 AND p.debit_account = $2 AND t.kind = 'ONE_TIME' LIMIT 1`,
    [integratorId, accountNo],
  );
  return rows[0] === undefined ? null : transferOf(rows[0]);
}

export interface PostingFilter {
  readonly period: Period;
  /** Only what moved within this bank, or only what did not; all where it is null. */
  readonly withinBank: boolean | null;
}

export interface PostingListing extends PostingFilter {
  readonly range: Range;
}

/** A page of the account's postings, the newest first, and the number of all. */
export async function listPostings(
  on: Queryable,
  account: AccountKey,
  listing: PostingListing,
): Promise<[PostedTransfer[], number]> {
  const total = await countPostings(on, account, listing);
  return [await readPostings(on, account, listing), total];
}

/** The newest first. Both sides are read through an index by sequence, newest first, and merged. */
export async function readPostings(
  on: Queryable,
  account: AccountKey,
  { range, ...filter }: PostingListing,
): Promise<PostedTransfer[]> {
  const { rows } = await on.query<PostingRow>(
    `SELECT ${postedColumns} ${withTransfers(newestOfBothSides)} ORDER BY p.sequence DESC LIMIT $6 OFFSET $7`,
    [...parametersOf(account, filter), filter.withinBank, range.take, range.skip],
  );
  return rows.map(postedOf);
}

/** Postings of an account that follow each other by sequence. */
export interface Stretch {
  /** The sequence of the posting before the first one; 0 where there is none. */
  readonly after: bigint;
  /** The sequence of the last one; `after` where the stretch is empty. */
  readonly last: bigint;
}

/**
 * The account's postings of a period. Those of the next period follow them, so that balances add up whatever the clocks did that gave
 * postings their times. While a clock is behind the end of a period, the period may gain postings. Reads the sequences and times of all
 * postings, and sorts those between the first and the last whose time is on the wrong side of an edge: all, where one time is years off.
 */
export async function stretchOf(on: Queryable, account: AccountKey, { from, until }: Period): Promise<Stretch> {
  const edges = (moment: string) => `
    max(sequence) FILTER (WHERE posted_at < ${moment}), min(sequence) FILTER (WHERE posted_at >= ${moment})`;
  const { rows } = await on.query<{ from: Edges; until: Edges }>(
    `SELECT ARRAY[${edges("coalesce($3, '-infinity'::timestamptz)")}]::text[] AS from,
       ARRAY[${edges("coalesce($4, 'infinity'::timestamptz)")}]::text[] AS until
     FROM (${allDebits} UNION ALL ${allCredits}) AS p`,
    [account.integratorId, account.accountNo, from, until],
  );
  return {
    after: await lastBefore(on, account, from, rows[0]?.from),
    last: await lastBefore(on, account, until, rows[0]?.until),
  };
}

/** Of a moment: the last sequence whose time is before it, and the first one whose time is not. */
type Edges = readonly [string | null, string | null];

/**
 * The sequence behind which a moment divides the account's postings. Where a clock was set back, that is where the fewest postings lie on
 * the side that their times do not name; the first of such places, where there are several.
 */
async function lastBefore(
  on: Queryable,
  { integratorId, accountNo }: AccountKey,
  moment: Date | null,
  [before, behind]: Edges = [null, null],
): Promise<bigint> {
  const last = BigInt(before ?? 0);
  const first = behind === null ? null : BigInt(behind);
  if (first === null || first > last) return last;
  // From the first edge on, each time that is before the moment counts one down, each other time one up: the least sum is the division.
  const { rows } = await on.query<{ sequence: string }>(
    `SELECT sequence FROM (
       SELECT sequence, sum(CASE WHEN posted_at < $5 THEN -1 ELSE 1 END) OVER (ORDER BY sequence) AS misplaced
       FROM (${between}) AS p
     ) AS counted
     WHERE misplaced < 0 ORDER BY misplaced, sequence LIMIT 1`,
    [integratorId, accountNo, first, last, moment],
  );
  return BigInt(rows[0]?.sequence ?? first - 1n);
}

/** The first ones of the stretch, the oldest first. Primary key, and wallet_postings_credit. */
export async function postingsOf(
  on: Queryable,
  { integratorId, accountNo }: AccountKey,
  { after, last }: Stretch,
  most: number,
): Promise<PostedTransfer[]> {
  const { rows } = await on.query<PostingRow>(
    `SELECT ${postedColumns}
     FROM (${between}) AS p
     JOIN wallet_transfers AS t ON t.integrator_id = $1 AND t.reference = p.reference
     ORDER BY p.sequence LIMIT $5`,
    [integratorId, accountNo, after + 1n, last, most],
  );
  return rows.map(postedOf);
}

/** The number of the account's postings. Only `withinBank` is known to their transfers alone; without a period the balance has the number. */
export async function countPostings(on: Queryable, account: AccountKey, filter: PostingFilter): Promise<number> {
  const { period, withinBank } = filter;
  if (withinBank !== null)
    return await countOf(on, `SELECT t.reference ${withTransfers(bothSides)}`, [
      ...parametersOf(account, filter),
      withinBank,
    ]);
  if (period.from !== null || period.until !== null) return await countOf(on, bothSides, parametersOf(account, filter));
  // Primary key. Sequences begin at 1 and have no gaps (chain-reader.ts).
  const { rows } = await on.query<{ sequence: string }>(
    "SELECT sequence FROM wallet_balances WHERE integrator_id = $1 AND account_no = $2",
    [account.integratorId, account.accountNo],
  );
  return Number(rows[0]?.sequence ?? 0);
}

const sideOf = (name: "debit" | "credit", other: "debit" | "credit") => `
  SELECT '${name}' AS side, ${other}_account AS other_account, ${name}_sequence AS sequence, ${name}_balance AS balance, reference, reversal, posted_at
  FROM wallet_postings
  WHERE integrator_id = $1 AND ${name}_account = $2`;
const [allDebits, allCredits] = [sideOf("debit", "credit"), sideOf("credit", "debit")];
const inPeriod = `posted_at >= coalesce($3, '-infinity'::timestamptz) AND posted_at < coalesce($4, 'infinity'::timestamptz)`;
const [debits, credits] = [`${allDebits} AND ${inPeriod}`, `${allCredits} AND ${inPeriod}`];
/** From one sequence to another, both included. */
const between = `${allDebits} AND debit_sequence BETWEEN $3 AND $4
  UNION ALL ${allCredits} AND credit_sequence BETWEEN $3 AND $4`;
const bothSides = `${debits} UNION ALL ${credits}`;
/** Of either side no more than the page needs, where no transfer is left out. */
const newestOfSide = "ORDER BY sequence DESC LIMIT CASE WHEN $5::boolean IS NULL THEN $6::bigint + $7::bigint END";
const newestOfBothSides = `(${debits} ${newestOfSide}) UNION ALL (${credits} ${newestOfSide})`;
const withTransfers = (postings: string) => `FROM (${postings}) AS p
  JOIN wallet_transfers AS t ON t.integrator_id = $1 AND t.reference = p.reference
  WHERE $5::boolean IS NULL OR $5 = (t.counter_account_no <> '${systemAccounts.clearing}')`;

function parametersOf({ integratorId, accountNo }: AccountKey, { period }: PostingFilter): readonly unknown[] {
  return [integratorId, accountNo, period.from, period.until];
}

interface PostingRow extends TransferRow {
  readonly side: "debit" | "credit";
  readonly other_account: string;
  readonly reversal: boolean;
  readonly balance: string;
  readonly posted_at: Date;
}

const postedColumns = "p.side, p.other_account, p.sequence, p.balance, p.reversal, p.posted_at, t.*";

function postedOf(row: PostingRow): PostedTransfer {
  return {
    transfer: transferOf(row),
    side: row.side,
    otherAccount: row.other_account,
    reversal: row.reversal,
    balance: BigInt(row.balance),
    postedAt: row.posted_at,
  };
}

export interface CreditListing {
  /** With what went on to it from one-time accounts; all accounts where it is null. */
  readonly accountNo: string | null;
  /** Where one-time payments went that do not say it. */
  readonly poolAccountNo: string;
  readonly period: Period;
  readonly range: Range;
}

/** The newest first. */
export async function listInwardCredits(
  on: Queryable,
  integratorId: string,
  { accountNo, poolAccountNo, period, range }: CreditListing,
): Promise<[Transfer[], number]> {
  // Index wallet_transfers_inward.
  const credits = `SELECT ${transferColumns} FROM wallet_transfers
    WHERE integrator_id = $1 AND kind IN ('INWARD', 'ONE_TIME') 
      AND ($2::text IS NULL OR account_no = $2 OR (kind = 'ONE_TIME' AND coalesce(details ->> 'wentTo', $5) = $2))
      AND created_at >= coalesce($3, '-infinity'::timestamptz) AND created_at < coalesce($4, 'infinity'::timestamptz)`;
  const parameters = [integratorId, accountNo, period.from, period.until, poolAccountNo];
  return await newestTransfers(on, credits, parameters, range);
}

/** Transfers that another bank had taken and has sent back, the newest first. */
export async function listReturnedTransfers(
  on: Queryable,
  integratorId: string,
  { period, range }: { readonly period: Period; readonly range: Range },
): Promise<[Transfer[], number]> {
  // Index wallet_transfers_returned.
  const returned = `SELECT ${transferColumns} FROM wallet_transfers
    WHERE integrator_id = $1 AND status = 'REVERSED'
      AND created_at >= coalesce($2, '-infinity'::timestamptz) AND created_at < coalesce($3, 'infinity'::timestamptz)`;
  const parameters = [integratorId, period.from, period.until];
  return await newestTransfers(on, returned, parameters, range);
}

/** A page of the transfers that a query selects, the newest first, and the number of all. */
async function newestTransfers(
  on: Queryable,
  query: string,
  parameters: readonly unknown[],
  { take, skip }: Range,
): Promise<[Transfer[], number]> {
  const total = await countOf(on, query, parameters);
  const page = `LIMIT $${parameters.length + 1} OFFSET $${parameters.length + 2}`;
  const { rows } = await on.query<TransferRow>(`${query} ORDER BY created_at DESC, reference DESC ${page}`, [
    ...parameters,
    take,
    skip,
  ]);
  return [rows.map(transferOf), total];
}

const pendingPage = 1_000;

/** A look at all pending transfers of a time, oldest first, which may be interrupted. */
export interface PendingPass {
  readonly madeBefore: Date;
  /** The transfer to go on behind; null for the oldest. */
  behind: Pick<Transfer, "createdAt" | "integratorId" | "reference"> | null;
}

/**
 * Pending transfers of all integrators that were made before `madeBefore`, oldest first, read a page at a time: those that
 * stay pending keep nobody else from being looked at. Index wallet_transfers_pending.
 */
export async function* pendingTransfers(pool: Pool, { madeBefore, behind }: PendingPass): AsyncGenerator<Transfer> {
  let after: readonly [Date, string, string] =
    behind === null
      ? [new Date(0), "00000000-0000-0000-0000-000000000000", ""]
      : [behind.createdAt, behind.integratorId, behind.reference];
  for (;;) {
    const [createdAt, integratorId, reference] = after;
    const rows = await dueRows<TransferRow>(pool, {
      table: "wallet_transfers",
      columns: [transferColumns],
      from: (source) => `${source}
       WHERE status = 'PENDING' AND created_at < ${literal(madeBefore)}
         AND (created_at, integrator_id, reference) > (${literal(createdAt)}, ${literal(integratorId)}, ${literal(reference)})
       ORDER BY created_at, integrator_id, reference LIMIT ${pendingPage}`,
    });
    yield* rows.map(transferOf);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pendingPage) return;
    after = [last.created_at, last.integrator_id, last.reference];
  }
}

async function countOf(on: Queryable, query: string, parameters: readonly unknown[]): Promise<number> {
  const { rows } = await on.query<{ count: string }>(`SELECT count(*) FROM (${query}) AS listed`, [...parameters]);
  return Number(rows[0]?.count);
}
