/** The observability API on a real server and database, for the tests of its operations. */
import type { Schemas } from "#generated/observability/contract.ts";
import type { Config } from "#src/config.ts";
import { scopes } from "#src/identity/scopes.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { whileAway, whileMissing } from "#test/support/faults.ts";
import { anApiKey, aProject } from "#test/support/identity.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "#test/support/server.ts";

export type Headers = Readonly<Record<string, string>>;

export interface Answer<T> {
  readonly status: number;
  readonly headers: globalThis.Headers;
  /** What the JSON says; the text where it is none. */
  readonly body: T;
  readonly bytes: Buffer;
}

export type Problem = Schemas["Problem"];

export class ObservabilityServer {
  #server: TestServer | undefined;

  async start(config: Partial<Config>, options: Pick<TestServerOptions, "keepsFiles" | "objects"> = {}): Promise<void> {
    this.#server = await startTestServer({ apis: ["observability"], config, ...options });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  get #running(): TestServer {
    if (this.#server === undefined) throw new Error("The server is not running yet");
    return this.#server;
  }

  get database(): TestDatabase {
    return this.#running.database;
  }

  get objects(): ObjectStore {
    return this.#running.objects;
  }

  get masterKey(): Buffer {
    return this.#running.masterKey;
  }

  get baseUrl(): string {
    return this.#running.baseUrl;
  }

  async send<T>(
    method: string,
    path: string,
    headers: Headers = {},
    body?: string | Uint8Array<ArrayBuffer>,
  ): Promise<Answer<T>> {
    const response = await fetch(`${this.baseUrl}${path}`, { method, headers, ...(body !== undefined && { body }) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    const read = isJson ? JSON.parse(bytes.toString()) : bytes.toString();
    return { status: response.status, headers: response.headers, body: read as T, bytes };
  }

  get<T = Problem>(path: string, headers?: Headers): Promise<Answer<T>> {
    return this.send<T>("GET", path, headers);
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

  whileMissing<T>(table: string, work: () => Promise<T>): Promise<T> {
    return whileMissing(this.database, table, work);
  }

  whileAway<T>(work: () => Promise<T>): Promise<T> {
    return whileAway(this.database, work);
  }
}

/** Starts before the tests of the surrounding `describe` and stops after them. */
export function observabilityServer(config: Partial<Config> = {}): ObservabilityServer {
  const server = new ObservabilityServer();
  before(() => server.start(config));
  after(() => server.stop());
  return server;
}

export const withKey = (key: string): Headers => ({ "x-api-key": key });
