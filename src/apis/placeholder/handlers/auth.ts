/** Accounts and the sessions of their owners. */
import { networkOf } from "#src/http/forwarded.ts";
import { Problem } from "#src/http/problem.ts";
import { accountByEmail, createAccount } from "../accounts.ts";
import type { HandlersOf } from "../callers.ts";
import { type AccessTokens, accessTokenLifetime } from "../credentials/access-tokens.ts";
import type { AttemptLimiter } from "../credentials/attempt-limiter.ts";
import type { LoginLimits } from "../credentials/login-limits.ts";
import { isPassword } from "../credentials/passwords.ts";
import type { SessionState, Sessions } from "../credentials/sessions.ts";
import { success } from "../presenters/envelope.ts";
import { presentUser } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export interface AuthHandlerDependencies extends HandlerDependencies {
  readonly sessions: Sessions;
  readonly tokens: AccessTokens;
  readonly logins: LoginLimits;
  /** By network address. */
  readonly registrations: AttemptLimiter;
}

export function authHandlers({
  database,
  sessions,
  tokens,
  logins,
  registrations,
  now,
}: AuthHandlerDependencies): HandlersOf<"Auth"> {
  const tokensOf = async ({ refreshToken, ...grant }: SessionState) => ({
    accessToken: await tokens.mint(grant),
    refreshToken,
    tokenType: "Bearer" as const,
    expiresIn: accessTokenLifetime,
  });

  return {
    async register({ body }, { remoteAddress }) {
      const headers = await registrations.consume(networkOf(remoteAddress), "register");
      const user = await createAccount(database, body, now());
      return { status: 201, body: success(`Welcome, ${user.name}.`, presentUser(user)), headers };
    },

    async login({ body: { email, password } }, { remoteAddress: address }) {
      const user = await accountByEmail(database, email);
      const attempt = { email, userId: user?.id ?? null, address };
      const passwordHash = user?.passwordHash ?? null;
      const { isRight, headers } = await logins.attempt(attempt, () => isPassword(passwordHash, password));
      if (user === null || !isRight) throw wrongCredentials();
      const session = await sessions.begin(user.id);
      return { status: 200, body: success("Signed in.", await tokensOf(session)), headers };
    },

    async refreshSession({ body: { refreshToken } }) {
      const session = await sessions.refresh(refreshToken);
      const body = success("The session was refreshed.", await tokensOf(session));
      return { status: 200, body };
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
