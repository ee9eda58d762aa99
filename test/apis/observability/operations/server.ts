/** The observability API on a real server and database, for the tests of its operations. */
import type { Schemas } from "#generated/observability/contract.ts";
import type { Config } from "#src/config.ts";
import { scopes } from "#src/identity/scopes.ts";
import {
  type Answer,
  type RequestHeaders as Headers,
  JsonApiServer,
  shared,
  whileTested,
} from "#test/support/api-server.ts";
import { anApiKey, aProject } from "#test/support/identity.ts";
import type { TestServerOptions } from "#test/support/server.ts";

export type { Answer, Headers };

export type Problem = Schemas["Problem"];

export class ObservabilityServer extends JsonApiServer<Problem> {
  start(
    config: Partial<Config>,
    options: Pick<TestServerOptions, "keepsFiles" | "now" | "objects"> = {},
  ): Promise<void> {
    return this.startServer({ apis: ["observability"], config, ...options });
  }

  /** JSON, unless the headers or the body's type say otherwise. */
  post<T = Problem>(path: string, headers: Headers, body: unknown = undefined): Promise<Answer<T>> {
    const given = typeof body === "string" || body instanceof Uint8Array || body === undefined;
    const content = given ? (body as string | Uint8Array<ArrayBuffer> | undefined) : JSON.stringify(body);
    return this.send<T>("POST", path, { "content-type": "application/json", ...headers }, content);
  }

  /** A key with every scope, for the test environment of a project of its own, unless given otherwise. */
  key(given: Parameters<typeof anApiKey>[1] = {}): ReturnType<typeof anApiKey> {
    return anApiKey(this.database, { scopes: [...scopes], ...given });
  }

  /** The header of such a key. */
  async caller(given: Parameters<typeof anApiKey>[1] = {}): Promise<Headers> {
    return withKey((await this.key(given)).key);
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

export function observabilityServer(config: Partial<Config> = {}): ObservabilityServer {
  const server = new ObservabilityServer();
  return whileTested(server, () => server.start(config));
}

const common = new ObservabilityServer();
/** The one that tests share which are content with one of the process; some of them ask again until something is there. */
export const sharedObservabilityServer = shared(common, () => common.start({ quotaQueries: 100_000 }));

export const withKey = (key: string): Headers => ({ "x-api-key": key });
