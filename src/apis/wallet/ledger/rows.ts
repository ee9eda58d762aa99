// SQL: the columns of hand-written statements.
/** Rows of the ledger as they come from pg, which gives a bigint as text. */
import type { Balance } from "./books.ts";
import type { Transfer, TransferDetails, TransferKind, TransferStatus } from "./transfer.ts";

export interface BalanceRow {
  readonly integrator_id: string;
  readonly account_no: string;
  readonly currency: string;
  readonly balance: string;
  readonly held: string;
  readonly minimum: string | null;
  readonly single_limit: string | null;
  readonly daily_limit: string | null;
  readonly debit_day: string | null;
  readonly debited: string;
  readonly expects: string | null;
  readonly expects_until: Date | null;
  readonly sequence: string;
  readonly hash: string;
}

/** A date as text: a Date would be midnight somewhere else. */
export const balanceColumns = `integrator_id, account_no, currency, balance, held, minimum, single_limit, daily_limit,
  to_char(debit_day, 'YYYY-MM-DD') AS debit_day, debited, expects, expects_until, sequence, hash`;

export function balanceOf(row: BalanceRow): Balance {
  return {
    integratorId: row.integrator_id,
    accountNo: row.account_no,
    currency: row.currency,
    balance: BigInt(row.balance),
    held: BigInt(row.held),
    minimum: bigintOrNull(row.minimum),
    singleLimit: bigintOrNull(row.single_limit),
    dailyLimit: bigintOrNull(row.daily_limit),
    debitDay: row.debit_day,
    debited: BigInt(row.debited),
    expects: bigintOrNull(row.expects),
    expectsUntil: row.expects_until,
    sequence: BigInt(row.sequence),
    hash: row.hash,
  };
}

export interface TransferRow {
  readonly integrator_id: string;
  readonly reference: string;
  readonly session_id: string;
  readonly kind: TransferKind;
  readonly status: TransferStatus;
  readonly account_no: string;
  readonly counter_integrator_id: string;
  readonly counter_account_no: string;
  readonly amount: string;
  readonly details: TransferDetails;
  readonly created_at: Date;
}

export const transferColumns = `integrator_id, reference, session_id, kind, status, account_no, counter_integrator_id,
  counter_account_no, amount, details, created_at`;

export function transferOf(row: TransferRow): Transfer {
  return {
    integratorId: row.integrator_id,
    accountNo: row.account_no,
    reference: row.reference,
    sessionId: row.session_id,
    kind: row.kind,
    status: row.status,
    counter: { integratorId: row.counter_integrator_id, accountNo: row.counter_account_no },
    amount: BigInt(row.amount),
    details: row.details,
    createdAt: row.created_at,
  };
}

function bigintOrNull(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
