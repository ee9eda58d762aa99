import { expect } from "chai";
import fc from "fast-check";
import { type Balance, type Books, keyOf } from "#src/apis/wallet/ledger/books.ts";
import { decide } from "#src/apis/wallet/ledger/decide.ts";
import { emptyChain } from "#src/apis/wallet/ledger/hash-chain.ts";
import type { CloseOrder, MoveOrder, Order, Outcome } from "#src/apis/wallet/ledger/transfer.ts";
import { mostKobo } from "#src/apis/wallet/money.ts";
import { runs } from "#test/support/runs.ts";

const own = "11111111-1111-4111-8111-111111111111";
const other = "22222222-2222-4222-8222-222222222222";
const noon = new Date("2026-11-21T11:00:00Z");
const minuteMs = 60_000;

function balance(accountNo: string, changes: Partial<Balance> = {}): Balance {
  return {
    integratorId: own,
    accountNo,
    currency: "NGN",
    balance: 0n,
    held: 0n,
    minimum: 0n,
    singleLimit: null,
    dailyLimit: null,
    debitDay: null,
    debited: 0n,
    expects: null,
    expectsUntil: null,
    sequence: 0n,
    hash: emptyChain,
    ...changes,
  };
}

function systemBalance(accountNo: string, integratorId = own): Balance {
  return balance(accountNo, { integratorId, minimum: null });
}

/** System accounts of two integrators, and these. */
function booksOf(...balances: Balance[]): Books {
  const system = [own, other].flatMap((id) => [systemBalance("CLEARING", id), systemBalance("INTRABANK", id)]);
  return { balances: new Map([...system, ...balances].map((one) => [keyOf(one), one])), transfers: new Map() };
}

let count = 0;

function move(from: string, to: string, amount: bigint, changes: Partial<MoveOrder> = {}): MoveOrder {
  count++;
  return {
    order: "move",
    reference: `ref-${count}`,
    sessionId: `session-${count}`,
    kind: "INTRA",
    from: { integratorId: own, accountNo: from },
    to: { integratorId: own, accountNo: to },
    amount,
    details: { remark: "", payerName: "", payeeName: "", bank: null, bankAccount: null },
    ...changes,
  };
}

function credit(to: string, amount: bigint, changes: Partial<MoveOrder> = {}): MoveOrder {
  return move("CLEARING", to, amount, { kind: "INWARD", ...changes });
}

function payOut(from: string, amount: bigint, changes: Partial<MoveOrder> = {}): MoveOrder {
  return move(from, "CLEARING", amount, { kind: "INTER", ...changes });
}

function close({ reference }: MoveOrder, as: CloseOrder["as"]): CloseOrder {
  return { order: "close", integratorId: own, reference, as };
}

/** What becomes of orders, each decided at its own moment. */
function outcomesOf(books: Books, orders: readonly Order[], at = noon): Outcome["outcome"][] {
  return orders.flatMap((order) => decide(books, [order], at).outcomes.map(({ outcome }) => outcome));
}

function balanceOf(books: Books, accountNo: string, integratorId = own): Balance {
  const found = books.balances.get(keyOf({ integratorId, accountNo }));
  if (found === undefined) throw new Error(`${accountNo} is not in the books`);
  return found;
}

describe("the ledger's decisions", () => {
  it("move money, and refuse what is not there or what is held", () => {
    const books = booksOf(balance("A", { balance: 1_000n, held: 300n }), balance("B"));
    const { outcomes } = decide(books, [move("A", "B", 701n), move("A", "B", 700n), move("A", "B", 1n)], noon);
    expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(["insufficient-funds", "done", "insufficient-funds"]);
    expect(outcomes[0]).to.include({ available: 700n });
    expect([balanceOf(books, "A").balance, balanceOf(books, "B").balance]).to.deep.equal([300n, 700n]);
  });

  it("move a reference once: the same session is done already, another session is a duplicate", () => {
    const books = booksOf(balance("A", { balance: 1_000n }), balance("B"));
    const first = move("A", "B", 100n);
    const again = decide(books, [first, first, { ...first, sessionId: "another", amount: 900n }], noon);
    expect(again.outcomes.map(({ outcome }) => outcome)).to.deep.equal(["done", "done", "duplicate"]);
    expect(again.postings).to.have.length(1);
    expect(balanceOf(books, "A").balance).to.equal(900n);
  });

  it("know accounts that are not in the books", () => {
    const books = booksOf(balance("A", { balance: 1_000n }));
    const [outcome] = decide(books, [move("A", "B", 100n)], noon).outcomes;
    expect(outcome).to.deep.equal({ outcome: "no-account", account: { integratorId: own, accountNo: "B" } });
  });

  it("refuse to post between two currencies", () => {
    const books = booksOf(balance("A", { balance: 1_000n }), balance("B", { currency: "USD" }));
    expect(() => decide(books, [move("A", "B", 100n)], noon)).to.throw("different currencies");
  });

  it("refuse to touch an account that nobody locked", () => {
    const books = booksOf(balance("A", { balance: 1_000n }));
    const payment = payOut("A", 100n);
    decide(books, [payment], noon);
    books.balances.delete(keyOf({ integratorId: own, accountNo: "A" }));
    expect(() => decide(books, [close(payment, "SETTLED")], noon)).to.throw("is not locked");
  });

  it("write both integrators' books when money goes from one to the other", () => {
    const books = booksOf(balance("A", { balance: 1_000n }), balance("B", { integratorId: other }));
    const order = move("A", "B", 400n, { to: { integratorId: other, accountNo: "B" }, inwardReference: "in-1" });
    const { outcomes, postings, opened } = decide(books, [order], noon);
    expect(postings.map(({ integratorId, reference }) => [integratorId, reference])).to.deep.equal([
      [own, order.reference],
      [other, "in-1"],
    ]);
    expect(opened.map(({ kind, integratorId }) => [kind, integratorId])).to.deep.equal([
      ["INTRA", own],
      ["INWARD", other],
    ]);
    expect(outcomes[0]).to.have.nested.property("inward.accountNo", "B");
    expect(balanceOf(books, "INTRABANK").balance).to.equal(400n);
    expect(balanceOf(books, "INTRABANK", other).balance).to.equal(-400n);
  });

  it("refuse money between integrators where the credit has no reference", () => {
    const books = booksOf(balance("A", { balance: 1_000n }), balance("B", { integratorId: other }));
    const order = move("A", "B", 400n, { to: { integratorId: other, accountNo: "B" } });
    expect(() => decide(books, [order], noon)).to.throw("needs a reference of its own");
  });

  it("post a payment to a one-time account of the same books under the payer's transfer, and its way on under the credit", () => {
    const books = booksOf(balance("A", { balance: 1_000n }), balance("ONCE", { expects: 400n }), balance("POOL"));
    const onward = { integratorId: own, accountNo: "POOL" };
    const order = move("A", "ONCE", 400n, { onward, inwardReference: "in-1", inwardSessionId: "s-1" });
    const { outcomes, postings, opened } = decide(
      books,
      [order, move("A", "ONCE", 400n, { onward, inwardReference: "in-2" })],
      noon,
    );
    expect(
      postings.map(({ debit, credit, reference }) => [debit.accountNo, credit.accountNo, reference]),
    ).to.deep.equal([
      ["A", "ONCE", order.reference],
      ["ONCE", "POOL", "in-1"],
    ]);
    expect(opened.map(({ kind, sessionId, details }) => [kind, sessionId, details.wentTo])).to.deep.equal([
      ["INTRA", order.sessionId, undefined],
      ["ONE_TIME", "s-1", "POOL"],
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(["done", "not-taken"]);
    expect(outcomes[0]).to.have.nested.property("inward.reference", "in-1");
  });

  it("credit other books once under one reference", () => {
    const books = booksOf(balance("A", { balance: 1_000n }), balance("B", { integratorId: other }));
    const to = { integratorId: other, accountNo: "B" };
    const order = () => move("A", "B", 400n, { to, inwardReference: "in-1" });
    expect(decide(books, [order(), order()], noon).outcomes.map(({ outcome }) => outcome)).to.deep.equal([
      "done",
      "duplicate",
    ]);
    expect(balanceOf(books, "A").balance).to.equal(600n);
  });

  it("refuse what the books have no room for, on either side of any posting", () => {
    const full = balance("B", { balance: mostKobo - 100n });
    const books = booksOf(balance("A", { balance: 1_000n }), full);
    expect(decide(books, [move("A", "B", 101n)], noon)).to.deep.include({
      outcomes: [{ outcome: "no-room", account: { integratorId: own, accountNo: "B" } }],
      postings: [],
    });
    expect(decide(books, [move("A", "B", 100n)], noon).outcomes[0]).to.include({ outcome: "done" });
    const clearing = { integratorId: own, accountNo: "CLEARING" };
    const owed = booksOf(balance("A"), { ...systemBalance("CLEARING"), balance: 50n - mostKobo });
    const credit = (amount: bigint) => move("CLEARING", "A", amount, { kind: "INWARD" });
    expect(decide(owed, [credit(51n)], noon).outcomes).to.deep.equal([{ outcome: "no-room", account: clearing }]);
    expect(decide(owed, [credit(50n)], noon).outcomes[0]).to.include({ outcome: "done" });
  });

  it("refuse a payment that would leave no room when it is settled", () => {
    const books = booksOf(balance("A", { balance: 1_000n }), {
      ...systemBalance("CLEARING"),
      balance: mostKobo - 100n,
    });
    expect(decide(books, [payOut("A", 101n)], noon).outcomes[0]).to.include({ outcome: "no-room" });
  });

  describe("of pending payments", () => {
    it("hold the amount, and post it when it is settled", () => {
      const books = booksOf(balance("A", { balance: 1_000n }));
      const payment = payOut("A", 600n);
      expect(decide(books, [payment], noon).postings).to.deep.equal([]);
      expect(balanceOf(books, "A")).to.include({ balance: 1_000n, held: 600n });
      expect(outcomesOf(books, [move("A", "CLEARING", 401n)])).to.deep.equal(["insufficient-funds"]);
      decide(books, [close(payment, "SETTLED")], noon);
      expect(balanceOf(books, "A")).to.include({ balance: 400n, held: 0n });
    });

    it("give the hold back when they fail, and nothing is posted", () => {
      const books = booksOf(balance("A", { balance: 1_000n }));
      const payment = payOut("A", 600n);
      const { postings } = decide(books, [payment, close(payment, "FAILED")], noon);
      expect(postings).to.deep.equal([]);
      expect(balanceOf(books, "A")).to.include({ balance: 1_000n, held: 0n });
    });

    it("post the opposite when a settled one is taken back", () => {
      const books = booksOf(balance("A", { balance: 1_000n }));
      const payment = payOut("A", 600n);
      const { postings } = decide(books, [payment, close(payment, "SETTLED"), close(payment, "REVERSED")], noon);
      expect(
        postings.map(({ debit, credit: paid, reversal }) => [debit.accountNo, paid.accountNo, reversal]),
      ).to.deep.equal([
        ["A", "CLEARING", false],
        ["CLEARING", "A", true],
      ]);
      expect(balanceOf(books, "A").balance).to.equal(1_000n);
    });

    const ways: readonly (readonly [CloseOrder["as"], CloseOrder["as"], Outcome["outcome"]])[] = [
      ["SETTLED", "SETTLED", "done"],
      ["SETTLED", "FAILED", "not-closable"],
      ["SETTLED", "REVERSED", "done"],
      ["FAILED", "FAILED", "done"],
      ["FAILED", "SETTLED", "not-closable"],
      ["FAILED", "REVERSED", "not-closable"],
    ];
    for (const [first, second, expected] of ways) {
      it(`answer ${expected} to ${second} after ${first}, which posts once at most`, () => {
        const books = booksOf(balance("A", { balance: 1_000n }));
        const payment = payOut("A", 600n);
        outcomesOf(books, [payment, close(payment, first)]);
        const { outcomes, postings } = decide(books, [close(payment, second), close(payment, second)], noon);
        expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal([expected, expected]);
        expect(postings).to.have.length(second === "REVERSED" && expected === "done" ? 1 : 0);
      });
    }

    it("end as reversed: nothing comes after", () => {
      const books = booksOf(balance("A", { balance: 1_000n }));
      const payment = payOut("A", 600n);
      outcomesOf(books, [payment, close(payment, "SETTLED"), close(payment, "REVERSED")]);
      expect(outcomesOf(books, [close(payment, "SETTLED"), close(payment, "FAILED")])).to.deep.equal([
        "not-closable",
        "not-closable",
      ]);
    });

    it("are not what a payment within the bank or an unknown reference is", () => {
      const books = booksOf(balance("A", { balance: 1_000n }), balance("B"));
      const within = move("A", "B", 100n);
      const orders = [within, close(within, "REVERSED"), close(within, "FAILED"), close(move("A", "B", 1n), "SETTLED")];
      expect(decide(books, orders, noon).outcomes.slice(1)).to.deep.equal([
        { outcome: "not-closable", status: "SETTLED" },
        { outcome: "not-closable", status: "SETTLED" },
        { outcome: "not-closable", status: null },
      ]);
    });
  });

  describe("of limits", () => {
    const limited = () => balance("A", { balance: 100_000n, singleLimit: 500n, dailyLimit: 1_000n });
    const lastMoment = new Date("2026-11-21T22:59:59.999Z");
    const nextDay = new Date("2026-11-21T23:00:00.000Z");

    it("refuse one payment above the single limit", () => {
      const books = booksOf(limited(), balance("B"));
      const [outcome] = decide(books, [move("A", "B", 501n)], noon).outcomes;
      expect(outcome).to.deep.equal({ outcome: "over-limit", limit: "single", left: 500n, resetsAt: null });
    });

    it("say what is left of the day in Lagos and when the next begins", () => {
      const books = booksOf(limited(), balance("B"));
      expect(outcomesOf(books, [move("A", "B", 500n), move("A", "B", 400n)])).to.deep.equal(["done", "done"]);
      const [outcome] = decide(books, [move("A", "B", 101n)], lastMoment).outcomes;
      expect(outcome).to.deep.equal({ outcome: "over-limit", limit: "daily", left: 100n, resetsAt: nextDay });
      expect(outcomesOf(books, [move("A", "B", 500n), move("A", "B", 500n)], nextDay)).to.deep.equal(["done", "done"]);
      expect(outcomesOf(books, [move("A", "B", 1n)], nextDay)).to.deep.equal(["over-limit"]);
    });

    it("leave nothing where the limit was lowered below what is spent", () => {
      const books = booksOf({ ...limited(), dailyLimit: 100n, debited: 900n, debitDay: "2026-11-21" }, balance("B"));
      const [outcome] = decide(books, [move("A", "B", 1n)], noon).outcomes;
      expect(outcome).to.include({ outcome: "over-limit", left: 0n });
    });

    it("count what is pending, and give it back on its own day only", () => {
      const books = booksOf(limited());
      const [first, second] = [payOut("A", 500n), payOut("A", 500n)];
      outcomesOf(books, [first, second]);
      expect(outcomesOf(books, [payOut("A", 1n)])).to.deep.equal(["over-limit"]);
      outcomesOf(books, [close(first, "FAILED")], lastMoment);
      expect(balanceOf(books, "A").debited).to.equal(500n);
      const third = payOut("A", 200n);
      outcomesOf(books, [third, close(second, "FAILED")], nextDay);
      expect(balanceOf(books, "A")).to.include({ debited: 200n, debitDay: "2026-11-22" });
    });

    it("give back what was reversed on the day of its payment", () => {
      const books = booksOf(limited());
      const payment = payOut("A", 500n);
      outcomesOf(books, [payment, close(payment, "SETTLED"), close(payment, "REVERSED")]);
      expect(balanceOf(books, "A").debited).to.equal(0n);
    });

    it("do not begin a day again that another process has begun", () => {
      const books = booksOf(limited(), balance("B"));
      const late = payOut("A", 100n);
      outcomesOf(books, [move("A", "B", 500n), move("A", "B", 400n)], nextDay);
      expect(outcomesOf(books, [late, payOut("A", 1n)], lastMoment)).to.deep.equal(["done", "over-limit"]);
      expect(balanceOf(books, "A")).to.include({ debitDay: "2026-11-22", debited: 1_000n });
      outcomesOf(books, [close(late, "FAILED")], lastMoment);
      expect(balanceOf(books, "A").debited >= 900n).to.equal(true);
    });

    it("say when a day begins anew that another process has begun", () => {
      const books = booksOf(limited(), balance("B"));
      outcomesOf(books, [move("A", "B", 500n), move("A", "B", 500n)], nextDay);
      const [outcome] = decide(books, [move("A", "B", 1n)], lastMoment).outcomes;
      const resetsAt = new Date(nextDay.getTime() + 24 * 60 * minuteMs);
      expect(outcome).to.deep.equal({ outcome: "over-limit", limit: "daily", left: 0n, resetsAt });
    });

    it("count in today after a payment by a clock that was days ahead", () => {
      const books = booksOf(limited(), balance("B"));
      outcomesOf(books, [move("A", "B", 500n)], new Date("2027-11-21T11:00:00Z"));
      expect(outcomesOf(books, [move("A", "B", 500n), move("A", "B", 500n)])).to.deep.equal(["done", "done"]);
      expect(balanceOf(books, "A")).to.include({ debitDay: "2026-11-21", debited: 1_000n });
      const [outcome] = decide(books, [move("A", "B", 1n)], noon).outcomes;
      expect(outcome).to.deep.equal({ outcome: "over-limit", limit: "daily", left: 0n, resetsAt: nextDay });
      expect(outcomesOf(books, [move("A", "B", 500n)], nextDay)).to.deep.equal(["done"]);
    });

    it("give back no more than is counted, after a clock that was days ahead", () => {
      const books = booksOf(limited());
      const first = payOut("A", 500n);
      outcomesOf(books, [first]);
      outcomesOf(books, [payOut("A", 1n)], new Date("2027-11-21T11:00:00Z"));
      outcomesOf(books, [payOut("A", 100n), close(first, "FAILED")]);
      expect(balanceOf(books, "A")).to.include({ debitDay: "2026-11-21", debited: 0n });
    });
  });

  describe("of one-time accounts", () => {
    const until = new Date(noon.getTime() + minuteMs);
    const oneTime = () => balance("V", { expects: 750n, expectsUntil: until });
    const pay = (amount: bigint) =>
      credit("V", amount, { kind: "ONE_TIME", onward: { integratorId: own, accountNo: "POOL" } });

    it("take one credit of their amount and pass it on", () => {
      const books = booksOf(oneTime(), balance("POOL"));
      const { outcomes, postings } = decide(books, [pay(749n), pay(750n), pay(750n)], noon);
      expect(outcomes[0]).to.deep.equal({ outcome: "not-taken", why: "amount" });
      expect(outcomes[1]).to.have.nested.property("inward.accountNo", "V");
      expect(outcomes[2]).to.deep.equal({ outcome: "not-taken", why: "used" });
      expect(postings.map(({ credit: { accountNo } }) => accountNo)).to.deep.equal(["V", "POOL"]);
      expect([balanceOf(books, "V").balance, balanceOf(books, "POOL").balance]).to.deep.equal([0n, 750n]);
    });

    it("take nothing from the moment on at which they expire", () => {
      const books = booksOf(oneTime(), balance("POOL"));
      expect(decide(books, [pay(750n)], until).outcomes).to.deep.equal([{ outcome: "not-taken", why: "expired" }]);
      expect(outcomesOf(books, [pay(750n)], new Date(until.getTime() - 1))).to.deep.equal(["done"]);
    });
  });
});

/** An order in numbers, so that fast-check shrinks it. */
interface Step {
  readonly kind: "move" | "between" | "inter" | "credit" | "close" | "repeat";
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  readonly as: CloseOrder["as"];
  readonly minutes: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("move", "between", "inter", "credit", "close", "close", "repeat"),
  from: fc.nat(2),
  to: fc.nat(2),
  amount: fc.integer({ min: 1, max: 2_000 }),
  as: fc.constantFrom("SETTLED", "FAILED", "REVERSED"),
  minutes: fc.nat(600),
});

const names = ["A", "B", "C"] as const;

function orderOf({ kind, from, to, amount, as }: Step, made: readonly MoveOrder[]): MoveOrder | CloseOrder {
  const payer = names[from] ?? "A";
  const payee = names[from === to ? (to + 1) % 3 : to] ?? "B";
  const earlier = made[amount % Math.max(made.length, 1)];
  const kobo = BigInt(amount);
  if (kind === "close" && earlier !== undefined) return close(earlier, as);
  if (kind === "repeat" && earlier !== undefined) return { ...earlier, sessionId: `again-${count}`, amount: kobo };
  if (kind === "inter") return payOut(payer, kobo);
  if (kind === "credit") return credit(payer, kobo);
  if (kind === "between") {
    const elsewhere = { integratorId: other, accountNo: "X" };
    return move(payer, "X", kobo, { to: elsewhere, inwardReference: `in-${count}` });
  }
  return move(payer, payee, kobo);
}

describe("whatever orders come, the ledger's books", () => {
  const dailyLimit = 3_000n;
  const newBooks = () =>
    booksOf(
      ...names.map((name) => balance(name, { singleLimit: 1_500n, dailyLimit })),
      balance("X", { integratorId: other }),
    );

  it("sum to zero, keep every account covered, its holds equal to what is pending and its day within the limit", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const books = newBooks();
        const made: MoveOrder[] = [];
        const debits = new Map<string, bigint>();
        let now = noon.getTime();
        for (const each of steps) {
          now += each.minutes * minuteMs;
          const order = orderOf(each, made);
          if (order.order === "move" && each.kind !== "repeat") made.push(order);
          const { postings } = decide(books, [order], new Date(now));
          for (const { integratorId, debit, amount, credit: paid } of postings) {
            debits.set(debit.accountNo, (debits.get(debit.accountNo) ?? 0n) + amount);
            expect(debit.accountNo, integratorId).to.not.equal(paid.accountNo);
          }
          for (const id of [own, other]) {
            const ofOne = [...books.balances.values()].filter(({ integratorId }) => integratorId === id);
            expect(ofOne.reduce((sum, account) => sum + account.balance, 0n)).to.equal(0n);
          }
          for (const name of names) {
            const account = balanceOf(books, name);
            const pending = [...books.transfers.values()]
              .filter(({ accountNo, status }) => accountNo === name && status === "PENDING")
              .reduce((sum, { amount }) => sum + amount, 0n);
            expect(account.held).to.equal(pending);
            expect(account.balance - account.held >= 0n, `${name} is covered`).to.equal(true);
            expect(account.debited >= 0n && account.debited <= dailyLimit, `${name} is within its day`).to.equal(true);
          }
        }
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("move a reference once forward and once back at most, and change nothing for an order that is refused", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const books = newBooks();
        const made: MoveOrder[] = [];
        const posted = new Map<string, number>();
        for (const each of steps) {
          const order = orderOf(each, made);
          if (order.order === "move" && each.kind !== "repeat") made.push(order);
          const before = structuredClone(books);
          const { outcomes, postings, opened, closed, changed } = decide(books, [order], noon);
          if (outcomes[0]?.outcome !== "done") {
            expect(books).to.deep.equal(before);
            expect([postings, opened, closed, [...changed]]).to.deep.equal([[], [], [], []]);
          }
          for (const { integratorId, reference, reversal } of postings) {
            const name = `${integratorId} ${reference} ${reversal}`;
            posted.set(name, (posted.get(name) ?? 0) + 1);
          }
        }
        expect([...posted.values()].every((times) => times === 1)).to.equal(true);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("come out the same whether orders are decided together or one by one", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const made: MoveOrder[] = [];
        const orders = steps.map((each) => {
          const order = orderOf(each, made);
          if (order.order === "move" && each.kind !== "repeat") made.push(order);
          return order;
        });
        const [together, apart] = [newBooks(), newBooks()];
        const { outcomes } = decide(together, orders, noon);
        expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(outcomesOf(apart, orders));
        expect(together).to.deep.equal(apart);
      }),
      { numRuns: runs(500) },
    );
  });
});
