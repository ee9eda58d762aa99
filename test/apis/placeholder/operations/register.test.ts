import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { anEmail } from "#test/builders/identity.ts";
import { aPassword, placeholderServer, type Success } from "#test/builders/placeholder.ts";
import { expectFailure, expectFindings } from "#test/support/refusals.ts";
import { crowdOf } from "#test/support/runs.ts";

type User = Schemas["User"];

const crowd = crowdOf(100);

describe("register", () => {
  // A hundred hashes are meant to take their time.
  const server = placeholderServer({ quotaRegistrations: 1_000 });
  const registration = (given: object = {}) => ({
    name: "Ada Lovelace",
    email: anEmail(),
    password: aPassword,
    ...given,
  });
  const register = (body: unknown) => server.send<Success<User>>("POST", "/v1/auth/register", { body });

  describe("201", () => {
    it("makes an account of the role user that can sign in at once", async () => {
      const given = registration();
      const before = Date.now();
      const { status, body } = await register(given);
      expect(status).to.equal(201);
      expect(body).to.have.all.keys("success", "message", "data");
      const { id, createdAt, ...rest } = body.data;
      expect(rest).to.deep.equal({ name: given.name, email: given.email, role: "user" });
      expect(Date.parse(createdAt)).to.be.within(before, Date.now());
      const tokens = await server.data<Schemas["Tokens"]>("POST", "/v1/auth/login", {
        body: { email: given.email, password: given.password },
      });
      const me = await server.data<User>("GET", "/v1/users/me", { as: tokens.accessToken });
      expect(me.id).to.equal(id);
    });

    it("keeps an argon2id hash of the prescribed cost and never the password", async () => {
      const given = registration();
      const { body } = await register(given);
      const { rows } = await server.database.pool.query("SELECT * FROM placeholder_users WHERE id = $1", [
        body.data.id,
      ]);
      expect(rows[0].password_hash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(JSON.stringify([rows, body])).to.not.include(given.password);
    });

    it("takes passwords of 8 and of 128 characters, of any script", async () => {
      for (const password of ["8 chars!", "ж".repeat(128), "🔑🔒🗝️🔐🔓 key"])
        expect((await register(registration({ password }))).status, password).to.equal(201);
    });

    it("makes one user of many registrations of one address", async () => {
      const email = anEmail();
      const answers = await Promise.all(
        Array.from({ length: crowd }, (_, index) =>
          register(registration({ email: index % 2 === 0 ? email : email.toUpperCase() })),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).to.have.length(1);
      expect(statuses.filter((status) => status === 409)).to.have.length(crowd - 1);
      const { rows } = await server.database.pool.query(
        "SELECT count(*)::int FROM placeholder_users WHERE lower(email) = lower($1)",
        [email],
      );
      expect(rows[0].count).to.equal(1);
    });
  });

  describe("400", () => {
    it("refuses passwords that everybody tries first, in any case", async () => {
      for (const password of ["password", "PASSWORD123", "12345678", "QwertyUiop"])
        expectFindings(await register(registration({ password })), "/body/password");
    });
  });

  describe("429", () => {
    it("takes so many registrations from one network address, whatever becomes of them", async () => {
      const { user } = await server.aUser();
      const changes = { quotaRegistrations: 2, trustedProxies: ["127.0.0.1"] };
      const frugal = await server.another(changes);
      const from = (address: string, given: object = {}) =>
        frugal.send<Success<User>>("POST", "/v1/auth/register", {
          body: registration(given),
          headers: { "x-forwarded-for": address },
        });
      try {
        expect((await from("2001:db8:7::1")).headers.get("x-ratelimit-remaining")).to.equal("1");
        expect((await from("2001:db8:7::2", { email: user.email })).status).to.equal(409);
        const refused = await from("[2001:db8:7::3]:4711");
        expectFailure(refused, 429, "RATE_LIMITED");
        expect(Number(refused.headers.get("retry-after"))).to.be.within(1, 3_600);
        expect((await from("2001:db8:8::1")).status, "another network").to.equal(201);
      } finally {
        await frugal.stop();
      }
    });
  });
});
