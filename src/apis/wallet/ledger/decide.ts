/**
 * The rules of the ledger, without a database: what becomes of each order, given the locked part of the books. Orders are
 * decided one after another, each on what those before it left.
 */
import { businessDayOf, endOfBusinessDay, startOfBusinessDay } from "../business-day.ts";
import { mostKobo } from "../money.ts";
import { type Balance, type Books, keyOf, type Posting, type PostingSide, referenceKeyOf } from "./books.ts";
import { nextHash, type Side } from "./hash-chain.ts";
import {
  type AccountKey,
  type CloseOrder,
  isInward,
  type MoveOrder,
  type Order,
  type Outcome,
  systemAccounts,
  type Transfer,
} from "./transfer.ts";

/** The rows that the transaction of these outcomes has to write. */
export interface Decisions {
  readonly outcomes: readonly Outcome[];
  readonly opened: readonly Transfer[];
  readonly closed: readonly Transfer[];
  readonly postings: readonly Posting[];
  /** Accounts whose balance, hold or day has changed. */
  readonly changed: ReadonlySet<Balance>;
}

/**
 * Every account that the order may touch, so that all can be locked at once and in one order; of a transfer that is to be
 * closed, which is one to another bank, all but its payer.
 */
export function accountsOf(order: Order): AccountKey[] {
  if (order.order === "move") return legsOf(order).flat();
  return [{ integratorId: order.integratorId, accountNo: systemAccounts.clearing }];
}

type Leg = readonly [debit: AccountKey, credit: AccountKey];

/** Between two integrators each has a posting of its own against what the bank's other books owe it. */
function legsOf({ from, to, onward }: MoveOrder): readonly Leg[] {
  const onwards: readonly Leg[] = onward === undefined ? [] : [[to, onward]];
  if (from.integratorId === to.integratorId) return [[from, to], ...onwards];
  const between = (integratorId: string) => ({ integratorId, accountNo: systemAccounts.intrabank });
  return [[from, between(from.integratorId)], [between(to.integratorId), to], ...onwards];
}

/** Whether the payee is told of a credit of its own, beside the payer's transfer. */
function hasCreditOfItsOwn({ kind, from, to, onward }: MoveOrder): boolean {
  return kind === "INTRA" && (from.integratorId !== to.integratorId || onward !== undefined);
}

/** Changes `books` as it decides. Nothing of an order that is refused is in the decisions. */
export function decide(books: Books, orders: readonly Order[], at: Date): Decisions {
  return new Deciding(books, at).all(orders);
}

class Deciding {
  readonly #books: Books;
  readonly #at: Date;
  readonly #today: string;
  readonly #tomorrow: string;
  readonly #opened: Transfer[] = [];
  readonly #closed: Transfer[] = [];
  readonly #postings: Posting[] = [];
  readonly #changed = new Set<Balance>();

  constructor(books: Books, at: Date) {
    this.#books = books;
    this.#at = at;
    this.#today = businessDayOf(at);
    this.#tomorrow = businessDayOf(endOfBusinessDay(at));
  }

  all(orders: readonly Order[]): Decisions {
    const outcomes = orders.map((order) => (order.order === "move" ? this.#move(order) : this.#close(order)));
    return {
      outcomes,
      opened: this.#opened,
      closed: this.#closed,
      postings: this.#postings,
      changed: this.#changed,
    };
  }

  #move(order: MoveOrder): Outcome {
    const own = isInward(order) ? order.to : order.from;
    const known = this.#books.transfers.get(referenceKeyOf({ ...own, reference: order.reference }));
    // The same session is this very order, whose commit went through although its answer was lost.
    if (known?.sessionId === order.sessionId) return { outcome: "done", transfer: known, inward: null };
    if (known !== undefined) return { outcome: "duplicate", transfer: known };
    if (hasCreditOfItsOwn(order)) {
      if (order.inwardReference === undefined)
        throw new TypeError(`The credit of ${keyOf(order.to)} needs a reference of its own`);
      const credited = this.#books.transfers.get(referenceKeyOf({ ...order.to, reference: order.inwardReference }));
      if (credited !== undefined) return { outcome: "duplicate", transfer: credited };
    }
    const legs = legsOf(order);
    const missing = legs.flat().find((account) => !this.#books.balances.has(keyOf(account)));
    if (missing !== undefined) return { outcome: "no-account", account: missing };
    const payer = this.#balance(order.from);
    const refusal =
      this.#refusalOf(payer, order.amount) ?? refusalOfCredit(this.#balance(order.to), order.amount, this.#at);
    if (refusal !== null) return refusal;
    const full = legs.map((leg) => this.#withoutRoomFor(leg, order.amount)).find((account) => account !== null);
    if (full !== undefined) return { outcome: "no-room", account: full };

    const transfer = this.#open(order, own, own === order.from ? order.to : order.from);
    this.#countTowardsDay(payer, order.amount);
    if (transfer.status === "PENDING") {
      this.#hold(payer, order.amount);
      return { outcome: "done", transfer, inward: null };
    }
    const credit = this.#openCredit(order);
    for (const [index, leg] of legs.entries()) this.#post(leg, index > 0 && credit !== null ? credit : transfer, false);
    return { outcome: "done", transfer, inward: isInward(transfer) ? transfer : credit };
  }

  /** The credit beside the payer's transfer; null where there is none. */
  #openCredit(order: MoveOrder): Transfer | null {
    const { inwardReference: reference, inwardSessionId: sessionId = order.sessionId, onward, to, from } = order;
    if (reference === undefined) return null;
    return this.#open({ ...order, kind: onward === undefined ? "INWARD" : "ONE_TIME", reference, sessionId }, to, from);
  }

  #open(
    { reference, sessionId, kind, amount, details, onward }: MoveOrder,
    own: AccountKey,
    counter: AccountKey,
  ): Transfer {
    const transfer: Transfer = {
      integratorId: own.integratorId,
      accountNo: own.accountNo,
      reference,
      sessionId,
      kind,
      status: kind === "INTER" ? "PENDING" : "SETTLED",
      counter,
      amount,
      details: kind === "ONE_TIME" && onward !== undefined ? { ...details, wentTo: onward.accountNo } : details,
      createdAt: this.#at,
    };
    this.#opened.push(transfer);
    this.#books.transfers.set(referenceKeyOf(transfer), transfer);
    return transfer;
  }

  #close(order: CloseOrder): Outcome {
    const known = this.#books.transfers.get(referenceKeyOf(order));
    if (known?.status === order.as) return { outcome: "done", transfer: known, inward: null };
    const isTakenBack = order.as === "REVERSED" && known?.status === "SETTLED" && known.kind === "INTER";
    const isClosed = order.as !== "REVERSED" && known?.status === "PENDING";
    if (known === undefined || !(isTakenBack || isClosed))
      return { outcome: "not-closable", status: known?.status ?? null };
    const payer = this.#balance(known);
    this.#changed.add(payer);
    if (!isTakenBack) this.#hold(payer, -known.amount);
    if (order.as === "SETTLED") this.#post([known, known.counter], known, false);
    if (order.as === "REVERSED") this.#post([known.counter, known], known, true);
    // A payment that is reversed on its own day no longer counts towards the daily limit. The sum may be smaller, when a clock that was days ahead has reset it.
    const gaveBack = order.as !== "SETTLED" && businessDayOf(known.createdAt) === payer.debitDay;
    if (gaveBack) payer.debited = payer.debited > known.amount ? payer.debited - known.amount : 0n;
    const transfer = { ...known, status: order.as };
    this.#closed.push(transfer);
    this.#books.transfers.set(referenceKeyOf(transfer), transfer);
    return { outcome: "done", transfer, inward: null };
  }

  #refusalOf(
    { balance, held, minimum, singleLimit, dailyLimit, debitDay, debited }: Balance,
    amount: bigint,
  ): Outcome | null {
    if (singleLimit !== null && amount > singleLimit)
      return { outcome: "over-limit", limit: "single", left: singleLimit, resetsAt: null };
    if (dailyLimit !== null) {
      const day = this.#countingDay(debitDay);
      const spent = day === debitDay ? debited : 0n;
      const left = dailyLimit > spent ? dailyLimit - spent : 0n;
      if (amount > left) return { outcome: "over-limit", limit: "daily", left, resetsAt: startOfBusinessDay(day, 1) };
    }
    if (minimum === null) return null;
    const available = balance - held - minimum;
    return amount > available ? { outcome: "insufficient-funds", available } : null;
  }

  /**
   * The refusal where either side would get further from zero than amounts can be written. Closing a transfer is never
   * refused for that.
   */
  #withoutRoomFor([debit, credit]: Leg, amount: bigint): AccountKey | null {
    if (this.#balance(debit).balance - amount < -mostKobo) return debit;
    return this.#balance(credit).balance + amount > mostKobo ? credit : null;
  }

  #post([debit, credit]: Leg, { reference, amount }: Transfer, reversal: boolean): void {
    const payer = this.#balance(debit);
    const payee = this.#balance(credit);
    if (payer.currency !== payee.currency)
      throw new Error(`${keyOf(debit)} and ${keyOf(credit)} have different currencies`);
    const { integratorId, currency } = payer;
    const posting = { integratorId, reference, reversal, currency, amount, postedAt: this.#at };
    payer.balance -= amount;
    payee.balance += amount;
    const side = (account: Balance, other: Balance, name: Side): PostingSide => {
      const { accountNo, balance } = account;
      account.sequence += 1n;
      const { sequence } = account;
      account.hash = nextHash(account.hash, {
        posting,
        side: name,
        accountNo,
        otherAccountNo: other.accountNo,
        sequence,
        balance,
      });
      this.#changed.add(account);
      return { accountNo, sequence, balance, hash: account.hash };
    };
    this.#postings.push({ ...posting, debit: side(payer, payee, "debit"), credit: side(payee, payer, "credit") });
  }

  #hold(account: Balance, amount: bigint): void {
    account.held += amount;
    this.#changed.add(account);
  }

  #countTowardsDay(account: Balance, amount: bigint): void {
    if (account.dailyLimit === null) return;
    const day = this.#countingDay(account.debitDay);
    account.debited = (day === account.debitDay ? account.debited : 0n) + amount;
    account.debitDay = day;
    this.#changed.add(account);
  }

  /**
   * The day that a payment counts in: today, or tomorrow where the account's `debitDay` is tomorrow. Another process has begun that day, by
   * its clock or while this one waited for a lock. A day further ahead is of a clock that was wrong, and counts for nothing.
   */
  #countingDay(debitDay: string | null): string {
    return debitDay === this.#tomorrow ? this.#tomorrow : this.#today;
  }

  #balance(account: AccountKey): Balance {
    const balance = this.#books.balances.get(keyOf(account));
    if (balance === undefined) throw new Error(`${keyOf(account)} is not locked`);
    return balance;
  }
}

function refusalOfCredit({ expects, expectsUntil, sequence }: Balance, amount: bigint, at: Date): Outcome | null {
  if (expects === null) return null;
  if (sequence > 0n) return { outcome: "not-taken", why: "used" };
  if (expectsUntil !== null && expectsUntil <= at) return { outcome: "not-taken", why: "expired" };
  return expects === amount ? null : { outcome: "not-taken", why: "amount" };
}
