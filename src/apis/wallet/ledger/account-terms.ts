// SQL: conditional updates of balances, under the lock that payments take too.
/** The terms under which the ledger takes payments from and to an account. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { Limits } from "../limits.ts";
import type { AccountKey } from "./transfer.ts";

/** Whether the one-time account was still open and now expects this amount, in kobo. */
export function expectAmount(on: Queryable, key: AccountKey, amount: bigint, now: Date): Promise<boolean> {
  return changeOpen(on, key, "expects", amount, now);
}

/** From the next payment on. Resolves to false where there is no such account. */
export async function setLimits(
  on: Queryable,
  { integratorId, accountNo }: AccountKey,
  { singleLimit, dailyLimit }: Limits,
): Promise<boolean> {
  const { rowCount } = await on.query(
    "UPDATE wallet_balances SET single_limit = $3, daily_limit = $4 WHERE integrator_id = $1 AND account_no = $2",
    [integratorId, accountNo, singleLimit, dailyLimit],
  );
  return rowCount === 1;
}

/** Whether the account can be paid to: a one-time account until it is paid or has expired. */
export async function takesPayment(
  on: Queryable,
  { integratorId, accountNo }: AccountKey,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await on.query(
    `SELECT FROM wallet_balances
     WHERE integrator_id = $1 AND account_no = $2 AND (expects IS NULL OR (sequence = 0 AND expects_until > $3))`,
    [integratorId, accountNo, now],
  );
  return rowCount === 1;
}

/** Whether the one-time account was still open; no payment comes after that, whichever moment it was made at. */
export function endExpectation(on: Queryable, key: AccountKey, openedAt: Date, now: Date): Promise<boolean> {
  // A payment that waits for the row has looked at the clock before: the end lies before all of them.
  return changeOpen(on, key, "expects_until", openedAt, now);
}

/** Changes a one-time account that is open: not paid, and not over. */
async function changeOpen(
  on: Queryable,
  { integratorId, accountNo }: AccountKey,
  column: "expects" | "expects_until",
  value: bigint | Date,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await on.query(
    `UPDATE wallet_balances SET ${column} = $3
     WHERE integrator_id = $1 AND account_no = $2 AND expects IS NOT NULL AND sequence = 0 AND expects_until > $4`,
    [integratorId, accountNo, value, now],
  );
  return rowCount === 1;
}

export interface Expectation {
  /** Kobo. */
  readonly amount: bigint;
  readonly until: Date;
}

/** What a one-time account expects or has expected; null where it is none. */
export async function expectationOf(
  on: Queryable,
  { integratorId, accountNo }: AccountKey,
): Promise<Expectation | null> {
  const { rows } = await on.query<{ expects: string; expects_until: Date }>(
    `SELECT expects, expects_until FROM wallet_balances
     WHERE integrator_id = $1 AND account_no = $2 AND expects IS NOT NULL`,
    [integratorId, accountNo],
  );
  const [row] = rows;
  return row === undefined ? null : { amount: BigInt(row.expects), until: row.expects_until };
}

/** Kobo. */
export interface Standing {
  /** What is held included. */
  readonly booked: bigint;
  readonly held: bigint;
  /** What can be paid now. */
  readonly available: bigint;
}

/** All zero where there is no such account. */
export async function standingOf(on: Queryable, { integratorId, accountNo }: AccountKey): Promise<Standing> {
  const { rows } = await on.query<{ balance: string; held: string; minimum: string | null }>(
    "SELECT balance, held, minimum FROM wallet_balances WHERE integrator_id = $1 AND account_no = $2",
    [integratorId, accountNo],
  );
  const { balance = "0", held = "0", minimum } = rows[0] ?? {};
  const [booked, withheld] = [BigInt(balance), BigInt(held)];
  return { booked, held: withheld, available: booked - withheld - BigInt(minimum ?? "0") };
}
