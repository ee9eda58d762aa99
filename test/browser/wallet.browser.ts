/**
 * The books of the wallet in the console, for those who operate the installation.
 *
 *     npm test -- test/browser/wallet.browser.ts
 */
import { expect } from "chai";
import type { AccountOfClient } from "#src/apis/wallet/clients.ts";
import { issueSignInCode } from "#src/identity/console-sessions.ts";
import { localOperator } from "#src/identity/people.ts";
import { type Wallet, WalletServer } from "#test/builders/wallet.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { TestBrowser, type Visit } from "./support/visits.ts";

describe("the wallet in the console", () => {
  const server = new WalletServer();
  let both: TestServer;
  const browser = new TestBrowser();
  let visit: Visit;
  let wallet: Wallet;
  let [payer, payee]: AccountOfClient[] = [];
  let reference: string;

  before(async () => {
    await server.start({});
    both = await startTestServer({ apis: ["management", "wallet"], database: server.database });
    wallet = await server.aWallet("Acme Pay");
    [payer, payee] = [await server.anAccount(wallet, 1_000_00n), await server.anAccount(wallet)];
    reference = await server.pay(wallet, payer.account.accountNo, payee.account.accountNo, { amount: "250.00" });
  });
  after(async () => {
    await both?.stop();
    await server.stop();
  });

  it("leads from an integrator to its accounts, a statement and a transfer's entries; and proves the books", async () => {
    visit = await browser.visit(both.url);
    const { page } = visit;
    const operator = await server.database.operator();
    await visit.open(`/console/sign-in#${await issueSignInCode(operator, await localOperator(operator))}`);
    await page.getByRole("link", { name: "Wallet" }).click();
    await page.getByRole("row", { name: /Acme Pay.*onboarded/ }).waitFor();
    await visit.isForEverybody("wallet");
    await page.getByRole("link", { name: "Acme Pay" }).click();
    await page.getByRole("row", { name: /Ada Obi client 750\.00 NGN/ }).waitFor();
    await page.getByRole("button", { name: "Prove these books" }).click();
    await page.getByText("everything holds").waitFor();
    await visit.isForEverybody("wallet-accounts");
    await page.getByRole("link", { name: payer?.account.accountNo ?? "" }).click();
    await page.getByRole("row", { name: /−250\.00 750\.00/ }).waitFor();
    await page.getByRole("row", { name: /\+1000\.00 1000\.00/ }).waitFor();
    await visit.isForEverybody("wallet-statement");
    await page.getByRole("link", { name: reference }).click();
    await page.getByRole("heading", { name: `Transfer ${reference}` }).waitFor();
    await page.getByText("SETTLED").waitFor();
    await page.getByRole("link", { name: payee?.account.accountNo ?? "" }).waitFor();
    await visit.isForEverybody("wallet-transfer");
    await visit.open(`/console/-/wallet/${wallet.integrator.id}/transfers/nothing`);
    await page.getByText("There is no such transfer.").waitFor();
    expect(visit.faults).to.deep.equal([]);
  });
});
