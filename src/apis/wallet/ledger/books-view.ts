// SQL: balances beside accounts and integrators, and both sides of postings.
/** The books of all integrators, as operators of the installation see them. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { AccountKind } from "../entities.ts";
import type { Range } from "./history.ts";
import type { Transfer } from "./transfer.ts";

export interface BookAccount {
  readonly accountNo: string;
  readonly kind: AccountKind;
  readonly name: string;
  readonly currency: string;
  /** Kobo, as text. */
  readonly balance: string;
  readonly held: string;
}

/** The accounts in the books of an integrator, by number. */
export async function listAccounts(
  on: Queryable,
  integratorId: string,
  { skip, take }: Range,
): Promise<[BookAccount[], number]> {
  const counted = await on.query<{ count: string }>("SELECT count(*) FROM wallet_balances WHERE integrator_id = $1", [
    integratorId,
  ]);
  // Primary key (integrator_id, account_no).
  const { rows } = await on.query<BookAccount>(
    `SELECT b.account_no AS "accountNo", coalesce(a.kind, 'system') AS kind, coalesce(a.name, '') AS name, b.currency, b.balance,
       b.held
     FROM wallet_balances AS b
     LEFT JOIN wallet_accounts AS a ON a.integrator_id = b.integrator_id AND a.account_no = b.account_no
     WHERE b.integrator_id = $1 ORDER BY b.account_no LIMIT $2 OFFSET $3`,
    [integratorId, take, skip],
  );
  return [rows, Number(counted.rows[0]?.count)];
}

export interface Entry {
  readonly debitAccountNo: string;
  readonly debitBalance: string;
  readonly creditAccountNo: string;
  readonly creditBalance: string;
  readonly amount: string;
  readonly reversal: boolean;
  readonly postedAt: Date;
}

/** The entries of a transfer: at most two, and those that take them back. Amounts are kobo, as text. */
export async function entriesOf(
  on: Queryable,
  { integratorId, accountNo, reference }: Pick<Transfer, "integratorId" | "accountNo" | "reference">,
): Promise<Entry[]> {
  // Primary key, and wallet_postings_credit: those of the account that the transfer is of.
  const { rows } = await on.query<Entry>(
    `SELECT debit_account AS "debitAccountNo", debit_balance AS "debitBalance", credit_account AS "creditAccountNo",
       credit_balance AS "creditBalance", amount, reversal, posted_at AS "postedAt"
     FROM wallet_postings
     WHERE integrator_id = $1 AND (debit_account = $2 OR credit_account = $2) AND reference = $3
     ORDER BY posted_at, reversal LIMIT 10`,
    [integratorId, accountNo, reference],
  );
  return rows;
}
