import { expect } from "chai";
import type { Schemas } from "#generated/wallet/contract.ts";
import {
  aTransfer,
  type Envelope,
  otherBank,
  ownBank,
  sharedWalletServer,
  type Wallet,
} from "#test/builders/wallet.ts";
import { expectInvalid } from "#test/support/refusals.ts";

type Sent = NonNullable<Schemas["TransferResultData"]>;

describe("createTransfer", () => {
  const server = sharedWalletServer();
  let wallet: Wallet;
  let from: string;
  let to: string;

  beforeEach(async () => {
    wallet = await server.aWallet();
    [from, to] = await server.twoAccounts(wallet, 20_000_00n);
  });
  afterEach(async () => {
    expect(await server.differences()).to.deep.equal([]);
  });

  const send = (body: object) => server.ask<Sent | null>("POST", "/transfer", { as: wallet, body });
  const statusOf = async (reference: string) =>
    (await server.ask<{ status: string }>("GET", "/transactions", { as: wallet, query: { reference } })).data.status;
  /** To an account at the other bank with this ending. */
  const inter = (ending: string, changes: object = {}) =>
    aTransfer(from, `00000000${ending}`, { transferType: "inter", ...changes });

  const aOneTimeAccount = async (of: Wallet, merchantId = "M-1") =>
    (await server.aOneTimeAccount(of, { merchantId })).accountNo;
  type Lists = readonly [Record<string, string>[], Record<string, string>[]];
  /** The postings of an account, and its inward credits. */
  const listsOf = async (accountNo: string): Promise<Lists> => {
    const list = async (path: string) =>
      (await server.ask<{ content: Record<string, string>[] }>("GET", path, { as: wallet, query: { accountNo } })).data
        .content;
    return [await list("/account/transactions"), await list("/inward/transactions")];
  };

  describe("within the bank", () => {
    it("answers 00 and moves the money", async () => {
      const body = aTransfer(from, to, { amount: "1500.5" });
      const { status, data } = await send(body);
      expect(status).to.equal("00");
      expect(data).to.include({ reference: body.reference, amount: "1500.50" });
      expect(data?.sessionId).to.match(/^999999\d{24}$/);
      expect(await Promise.all([from, to].map((no) => server.balance(wallet, no)))).to.deep.equal([
        "18499.50",
        "1500.50",
      ]);
      expect(await statusOf(body.reference)).to.equal("SETTLED");
    });

    it("answers 02 to a signature of other accounts, and moves nothing", async () => {
      const { signature } = aTransfer(to, from);
      expect((await send(aTransfer(from, to, { signature }))).status).to.equal("02");
      expect(await server.balance(wallet, from)).to.equal("20000.00");
    });

    it("answers 51 where there is not enough, and says what there is", async () => {
      const { status, message, data } = await send(aTransfer(from, to, { amount: "20000.01" }));
      expect({ status, data }).to.deep.equal({ status: "51", data: null });
      expect(message).to.include("20000.00");
    });

    it("answers 61 above the single limit, and above the daily limit with what is left and when it resets", async () => {
      expect((await send(aTransfer(from, to, { amount: "30000.01" }))).message).to.include("30000.00");
      await server.credit(wallet, from, 80_000_00n);
      expect((await send(aTransfer(from, to, { amount: "29000" }))).status).to.equal("00");
      const { status, message } = await send(aTransfer(from, to, { amount: "1000.01" }));
      expect(status).to.equal("61");
      expect(message).to.match(/^1000\.00 may still be paid today; .*T23:00:00\.000Z\.$/);
    });

    it("answers 98 to a reference that was taken, whatever else is asked, and pays once", async () => {
      const body = aTransfer(from, to);
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(body)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal(["00", ...Array(7).fill("98")]);
      expect((await send({ ...aTransfer(from, to, { amount: "1" }), reference: body.reference })).status).to.equal(
        "98",
      );
      expect((await send(inter("11", { reference: body.reference }))).status).to.equal("98");
      expect(await server.balance(wallet, to)).to.equal("100.00");
    });

    it("leaves the reference of a refused transfer free", async () => {
      const body = aTransfer(from, to, { amount: "20001" });
      expect((await send(body)).status).to.equal("51");
      expect((await send({ ...body, amount: "1" })).status).to.equal("00");
    });

    it("answers 104 where either account is not there, and from a one-time account", async () => {
      const nowhere = "0000000017";
      const oneTime = await aOneTimeAccount(wallet);
      for (const body of [aTransfer(nowhere, to), aTransfer(from, nowhere), aTransfer(oneTime, to)])
        expect((await send(body)).status).to.equal("104");
    });

    it("pays a one-time account its very amount, once even at once, and the wallet's account has it", async () => {
      const oneTime = await aOneTimeAccount(wallet);
      expect((await send(aTransfer(from, oneTime, { amount: "9.99" }))).status).to.equal("99");
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => send(aTransfer(from, oneTime, { amount: "10" }))),
      );
      expect(answers.filter(({ status }) => status === "00")).to.have.length(1);
      expect(answers.filter(({ status }) => status === "99")).to.have.length(29);
      expect(await server.balance(wallet)).to.equal("10.00");
      expect(await server.balance(wallet, from)).to.equal("19990.00");
      const lists = await Promise.all([wallet.integrator.poolAccountNo, oneTime].map(listsOf));
      const [[pooled, pooledIn], [taken, takenIn]] = lists as [Lists, Lists];
      expect(pooledIn).to.deep.equal(takenIn);
      expect(pooledIn[0]).to.include({ account_number: oneTime, amount: "10.00", originator_account_number: from });
      expect(pooledIn[0]?.reference).to.match(/^Acme-/);
      expect(taken.map(({ type, balance }) => [type, balance])).to.deep.equal([
        ["DEBIT", "0.00"],
        ["CREDIT", "10.00"],
      ]);
      expect(pooled.map(({ reference, type }) => [reference, type])).to.deep.equal([
        [pooledIn[0]?.reference, "CREDIT"],
      ]);
      expect(pooled[0]).to.include({ accountNo: wallet.integrator.poolAccountNo, counterAccountNo: from });
      expect(taken[0]).to.include({
        reference: pooled[0]?.reference,
        counterAccountNo: wallet.integrator.poolAccountNo,
      });
    });

    it("pays a one-time account of another integrator, in whose books the credit goes on", async () => {
      const stranger = await server.aWallet("Stranger");
      const oneTime = await aOneTimeAccount(stranger);
      const payers = await Promise.all([from, to].map((accountNo) => aTransfer(accountNo, oneTime, { amount: "10" })));
      await server.credit(wallet, to, 10_00n);
      const answers = await Promise.all(payers.map(send));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal(["00", "99"]);
      expect(await server.balance(stranger)).to.equal("10.00");
    });

    it("pays the client's account that a one-time account of a 1-1 wallet names", async () => {
      const oneToOne = await server.aWallet("Merchants", { implementation: "1-1" });
      const { account, client } = await server.anAccount(oneToOne);
      for (const merchantId of [account.accountNo, client.id, "M-1"]) {
        const oneTime = await aOneTimeAccount(oneToOne, merchantId);
        expect((await send(aTransfer(from, oneTime, { amount: "10" }))).status).to.equal("00");
      }
      expect(await server.balance(oneToOne, account.accountNo)).to.equal("20.00");
      expect(await server.balance(oneToOne)).to.equal("10.00");
    });

    it("takes particulars that are true, whatever the case of the name, and empty ones", async () => {
      const [payer, payee] = await Promise.all([server.anAccount(wallet, 500_00n), server.anAccount(wallet)]);
      const particulars = {
        fromClientId: payer.client.id,
        fromClient: "ADA  obi",
        fromSavingsId: payer.account.savingsId,
        fromBvn: "",
        toClientId: payee.client.id,
        toSavingsId: payee.account.savingsId,
        toBvn: "",
        toClient: "Whoever",
      };
      const body = aTransfer(payer.account.accountNo, payee.account.accountNo, particulars);
      expect((await send(body)).status).to.equal("00");
    });

    it("answers 400 to particulars that are not true, naming each, and moves nothing", async () => {
      const wrong = {
        fromClientId: "cli_1",
        fromClient: "Bola Ade",
        fromSavingsId: "sav_1",
        fromBvn: "22200000001",
        toClientId: "cli_2",
        toSavingsId: "sav_2",
        toBvn: "22200000002",
      };
      const body = aTransfer(from, to, wrong);
      const answer = await server.send("POST", "/api/v1/transfer", { as: wallet, body });
      expectInvalid(answer, ...Object.keys(wrong).map((field) => `/body/${field}`));
      expect(await server.balance(wallet, from)).to.equal("20000.00");
    });

    const mismatches: Readonly<Record<string, [field: string, body: () => object]>> = {
      "an account that pays itself": ["toAccount", () => aTransfer(from, from)],
      "intra to another bank": ["toBank", () => aTransfer(from, to, { toBank: otherBank })],
      "inter to this bank": ["toBank", () => aTransfer(from, to, { transferType: "inter", toBank: ownBank })],
    };
    for (const [name, [field, body]] of Object.entries(mismatches))
      it(`answers 400 to ${name}`, async () => {
        expectInvalid(await server.send("POST", "/api/v1/transfer", { as: wallet, body: body() }), `/body/${field}`);
      });
  });

  describe("to another bank", () => {
    it("answers 00 when the clearing house settles at once", async () => {
      const body = inter("11", { amount: "250.00" });
      const { status, data } = await send(body);
      expect(status).to.equal("00");
      expect(server.clearingHouse.settled.get(data?.sessionId ?? "")).to.equal("250.00");
      expect(await statusOf(body.reference)).to.equal("SETTLED");
      expect(await server.balance(wallet, from)).to.equal("19750.00");
    });

    it("answers 99 when the other bank refuses, takes nothing and gives the day's limit back", async () => {
      const body = inter("00", { amount: "20000" });
      const { status, data } = await send(body);
      expect({ status, data }).to.deep.equal({ status: "99", data: null });
      expect(await statusOf(body.reference)).to.equal("FAILED");
      expect((await send(inter("11", { amount: "20000" }))).status).to.equal("00");
    });

    it("answers 104 to an account that the other bank does not know, and moves nothing", async () => {
      const body = aTransfer(from, "9000000011", { transferType: "inter", toClient: "Bola Ade" });
      expect((await send(body)).status).to.equal("104");
      expect(await server.balance(wallet, from)).to.equal("20000.00");
      const { status } = await server.ask("GET", "/transactions", { as: wallet, query: { reference: body.reference } });
      expect(status).to.equal("01");
    });

    it("keeps the name that the other bank says, whatever the sender has typed", async () => {
      const body = inter("11", { toClient: "Tax Office" });
      expect((await send(body)).status).to.equal("00");
      const query = { reference: body.reference };
      const { data } = await server.ask<{ counterName: string }>("GET", "/transactions", { as: wallet, query });
      expect(data.counterName).to.equal("Chika Nwosu");
    });

    it("answers 01 for a bank that there is not", async () => {
      const body = inter("11", { toBank: "000001" });
      expect((await send(body)).status).to.equal("01");
    });

    it("answers 09 while the other bank does not decide, holds the amount, and stays pending", async () => {
      const body = inter("99", { amount: "15000" });
      const { status, data } = await send(body);
      expect(status).to.equal("09");
      expect(data).to.include({ reference: body.reference, amount: "15000.00" });
      await server.settleAll();
      expect(await statusOf(body.reference)).to.equal("PENDING");
      expect((await send(aTransfer(from, to, { amount: "5000.01" }))).status).to.equal("51");
      expect((await send(body)).status).to.equal("98");
      expect((await send(aTransfer(from, to, { amount: "5000" }))).status).to.equal("00");
    });

    it("is settled by the job when the other bank decides later, and only then", async () => {
      const body = inter("97");
      expect((await send(body)).status).to.equal("09");
      await server.settleAll({ secondsLater: 5 });
      expect(await statusOf(body.reference)).to.equal("PENDING");
      await server.settleAll();
      expect(await statusOf(body.reference)).to.equal("SETTLED");
      expect(await server.balance(wallet, from)).to.equal("19900.00");
    });

    it("answers 00, and the job posts it back when the other bank returns it, once", async () => {
      const body = inter("96", { amount: "200" });
      expect((await send(body)).status).to.equal("00");
      const before = await server.balance(wallet, from);
      for (let times = 0; times < 2; times++) {
        await server.takeAllBack();
        expect(await statusOf(body.reference)).to.equal("REVERSED");
        expect(Number(await server.balance(wallet, from)) - Number(before)).to.equal(200);
      }
      expect(server.clearingHouse.returned.size).to.equal(0);
      const returns = (as: Wallet, query: Record<string, string> = {}) =>
        server.ask<{ content: Record<string, string>[]; pageInfo: object }>("GET", "/transfer/returns", { as, query });
      const { content, pageInfo } = (await returns(wallet)).data;
      expect(content).to.have.length(1);
      expect(content[0]).to.include({ reference: body.reference, amount: "200.00", accountNo: from });
      expect(content[0]).to.include({ counterAccountNo: body.toAccount, counterBank: otherBank });
      expect(pageInfo).to.include({ totalElements: 1 });
      expect((await returns(wallet, { endDate: "2020-01-01" })).data.content).to.deep.equal([]);
      expect((await returns(await server.aWallet("Stranger"))).data.content).to.deep.equal([]);
      const { data } = await server.ask<{ content: { type: string; amount: string; reference: string }[] }>(
        "GET",
        "/account/transactions",
        { as: wallet, query: { accountNo: from, size: "2" } },
      );
      expect(data.content.map(({ type, amount, reference }) => [type, amount, reference])).to.deep.equal([
        ["CREDIT", "200.00", body.reference],
        ["DEBIT", "200.00", body.reference],
      ]);
    });

    it("answers 09 when the answer does not come, which the job finds settled once", async () => {
      const body = inter("98");
      const { status, data } = await send(body);
      expect(status).to.equal("09");
      expect(server.clearingHouse.settled.has(data?.sessionId ?? ""), "the house has settled").to.equal(true);
      await server.settleAll();
      await server.settleAll();
      expect(await statusOf(body.reference)).to.equal("SETTLED");
      expect(await server.balance(wallet, from)).to.equal("19900.00");
    });

    describe("while the clearing house is out", () => {
      beforeEach(() => {
        server.clearingHouse.outage = "settlement";
      });
      afterEach(() => {
        server.clearingHouse.outage = false;
      });

      it("answers 09, and the job settles and fails what was pending when it is back", async () => {
        const [good, bad] = [inter("11"), inter("00")];
        for (const body of [good, bad]) expect((await send(body)).status).to.equal("09");
        await server.settleAll();
        expect(await statusOf(good.reference)).to.equal("PENDING");
        server.clearingHouse.outage = false;
        await server.settleAll();
        expect(await Promise.all([good, bad].map(({ reference }) => statusOf(reference)))).to.deep.equal([
          "SETTLED",
          "FAILED",
        ]);
        expect(await server.balance(wallet, from)).to.equal("19900.00");
      });

      it("moves nothing where the bank says nobody's name, and a repetition is 98 nonetheless", async () => {
        const earlier = inter("11");
        expect((await send(earlier)).status).to.equal("09");
        server.clearingHouse.outage = true;
        expect((await send(inter("11"))).status).to.equal("99");
        expect((await send(earlier)).status).to.equal("98");
        server.clearingHouse.outage = false;
        await server.settleAll();
        expect(await server.balance(wallet, from)).to.equal("19900.00");
      });

      it("says that the other bank does not answer, not that there is no such account", async () => {
        server.clearingHouse.outage = true;
        const query = { accountNo: "0000000011", bank: otherBank };
        const lookups = [
          server.ask<null>("GET", "/client/account", { as: wallet, query }),
          server.ask<null>("GET", "/transfer/recipient", { as: wallet, query: { ...query, transfer_type: "inter" } }),
        ];
        for (const { status } of await Promise.all<Envelope<null>>(lookups)) expect(status).to.equal("99");
      });
    });
  });
});
