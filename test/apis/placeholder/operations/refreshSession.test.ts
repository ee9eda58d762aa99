import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { purgeSessions } from "#src/apis/placeholder/credentials/sessions.ts";
import { type Signed, type Success, sharedPlaceholderServer } from "#test/builders/placeholder.ts";
import { expectFailure } from "#test/support/refusals.ts";

describe("refreshSession", () => {
  const server = sharedPlaceholderServer();
  const refresh = (refreshToken: unknown) =>
    server.send<Success<Schemas["Tokens"]>>("POST", "/v1/auth/refresh", { body: { refreshToken } });
  const me = (as: string) => server.send("GET", "/v1/users/me", { as });
  /** Lets the last rotation of all sessions lie further back. */
  const pass = (interval: string) =>
    server.database.pool.query("UPDATE placeholder_sessions SET rotated_at = now() - $1::interval", [interval]);
  /** Lets the beginning of someone's sessions lie further back. */
  const grow = ({ user }: Signed, interval: string) =>
    server.database.pool.query("UPDATE placeholder_sessions SET began_at = now() - $1::interval WHERE user_id = $2", [
      interval,
      user.id,
    ]);
  const sessionsOf = async ({ user }: Signed) => {
    const { rowCount } = await server.database.pool.query("SELECT FROM placeholder_sessions WHERE user_id = $1", [
      user.id,
    ]);
    return rowCount;
  };

  describe("200", () => {
    it("answers a new pair, and the next with that", async () => {
      const { refreshToken } = await server.aUser();
      const first = (await refresh(refreshToken)).body.data;
      expect(first.refreshToken).to.not.equal(refreshToken);
      expect((await me(first.accessToken)).status).to.equal(200);
      const second = (await refresh(first.refreshToken)).body.data;
      expect(second.refreshToken).to.not.equal(first.refreshToken);
      expect((await me(second.accessToken)).status).to.equal(200);
    });

    it("keeps one family alive when a token is refreshed many times at once", async () => {
      const someone = await server.aUser();
      const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(someone.refreshToken)));
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
      const successors = new Set(answers.map(({ body }) => body.data.refreshToken));
      expect(successors).to.have.property("size", 1);
      expect(await sessionsOf(someone)).to.equal(1);
      const [next = ""] = successors;
      expect((await refresh(next)).status).to.equal(200);
    });

    it("answers the same successor again within 30 seconds, in case the answer was lost", async () => {
      const { refreshToken } = await server.aUser();
      const { body } = await refresh(refreshToken);
      await pass("29 seconds");
      expect((await refresh(refreshToken)).body.data.refreshToken).to.equal(body.data.refreshToken);
    });

    it("is good for 30 days", async () => {
      const { refreshToken } = await server.aUser();
      await pass("29 days 23 hours 59 minutes");
      expect((await refresh(refreshToken)).status).to.equal(200);
    });
  });

  describe("401", () => {
    it("ends the whole session when a token is reused after 30 seconds, the newest tokens included", async () => {
      const someone = await server.aUser();
      const { data } = (await refresh(someone.refreshToken)).body;
      await pass("31 seconds");
      const reused = await refresh(someone.refreshToken);
      expectFailure(reused, 401, "UNAUTHENTICATED");
      expect(reused.headers.get("www-authenticate")).to.match(/^Bearer/);
      expectFailure(await refresh(data.refreshToken), 401, "UNAUTHENTICATED");
      expectFailure(await me(data.accessToken), 401, "UNAUTHENTICATED");
      expect(await sessionsOf(someone)).to.equal(0);
    });

    it("ends it once when many reuse the token at once, and no other session of the account", async () => {
      const someone = await server.aUser();
      const other = await server.signIn(someone.user);
      await refresh(someone.refreshToken);
      await pass("31 seconds");
      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(someone.refreshToken)));
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 401));
      expect((await me(other.accessToken)).status).to.equal(200);
      expect(await sessionsOf(someone)).to.equal(1);
    });

    it("takes a token of the generation before last for stolen, grace or no grace", async () => {
      const { refreshToken } = await server.aUser();
      const { body } = await refresh(refreshToken);
      await refresh(body.data.refreshToken);
      expectFailure(await refresh(refreshToken), 401, "UNAUTHENTICATED");
    });

    it("refuses a token after 30 days", async () => {
      const { refreshToken } = await server.aUser();
      await pass("30 days 1 second");
      expectFailure(await refresh(refreshToken), 401, "UNAUTHENTICATED");
    });

    it("ends a session 90 days after its beginning, however often it was refreshed", async () => {
      const [someone, other] = [await server.aUser(), await server.aUser()];
      await grow(someone, "90 days 1 second");
      await grow(other, "89 days 23 hours");
      for (const [as, status] of [
        [someone, 401],
        [other, 200],
      ] as const)
        expect((await server.send("GET", "/v1/users/me", { as })).status, "with its access token").to.equal(status);
      expectFailure(await refresh(someone.refreshToken), 401, "UNAUTHENTICATED");
      expect((await refresh(other.refreshToken)).status).to.equal(200);
    });

    it("refuses what it did not make, without harm to the session", async () => {
      const someone = await server.aUser();
      const [text = "", mac = ""] = someone.refreshToken.split(".");
      const altered = Buffer.from(text, "base64url");
      altered.writeUInt32BE(1, 32);
      const forged = [`${altered.toString("base64url")}.${mac}`, `${text}.${mac.slice(0, -2)}AA`, text, "x", "..."];
      for (const token of [...forged, someone.accessToken.slice(0, 500)])
        expectFailure(await refresh(token), 401, "UNAUTHENTICATED");
      expect((await refresh(someone.refreshToken)).status).to.equal(200);
    });

    it("refuses the token of a session that was ended, and of an account that is gone", async () => {
      const left = await server.aUser();
      await server.send("POST", "/v1/auth/logout", { as: left });
      expectFailure(await refresh(left.refreshToken), 401, "UNAUTHENTICATED");
      const gone = await server.aUser();
      await server.data("DELETE", `/v1/users/${gone.user.id}`, { as: gone });
      expectFailure(await refresh(gone.refreshToken), 401, "UNAUTHENTICATED");
    });
  });

  it("forgets sessions that nobody can refresh any more", async () => {
    const old = await server.aUser();
    await pass("30 days 1 second");
    const young = await server.aUser();
    await purgeSessions(server.database, Date.now());
    expect([await sessionsOf(old), await sessionsOf(young)]).to.deep.equal([0, 1]);
    await grow(young, "90 days 1 second");
    await purgeSessions(server.database, Date.now());
    expect(await sessionsOf(young)).to.equal(0);
  });
});
