/** Statements of an account as CSV and as a page. */
import { expect } from "chai";
import type { Schemas } from "#generated/wallet/contract.ts";
import type { KnownAccount } from "#src/apis/wallet/account-directory.ts";
import { statementOf } from "#src/apis/wallet/statements.ts";
import { type Wallet, walletServer } from "#test/builders/wallet.ts";
import { expectInvalid } from "#test/support/refusals.ts";

type Statement = NonNullable<Schemas["StatementResultData"]>;

describe("getAccountStatement", () => {
  const server = walletServer();
  let wallet: Wallet;
  let from: string;
  let to: string;
  beforeEach(async () => {
    wallet = await server.aWallet();
    [from, to] = await server.twoAccounts(wallet);
  });

  const day = (offset = 0) => new Date(Date.now() + 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);
  const statement = (accountNo: string, query: object = {}, as = wallet) =>
    server.ask<Statement | null>("GET", "/account/statement", {
      as,
      query: { accountNo, startDate: day(-1), endDate: day(1), ...query },
    });
  const pay = (amount: string, remark: string) => server.pay(wallet, from, to, { amount, remark });

  it("lists the postings, the oldest first, from the balance before to the balance after", async () => {
    const references = [await pay("10", "Lunch"), await pay("20.50", "Dinner")];
    const { status, data } = await statement(from);
    expect(status).to.equal("00");
    expect(data).to.include({ openingBalance: "0.00", closingBalance: "969.50", postings: 3, mediaType: "text/csv" });
    expect(data?.fileName).to.equal(`statement-${from}-${day(-1)}-${day(1)}.csv`);
    const [head, ...lines] = (data?.content ?? "").split("\r\n");
    expect(head).to.match(/^date,reference,/);
    expect(lines.pop()).to.equal("");
    expect(lines.map((line) => line.split(",").slice(-2))).to.deep.equal([
      ["1000.00", "1000.00"],
      ["10.00", "990.00"],
      ["20.50", "969.50"],
    ]);
    expect(lines.slice(1).map((line) => line.split(",")[1])).to.deep.equal(references);
  });

  it("is empty between equal balances where nothing was posted, before and after", async () => {
    const later = { startDate: day(2), endDate: day(3) };
    expect((await statement(from, later)).data).to.include({ openingBalance: "1000.00", closingBalance: "1000.00" });
    const earlier = { startDate: "2020-01-01", endDate: "2020-01-31" };
    expect((await statement(from, earlier)).data).to.include({ openingBalance: "0.00", postings: 0 });
  });

  it("quotes what CSV needs quoted, and no cell is a formula or a tag", async () => {
    await pay("1", '=HYPERLINK("http://x",1)');
    await pay("2", 'a "b", c');
    await pay("3", "<script>alert(1)</script>&");
    const csv = (await statement(from)).data?.content ?? "";
    expect(csv).to.include(`,"'=HYPERLINK(""http://x"",1)",`).and.include(',"a ""b"", c",');
    const { data } = await statement(from, { format: "html" });
    expect(data).to.include({ mediaType: "text/html" });
    expect(data?.content)
      .to.match(/^<!doctype html>/)
      .and.include("@page")
      .and.include(`Statement of account ${from}`);
    expect(data?.content).to.include("&#60;script&#62;alert(1)&#60;/script&#62;&#38;").and.not.include("<script");
  });

  describe("where times do not rise from posting to posting", () => {
    const account = () => ({ integratorId: wallet.integrator.id, accountNo: from, name: "Ada" }) as KnownAccount;
    /** Gives the account's postings these times, in Lagos. */
    const happened = async (times: readonly string[]) => {
      const { owner } = server.database;
      for (let paid = 1; paid < times.length; paid++) await pay(String(paid), `payment ${paid}`);
      // One by one: Citus takes no several commands together.
      await owner.query("ALTER TABLE wallet_postings DISABLE TRIGGER USER");
      for (const [index, time] of times.entries())
        await owner.query(
          `UPDATE wallet_postings SET posted_at = $3 WHERE integrator_id = $1
             AND ((debit_account = $2 AND debit_sequence = $4) OR (credit_account = $2 AND credit_sequence = $4))`,
          [wallet.integrator.id, from, `${time}+01:00`, index + 1],
        );
      await owner.query("ALTER TABLE wallet_postings ENABLE TRIGGER USER");
    };
    /** The amounts of a day, between the balances before and after. */
    const ofDay = async (name: string) => {
      const midnight = new Date(`${name}T00:00:00+01:00`);
      const period = { from: midnight, until: new Date(midnight.getTime() + 86_400_000) };
      const { openingBalance, postings, closingBalance } = await statementOf(
        server.database.pool,
        account(),
        [name, name],
        period,
      );
      const amounts = postings.map(({ type, amount }) => (type === "CREDIT" ? "+" : "-") + amount);
      expect(Number(openingBalance) + amounts.reduce((sum, amount) => sum + Number(amount), 0), name).to.equal(
        Number(closingBalance),
      );
      return [openingBalance, ...amounts, closingBalance].join(" ");
    };

    it("adds up, and the next one goes on from it, after a clock was set back across midnight", async () => {
      await happened([
        ...["2026-03-14 23:30", "2026-03-15 00:10", "2026-03-14 23:40", "2026-03-14 23:50"],
        ...["2026-03-15 00:20", "2026-03-15 00:15", "2026-03-16 09:00"],
      ]);
      expect(await ofDay("2026-03-13")).to.equal("0.00 0.00");
      expect(await ofDay("2026-03-14")).to.equal("0.00 +1000.00 -1.00 -2.00 -3.00 994.00");
      expect(await ofDay("2026-03-15")).to.equal("994.00 -4.00 -5.00 985.00");
      expect(await ofDay("2026-03-16")).to.equal("985.00 -6.00 979.00");
      expect(await ofDay("2026-03-17")).to.equal("979.00 979.00");
    });

    it("lists a posting whose clock was years ahead or behind among its neighbours", async () => {
      await happened([
        ...["2026-03-14 10:00", "2031-01-01 10:00", "2026-03-14 11:00", "2026-03-14 12:00"],
        ...["2026-03-15 10:00", "2026-03-15 11:00", "2001-01-01 10:00", "2026-03-15 12:00"],
      ]);
      expect(await ofDay("2001-01-01")).to.equal("0.00 0.00");
      expect(await ofDay("2026-03-14")).to.equal("0.00 +1000.00 -1.00 -2.00 -3.00 994.00");
      expect(await ofDay("2026-03-15")).to.equal("994.00 -4.00 -5.00 -6.00 -7.00 972.00");
      expect(await ofDay("2031-01-01")).to.equal("972.00 972.00");
    });
  });

  it("is 104 for another integrator, and 400 for a period that ends before it begins", async () => {
    const stranger = await server.aWallet("Stranger");
    expect(await statement(from, {}, stranger)).to.deep.include({ status: "104", data: null });
    const query = { accountNo: from, startDate: "2026-11-02", endDate: "2026-11-01" };
    expectInvalid(await server.send("GET", "/api/v1/account/statement", { as: wallet, query }), "/query/endDate");
  });

  it("lists each posting once when a payment commits while it is read", async () => {
    const { owner, pool } = server.database;
    const paid = await pay("1.00", "the first");
    await owner.query(
      `INSERT INTO wallet_postings SELECT $1, 'FILL', n, 0, '', $2, n + 1, n, '', 1, 'NGN', $3, false, now()
       FROM generate_series(1, 700) AS n`,
      [wallet.integrator.id, from, paid],
    );
    const account = { integratorId: wallet.integrator.id, accountNo: from, name: "Ada" } as KnownAccount;
    let sequence = 10_000;
    // Each query but the first finds one posting more.
    const query = async (...given: Parameters<typeof pool.query>) => {
      if (sequence++ > 10_000)
        await owner.query(
          "INSERT INTO wallet_postings VALUES ($1, 'FILL', $4, 0, '', $2, $4, $4, '', 1, 'NGN', $3, false, now())",
          [wallet.integrator.id, from, paid, sequence],
        );
      return await pool.query(...given);
    };
    const period = { from: null, until: null };
    const { postings } = await statementOf({ query } as never, account, [day(), day()], period);
    const balances = postings.map(({ balance }) => balance);
    expect(balances.length).to.be.greaterThan(700);
    expect(new Set(balances).size).to.equal(balances.length);
  });

  it("holds 2,000 postings, and is 99 beyond", async () => {
    const { owner } = server.database;
    const integratorId = wallet.integrator.id;
    const { data } = await server.ask<{ content: { reference: string }[] }>("GET", "/account/transactions", {
      as: wallet,
      query: { accountNo: from },
    });
    // Rows that no order wrote: only their number matters here.
    const fill = (first: number, last: number) =>
      owner.query(
        `INSERT INTO wallet_postings SELECT $1, 'FILL', n, 0, '', $2, n + 1, 100000, '', 1, 'NGN', $3, false, now()
         FROM generate_series($4::int, $5::int) AS n`,
        [integratorId, from, data.content[0]?.reference, first, last],
      );
    await fill(1, 1_999);
    expect((await statement(from)).data).to.include({ postings: 2_000 });
    await fill(2_000, 2_000);
    const refused = await statement(from);
    expect(refused).to.deep.include({ status: "99", data: null });
    expect(refused.message).to.include("more than the 2000 postings");
  });
});
