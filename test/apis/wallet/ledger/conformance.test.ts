/** The anomalies that ledgers are tried with, over a real database and two ledgers as two processes have them. */

import { expect } from "chai";
import type { MoveOrder, Order, Outcome } from "#src/apis/wallet/ledger/transfer.ts";
import { aCredit, aMove, aPayment, Bank, boundless, closing, tally, testBank } from "#test/builders/ledger.ts";
import { codeOf } from "#test/support/code-of.ts";
import { failureOf } from "#test/support/failure-of.ts";

describe("the ledger over a database", () => {
  const bank = testBank({ poolSize: 16 });
  const { database } = bank;
  afterEach(async () => {
    expect(await bank.differences()).to.deep.equal([]);
  });

  /** All at once, in turns through either ledger. */
  const submitAll = (orders: readonly Order[]): Promise<Outcome[]> =>
    Promise.all(orders.map((order, index) => (bank.ledgers[index % 2] ?? bank.ledger).submit(order)));

  it("loses no update of an account that everybody pays to", async () => {
    const to = await bank.anAccount();
    const from = await bank.anAccount({ kobo: 100_000n, integratorId: to.integratorId });
    const outcomes = await submitAll(Array.from({ length: 64 }, () => aMove(from, to, 100n)));
    expect(tally(outcomes)).to.deep.equal({ done: 64 });
    expect(await bank.balance(to)).to.include({ balance: 6_400n });
    expect(await bank.balance(from)).to.include({ balance: 93_600n });
  });

  it("spends no money twice: 32 at once of which ten are covered", async () => {
    const [from, to] = await bank.twoAccounts(1_000n);
    const outcomes = await submitAll(Array.from({ length: 32 }, () => aMove(from, to, 100n)));
    expect(tally(outcomes)).to.deep.equal({ done: 10, "insufficient-funds": 22 });
    expect(await bank.balance(from)).to.include({ balance: 0n });
  });

  it("keeps the daily limit against write skew: 32 at once of which ten are within it", async () => {
    const limits = { ...boundless, dailyLimit: 1_000n };
    const from = await bank.anAccount({ kobo: 100_000n, limits });
    const payees = await Promise.all(
      Array.from({ length: 8 }, () => bank.anAccount({ integratorId: from.integratorId })),
    );
    const orders = Array.from({ length: 32 }, (_, index) => {
      const to = payees[index % payees.length];
      return to === undefined || index % 4 === 0 ? aPayment(from, 100n) : aMove(from, to, 100n);
    });
    expect(tally(await submitAll(orders))).to.deep.equal({ done: 10, "over-limit": 22 });
    expect(await bank.balance(from)).to.include({ debited: 1_000n });
  });

  it("holds no more than there is, and a hold cannot be spent", async () => {
    const [from, to] = await bank.twoAccounts(1_000n);
    const orders = Array.from({ length: 32 }, (_, index) =>
      index % 2 === 0 ? aPayment(from, 100n) : aMove(from, to, 100n),
    );
    expect(tally(await submitAll(orders))).to.deep.equal({ done: 10, "insufficient-funds": 22 });
    const { balance, held } = await bank.balance(from);
    expect(balance - held).to.equal(0n);
  });

  const closings: readonly (readonly [string, ("SETTLED" | "FAILED" | "REVERSED")[], number])[] = [
    ["settles a payment once that is settled 16 times at once", Array<"SETTLED">(16).fill("SETTLED"), 1],
    ["fails a payment once", Array<"FAILED">(16).fill("FAILED"), 0],
  ];
  for (const [promise, ways, postings] of closings) {
    it(promise, async () => {
      const from = await bank.anAccount({ kobo: 1_000n });
      const payment = aPayment(from, 600n);
      await bank.ledger.submit(payment);
      expect(tally(await submitAll(ways.map((as) => closing(payment, as))))).to.deep.equal({ done: 16 });
      expect(await bank.postingsOf(payment)).to.equal(postings);
      expect(await bank.balance(from)).to.include({ balance: postings === 1 ? 400n : 1_000n, held: 0n });
    });
  }

  it("either settles or fails a payment of which both are said at once", async () => {
    const from = await bank.anAccount({ kobo: 1_000n });
    for (let turn = 0; turn < 10; turn++) {
      const payment = aPayment(from, 10n);
      await bank.ledger.submit(payment);
      const outcomes = await submitAll([closing(payment, "SETTLED"), closing(payment, "FAILED")]);
      expect(tally(outcomes)).to.deep.equal({ done: 1, "not-closable": 1 });
    }
    expect(await bank.balance(from)).to.include({ held: 0n });
  });

  it("reverses a settled payment once, and settles it never again", async () => {
    const from = await bank.anAccount({ kobo: 1_000n });
    const payment = aPayment(from, 600n);
    await bank.ledger.submit(payment);
    expect(await bank.ledger.submit(closing(payment, "REVERSED"))).to.include({ outcome: "not-closable" });
    await bank.ledger.submit(closing(payment, "SETTLED"));
    const reversals = await submitAll(Array.from({ length: 16 }, () => closing(payment, "REVERSED")));
    expect(tally(reversals)).to.deep.equal({ done: 16 });
    expect(await bank.postingsOf(payment)).to.equal(2);
    const [settled, failed] = await submitAll([closing(payment, "SETTLED"), closing(payment, "FAILED")]);
    expect([settled?.outcome, failed?.outcome]).to.deep.equal(["not-closable", "not-closable"]);
    expect(await bank.balance(from)).to.include({ balance: 1_000n, held: 0n });
  });

  it("settles nothing after it has failed", async () => {
    const from = await bank.anAccount({ kobo: 1_000n });
    const payment = aPayment(from, 600n);
    for (const order of [payment, closing(payment, "FAILED")]) await bank.ledger.submit(order);
    const late = await bank.ledger.submit(closing(payment, "SETTLED"));
    expect(late).to.deep.equal({ outcome: "not-closable", status: "FAILED" });
    expect(await bank.postingsOf(payment)).to.equal(0);
  });

  it("answers a replay with another amount, payee or kind as a duplicate, with the transfer that there is", async () => {
    const [from, to] = await bank.twoAccounts(1_000n);
    const first = aMove(from, to, 100n);
    await bank.ledger.submit(first);
    const { reference } = first;
    const replays: MoveOrder[] = [aMove(from, to, 900n, { reference }), aMove(to, from, 1n, { reference })];
    for (const replay of [...replays, { ...aPayment(from, 5n), reference }]) {
      const outcome = await bank.ledger.submit(replay);
      expect(outcome).to.have.nested.property("transfer.amount", 100n);
      expect(outcome.outcome).to.equal("duplicate");
    }
    expect(await bank.balance(from)).to.include({ balance: 900n, held: 0n });
  });

  it("moves a reference once that two processes are given at the same moment", async () => {
    const [from, to] = await bank.twoAccounts(100_000n);
    for (let turn = 0; turn < 20; turn++) {
      const { reference } = aMove(from, to, 100n);
      const orders = Array.from({ length: 6 }, () => aMove(from, to, 100n, { reference }));
      expect(tally(await submitAll(orders))).to.deep.equal({ done: 1, duplicate: 5 });
    }
    expect(await bank.balance(to)).to.include({ balance: 2_000n });
  });

  it("has references per integrator", async () => {
    const [first, second] = await Promise.all([bank.anAccount({ kobo: 10n }), bank.anAccount({ kobo: 10n })]);
    const { reference } = aPayment(first, 1n);
    const orders = [first, second].map((from) => ({ ...aPayment(from, 1n), reference }));
    expect(tally(await submitAll(orders))).to.deep.equal({ done: 2 });
  });

  it("pays crosswise between integrators without a deadlock, and what they owe each other is nothing in all", async () => {
    const [first, second] = await Promise.all([bank.anAccount({ kobo: 10_000n }), bank.anAccount({ kobo: 10_000n })]);
    const orders = Array.from({ length: 64 }, (_, index) =>
      index % 2 === 0 ? aMove(first, second, 50n) : aMove(second, first, 50n),
    );
    expect(tally(await submitAll(orders))).to.deep.equal({ done: 64 });
    expect([(await bank.balance(first)).balance, (await bank.balance(second)).balance]).to.deep.equal([
      10_000n,
      10_000n,
    ]);
  });

  it("lets one order that fails spoil no other that came with it", async () => {
    const [from, to] = await bank.twoAccounts(1_000n);
    const results = await Promise.allSettled([
      bank.ledger.submit(aMove(from, to, 100n)),
      bank.ledger.submit(aMove(from, to, 100n), () => Promise.reject(new Error("spoilt"))),
      bank.ledger.submit(aMove(from, to, 100n)),
    ]);
    expect(results.map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "fulfilled"]);
    expect(await bank.balance(from)).to.include({ balance: 800n });
  });

  it("does alongside an order what has to be true with it: once, and not for a refusal or a duplicate", async () => {
    const [from, to] = await bank.twoAccounts(150n);
    const told: string[] = [];
    const submit = (order: MoveOrder) =>
      bank.ledger.submit(order, async (_client, { transfer }) => void told.push(transfer.reference));
    const paid = aMove(from, to, 100n);
    await Promise.all(
      [paid, paid, aMove(from, to, 100n), aMove(from, to, 1n, { reference: paid.reference })].map(submit),
    );
    await submit(paid);
    expect(new Set(told)).to.deep.equal(new Set([paid.reference]));
  });

  it("does what stands alongside once where two at once close one transfer", async () => {
    const payment = aPayment(await bank.anAccount({ kobo: 1_000n }), 600n);
    await bank.ledger.submit(payment);
    await bank.ledger.submit(closing(payment, "SETTLED"));
    let told = 0;
    const reverse = () => bank.ledger.submit(closing(payment, "REVERSED"), async () => void told++);
    expect(tally(await Promise.all([reverse(), reverse(), reverse()]))).to.deep.equal({ done: 3 });
    expect(told).to.equal(1);
  });

  it("takes no order after it is closed", async () => {
    const closed = new Bank(database);
    await closed.close();
    const to = await bank.anAccount();
    expect(await codeOf(closed.ledger.submit(aCredit(to, 1n)))).to.equal("OVERLOADED");
  });

  describe("postings", () => {
    const statements = [
      "UPDATE wallet_postings SET amount = amount + 1",
      "DELETE FROM wallet_postings",
      "TRUNCATE wallet_postings",
    ];
    for (const statement of statements) {
      it(`refuse ${statement.split(" ")[0]}, from their owner too`, async () => {
        await bank.anAccount({ kobo: 1n });
        for (const who of [database.pool, database.owner])
          expect(await failureOf(who.query(statement))).to.include({ code: "42501" });
      });
    }
  });
});
