// SQL: conditional updates of balances, under the lock that payments take too.
/** The terms under which the ledger takes payments from and to an account. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { Limits } from "../limits.ts";
import type { AccountKey } from "./transfer.ts";

/** Whether the one-time account was still open and now expects this amount, in kobo. */
export async function expectAmount(
  on: Queryable,
  { integratorId, accountNo }: AccountKey,
  amount: bigint,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await on.query(
    `UPDATE wallet_balances SET expects = $3
     WHERE integrator_id = $1 AND account_no = $2 AND expects IS NOT NULL AND sequence = 0 AND expects_until > $4`,
    [integratorId, accountNo, amount, now],
  );
  return rowCount === 1;
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

/** Kobo, what is held included; null where there is no such account. */
export async function balanceIn(on: Queryable, { integratorId, accountNo }: AccountKey): Promise<bigint | null> {
  const { rows } = await on.query<{ balance: string }>(
    "SELECT balance FROM wallet_balances WHERE integrator_id = $1 AND account_no = $2",
    [integratorId, accountNo],
  );
  return rows[0] === undefined ? null : BigInt(rows[0].balance);
}
