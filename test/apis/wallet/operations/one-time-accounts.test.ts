/** The state, the end and the refund of one-time accounts, by their own reference. */
import { expect } from "chai";
import type { Schemas } from "#generated/wallet/contract.ts";
import { otherBank, sharedWalletServer, type Wallet } from "#test/builders/wallet.ts";

type State = NonNullable<Schemas["VirtualAccountStateResultData"]>;
type Sent = NonNullable<Schemas["TransferResultData"]>;

describe("one-time accounts by their reference", () => {
  const server = sharedWalletServer();
  let wallet: Wallet;
  let reference: string;
  let accountNo: string;
  beforeEach(async () => {
    wallet = await server.aWallet();
    ({ reference, accountNo } = await server.aOneTimeAccount(wallet, { amount: "75", validityTime: "5" }));
  });
  afterEach(async () => {
    expect(await server.differences()).to.deep.equal([]);
  });

  const stateOf = async (named = reference, as = wallet) =>
    await server.ask<State | null>("GET", "/virtualaccount", { as, query: { reference: named } });
  const act = (path: "expire" | "refund", as = wallet) =>
    server.ask<Sent | null>("POST", `/virtualaccount/${path}`, { as, body: { reference } });
  /** From an account at the other bank. */
  const payFrom = (senderAccountNo: string) =>
    server.ask("POST", "/notice", {
      as: wallet,
      body: { amount: "75", accountNo, senderAccountNo, senderBank: otherBank },
    });

  it("getVirtualAccount says that it is open, and then who paid it and where that went", async () => {
    const { data: open } = await stateOf();
    expect(open).to.include({
      reference,
      accountNumber: accountNo,
      state: "OPEN",
      amount: "75.00",
      merchantName: "Shop",
    });
    expect(open).to.include({ merchantId: "M-1", payment: null, refund: null });
    expect(Date.parse(String(open?.expiresAt)) - Date.parse(String(open?.createdAt))).to.equal(5 * 60_000);
    await payFrom("0123456711");
    const { data: paid } = await stateOf();
    expect(paid).to.include({ state: "PAID", refund: null });
    expect(paid?.payment).to.include({
      amount: "75.00",
      payerAccountNo: "0123456711",
      payerBank: otherBank,
      settledTo: wallet.integrator.poolAccountNo,
    });
  });

  it("are nobody else's", async () => {
    const stranger = await server.aWallet("Stranger");
    await payFrom("0123456711");
    expect(await stateOf(reference, stranger)).to.deep.include({ status: "01", data: null });
    expect((await act("refund", stranger)).status).to.equal("01");
    expect((await act("expire", stranger)).status).to.equal("01");
    expect((await stateOf("nothing")).status).to.equal("01");
    expect((await stateOf()).data).to.include({ state: "PAID" });
  });

  it("expireVirtualAccount closes it for every payment, once", async () => {
    expect((await act("expire")).status).to.equal("00");
    expect((await stateOf()).data).to.include({ state: "EXPIRED" });
    expect((await payFrom("0123456711")).status).to.equal("99");
    expect((await act("expire")).status).to.equal("01");
    expect((await act("refund")).status).to.equal("01");
  });

  it("expireVirtualAccount or a payment wins, and not both", async () => {
    const [closed, ...paid] = await Promise.all([act("expire"), payFrom("0123456711"), payFrom("0123456711")]);
    const outcomes = [closed.status, ...paid.map(({ status }) => status)].filter((status) => status === "00");
    expect(outcomes).to.have.length(1);
    expect((await stateOf()).data?.state).to.equal(closed.status === "00" ? "EXPIRED" : "PAID");
    expect(await server.balance(wallet)).to.equal(closed.status === "00" ? "0.00" : "75.00");
  });

  it("refundVirtualAccount sends it back to the other bank once, also when asked 30 times at once", async () => {
    await payFrom("0123456711");
    const answers = await Promise.all(Array.from({ length: 30 }, () => act("refund")));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal(["00", ...Array(29).fill("98")]);
    expect(await server.balance(wallet)).to.equal("0.00");
    const { data } = await stateOf();
    expect(data).to.include({ state: "REFUNDED" });
    const sent = answers.find(({ status }) => status === "00")?.data;
    expect(data?.refund).to.include({ reference: sent?.reference, amount: "75.00", status: "SETTLED" });
    const query = { reference: sent?.reference ?? "" };
    const found = await server.ask<object>("GET", "/transactions", { as: wallet, query });
    expect(found.data).to.include({ type: "DEBIT", counterAccountNo: "0123456711", remark: `Refund of ${reference}` });
    expect((await act("refund")).status).to.equal("98");
  });

  it("refundVirtualAccount gives it back inside the bank", async () => {
    const payer = await server.aWallet("Payer");
    const { account: from } = await server.anAccount(payer, 100_00n);
    await server.pay(payer, from.accountNo, accountNo, { amount: "75" });
    expect((await act("refund")).status).to.equal("00");
    expect(await server.balance(payer, from.accountNo)).to.equal("100.00");
    expect(await server.balance(wallet)).to.equal("0.00");
  });

  it("refundVirtualAccount is 99 where the other bank refuses, 09 while it has not answered, and can be asked for again", async () => {
    await payFrom("0123456700");
    for (const attempt of [1, 2]) {
      expect((await act("refund")).status, String(attempt)).to.equal("99");
      const { data } = await stateOf();
      expect(data).to.include({ state: "PAID" });
      expect(data?.refund).to.include({ reference: `refund ${accountNo} ${attempt}`, status: "FAILED" });
    }
    expect(await server.balance(wallet)).to.equal("75.00");
  });

  it("refundVirtualAccount is 09 while the other bank has not answered, and not sent twice meanwhile", async () => {
    await payFrom("0123456799");
    expect((await act("refund")).status).to.equal("09");
    expect((await stateOf()).data).to.include({ state: "REFUNDED" });
    expect((await act("refund")).status).to.equal("98");
  });

  it("refundVirtualAccount is 51 where the money has gone elsewhere", async () => {
    await payFrom("0123456711");
    const { account } = await server.anAccount(wallet);
    await server.pay(wallet, wallet.integrator.poolAccountNo, account.accountNo, { amount: "1" });
    expect((await act("refund")).status).to.equal("51");
    expect((await stateOf()).data).to.include({ state: "PAID", refund: null });
  });
});
