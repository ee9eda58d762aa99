import { hash } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { accountByEmail } from "#src/apis/placeholder/accounts.ts";
import { issueReset, purgeResets, redeemReset } from "#src/apis/placeholder/credentials/password-resets.ts";
import { Sessions } from "#src/apis/placeholder/credentials/sessions.ts";
import { mailService, sendingOfResets } from "#src/apis/placeholder/mail/reset-mail.ts";
import { type SandboxMailbox, startSandboxMailbox } from "#src/sandbox/mailbox/server.ts";
import { anEmail } from "#test/builders/identity.ts";
import { aPassword, placeholderServer, type Signed, type Success } from "#test/builders/placeholder.ts";
import { expectFailure, expectFindings } from "#test/support/refusals.ts";

const newPassword = "two lamps by the window";

describe("passwords", () => {
  const server = placeholderServer({ trustedProxies: ["127.0.0.1"], quotaPasswordResets: 1_000 });
  const login = (email: string, password: string) =>
    server.send<Success<Schemas["Tokens"]>>("POST", "/v1/auth/login", { body: { email, password } });
  const refresh = ({ refreshToken }: Signed) => server.send("POST", "/v1/auth/refresh", { body: { refreshToken } });
  const me = (as: Signed) => server.send("GET", "/v1/users/me", { as });
  const someone = () => server.aUser({ password: aPassword });
  const titles = async (as: Signed | string) => {
    const { items } = await server.data<Schemas["NotificationPage"]>("GET", "/v1/notifications", { as });
    return items.map(({ title }) => title);
  };

  describe("changePassword", () => {
    const change = (as: Signed, body: object) =>
      server.send<Success<Schemas["Tokens"]>>("PUT", "/v1/users/me/password", { as, body });

    describe("200", () => {
      it("sets the password, ends every session with its refresh token, and begins a new one", async () => {
        const one = await someone();
        const two = await server.signIn(one.user);
        const { status, body } = await change(one, { currentPassword: aPassword, newPassword });
        expect(status).to.equal(200);
        for (const as of [one, two])
          expect([(await me(as)).status, (await refresh(as)).status]).to.deep.equal([401, 401]);
        expect(await titles(body.data.accessToken)).to.deep.equal(["Password changed", "Welcome"]);
        expect((await login(one.user.email, aPassword)).status).to.equal(401);
        expect((await login(one.user.email, newPassword)).status).to.equal(200);
      });

      it("takes one of two changes that arrive together", async () => {
        const as = await someone();
        const tries = ["one lamp for me", "two lamps for me", "three lamps for me"];
        const answers = await Promise.all(
          tries.map((password) => change(as, { currentPassword: aPassword, newPassword: password })),
        );
        const good = answers.flatMap(({ status }, index) => (status === 200 ? [tries[index] ?? ""] : []));
        expect(good).to.have.length(1);
        for (const password of tries)
          expect((await login(as.user.email, password)).status).to.equal(password === good[0] ? 200 : 401);
      });

      it("changes nothing where the session that is to follow cannot begin", async () => {
        const as = await someone();
        const answer = await server.whileMissing("placeholder_known_networks", () =>
          change(as, { currentPassword: aPassword, newPassword }),
        );
        expect(answer.status).to.equal(500);
        const rejection = `ALTER TABLE placeholder_sessions ADD CONSTRAINT none CHECK (generation > 0) NOT VALID`;
        await server.database.owner.query(rejection);
        try {
          expect((await change(as, { currentPassword: aPassword, newPassword })).status).to.equal(500);
        } finally {
          await server.database.owner.query("ALTER TABLE placeholder_sessions DROP CONSTRAINT none");
        }
        expect((await me(as)).status).to.equal(200);
        expect((await login(as.user.email, aPassword)).status).to.equal(200);
      });

      it("leaves no session to who had just given the old password", async () => {
        const { user } = await someone();
        const sessions = new Sessions(server.database, server.masterKey, Date.now);
        const stale = await accountByEmail(server.database, user.email);
        await change(await server.signIn(user), { currentPassword: aPassword, newPassword });
        expect(await sessions.begin(stale ?? user)).to.equal(null);
      });
    });

    describe("400", () => {
      it("refuses passwords that are too short, too long, or everybody's", async () => {
        const as = await someone();
        for (const bad of ["seven77", "x".repeat(129), "password123", 1, undefined])
          expectFindings(
            (await change(as, { currentPassword: aPassword, newPassword: bad })) as never,
            "/body/newPassword",
          );
        expect((await me(as)).status).to.equal(200);
      });
    });

    describe("403", () => {
      it("changes nothing for a wrong password, and counts it as a failed attempt to sign in", async () => {
        const frugal = await server.another({ quotaFailedLogins: 2 });
        try {
          const as = await frugal.aUser({ password: aPassword });
          const body = { currentPassword: "a guess", newPassword };
          const guess = () => frugal.send("PUT", "/v1/users/me/password", { as, body });
          for (let round = 0; round < 2; round++) expectFailure(await guess(), 403, "FORBIDDEN");
          expectFailure(await guess(), 429, "RATE_LIMITED");
          const right = { currentPassword: aPassword, newPassword };
          expectFailure(await frugal.send("PUT", "/v1/users/me/password", { as, body: right }), 429, "RATE_LIMITED");
          expect((await me(as)).status).to.equal(200);
        } finally {
          await frugal.stop();
        }
      });
    });
  });

  describe("resets by mail", () => {
    const secret = "between us and the mailbox";
    let mailbox: SandboxMailbox;
    before(async () => {
      mailbox = await startSandboxMailbox({ port: 0, secret });
      const { manager } = (await server.database.operator()).dataSource;
      const { masterKey } = server;
      await mailService.register({ manager, masterKey }, { url: mailbox.url, secret, sandbox: true });
    });
    after(() => mailbox.close());

    const ask = (email: string, from = "198.51.100.7") =>
      server.send<Success<{ expiresIn: number }>>("POST", "/v1/auth/forgot-password", {
        body: { email },
        headers: { "x-forwarded-for": from },
      });
    const queued = (email: string) => server.queued("email", email);
    const work = async (email: string, now = Date.now) => {
      for (const payload of await queued(email))
        await sendingOfResets(server.masterKey, now).run(payload, { database: server.database } as never);
    };
    const mailsTo = (email: string) => mailbox.messages.filter(({ to }) => to === email);
    const tokenIn = (text = "") => /^[\w-]{60,}$/m.exec(text)?.[0] ?? "";
    const aToken = async (as: Signed) => {
      await ask(as.user.email);
      await work(as.user.email);
      return tokenIn(mailsTo(as.user.email).at(-1)?.text);
    };
    const reset = (token: string, password: unknown = newPassword) =>
      server.send("POST", "/v1/auth/reset-password", { body: { token, newPassword: password } });

    it("lead from a forgotten password to a new one: once, with every session ended", async () => {
      const as = await someone();
      const token = await aToken(as);
      expect((await me(as)).status).to.equal(200);
      expect((await reset(token)).status).to.equal(204);
      expect([(await me(as)).status, (await refresh(as)).status]).to.deep.equal([401, 401]);
      expect((await login(as.user.email, aPassword)).status).to.equal(401);
      const { body } = await login(as.user.email, newPassword);
      expect(await titles(body.data.accessToken)).to.include("Password changed");
      expectFailure(await reset(token, "three lamps by the window"), 400, "INVALID_RESET_TOKEN");
    });

    it("give an account its first password", async () => {
      const as = await server.aUser();
      expect((await reset(await aToken(as))).status).to.equal(204);
      expect((await login(as.user.email, newPassword)).status).to.equal(200);
    });

    describe("requestPasswordReset", () => {
      describe("202", () => {
        it("answers alike and does alike for an address that nobody has", async () => {
          const { user } = await someone();
          const [known, unknown] = [await ask(user.email), await ask(anEmail())];
          expect(known.status).to.equal(202);
          expect(unknown.body).to.deep.equal(known.body);
          expect([...unknown.headers.keys()]).to.deep.equal([...known.headers.keys()]);
          const stranger = anEmail();
          await ask(stranger);
          expect(await queued(stranger)).to.deep.equal([{ email: stranger }]);
          await work(stranger);
          expect(mailsTo(stranger)).to.deep.equal([]);
        });

        it("keeps a hash and never the token", async () => {
          const as = await someone();
          const token = await aToken(as);
          const { rows } = await server.database.pool.query(
            "SELECT * FROM placeholder_password_resets WHERE user_id = $1",
            [as.user.id],
          );
          expect(rows.map((row) => row.token_hash)).to.deep.equal([hash("sha256", token)]);
          expect(JSON.stringify(await queued(as.user.email))).not.to.include(token);
        });

        it("is tried again where the mail service does not answer, and given up where it refuses", async () => {
          const as = await someone();
          await ask(as.user.email);
          mailbox.outage = true;
          const failure = await work(as.user.email).catch((error: Error) => error.message);
          mailbox.outage = false;
          expect(failure).to.equal("The mail service does not answer");
          await work(as.user.email);
          expect((await reset(tokenIn(mailsTo(as.user.email).at(-1)?.text))).status).to.equal(204);
          const refused = await server.aUser({ email: anEmail().replace("@", "+refused@") });
          await ask(refused.user.email);
          await work(refused.user.email);
        });
      });

      describe("429", () => {
        it("is for the sixth of one address in an hour, whoever asks and whether it is an account's", async () => {
          for (const email of [(await someone()).user.email, anEmail()]) {
            for (let count = 0; count < 5; count++)
              expect((await ask(email, `198.51.100.${count + 1}`)).status).to.equal(202);
            const sixth = await ask(email.toUpperCase(), "198.51.100.200");
            expect(sixth.status).to.equal(429);
            expect(sixth.headers.get("retry-after")).to.match(/^\d+$/);
            expect(await queued(email)).to.have.length(5);
          }
        });
      });
    });

    describe("resetPassword", () => {
      describe("204", () => {
        it("takes a token once, of twenty at the same time", async () => {
          const as = await someone();
          const token = await aToken(as);
          const tries = Array.from({ length: 20 }, (_, index) => `lamp number ${index} here`);
          const answers = await Promise.all(tries.map((password) => reset(token, password)));
          expect(answers.filter(({ status }) => status === 204)).to.have.length(1);
          const winner = tries[answers.findIndex(({ status }) => status === 204)] ?? "";
          expect((await login(as.user.email, winner)).status).to.equal(200);
        });
      });

      describe("400", () => {
        it("refuses what is no token, one of another account, and everything after its time", async () => {
          const [as, other] = [await someone(), await someone()];
          const token = (await issueReset(server.database, as.user, Date.now())) ?? "";
          const forOther = Buffer.from(other.user.id.replaceAll("-", ""), "hex");
          const bytes = Buffer.from(token, "base64url");
          const moved = Buffer.concat([forOther, bytes.subarray(16)]).toString("base64url");
          for (const bad of ["x", `${token}A`, `${token}=`, token.toLowerCase(), moved])
            expectFailure(await reset(bad), 400, "INVALID_RESET_TOKEN");
          const late = Date.now() + 30 * 60_000;
          const refusal = await redeemReset(server.database, token, newPassword, late).catch((error) => error.code);
          expect(refusal).to.equal("INVALID_RESET_TOKEN");
          expect((await reset(token)).status).to.equal(204);
        });

        it("refuses a token once another one was used, or the account has another address", async () => {
          const as = await someone();
          const [first, second] = [await aToken(as), await aToken(as)];
          expect((await reset(second)).status).to.equal(204);
          expectFailure(await reset(first), 400, "INVALID_RESET_TOKEN");
          const moving = await someone();
          const third = await aToken(moving);
          await server.data("PUT", `/v1/users/${moving.user.id}`, {
            as: moving,
            body: { name: "Ada", email: anEmail(), currentPassword: aPassword },
          });
          expectFailure(await reset(third), 400, "INVALID_RESET_TOKEN");
        });

        it("makes no token for an account that got another address or password since it was looked up", async () => {
          const as = await someone();
          const { user } = as;
          const email = anEmail();
          const body = { name: "Ada", email, currentPassword: aPassword };
          await server.data("PUT", `/v1/users/${user.id}`, { as, body });
          expect(await issueReset(server.database, user, Date.now())).to.equal(null);
          const moved = { ...user, email };
          const change = { currentPassword: aPassword, newPassword };
          await server.data("PUT", "/v1/users/me/password", { as, body: change });
          expect(await issueReset(server.database, moved, Date.now())).to.equal(null);
        });

        it("keeps the token where the new password is refused", async () => {
          const as = await someone();
          const token = await aToken(as);
          expectFindings((await reset(token, "password123")) as never, "/body/newPassword");
          expect((await reset(token)).status).to.equal(204);
        });
      });
    });

    it("are forgotten by a job when their time is over", async () => {
      const as = await someone();
      await issueReset(server.database, as.user, Date.now() - 31 * 60_000);
      await issueReset(server.database, as.user, Date.now());
      await purgeResets(server.database, Date.now());
      const { rowCount } = await server.database.pool.query(
        "SELECT FROM placeholder_password_resets WHERE user_id = $1",
        [as.user.id],
      );
      expect(rowCount).to.equal(1);
    });
  });
});
