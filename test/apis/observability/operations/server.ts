/** The observability API on a real server and database, for the tests of its operations. */
import { randomBytes } from "node:crypto";
import type { Schemas } from "#generated/observability/contract.ts";
import { SessionTokens } from "#src/identity/browser-session.ts";
import type { Project } from "#src/identity/entities.ts";
import { createMobileSecret } from "#src/identity/mobile-secrets.ts";
import { signMobileToken } from "#src/identity/mobile-token.ts";
import { scopes } from "#src/identity/scopes.ts";
import { anApiKey, aProject } from "#test/builders/identity.ts";
import { type Answer, ApiServer, type RequestHeaders as Headers, servers } from "#test/support/api-server.ts";

export type { Answer, Headers };

export type Problem = Schemas["Problem"];

export class ObservabilityServer extends ApiServer<Problem> {
  protected override readonly apis = ["observability"] as const;

  /** A key with every scope, for the test environment of a project of its own, unless given otherwise. */
  key(given: Parameters<typeof anApiKey>[1] = {}): ReturnType<typeof anApiKey> {
    return anApiKey(this.database, { scopes: [...scopes], ...given });
  }

  /** The header of such a key. */
  async caller(given: Parameters<typeof anApiKey>[1] = {}): Promise<Headers> {
    return withKey((await this.key(given)).key);
  }

  /** The header of a browser's session, made for a key. */
  async session(caller: Headers): Promise<Headers> {
    const { body } = await this.send<{ token: string }>("POST", "/api/v1/monitor/browser-session", { headers: caller });
    return { "x-monitor-session": body.token };
  }

  /** A session's token as the server mints it, which may not have met the project yet; `now` in ms. */
  sessionToken(project: Project, now = Date.now()): Headers {
    const claims = { projectId: project.id, environment: "test", allowedOriginsVersion: 1 } as const;
    return { "x-monitor-session": new SessionTokens(this.masterKey).mint(claims, now).token };
  }

  /** An app of the project, which signs its tokens; `now` in ms. */
  async app(project: Project, environment: "test" | "live" = "test") {
    const options = { environment, overlapMs: 0 };
    const { secret } = await createMobileSecret(await this.database.operator(), this.masterKey, project, options);
    const sign = (now = Date.now(), nonce = randomBytes(8).toString("hex")): Headers => ({
      "x-monitor-token": signMobileToken({ projectId: project.id, environment, nonce }, secret, now),
    });
    return { secret, sign };
  }

  /** A session of a project with these allowed origins, and a key that reads what it sends. */
  async aSession(allowedOrigins: string[] = [], environment: "test" | "live" = "test") {
    const owner = await aProject(this.database, { allowedOrigins });
    const reader = await this.caller({ owner, environment });
    return { ...owner, reader, session: await this.session(reader) };
  }

  /** Callers that may see one another's data only where they share project and environment. */
  async tenants(): Promise<{ readonly mine: Headers; readonly myLive: Headers; readonly theirs: Headers }> {
    const owner = await aProject(this.database);
    return {
      mine: await this.caller({ owner }),
      myLive: await this.caller({ owner, environment: "live" }),
      theirs: await this.caller(),
    };
  }
}

/** Some of the tests that share one ask again until something is there. */
export const [observabilityServer, sharedObservabilityServer] = servers(ObservabilityServer, { quotaQueries: 100_000 });

export const withKey = (key: string): Headers => ({ "x-api-key": key });
