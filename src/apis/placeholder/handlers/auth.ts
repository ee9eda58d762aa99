/** Accounts and the sessions of their owners. */
import { hash, randomUUID } from "node:crypto";
import { networkOf } from "#src/http/forwarded.ts";
import { Problem } from "#src/http/problem.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import { accountByEmail, createAccount } from "../accounts.ts";
import type { HandlersOf } from "../callers.ts";
import { accessTokenLifetime } from "../credentials/access-tokens.ts";
import { changePassword, redeemReset, resetLifetime, wrongPassword } from "../credentials/password-resets.ts";
import { isPassword } from "../credentials/passwords.ts";
import type { SessionState } from "../credentials/sessions.ts";
import { success } from "../presenters/envelope.ts";
import { presentUser } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function authHandlers({
  database,
  sessions,
  tokens,
  logins,
  registrations,
  resets,
  sendReset,
  now,
}: HandlerDependencies): HandlersOf<"Auth"> {
  const tokensOf = async ({ refreshToken, userId, sessionId: sid }: SessionState) => ({
    accessToken: await tokens.mint(userId, accessTokenLifetime, { sid, jti: randomUUID() }),
    refreshToken,
    tokenType: "Bearer" as const,
    expiresIn: accessTokenLifetime,
  });

  return {
    async register({ body }, { remoteAddress }) {
      const headers = await registrations.consume(networkOf(remoteAddress), "register");
      const user = await createAccount(database, { ...body, by: networkOf(remoteAddress) }, now());
      return { status: 201, body: success(`Welcome, ${user.name}.`, presentUser(user)), headers };
    },

    async login({ body: { email, password } }, { remoteAddress: address }) {
      const user = await accountByEmail(database, email);
      const attempt = { email, userId: user?.id ?? null, address };
      const passwordHash = user?.passwordHash ?? null;
      const { isRight, headers } = await logins.attempt(attempt, () => isPassword(passwordHash, password));
      if (user === null || !isRight) throw wrongCredentials();
      const session = await sessions.begin(user);
      if (session === null) throw wrongCredentials();
      return { status: 200, body: success("Signed in.", await tokensOf(session)), headers };
    },

    async refreshSession({ body: { refreshToken } }) {
      const session = await sessions.refresh(refreshToken);
      const body = success("The session was refreshed.", await tokensOf(session));
      return { status: 200, body };
    },

    async changePassword({ body: { currentPassword, newPassword } }, { identity: { user }, remoteAddress: address }) {
      const attempt = { email: user.email, userId: user.id, address };
      const isCurrent = () => isPassword(user.passwordHash, currentPassword);
      const { isRight, headers } = await logins.attempt(attempt, isCurrent);
      if (!isRight) throw wrongPassword();
      const session = await changePassword(database, user, { password: newPassword, now: now() }, (manager) =>
        sessions.beginIn(manager, user.id),
      );
      return { status: 200, body: success("The password was changed.", await tokensOf(session)), headers };
    },

    async requestPasswordReset({ body: { email } }, { remoteAddress }) {
      const what = "reset a password";
      const headers = await resets.asked.consume(networkOf(remoteAddress), what);
      await resets.ofAccount.consume(hash("sha256", email.toLowerCase()), what);
      await enqueue(database.pool, sendReset, { email });
      const body = success("If an account has this address, a mail is on its way.", { expiresIn: resetLifetime });
      return { status: 202, body, headers };
    },

    async resetPassword({ body: { token, newPassword } }, { remoteAddress }) {
      const headers = await resets.tried.consume(networkOf(remoteAddress), "reset a password");
      await redeemReset(database, token, newPassword, now());
      return { status: 204, headers };
    },

    async logout(_request, { identity: { user, sessionId } }) {
      await sessions.end(user.id, sessionId);
      return { status: 204 };
    },

    async logoutEverywhere(_request, { identity: { user } }) {
      await sessions.endAll(user.id);
      return { status: 204 };
    },
  };
}

function wrongCredentials(): Problem {
  return new Problem("UNAUTHENTICATED", {
    detail: "The e-mail address or the password is wrong.",
    headers: { "WWW-Authenticate": 'Bearer realm="accord"' },
  });
}
