/** What the ledger is asked to do, and what it answers. */

/** An account in somebody's books. */
export interface AccountKey {
  readonly integratorId: string;
  readonly accountNo: string;
}

/**
 * Accounts that the books of every integrator have besides the customers': money of theirs that lies with other banks, or in
 * the books of other integrators of this bank. They may stand below zero.
 */
export const systemAccounts = { clearing: "CLEARING", intrabank: "INTRABANK" } as const;

/**
 * - `INTRA`: within this bank.
 * - `INTER`: to another bank.
 * - `INWARD`: from another bank, or from the books of another integrator.
 * - `ONE_TIME`: to a one-time account, and from there to the account that it is gathered in.
 */
export type TransferKind = "INTRA" | "INTER" | "INWARD" | "ONE_TIME";

/**
 * - `PENDING`: the amount is held; the other bank has not answered yet.
 * - `SETTLED`: posted.
 * - `FAILED`: the other bank refused; nothing was ever posted, the amount is no longer held.
 * - `REVERSED`: posted, and posted back.
 */
export type TransferStatus = "PENDING" | "SETTLED" | "FAILED" | "REVERSED";

/** The parties and the purpose, as they were given: shown again, never decided on. */
export interface TransferDetails {
  readonly remark: string;
  readonly payerName: string;
  readonly payeeName: string;
  /** The bank of the party that is not in these books; null where both are. */
  readonly bank: string | null;
  /** The account of that party. */
  readonly bankAccount: string | null;
  /** Of `ONE_TIME`: the account that it went on to; left out by those before there was a choice, which is the pool account. */
  readonly wentTo?: string;
}

export interface Transfer extends AccountKey {
  /** Unique among the references of the integrator. */
  readonly reference: string;
  /** Made once for each request, so that a request whose answer was lost knows its own transfer again. */
  readonly sessionId: string;
  readonly kind: TransferKind;
  readonly status: TransferStatus;
  /** The account of these books that pays or is paid; `counter` is the other one, in these books or in another integrator's. */
  readonly counter: AccountKey;
  /** Kobo, more than zero. */
  readonly amount: bigint;
  readonly details: TransferDetails;
  readonly createdAt: Date;
}

/** Money moves from the payer to the payee, whole or not at all. */
export interface MoveOrder {
  readonly order: "move";
  readonly reference: string;
  readonly sessionId: string;
  readonly kind: TransferKind;
  readonly from: AccountKey;
  readonly to: AccountKey;
  /** Where money on a one-time account goes at once (`ONE_TIME`, and `INTRA` to such an account). */
  readonly onward?: AccountKey;
  /** The credit's own name, when `to` is in another integrator's books or a one-time account (`INTRA`). */
  readonly inwardReference?: string;
  /** Of that credit, in the same books, where two transfers cannot have one session; the transfer's own when left out. */
  readonly inwardSessionId?: string;
  /** Kobo, more than zero. */
  readonly amount: bigint;
  readonly details: TransferDetails;
}

/** What the other bank said of a pending transfer; `REVERSED` also takes a settled one back. */
export interface CloseOrder {
  readonly order: "close";
  readonly integratorId: string;
  readonly reference: string;
  readonly as: Exclude<TransferStatus, "PENDING">;
}

export type Order = MoveOrder | CloseOrder;

/** What became of an order. Only `done` changed anything. */
export type Outcome =
  | {
      readonly outcome: "done";
      readonly transfer: Transfer;
      /** The credit that somebody has to be told of, if this was one; not again when the order is repeated. */
      readonly inward: Transfer | null;
    }
  /** The reference is taken; the transfer that has it. */
  | { readonly outcome: "duplicate"; readonly transfer: Transfer }
  | { readonly outcome: "no-account"; readonly account: AccountKey }
  | { readonly outcome: "insufficient-funds"; readonly available: bigint }
  | {
      readonly outcome: "over-limit";
      readonly limit: "single" | "daily";
      readonly left: bigint;
      readonly resetsAt: Date | null;
    }
  /** The account would stand at more than can be written down. */
  | { readonly outcome: "no-room"; readonly account: AccountKey }
  /** A one-time account takes one credit of its amount until it expires. */
  | { readonly outcome: "not-taken"; readonly why: "amount" | "expired" | "used" }
  /** No such transfer, or it has ended in another way. */
  | { readonly outcome: "not-closable"; readonly status: TransferStatus | null };

/** The integrator in whose books the order is decided. */
export function bookOf(order: Order): string {
  if (order.order === "close") return order.integratorId;
  return isInward(order) ? order.to.integratorId : order.from.integratorId;
}

/** Whether both accounts are at this bank, in anybody's books. */
export function isWithinBank({ counter }: Pick<Transfer, "counter">): boolean {
  return counter.accountNo !== systemAccounts.clearing;
}

/** Whether the order belongs to the books of the payee. */
export function isInward({ kind }: Pick<Transfer, "kind">): boolean {
  return kind === "INWARD" || kind === "ONE_TIME";
}
