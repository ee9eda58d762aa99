/** The part of the books that a commit works on: locked balances and the transfers that orders refer to. */
import type { AccountKey, Transfer } from "./transfer.ts";

/** Where an account stands. The sum of its postings, plus what decides whether another is allowed. */
export interface Balance extends AccountKey {
  readonly currency: string;
  balance: bigint;
  /** Promised to pending transfers. */
  held: bigint;
  /** What the balance, less what is held, must not fall below; null for accounts of the bank's own. */
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
