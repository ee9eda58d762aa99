/** The observability API on a real server and database, for the tests of its operations. */
import type { Schemas } from "#generated/observability/contract.ts";
import { scopes } from "#src/identity/scopes.ts";
import { type Answer, ApiServer, type RequestHeaders as Headers, servers } from "#test/support/api-server.ts";
import { anApiKey, aProject } from "#test/support/identity.ts";

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
