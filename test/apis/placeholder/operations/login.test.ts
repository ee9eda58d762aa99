import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { createAccount } from "#src/apis/placeholder/accounts.ts";
import { expectFailure, expectFindings, refusesAsDocumented } from "./refusals.ts";
import { anEmail, aPassword, placeholderServer, type Success } from "./server.ts";

describe("login", () => {
  const server = placeholderServer({ quotaFailedLogins: 5 });
  const login = (email: string, password: unknown) =>
    server.send<Success<Schemas["Tokens"]>>("POST", "/v1/auth/login", { body: { email, password } });
  const account = async () => {
    const email = anEmail();
    await createAccount(server.database, { name: "Ada", email, password: aPassword }, Date.now());
    return email;
  };
  const forgetAttempts = () => server.database.pool.query("DELETE FROM placeholder_login_attempts");
  beforeEach(forgetAttempts);

  describe("200", () => {
    it("answers a pair of tokens for the account", async () => {
      const email = await account();
      const { status, body, headers } = await login(email.toUpperCase(), aPassword);
      expect(status).to.equal(200);
      expect(body.data).to.include({ tokenType: "Bearer", expiresIn: 900 });
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

    it("signs in as often as one likes", async () => {
      const email = await account();
      for (let round = 0; round < 8; round++) expect((await login(email, aPassword)).status).to.equal(200);
    });
  });

  describe("400", () => {
    it("refuses each field that is missing or no text", async () => {
      expectFindings(await server.send("POST", "/v1/auth/login", { body: {} }), "/body/email", "/body/password");
      expectFindings(await login("nobody", 7), "/body/email", "/body/password");
      expectFindings(await login(anEmail(), "x".repeat(129)), "/body/password");
    });
  });

  describe("401", () => {
    it("answers an unknown address and a wrong password alike", async () => {
      const unknown = await login(anEmail(), aPassword);
      const wrong = await login(await account(), "something else");
      expectFailure(unknown, 401, "UNAUTHENTICATED");
      expect(unknown.body).to.deep.equal(wrong.body);
      expect(wrong.status).to.equal(401);
    });

    it("computes as much for an unknown address as for a wrong password", async () => {
      const email = await account();
      // The processor's time is ours alone, whatever else the machine does.
      const costOf = async (address: string) => {
        const before = process.cpuUsage();
        await login(address, "something else");
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
      const { user } = await server.someone();
      expectFailure(await login(user.email, aPassword), 401, "UNAUTHENTICATED");
    });
  });

  describe("429", () => {
    it("takes no more after five failures, not even the right password, and says when to come back", async () => {
      const email = await account();
      for (let round = 0; round < 5; round++) expect((await login(email, "something else")).status).to.equal(401);
      const refused = await login(email, aPassword);
      expectFailure(refused, 429, "RATE_LIMITED");
      expect(Number(refused.headers.get("retry-after"))).to.be.within(1, 900);
      expect(refused.headers.get("x-ratelimit-remaining")).to.equal("0");
      expect((await login(await account(), aPassword)).status, "another account").to.equal(200);
    });

    it("holds when the failures come all at once", async () => {
      const email = await account();
      const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, "something else")));
      expect(answers.filter(({ status }) => status === 401)).to.have.length(5);
      expect(answers.filter(({ status }) => status === 429)).to.have.length(15);
    });

    it("counts spellings of one address together", async () => {
      const email = await account();
      for (let round = 0; round < 5; round++) await login(round % 2 === 0 ? email : email.toUpperCase(), "wrong one");
      expectFailure(await login(email, aPassword), 429, "RATE_LIMITED");
    });

    it("bounds the failures of one network address over all accounts", async () => {
      await server.database.pool.query(
        "INSERT INTO placeholder_login_attempts VALUES ('address:127.0.0.1', 50, $1), ('address:::1', 50, $1)",
        [Date.now() + 60_000],
      );
      expectFailure(await login(anEmail(), aPassword), 429, "RATE_LIMITED");
    });
  });

  refusesAsDocumented({
    server,
    method: "POST",
    path: "/v1/auth/login",
    body: { email: anEmail(), password: aPassword },
    role: "nobody",
    table: "placeholder_users",
  });
});
