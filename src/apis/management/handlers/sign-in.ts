/** Signing in at the OpenID provider, and out. */
import { originOf } from "#src/http/forwarded.ts";
import { Problem } from "#src/http/problem.ts";
import { beginSession, endSession } from "#src/identity/console-sessions.ts";
import { memberByEmail } from "#src/identity/people.ts";
import { type HandlersOf, sessionCookie } from "../callers.ts";
import { presentSession } from "../present-session.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function signInHandlers({
  database,
  sessions,
  provider,
  proxies,
  chargeSignIn,
  now,
}: HandlerDependencies): HandlersOf<"Signing in"> {
  return {
    async getSignInMethods(_request, { remoteAddress }) {
      await chargeSignIn(remoteAddress);
      return { status: 200, body: { provider: provider.name === null ? null : { name: provider.name } } };
    },
    async beginProviderSignIn(_request, { remoteAddress, incoming }) {
      await chargeSignIn(remoteAddress);
      const origin = originOf(incoming, proxies);
      if (origin === null) throw new Problem("BAD_REQUEST", { detail: "The request names no host to come back to." });
      return { status: 201, body: await provider.begin(`${origin}/console/sign-in`) };
    },
    async completeProviderSignIn({ body: { attempt, answer } }, { remoteAddress, incoming }) {
      await chargeSignIn(remoteAddress);
      const { email, idToken } = await provider.complete(attempt, answer);
      const person = await memberByEmail(database, email);
      if (person === null)
        throw new Problem("FORBIDDEN", {
          detail: `${email} has no role in a business here. Whoever runs this server gives one with: accord people set <business> ${email}`,
        });
      const beginning = { person, idToken, now: new Date(now()) };
      const [session, body] = await beginSession(database, beginning, presentSession);
      return {
        status: 201,
        body,
        headers: { "Set-Cookie": sessionCookie(incoming, proxies, session.token) },
      };
    },
    async signOutAtProvider(_request, { identity, incoming }) {
      const idToken = await endSession(database, identity, new Date(now()));
      sessions.forget(identity.token);
      const origin = originOf(incoming, proxies);
      const isThere = idToken !== null && origin !== null;
      return {
        status: 200,
        body: { url: isThere ? await provider.signOutAddress(idToken, `${origin}/console`) : null },
        headers: { "Set-Cookie": sessionCookie(incoming, proxies, "") },
      };
    },
  };
}
