/** Accounts and the sessions of their owners. */
import { Problem } from "#src/http/problem.ts";
import { accountByEmail, createAccount } from "../accounts.ts";
import type { HandlersOf } from "../callers.ts";
import { type AccessTokens, accessTokenLifetime } from "../credentials/access-tokens.ts";
import type { LoginLimits } from "../credentials/login-limits.ts";
import { isPassword } from "../credentials/passwords.ts";
import type { SessionState, Sessions } from "../credentials/sessions.ts";
import { success } from "../presenters/envelope.ts";
import { presentUser } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export interface AuthHandlerDependencies extends HandlerDependencies {
  readonly sessions: Sessions;
  readonly tokens: AccessTokens;
  readonly limits: LoginLimits;
}

export function authHandlers({ database, sessions, tokens, limits, now }: AuthHandlerDependencies): HandlersOf<"Auth"> {
  const tokensOf = async ({ refreshToken, ...grant }: SessionState) => ({
    accessToken: await tokens.mint(grant),
    refreshToken,
    tokenType: "Bearer" as const,
    expiresIn: accessTokenLifetime,
  });

  return {
    async register({ body }) {
      const user = await createAccount(database, body, now());
      return { status: 201, body: success(`Welcome, ${user.name}.`, presentUser(user)) };
    },

    async login({ body: { email, password } }, { remoteAddress }) {
      const attempt = await limits.attempt(email, remoteAddress);
      const user = await accountByEmail(database, email);
      const matches = await isPassword(user?.passwordHash ?? null, password);
      if (user === null || !matches) throw wrongCredentials();
      const headers = await attempt.succeeded();
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
  };
}

function wrongCredentials(): Problem {
  return new Problem("UNAUTHENTICATED", {
    detail: "The e-mail address or the password is wrong.",
    headers: { "WWW-Authenticate": 'Bearer realm="accord"' },
  });
}
