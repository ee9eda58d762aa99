/** Onboarding, money that comes in, and the notification that tells of it. */

import { expect } from "chai";
import type { Schemas } from "#generated/wallet/contract.ts";
import type { RunningDispatcher } from "#src/webhooks/dispatcher.ts";
import { verifySignature } from "#src/webhooks/signature.ts";
import { aReceiver, type Receiver } from "#test/builders/receiver.ts";
import { aTransfer, otherBank, type Wallet, WalletServer } from "#test/builders/wallet.ts";
import { aDispatcher } from "#test/builders/webhooks.ts";
import { expectInvalid } from "#test/support/refusals.ts";
import { until } from "#test/support/until.ts";

type Onboarded = NonNullable<Schemas["OnboardingResultData"]>;

describe("inward credits", () => {
  const server = new WalletServer();
  let receiver: Receiver;
  let dispatcher: RunningDispatcher;
  let wallet: Wallet;

  before(async () => {
    await server.start({ webhookAllowLoopback: true });
    receiver = await aReceiver();
    dispatcher = aDispatcher(server.database);
  });
  after(async () => {
    await dispatcher.stop();
    await receiver.close();
    await server.stop();
  });
  beforeEach(async () => {
    wallet = await server.aWallet("Acme", { onboarded: false });
    receiver.received.length = 0;
  });

  const onboarding = () => ({
    username: "ada@acme.example",
    walletName: "Acme Pay",
    shortName: "ACME",
    implementation: "Pool",
    webhookUrl: receiver.url,
  });
  const onboard = (as = wallet, changes: object = {}) =>
    server.ask<Onboarded | null>("POST", "/onboarding", { as, body: { ...onboarding(), ...changes } });
  const notice = (body: object) =>
    server.ask<{ reference: string; sessionId: string } | null>("POST", "/notice", { as: wallet, body });

  describe("onboardWallet", () => {
    it("answers 00 with the pool account and the secret, and 99 the second time, once even at once", async () => {
      const answers = await Promise.all(Array.from({ length: 3 }, () => onboard()));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal(["00", "99", "99"]);
      const { data } = answers.find(({ status }) => status === "00") ?? {};
      expect(data).to.include({ walletName: "Acme Pay", accountNo: wallet.integrator.poolAccountNo });
      expect(data?.webhookSecret).to.match(/^whsec_/);
      expect(await onboard()).to.deep.include({ status: "99", data: null });
    });

    for (const webhookUrl of ["http://10.0.0.1/hook", "ftp://acme.example/hook", "http://169.254.169.254/latest"])
      it(`answers 400 to notifications to ${webhookUrl}, and the wallet can be onboarded still`, async () => {
        const body = { ...onboarding(), webhookUrl };
        expectInvalid(await server.send("POST", "/api/v1/onboarding", { as: wallet, body }), "/body/webhookUrl");
        expect((await onboard()).status).to.equal("00");
      });
  });

  describe("a transfer that comes back", () => {
    /** Pays an account whose bank sends the money back, and lets the job look twice. */
    const payAndGetBack = async () => {
      const { account } = await server.anAccount(wallet, 1_000_00n);
      const transfer = { transferType: "inter", amount: "200" } as const;
      const reference = await server.pay(wallet, account.accountNo, "0123456796", transfer);
      for (let times = 0; times < 2; times++) await server.takeAllBack();
      return reference;
    };
    const told = () => receiver.received.filter(({ headers }) => headers["hook-event-type"] === "transfer.returned");

    it("is told once, signed, as the list of returns shows it", async () => {
      const { data: wired } = await onboard();
      const reference = await payAndGetBack();
      await until(() => told().length > 0);
      const { headers, body } = told()[0] as Receiver["received"][number];
      expect(verifySignature(wired?.webhookSecret ?? "", headers, body, new Date())).to.equal(null);
      const { data } = await server.ask<{ content: object[] }>("GET", "/transfer/returns", { as: wallet });
      expect(JSON.parse(body.toString())).to.deep.equal(data.content[0]).and.to.include({ reference });
      const { rows } = await server.database.pool.query("SELECT type FROM webhook_events WHERE owner_id = $1", [
        wallet.integrator.id,
      ]);
      expect(rows.filter(({ type }) => type === "transfer.returned")).to.have.length(1);
    });

    it("is not told to an address that hears of credits alone, until the address is given again", async () => {
      await onboard();
      const { pool } = server.database;
      await pool.query("UPDATE webhook_endpoints SET events = '{inward.credit}' WHERE owner_id = $1", [
        wallet.integrator.id,
      ]);
      await payAndGetBack();
      await server.ask("POST", "/webhook", { as: wallet, body: { webhookUrl: receiver.url } });
      const reference = await payAndGetBack();
      await until(() => told().length > 0);
      expect(told().map(({ body }) => JSON.parse(body.toString()).reference)).to.deep.equal([reference]);
    });
  });

  describe("the webhook, after onboarding", () => {
    const ask = <T>(method: string, path: string, body?: object, as = wallet) =>
      server.ask<T | null>(method, path, { as, ...(body !== undefined && { body }) });
    const credit = () => notice({ accountNo: wallet.integrator.poolAccountNo, amount: "1" });
    /** The next notification at this receiver. */
    const next = async (at: Receiver) => {
      const before = at.received.length;
      expect((await credit()).status).to.equal("00");
      await until(() => at.received.length > before);
      return at.received.at(-1) as Receiver["received"][number];
    };

    it("is refused before onboarding, which is named", async () => {
      const answers = [
        await ask("GET", "/webhook"),
        await ask("POST", "/webhook", { webhookUrl: receiver.url }),
        await ask("POST", "/webhook/secret"),
      ];
      for (const { status, message } of answers) {
        expect(status).to.equal("99");
        expect(message).to.include("onboardWallet");
      }
    });

    it("goes to another address from then on, under the same secret, and is nobody else's", async () => {
      const { data: wired } = await onboard();
      const stranger = await server.aWallet("Stranger", { onboarded: false });
      await onboard(stranger);
      const elsewhere = await aReceiver();
      try {
        const changed = await ask<{ webhookUrl: string }>("POST", "/webhook", { webhookUrl: elsewhere.url });
        expect(changed).to.have.nested.property("data.webhookUrl", elsewhere.url);
        expect((await ask<object>("GET", "/webhook")).data).to.include({ webhookUrl: elsewhere.url, enabled: true });
        expect((await ask<object>("GET", "/webhook", undefined, stranger)).data).to.include({
          webhookUrl: receiver.url,
        });
        const { headers, body } = await next(elsewhere);
        expect(verifySignature(wired?.webhookSecret ?? "", headers, body, new Date())).to.equal(null);
        expect(receiver.received).to.have.length(0);
      } finally {
        await elsewhere.close();
      }
    });

    it("answers 400 to an address that may not be sent to, and keeps the one there is", async () => {
      await onboard();
      const body = { webhookUrl: "http://10.0.0.1/hook" };
      expectInvalid(await server.send("POST", "/api/v1/webhook", { as: wallet, body }), "/body/webhookUrl");
      expect((await ask<object>("GET", "/webhook")).data).to.include({ webhookUrl: receiver.url });
    });

    it("is signed with both secrets for a day after a change, and with two at most", async () => {
      const { data: wired } = await onboard();
      const rotate = () =>
        ask<{ webhookSecret: string; previousValidUntil: string }>("POST", "/webhook/secret").then(({ data }) => data);
      const first = wired?.webhookSecret ?? "";
      const second = await rotate();
      const hours = (Date.parse(second?.previousValidUntil ?? "") - Date.now()) / 3_600_000;
      expect(hours).to.be.within(23.9, 24.1);
      const signedWith = async () => {
        const { headers, body } = await next(receiver);
        return (secret: string) => verifySignature(secret, headers, body, new Date()) === null;
      };
      const both = await signedWith();
      expect([first, second?.webhookSecret ?? ""].map(both)).to.deep.equal([true, true]);
      const third = await rotate();
      const last = await signedWith();
      const secrets = [first, second?.webhookSecret ?? "", third?.webhookSecret ?? ""];
      expect(secrets.map(last)).to.deep.equal([false, true, true]);
    });
  });

  describe("simulateInwardCredit", () => {
    it("answers 00, credits the account, and its notification arrives signed as the document has it", async () => {
      const { data: wired } = await onboard();
      const { account } = await server.anAccount(wallet);
      const sender = { senderAccountNo: "0123456789", senderBank: otherBank, senderNarration: "Rent" };
      const { status, data } = await notice({ ...sender, accountNo: account.accountNo, amount: "2500.5" });
      expect(status).to.equal("00");
      expect(data?.reference).to.match(/^Acme Pay-[0-9a-f]{32}$/);
      expect(await server.balance(wallet, account.accountNo)).to.equal("2500.50");

      await until(() => receiver.received.length === 1);
      const [{ headers, body }] = receiver.received as [Receiver["received"][number]];
      expect(verifySignature(wired?.webhookSecret ?? "", headers, body, new Date())).to.equal(null);
      expect(headers).to.include({ "hook-event-type": "inward.credit", "hook-delivery-attempt": "1" });
      const { timestamp, ...rest } = JSON.parse(body.toString()) as Record<string, string>;
      expect(timestamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(rest).to.deep.equal({
        reference: data?.reference,
        amount: "2500.50",
        account_number: account.accountNo,
        originator_account_number: "0123456789",
        originator_account_name: "Sandbox Sender",
        originator_bank: otherBank,
        originator_narration: "Rent",
        sessionId: data?.sessionId,
      });
      const query = { reference: data?.reference ?? "" };
      const found = await server.ask<object>("GET", "/transactions", { as: wallet, query });
      expect(found.data).to.include({ type: "CREDIT", transactionType: "bank", status: "SETTLED", amount: "2500.50" });
    });

    it("tells of a one-time account's credit once, with that account", async () => {
      await onboard();
      const { accountNo: accountNumber } = await server.aOneTimeAccount(wallet);
      for (const amount of ["9", "10", "10"]) await notice({ accountNo: accountNumber, amount });
      await notice({ accountNo: wallet.integrator.poolAccountNo, amount: "1" });
      await until(() => receiver.received.length === 2);
      const told = receiver.received.map(({ body: text }) => JSON.parse(text.toString()).account_number);
      expect(told).to.have.members([accountNumber, wallet.integrator.poolAccountNo]);
    });

    it("answers 104 where there is no such account, and 01 where there is no such bank", async () => {
      await onboard();
      expect(await notice({ accountNo: "0000000000", amount: "1" })).to.deep.include({ status: "104", data: null });
      const body = { accountNo: wallet.integrator.poolAccountNo, amount: "1" };
      expect(await notice({ ...body, senderBank: "123456" })).to.deep.include({ status: "01", data: null });
      expect((await notice({ ...body, senderBank: "", senderAccountNo: "", senderNarration: "" })).status).to.equal(
        "00",
      );
      expect(await server.balance(wallet)).to.equal("1.00");
    });

    it("before onboarding is refused and says so, as one-time accounts and payments to the wallet are; then the wallet's name is seen", async () => {
      const { account } = await server.anAccount(wallet, 10_00n);
      const { poolAccountNo } = wallet.integrator;
      const early = () =>
        Promise.all([
          notice({ accountNo: account.accountNo, amount: "1" }),
          server.ask("POST", "/virtualaccount", {
            as: wallet,
            body: { amount: "1", merchantName: "Shop", merchantId: "1", reference: `v-${account.accountNo}` },
          }),
          server.ask("POST", "/qrcode/pay", {
            as: wallet,
            body: { accountNo: account.accountNo, qrType: "1", amount: "1" },
          }),
        ]);
      for (const { status, message } of await early()) {
        expect(status).to.equal("99");
        expect(message).to.include("onboardWallet");
      }
      const name = async () =>
        (
          await server.ask<{ accountName: string }>("GET", "/inward/nameenquiry", {
            as: wallet,
            query: { accountNo: poolAccountNo },
          })
        ).data.accountName;
      expect(await name()).to.equal("Acme");
      await onboard();
      expect((await early()).map(({ status }) => status)).to.deep.equal(["00", "00", "00"]);
      expect(await name()).to.equal("Acme Pay");
      const { data } = await server.ask<{ client: string }>("GET", "/account/enquiry", { as: wallet });
      expect(data.client).to.equal("Acme Pay");
    });

    it("answers 61 to more than an account can be said to have, and credits nothing", async () => {
      await onboard();
      const { poolAccountNo } = wallet.integrator;
      await server.credit(wallet, poolAccountNo, 10n ** 18n - 1n);
      expect(await notice({ accountNo: poolAccountNo, amount: "0.01" })).to.deep.include({ status: "61", data: null });
      expect(await server.balance(wallet)).to.equal("9999999999999999.99");
    });
  });

  it("tell the payee's integrator of a transfer from another integrator, and nobody of one within a wallet", async () => {
    const { data: wired } = await onboard();
    const payer = await server.aWallet("Payer");
    const { account: from } = await server.anAccount(payer, 100_00n);
    const [to, neighbour] = await server.twoAccounts(wallet, 5_00n);
    await until(() => receiver.received.length === 1);
    await server.pay(wallet, to, neighbour, { amount: "1" });
    const between = aTransfer(from.accountNo, to, { amount: "7.25", remark: "Lunch" });
    for (const status of ["00", "98"])
      expect((await server.ask("POST", "/transfer", { as: payer, body: between })).status).to.equal(status);
    await until(() => receiver.received.length === 2);
    const [, { headers, body }] = receiver.received as [unknown, Receiver["received"][number]];
    expect(verifySignature(wired?.webhookSecret ?? "", headers, body, new Date())).to.equal(null);
    expect(JSON.parse(body.toString())).to.include({
      amount: "7.25",
      account_number: to,
      originator_account_number: from.accountNo,
      originator_bank: "999999",
      originator_narration: "Lunch",
    });
  });
});
