/** Signing in and out, and tokens for the other APIs. */
import { notFound } from "#src/http/problem.ts";
import { endSession, signIn } from "#src/identity/console-sessions.ts";
import { projectOf } from "#src/identity/projects.ts";
import { scopesOf } from "#src/identity/roles.ts";
import { type HandlersOf, requireOperator, requireRole, sessionCookie } from "../callers.ts";
import { presentSession } from "../present-session.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function sessionHandlers({
  database,
  sessions,
  accessTokens,
  chargeSignIn,
  proxies,
  now,
}: HandlerDependencies): HandlersOf<"Sessions"> {
  return {
    async createSession({ body: { code } }, { incoming, remoteAddress }) {
      await chargeSignIn(remoteAddress);
      const [session, body] = await signIn(database, code, new Date(now()), presentSession);
      return {
        status: 201,
        body,
        headers: { "Set-Cookie": sessionCookie(incoming, proxies, session.token) },
      };
    },
    async getSession(_request, { identity }) {
      return { status: 200, body: await presentSession(database.dataSource.manager, identity) };
    },
    async endSession(_request, { identity, incoming }) {
      await endSession(database, identity, new Date(now()));
      sessions.forget(identity.token);
      return { status: 204, headers: { "Set-Cookie": sessionCookie(incoming, proxies, "") } };
    },
    async createAccessToken({ body: { projectId = null, environment, ...body } }, { identity }) {
      if (body.businessId === null) {
        requireOperator(identity);
        if (projectId !== null) throw notFound();
        const minted = accessTokens.mint(identity, { businessId: null, projectId, environment }, now());
        return { status: 201, body: { ...minted, role: "owner", scopes: [] } };
      }
      const { businessId, role } = await requireRole(database, identity, body.businessId);
      const project = await projectOf(database, businessId, projectId);
      const target = { businessId, projectId: project?.id ?? null, environment };
      const minted = accessTokens.mint(identity, target, now());
      return { status: 201, body: { ...minted, role, scopes: [...scopesOf(role)] } };
    },
  };
}
