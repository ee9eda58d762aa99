/** What becomes of orders when the answer to their COMMIT is lost: done exactly once, and answered as done. */
import { expect } from "chai";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { aMove, aPayment, Bank, closing, tally } from "#test/builders/ledger.ts";
import { type CommitFault, CommitProxy } from "#test/support/commit-proxy.ts";
import { testDatabase } from "#test/support/database.ts";
import { silent } from "#test/support/postgres.ts";

describe("an order whose COMMIT loses its answer", () => {
  let proxied: Database;
  let proxy: CommitProxy;
  let bank: Bank;
  after(async () => {
    await bank.close();
    await proxy.close();
    await proxied.close();
  });
  const database = testDatabase();

  before(async () => {
    const opened = await CommitProxy.open(database.url);
    proxy = opened.proxy;
    proxied = await openDatabase(opened.url, { entities: [], migrations: [], log: silent });
    bank = new Bank(database, proxied);
  });
  afterEach(async () => {
    expect(await bank.differences()).to.deep.equal([]);
  });

  const faults: readonly CommitFault[] = ["reset before", "reset after"];
  for (const fault of faults) {
    it(`moves once (${fault} the commit)`, async () => {
      const [from, to] = await bank.twoAccounts(1_000n);
      const order = aMove(from, to, 100n);
      let told = 0;
      const caught = proxy.arm(fault);
      const outcome = await bank.ledger.submit(order, async () => void told++);
      await caught;
      expect(outcome).to.include({ outcome: "done" });
      expect(await bank.postingsOf(order)).to.equal(1);
      expect(await bank.balance(from)).to.include({ balance: 900n });
      // Alongside a transaction that was rolled back it was rolled back too.
      expect(told).to.equal(fault === "reset before" ? 2 : 1);
    });

    it(`closes once (${fault} the commit)`, async () => {
      const from = await bank.anAccount({ kobo: 1_000n });
      const payment = aPayment(from, 100n);
      await bank.ledger.submit(payment);
      const caught = proxy.arm(fault);
      const outcome = await bank.ledger.submit(closing(payment, "SETTLED"));
      await caught;
      expect(outcome).to.have.nested.property("transfer.status", "SETTLED");
      expect(await bank.postingsOf(payment)).to.equal(1);
    });

    it(`answers every order of its batch as it would have been (${fault} the commit)`, async () => {
      const [from, to] = await bank.twoAccounts(1_000n);
      const first = aMove(from, to, 600n);
      const orders = [first, aMove(from, to, 1n, { reference: first.reference }), aMove(from, to, 600n)];
      const caught = proxy.arm(fault);
      const outcomes = await Promise.all(orders.map((order) => bank.ledger.submit(order)));
      await caught;
      expect(tally(outcomes)).to.deep.equal({ done: 1, duplicate: 1, "insufficient-funds": 1 });
      expect(await bank.balance(from)).to.include({ balance: 400n });
    });
  }
});
