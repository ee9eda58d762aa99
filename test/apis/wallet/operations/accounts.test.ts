/** Balances, limits and one-time accounts. */

import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/wallet/contract.ts";
import { aTransfer, sharedWalletServer } from "#test/builders/wallet.ts";
import { expectInvalid } from "#test/support/refusals.ts";
import { renewed } from "#test/support/renewed.ts";

type VirtualAccount = Schemas["VirtualAccountResult"];

describe("the accounts of a wallet", () => {
  const server = sharedWalletServer();
  const wallet = renewed(() => server.aWallet());
  afterEach(async () => {
    expect(await server.differences()).to.deep.equal([]);
  });

  const status = async (method: string, path: string, parts: object) =>
    (await server.ask<unknown>(method, path, { as: wallet, ...parts })).status;

  describe("enquireAccount", () => {
    const enquire = (accountNo?: string) =>
      server.ask<Record<string, string> | null>("GET", "/account/enquiry", { as: wallet, query: { accountNo } });

    it("answers 00 with the pool account, and with an account of the wallet", async () => {
      const { poolAccountNo } = wallet.integrator;
      const pool = (await enquire()).data;
      expect(pool).to.include({ accountNo: poolAccountNo, accountBalance: "0.00", client: "Acme" });
      const { account, client } = await server.anAccount(wallet, 12_34n);
      expect((await enquire(account.accountNo)).data).to.deep.equal({
        accountNo: account.accountNo,
        accountBalance: "12.34",
        availableBalance: "12.34",
        heldAmount: "0.00",
        accountId: account.savingsId,
        client: "Ada Obi",
        clientId: client.id,
        savingsProductName: "Client account",
      });
    });

    it("says what is booked, what is held for a pending transfer, and what can be paid", async () => {
      const { account } = await server.anAccount(wallet, 1_000_00n);
      const pay = (ending: string, amount: string) => {
        const body = aTransfer(account.accountNo, `00000000${ending}`, { transferType: "inter", amount });
        return status("POST", "/transfer", { body });
      };
      const standing = async () => {
        const { accountBalance, availableBalance, heldAmount } = (await enquire(account.accountNo)).data ?? {};
        return [accountBalance, availableBalance, heldAmount];
      };
      expect(await pay("99", "250")).to.equal("09");
      expect(await standing()).to.deep.equal(["1000.00", "750.00", "250.00"]);
      expect(await pay("11", "750.01")).to.equal("51");
      expect(await pay("11", "750")).to.equal("00");
      expect(await standing()).to.deep.equal(["250.00", "0.00", "250.00"]);
    });

    it("answers 104 where there is no such account", async () => {
      expect(await enquire("0000000000")).to.deep.include({ status: "104", data: null });
    });
  });

  describe("updateTransactionLimit", () => {
    const update = (accountNumber: string, transactionLimit: string, dailyLimit: string) =>
      server.ask<object | null>("POST", "/transaction/limit", {
        as: wallet,
        body: { accountNumber, transactionLimit, dailyLimit },
      });

    it("answers 00, and the limits are in force from the next payment on", async () => {
      const [from, to] = await server.twoAccounts(wallet);
      const changed = await update(from, "100", "150.5");
      expect(changed).to.deep.include({
        status: "00",
        data: { accountNumber: from, transactionLimit: "100.00", dailyLimit: "150.50" },
      });
      const pay = (amount: string) => status("POST", "/transfer", { body: aTransfer(from, to, { amount }) });
      expect(await pay("100.01")).to.equal("61");
      expect(await pay("100")).to.equal("00");
      expect(await pay("50.51")).to.equal("61");
      expect(await pay("50.50")).to.equal("00");
    });

    it("answers 61 beyond what the tier allows, and 104", async () => {
      const { account } = await server.anAccount(wallet);
      expect(await update(account.accountNo, "1", "30000.01")).to.deep.include({ status: "61", data: null });
      expect((await update(account.accountNo, "30000", "30000")).status).to.equal("00");
      expect((await update("0000000000", "1", "1")).status).to.equal("104");
    });

    it("answers 400 where one payment might be more than a day", async () => {
      const { account } = await server.anAccount(wallet);
      const body = { accountNumber: account.accountNo, transactionLimit: "2", dailyLimit: "1" };
      const answer = await server.send("POST", "/api/v1/transaction/limit", { as: wallet, body });
      expectInvalid(answer, "/body/transactionLimit");
    });
  });

  describe("one-time accounts", () => {
    const open = async (changes: object = {}) => {
      const body = {
        amount: "75",
        merchantName: "Shop",
        merchantId: "M-1",
        reference: `v-${randomUUID()}`,
        ...changes,
      };
      return (await server.send<VirtualAccount>("POST", "/api/v1/virtualaccount", { as: wallet, body })).body;
    };
    const update = async (amount: string, reference: string) => {
      const body = { amount, reference };
      const path = "/api/v1/virtualaccount/amountupdate";
      return (await server.send<VirtualAccount>("POST", path, { as: wallet, body })).body;
    };
    const pay = (accountNo: string | null, amount: string) =>
      status("POST", "/notice", { body: { accountNo, amount } });
    const pooled = () => server.balance(wallet);

    it("createVirtualAccount answers 00 without a data wrapper, and 98 to its reference again", async () => {
      const opened = await open();
      expect(opened).to.have.all.keys("status", "message", "accountNumber", "reference");
      expect(opened.status).to.equal("00");
      expect(await open({ reference: opened.reference })).to.include({ status: "98", accountNumber: null });
    });

    it("take one credit of their amount, which is in the pool account at once", async () => {
      const { accountNumber } = await open();
      expect(await pay(accountNumber, "74.99")).to.equal("99");
      const answers = await Promise.all(Array.from({ length: 4 }, () => pay(accountNumber, "75.00")));
      expect(answers.sort()).to.deep.equal(["00", "99", "99", "99"]);
      expect(await pooled()).to.equal("75.00");
    });

    it("updateVirtualAccountAmount answers 00 before the credit, and 01 after it and to an unknown reference", async () => {
      const { accountNumber, reference } = await open();
      expect(await update("80", reference)).to.include({ status: "00", accountNumber, reference });
      expect(await pay(accountNumber, "75")).to.equal("99");
      expect(await pay(accountNumber, "80")).to.equal("00");
      expect((await update("90", reference)).status).to.equal("01");
      expect((await update("90", "nothing")).status).to.equal("01");
      expect(await pooled()).to.equal("80.00");
    });

    it("expire when their minutes are over", async () => {
      const { accountNumber, reference } = await open({ validityTime: "1" });
      await server.database.owner.query(
        "UPDATE wallet_balances SET expects_until = now() - interval '1 minute' WHERE account_no = $1",
        [accountNumber],
      );
      expect(await pay(accountNumber, "75")).to.equal("99");
      expect((await update("80", reference)).status).to.equal("01");
    });

    it("live three days at most", async () => {
      expect((await open({ validityTime: "4320" })).status).to.equal("00");
      const body = { amount: "1", merchantName: "S", merchantId: "M", reference: "r", validityTime: "4321" };
      expectInvalid(await server.send("POST", "/api/v1/virtualaccount", { as: wallet, body }), "/body/validityTime");
    });
  });
});
