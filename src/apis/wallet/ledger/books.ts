// SQL: the columns of hand-written statements.
/** The part of the books that a commit works on: locked balances and the transfers that orders refer to. */
import type { AccountKey, Transfer, TransferDetails, TransferKind, TransferStatus } from "./transfer.ts";

/** Where an account stands. The sum of its postings, plus what decides whether another is allowed. */
export interface Balance extends AccountKey {
  readonly currency: string;
  balance: bigint;
  /** Promised to pending transfers. */
  held: bigint;
  /** The least that the balance, less the held amount, may be; null for accounts of the bank's own. */
  readonly minimum: bigint | null;
  /** Most in one payment, and most in one business day; null without such a limit. */
  readonly singleLimit: bigint | null;
  readonly dailyLimit: bigint | null;
  /** The business day that `debited` is the sum of. */
  debitDay: string | null;
  debited: bigint;
  /** The one amount that a one-time account takes, and until when. */
  readonly expects: bigint | null;
  readonly expectsUntil: Date | null;
  /** How many postings the account has. */
  sequence: bigint;
  /** The running hash over them, in hexadecimal. */
  hash: string;
}

/** One side of a posting: where its account stood afterwards. */
export interface PostingSide {
  readonly accountNo: string;
  readonly sequence: bigint;
  readonly balance: bigint;
  readonly hash: string;
}

/** An amount that moved between two accounts of the same books. That there are two of them is what makes the sum zero. */
export interface Posting {
  readonly integratorId: string;
  readonly reference: string;
  readonly reversal: boolean;
  readonly currency: string;
  readonly amount: bigint;
  readonly debit: PostingSide;
  readonly credit: PostingSide;
  readonly postedAt: Date;
}

export const keyOf = ({ integratorId, accountNo }: AccountKey): string => `${integratorId} ${accountNo}`;
export const referenceKeyOf = ({ integratorId, reference }: Pick<Transfer, "integratorId" | "reference">): string =>
  `${integratorId} ${reference}`;

export interface Books {
  readonly balances: Map<string, Balance>;
  readonly transfers: Map<string, Transfer>;
}

/** A row as it comes from pg, which gives a bigint as text; so are those of transfers. */
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
