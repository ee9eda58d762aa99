import { expect } from "chai";
import type { Schemas } from "#generated/wallet/contract.ts";
import { type Envelope, type Wallet, walletServer } from "#test/builders/wallet.ts";
import { anOperatorToken } from "#test/support/personal-tokens.ts";

type IntegratorPage = Schemas["IntegratorListResultData"];
type AccountPage = Schemas["BookAccountListResultData"];
type PostingPage = Schemas["BookPostingListResultData"];
type Entries = Schemas["TransferEntriesResultData"];
type Proof = Schemas["ProofResultData"];

describe("the books, for operators of the installation", () => {
  const server = walletServer();
  let headers: Readonly<Record<string, string>>;
  let wallet: Wallet;
  let [payer, payee]: [string, string] = ["", ""];
  let reference: string;
  before(async () => {
    headers = { "x-api-key": await anOperatorToken(server.database) };
    wallet = await server.aWallet();
    [payer, payee] = await server.twoAccounts(wallet);
    reference = await server.pay(wallet, payer, payee, { amount: "250.00" });
  });

  const ask = async <T>(path: string, query: Readonly<Record<string, string>>) => {
    const { status, body } = await server.send<Envelope<T>>("GET", `/operators/${path}`, { headers, query });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };

  it("are those of every integrator", async () => {
    const other = await server.aWallet("Other");
    const all: string[] = [];
    for (let page = 0, pages = 1; page < pages; page++) {
      const { data } = await ask<NonNullable<IntegratorPage>>("integrators", { page: String(page), size: "1" });
      all.push(...data.content.map(({ id }) => id));
      pages = data.pageInfo.totalPages;
    }
    expect(new Set(all).size).to.equal(all.length);
    expect(all).to.include.members([wallet.integrator.id, other.integrator.id]);
  });

  it("list the accounts of an integrator with what is in them", async () => {
    const all: NonNullable<AccountPage>["content"] = [];
    const integratorId = wallet.integrator.id;
    for (let page = 0, pages = 1; page < pages; page++) {
      const { data } = await ask<NonNullable<AccountPage>>("accounts", { integratorId, page: String(page), size: "2" });
      all.push(...data.content);
      pages = data.pageInfo.totalPages;
    }
    expect(new Set(all.map(({ accountNo }) => accountNo)).size).to.equal(all.length);
    expect(all.find(({ accountNo }) => accountNo === payer)).to.include({ balance: "750.00", kind: "client" });
    expect(all.some(({ kind }) => kind === "system")).to.equal(true);
  });

  it("tell what was posted to an account, the newest first", async () => {
    const query = { integratorId: wallet.integrator.id, accountNo: payer };
    const { data } = await ask<NonNullable<PostingPage>>("postings", query);
    expect(data.content.map(({ side, amount, balance }) => [side, amount, balance])).to.deep.equal([
      ["debit", "250.00", "750.00"],
      ["credit", "1000.00", "1000.00"],
    ]);
    expect(data.content[0]).to.include({ reference, otherAccountNo: payee });
  });

  it("show a transfer's entries, and say where there is none", async () => {
    const { integrator } = wallet;
    const { data } = await ask<NonNullable<Entries>>("transfer", { integratorId: integrator.id, reference });
    expect(data).to.include({ status: "SETTLED", amount: "250.00" });
    expect(data.entries).to.have.length(1);
    expect(data.entries[0]).to.include({
      ...{ debitAccountNo: payer, debitBalance: "750.00", creditAccountNo: payee, creditBalance: "250.00" },
      ...{ amount: "250.00", reversal: false },
    });
    const nobodys = await ask("transfer", { integratorId: integrator.id, reference: "nothing" });
    expect(nobodys).to.include({ status: "01", data: null });
  });

  it("are proven, and a balance that was changed is found", async () => {
    const { id: integratorId } = wallet.integrator;
    const { data } = await ask<NonNullable<Proof>>("proof", { integratorId });
    expect(data).to.deep.include({ postings: 2, transfers: 2, differences: [] });
    const change = (by: number) =>
      server.database.owner.query("UPDATE wallet_balances SET balance = balance + $1 WHERE account_no = $2", [
        by,
        payee,
      ]);
    await change(1);
    try {
      const changed = await ask<NonNullable<Proof>>("proof", { integratorId });
      expect(changed.data.differences.join()).to.include(payee);
    } finally {
      await change(-1);
    }
  });

  it("are no integrator's to see", async () => {
    const { status } = await server.send("GET", "/operators/integrators", { as: wallet });
    expect(status).to.equal(401);
  });
});
