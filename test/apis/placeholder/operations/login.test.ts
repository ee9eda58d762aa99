import { hash } from "node:crypto";
import { expect } from "chai";
import { decodeJwt } from "jose";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { createAccount } from "#src/apis/placeholder/accounts.ts";
import { purgeKnownNetworks } from "#src/apis/placeholder/credentials/login-limits.ts";
import { anEmail } from "#test/builders/identity.ts";
import { aPassword, placeholderServer, type Success } from "#test/builders/placeholder.ts";
import { expectFailure } from "#test/support/refusals.ts";

describe("login", () => {
  const server = placeholderServer({ quotaFailedLogins: 5, trustedProxies: ["127.0.0.1"] });
  const login = (email: string, password: unknown, from?: string) =>
    server.send<Success<Schemas["Tokens"]>>("POST", "/v1/auth/login", {
      body: { email, password },
      headers: from === undefined ? {} : { "x-forwarded-for": from },
    });
  const wrong = "something else";
  const account = async () => {
    const email = anEmail();
    await createAccount(server.database, { name: "Ada", email, password: aPassword }, Date.now());
    return email;
  };
  const forgetAttempts = () => server.database.pool.query("DELETE FROM request_budgets");
  beforeEach(forgetAttempts);
  /** So much has failed already. */
  const failed = (key: string, times: number) =>
    server.database.pool.query("INSERT INTO request_budgets VALUES ($1, date_trunc('minute', now()), $2)", [
      key,
      times,
    ]);

  describe("200", () => {
    it("answers a pair of tokens for the account", async () => {
      const email = await account();
      const { status, body, headers } = await login(email.toUpperCase(), aPassword);
      expect(status).to.equal(200);
      expect(body.data).to.include({ tokenType: "Bearer", expiresIn: 900 });
      const { iat = 0, exp = 0 } = decodeJwt(body.data.accessToken);
      expect(exp - iat).to.equal(900);
      expect(headers.get("x-ratelimit-limit")).to.equal("5");
      expect(headers.get("cache-control")).to.equal("no-store");
      const me = await server.data<Schemas["User"]>("GET", "/v1/users/me", { as: body.data.accessToken });
      expect(me.email).to.equal(email);
    });

    it("takes the same password however a keyboard composes it", async () => {
      const email = anEmail();
      await createAccount(server.database, { name: "Zoé", email, password: "caf\u00e9 au lait" }, Date.now());
      expect((await login(email, "cafe\u0301 au lait")).status).to.equal(200);
    });

    it("takes no right password for a failure, however many come at once", async () => {
      const email = await account();
      const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, aPassword)));
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
      expect((await login(email, aPassword)).headers.get("x-ratelimit-remaining")).to.equal("5");
    });

    it("lets an owner in from where they were before, however often strangers fail elsewhere", async () => {
      const email = await account();
      const home = "198.51.100.1";
      expect((await login(email, aPassword, home)).status).to.equal(200);
      const strangers = Array.from({ length: 12 }, (_, index) => `203.0.113.${index}`);
      await Promise.all(strangers.flatMap((from) => Array.from({ length: 5 }, () => login(email, wrong, from))));
      expect((await login(email, aPassword, home)).status).to.equal(200);
      expectFailure(await login(email, aPassword, "198.51.100.2"), 429, "RATE_LIMITED");
    });

    it("lets an owner in from where they were before, however much the others there fail", async () => {
      const email = await account();
      expect((await login(email, aPassword, "198.51.100.3")).status).to.equal(200);
      await failed("address 198.51.100.3", 50);
      expect((await login(email, aPassword, "198.51.100.3")).status).to.equal(200);
      expectFailure(await login(await account(), aPassword, "198.51.100.3"), 429, "RATE_LIMITED");
    });

    it("knows an address for 90 days after it was last used", async () => {
      const email = await account();
      const age = (interval: string) =>
        server.database.pool.query("UPDATE placeholder_known_networks SET seen_at = now() - $1::interval", [interval]);
      const key = `account ${hash("sha256", email)}`;
      await login(email, aPassword, "198.51.100.4");
      await age("89 days");
      await failed(key, 50);
      expect((await login(email, aPassword, "198.51.100.4")).status).to.equal(200);
      await age("91 days");
      expectFailure(await login(email, aPassword, "198.51.100.4"), 429, "RATE_LIMITED");
      await purgeKnownNetworks(server.database, Date.now());
      expect((await server.database.pool.query("SELECT FROM placeholder_known_networks")).rowCount).to.equal(0);
    });
  });

  describe("401", () => {
    it("answers an unknown address and a wrong password alike", async () => {
      const unknown = await login(anEmail(), aPassword);
      const mistaken = await login(await account(), wrong);
      expectFailure(unknown, 401, "UNAUTHENTICATED");
      expect(unknown.body).to.deep.equal(mistaken.body);
      expect(mistaken.status).to.equal(401);
    });

    it("computes as much for an unknown address as for a wrong password", async () => {
      const email = await account();
      // The processor's time is ours alone, whatever else the machine does.
      const costOf = async (address: string) => {
        const before = process.cpuUsage();
        await login(address, wrong);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      };
      const least = { wrong: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
      for (let round = 0; round < 4; round++) {
        least.wrong = Math.min(least.wrong, await costOf(email));
        least.unknown = Math.min(least.unknown, await costOf(anEmail()));
      }
      // Without a hash to compute an answer costs a tenth.
      expect(least.unknown).to.be.within(least.wrong / 3, least.wrong * 3);
    });

    it("lets nobody into an account without a password", async () => {
      const { user } = await server.aUser();
      expectFailure(await login(user.email, aPassword), 401, "UNAUTHENTICATED");
    });
  });

  describe("429", () => {
    it("takes no more after five failures, not even the right password, and says when to come back", async () => {
      const email = await account();
      for (let round = 0; round < 5; round++) expect((await login(email, wrong)).status).to.equal(401);
      const refused = await login(email, aPassword);
      expectFailure(refused, 429, "RATE_LIMITED");
      expect(Number(refused.headers.get("retry-after"))).to.be.within(1, 900);
      expect(refused.headers.get("x-ratelimit-remaining")).to.equal("0");
      expect((await login(await account(), aPassword)).status, "another account").to.equal(200);
    });

    it("holds when the failures come all at once", async () => {
      const email = await account();
      const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, wrong)));
      expect(answers.filter(({ status }) => status === 401)).to.have.length(5);
      expect(answers.filter(({ status }) => status === 429)).to.have.length(15);
    });

    it("counts spellings of one address together", async () => {
      const email = await account();
      for (let round = 0; round < 5; round++) await login(round % 2 === 0 ? email : email.toUpperCase(), wrong);
      expectFailure(await login(email, aPassword), 429, "RATE_LIMITED");
    });

    it("bounds the failures of one network address over all accounts", async () => {
      await failed("address 198.51.100.5", 50);
      expectFailure(await login(anEmail(), aPassword, "198.51.100.5"), 429, "RATE_LIMITED");
    });

    it("counts what a network of IPv6 addresses fails together, and an address at any port", async () => {
      const email = await account();
      for (let round = 1; round <= 5; round++) await login(email, wrong, `[2001:db8:0:7::${round}]:${round}000`);
      expectFailure(await login(email, aPassword, "2001:db8:0:7:a:b:c:d"), 429, "RATE_LIMITED");
      expect((await login(email, aPassword, "2001:db8:0:8::1")).status).to.equal(200);
      for (let round = 1; round <= 5; round++) await login(email, wrong, `198.51.100.6:${round}000`);
      expectFailure(await login(email, aPassword, "198.51.100.6"), 429, "RATE_LIMITED");
    });
  });
});
