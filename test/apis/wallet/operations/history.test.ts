/** What has moved: single transactions and pages of them. */
import { expect } from "chai";
import { creditFromOutside } from "#src/apis/wallet/inward-credits.ts";
import { countPostings } from "#src/apis/wallet/ledger/history.ts";
import { Ledger } from "#src/apis/wallet/ledger/ledger.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { aTransfer, otherBank, sharedWalletServer, type Wallet } from "#test/builders/wallet.ts";
import { expectInvalid } from "#test/support/refusals.ts";

interface Page {
  readonly content: readonly Readonly<Record<string, string>>[];
  readonly pageInfo: { page: number; size: number; totalElements: number; totalPages: number };
}

describe("the transactions of a wallet", () => {
  const server = sharedWalletServer();
  let wallet: Wallet;
  let from: string;
  let to: string;
  let within: ReturnType<typeof aTransfer>;
  let across: ReturnType<typeof aTransfer>;

  before(async () => {
    wallet = await server.aWallet();
    [from, to] = await server.twoAccounts(wallet);
    within = aTransfer(from, to, { amount: "10", remark: "Lunch" });
    across = aTransfer(from, "0000000011", { amount: "20", transferType: "inter", toClient: "Chika Nwosu" });
    for (const body of [within, across]) await server.ask("POST", "/transfer", { as: wallet, body });
  });

  const list = (path: string, query: Record<string, string> = {}) =>
    server.ask<Page>("GET", path, { as: wallet, query });
  const ofAccount = async (accountNo: string, query: Record<string, string> = {}) =>
    (await list("/account/transactions", { accountNo, ...query })).data;
  const refusal = (path: string, query: Record<string, string>) =>
    server.send("GET", `/api/v1${path}`, { as: wallet, query });

  describe("getTransaction", () => {
    const find = (query: Record<string, string>) =>
      server.ask<Record<string, string> | null>("GET", "/transactions", { as: wallet, query });

    it("answers 00 by reference and by session, alike", async () => {
      const { status, data } = await find({ reference: within.reference });
      expect(status).to.equal("00");
      expect(data).to.include({
        type: "DEBIT",
        transactionType: "wallet",
        status: "SETTLED",
        amount: "10.00",
        accountNo: from,
        counterAccountNo: to,
        counterName: "Ada Obi",
        counterBank: "999999",
        remark: "Lunch",
      });
      expect((await find({ sessionId: data?.sessionId ?? "" })).data).to.deep.equal(data);
    });

    it("answers 00 to one to another bank, with its name", async () => {
      expect((await find({ reference: across.reference })).data).to.include({
        transactionType: "bank",
        counterAccountNo: "0000000011",
        counterName: "Chika Nwosu",
        counterBank: "999058",
      });
    });

    it("answers 01 where there is none", async () => {
      expect(await find({ reference: "nothing" })).to.deep.include({ status: "01", data: null });
      expect((await find({ sessionId: "nothing" })).status).to.equal("01");
    });

    it("answers 400 to neither name and to both", async () => {
      expectInvalid(await refusal("/transactions", {}), "/query");
      const both = { reference: "a", sessionId: "b" };
      expectInvalid(await refusal("/transactions", both), "/query/sessionId");
    });
  });

  describe("listAccountTransactions", () => {
    it("answers 00 with the postings, the newest first, and the balance after each", async () => {
      const { content, pageInfo } = await ofAccount(from);
      expect(content.map(({ type, amount, balance }) => [type, amount, balance])).to.deep.equal([
        ["DEBIT", "20.00", "970.00"],
        ["DEBIT", "10.00", "990.00"],
        ["CREDIT", "1000.00", "1000.00"],
      ]);
      expect(pageInfo).to.deep.equal({ page: 0, size: 20, totalElements: 3, totalPages: 1 });
    });

    it("shows a payment within the wallet as its payee sees it", async () => {
      const { content } = await ofAccount(to);
      expect(content[0]).to.include({ type: "CREDIT", accountNo: to, counterAccountNo: from, balance: "10.00" });
    });

    it("counts pages, and answers an empty one behind the last", async () => {
      const { content, pageInfo } = await ofAccount(from, { page: "3", size: "1" });
      expect(content).to.deep.equal([]);
      expect(pageInfo).to.deep.equal({ page: 3, size: 1, totalElements: 3, totalPages: 3 });
    });

    it("tells what moved within this bank from what did not", async () => {
      const amounts = async (transactionType: string) =>
        (await ofAccount(from, { transactionType })).content.map(({ amount }) => amount);
      expect(await amounts("wallet")).to.deep.equal(["10.00"]);
      expect(await amounts("bank")).to.deep.equal(["20.00", "1000.00"]);
    });

    it("counts days in Lagos, the first and the last included", async () => {
      const { reference } = within;
      const { owner } = server.database;
      const move = async (moment: string) => {
        // One by one: Citus takes no several commands together.
        await owner.query("ALTER TABLE wallet_postings DISABLE TRIGGER USER");
        await owner.query("UPDATE wallet_postings SET posted_at = $1 WHERE reference = $2", [moment, reference]);
        await owner.query("ALTER TABLE wallet_postings ENABLE TRIGGER USER");
      };
      const found = async (startDate: string, endDate: string) =>
        (await ofAccount(from, { startDate, endDate })).content.length;
      const { rows } = await server.database.pool.query<{ at: Date }>(
        "SELECT posted_at AS at FROM wallet_postings WHERE reference = $1",
        [reference],
      );
      await move("2026-03-14T23:00:00.000Z");
      try {
        expect(await found("2026-03-15", "2026-03-15")).to.equal(1);
        expect(await found("2026-03-01", "2026-03-14")).to.equal(0);
        expect(await found("2026-03-16", "2026-03-16")).to.equal(0);
      } finally {
        await move(rows[0]?.at.toISOString() ?? "");
      }
    });

    it("says how many there are, and reads transfers for that only to tell banks apart", async () => {
      const { pool } = server.database;
      const said: string[] = [];
      const listening = {
        query: (text: string, values: unknown[]) => {
          said.push(text);
          return pool.query(text, values);
        },
      } as unknown as Queryable;
      const account = { integratorId: wallet.integrator.id, accountNo: from };
      const [always, today] = [
        { from: null, until: null },
        { from: new Date(Date.now() - 86_400_000), until: new Date(Date.now() + 86_400_000) },
      ];
      const counts = [];
      for (const period of [always, today, { from: null, until: new Date(0) }])
        for (const withinBank of [null, true, false])
          counts.push(await countPostings(listening, account, { period, withinBank }));
      expect(counts).to.deep.equal([3, 1, 2, 3, 1, 2, 0, 0, 0]);
      const tables = said.map((text) => [...new Set(text.match(/wallet_[a-z]+/g))]);
      const all = ["wallet_postings", "wallet_transfers"];
      expect(tables).to.deep.equal([
        ...[["wallet_balances"], all, all],
        ...[["wallet_postings"], all, all],
        ...[["wallet_postings"], all, all],
      ]);
      expect(
        await countPostings(pool, { ...account, accountNo: "0000000000" }, { period: always, withinBank: null }),
      ).to.equal(0);
    });

    it("answers 400 where the last day is before the first", async () => {
      const query = { accountNo: from, startDate: "2026-03-02", endDate: "2026-03-01" };
      expectInvalid(await refusal("/account/transactions", query), "/query/endDate");
    });

    it("answers 104 where there is no such account", async () => {
      expect((await list("/account/transactions", { accountNo: "0000000000" })).status).to.equal("104");
    });
  });

  describe("listInwardTransactions", () => {
    it("answers 00 with the credits from outside, as notifications have them", async () => {
      const { data } = await list("/inward/transactions");
      expect(data.pageInfo.totalElements).to.equal(1);
      expect(data.content[0]).to.include({ amount: "1000.00", account_number: from, originator_narration: "Rent" });
      expect((await list("/inward/transactions", { accountNo: to })).data.content).to.deep.equal([]);
      expect((await list("/inward/transactions", { accountNo: from })).data.content).to.have.length(1);
      expect((await list("/inward/transactions", { endDate: "2020-01-01" })).data.content).to.deep.equal([]);
      expect((await list("/inward/transactions", { startDate: "2020-01-01" })).data.content).to.have.length(1);
    });

    it("lists credits of one moment by when they came, the last first", async () => {
      const receiver = await server.aWallet();
      const moment = Date.now();
      const ledger = new Ledger(server.database, { now: () => moment });
      const { manager } = server.database.dataSource;
      const sender = {
        senderAccountNo: "0123456789",
        senderBank: otherBank,
        senderName: "Bola Ade",
        narration: "Rent",
      };
      const accountNo = receiver.integrator.poolAccountNo;
      for (const amount of [1_00n, 2_00n, 3_00n, 4_00n, 5_00n, 6_00n])
        await creditFromOutside({ manager, ledger }, receiver.integrator, { ...sender, accountNo, amount }, new Date());
      await ledger.close();
      const { data } = await server.ask<Page>("GET", "/inward/transactions", { as: receiver });
      expect(new Set(data.content.map(({ timestamp }) => timestamp))).to.have.property("size", 1);
      const amounts = data.content.map(({ amount }) => amount);
      expect(amounts).to.deep.equal(["6.00", "5.00", "4.00", "3.00", "2.00", "1.00"]);
    });
  });
});
