/** Who may call, and how: tokens, credentials, both addresses, and what integrators see of each other. */
import { expect } from "chai";
import { decodeJwt } from "jose";
import { createAccessTokens } from "#src/apis/wallet/access/access-tokens.ts";
import {
  type Answer,
  aTransfer,
  type Envelope,
  type Failure,
  sharedWalletServer,
  signatureOf,
  type Wallet,
} from "#test/builders/wallet.ts";
import { expectInvalid } from "#test/support/refusals.ts";
import { testMasterKey } from "#test/support/server.ts";

function expectUnauthorised({ status, headers, body }: Answer<Failure>, scheme = "Bearer"): void {
  expect([status, body.status]).to.deep.equal([401, "119"]);
  expect(headers.get("www-authenticate")).to.include(scheme);
  expect(body.data.errors).to.deep.equal([]);
}

describe("access to the wallet API", () => {
  const server = sharedWalletServer();
  let wallet: Wallet;
  let stranger: Wallet;
  before(async () => {
    [wallet, stranger] = await Promise.all([server.aWallet(), server.aWallet("Stranger")]);
  });

  const get = (as: Pick<Wallet, "token" | "credentials">) => server.send("GET", "/api/v1/bank", { as });

  describe("issueToken", () => {
    const ask = (query: Record<string, string>, credentials = wallet.credentials, parts: object = {}) =>
      server.send<{ access_token: string; token_type: string; expires_in: number; scope: string } & Failure>(
        "POST",
        "/token",
        { query, headers: { authorization: `Basic ${credentials}` }, ...parts },
      );

    for (const name of ["grant-type", "grant_type"])
      for (const value of ["client-credentials", "client_credentials"])
        it(`takes ${name}=${value}, and its token opens the API`, async () => {
          const { status, body } = await ask({ [name]: value });
          expect(status).to.equal(200);
          expect(body).to.include({ token_type: "Bearer", expires_in: 3_600 });
          expect((await get({ ...wallet, token: body.access_token })).status).to.equal(200);
        });

    it("takes its parameters as a form and as JSON as well", async () => {
      const authorization = `Basic ${wallet.credentials}`;
      const form = "grant_type=client_credentials&validityPeriod=60";
      const type = { "content-type": "application/x-www-form-urlencoded" };
      const asForm = await ask({}, wallet.credentials, { headers: { authorization, ...type }, body: form });
      const asJson = await ask({}, wallet.credentials, {
        body: { "grant-type": "client_credentials", validityPeriod: "60" },
      });
      expect([asForm.body.expires_in, asJson.body.expires_in]).to.deep.equal([60, 60]);
    });

    it("makes a token good for as long as was asked, a day at most", async () => {
      const { body } = await ask({ "grant-type": "client-credentials", validityPeriod: "86400" });
      const { iat = 0, exp = 0 } = decodeJwt(body.access_token);
      expect(exp - iat).to.equal(86_400);
      for (const validityPeriod of ["86401", "0", "00000"]) {
        const refusal = await ask({ "grant-type": "client-credentials", validityPeriod });
        expectInvalid(refusal, "/query/validityPeriod");
      }
    });

    it("answers 401 to a wrong secret, and says what to ask for", async () => {
      const credentials = Buffer.from(`${wallet.consumerKey}:wrong`).toString("base64");
      const answer = await ask({ "grant-type": "client-credentials" }, credentials);
      expectUnauthorised(answer, "Basic");
      expect(answer.body.message).to.include("consumer secret").and.not.include("token");
    });
  });

  describe("a token and wallet-credentials", () => {
    const mint = (seconds: number, agoMs = 0) =>
      createAccessTokens(testMasterKey, () => Date.now() - agoMs).mint(wallet.integrator.id, seconds);

    it("open the API together, with plus signs in base64 too", async () => {
      expect((await get(wallet)).status).to.equal(200);
      const raw = `${server.baseUrl}/api/v1/bank?wallet-credentials=${wallet.credentials}`;
      expect((await fetch(raw, { headers: { authorization: `Bearer ${wallet.token}` } })).status).to.equal(200);
    });

    it("say that a token has expired", async () => {
      const answer = await get({ ...wallet, token: await mint(60, 61_000) });
      expectUnauthorised(answer);
      expect(answer.body.message).to.include("expired");
    });
  });

  describe("the addresses", () => {
    it("answer reads and writes, share their references, and one that there is not is answered 404 in the envelope", async () => {
      const body = aTransfer(...(await server.twoAccounts(wallet)));
      const statuses: string[] = [];
      for (const prefix of ["/api/v1", "/api/v1/wallet2"]) {
        const answer = await server.send<Envelope<object>>("POST", `${prefix}/transfer`, { as: wallet, body });
        statuses.push(answer.body.status);
        const banks = await server.send<Envelope<object>>("GET", `${prefix}/bank`, { as: wallet });
        expect(banks.body.status).to.equal("00");
      }
      expect(statuses).to.deep.equal(["00", "98"]);
      const missing = await server.send("GET", "/api/v1/nothing", { as: wallet });
      expect([missing.status, missing.body.status]).to.deep.equal([404, "404"]);
    });
  });

  describe("of another integrator", () => {
    let mine: string;
    let theirs: string;
    let paid: { reference: string; sessionId: string };
    let virtualReference: string;

    before(async () => {
      mine = (await server.anAccount(wallet, 1_000_00n)).account.accountNo;
      theirs = (await server.anAccount(stranger, 1_000_00n)).account.accountNo;
      const { account } = await server.anAccount(stranger);
      const body = aTransfer(theirs, account.accountNo);
      paid = (await server.ask<typeof paid>("POST", "/transfer", { as: stranger, body })).data;
      virtualReference = `virtual-${theirs}`;
      await server.aOneTimeAccount(stranger, { reference: virtualReference });
    });

    const status = async (method: string, path: string, parts: object) =>
      (await server.ask<unknown>(method, path, { as: wallet, ...parts })).status;

    it("an account tells neither its balance nor its history", async () => {
      const query = { accountNo: theirs };
      expect(await status("GET", "/account/enquiry", { query })).to.equal("104");
      expect(await status("GET", "/account/transactions", { query })).to.equal("104");
      const { data } = await server.ask<{ content: object[] }>("GET", "/inward/transactions", { as: wallet, query });
      expect(data.content).to.deep.equal([]);
    });

    it("an account pays nobody, has its limits, and takes no simulated credit and no QR code", async () => {
      expect(await status("POST", "/transfer", { body: aTransfer(theirs, mine) })).to.equal("104");
      const limits = { accountNumber: theirs, transactionLimit: "1", dailyLimit: "1" };
      expect(await status("POST", "/transaction/limit", { body: limits })).to.equal("104");
      expect(await status("POST", "/notice", { body: { accountNo: theirs, amount: "1" } })).to.equal("104");
      expect(await status("POST", "/qrcode/generate", { body: { accountNo: theirs, qrType: "1" } })).to.equal("104");
      const payment = { accountNo: theirs, qrType: "1", amount: "1" };
      expect(await status("POST", "/qrcode/pay", { body: payment })).to.equal("104");
      expect(await server.balance(stranger, theirs)).to.equal("900.00");
    });

    it("a transaction is found by neither of its names", async () => {
      expect(await status("GET", "/transactions", { query: { reference: paid.reference } })).to.equal("01");
      expect(await status("GET", "/transactions", { query: { sessionId: paid.sessionId } })).to.equal("01");
    });

    it("a one-time account keeps its amount, and its reference is free to others", async () => {
      const change = { amount: "5", reference: virtualReference };
      expect(await status("POST", "/virtualaccount/amountupdate", { body: change })).to.equal("01");
      const virtual = { amount: "10", merchantName: "Shop", merchantId: "1", reference: virtualReference };
      expect(await status("POST", "/virtualaccount", { body: virtual })).to.equal("00");
    });

    it("a client is a name and nothing else", async () => {
      const query = { accountNo: theirs };
      const { data } = await server.ask<object>("GET", "/client/account", { as: wallet, query });
      expect(data).to.deep.equal({
        firstName: "Ada",
        middleName: "",
        lastName: "Obi",
        gender: null,
        dateOfBirth: null,
        phoneNo: "",
        bvn: "",
        pixBase64: "",
      });
    });

    it("an account can be paid: both books have it, under references of their own", async () => {
      const body = aTransfer(mine, theirs, { amount: "25.50", remark: "Lunch" });
      expect(body.signature).to.equal(signatureOf(mine, theirs));
      const { data: sent } = await server.ask<{ sessionId: string }>("POST", "/transfer", { as: wallet, body });
      const page = await server.ask<{ content: Record<string, string>[] }>("GET", "/inward/transactions", {
        as: stranger,
        query: { accountNo: theirs, size: "1" },
      });
      const [credit = {}] = page.data.content;
      expect(credit).to.include({ amount: "25.50", originator_account_number: mine, originator_narration: "Lunch" });
      expect(credit.reference).to.match(/^Stranger-/);
      const find = (as: Wallet, reference = "") =>
        server.ask<Record<string, string> | null>("GET", "/transactions", { as, query: { reference } });
      expect((await find(wallet, body.reference)).data).to.include({ type: "DEBIT", transactionType: "wallet" });
      expect((await find(stranger, credit.reference)).data).to.include({
        type: "CREDIT",
        transactionType: "wallet",
        sessionId: sent.sessionId,
      });
      expect((await find(stranger, body.reference)).status).to.equal("01");
      expect(await server.differences()).to.deep.equal([]);
    });

    it("a reference may be the same", async () => {
      const { account } = await server.anAccount(wallet, 1_000_00n);
      const body = aTransfer(account.accountNo, mine, { reference: paid.reference });
      expect(await status("POST", "/transfer", { body })).to.equal("00");
    });
  });
});
