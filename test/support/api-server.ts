/** An API on a real server, database and object store: what the tests of every API's operations share. */
import type { Config } from "#src/config.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import type { TestDatabase } from "./database.ts";
import { whileMissing } from "./faults.ts";
import { lastly } from "./lastly.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./server.ts";

export type RequestHeaders = Readonly<Record<string, string>>;

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  /** What the JSON says, or the text where it is none; null where there is no body. */
  readonly body: T;
  readonly bytes: Buffer;
}

/** Sends a request as it is given, and reads the whole answer. */
export async function exchange<T>(url: string, request: RequestInit): Promise<Answer<T>> {
  const response = await fetch(url, request);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  const read: unknown = bytes.length === 0 ? null : isJson ? JSON.parse(bytes.toString()) : bytes.toString();
  return { status: response.status, headers: response.headers, body: read as T, bytes };
}

/** Starts before the tests of the surrounding `describe` and stops after them. */
export function whileTested<T extends ApiServer>(server: T, start: () => Promise<void>): T {
  before(start);
  after(() => server.stop());
  return server;
}

/**
 * One that all tests of this process share which ask for it: their tenants are their own, and what else they change they change back. It
 * starts with the first of them.
 */
export function shared<T extends ApiServer>(server: T, start: () => Promise<void>): () => T {
  let started: Promise<void> | undefined;
  return () => {
    before(() => {
      started ??= start().then(() => lastly(() => server.stop()));
      return started;
    });
    return server;
  };
}

export abstract class ApiServer {
  #server: TestServer | undefined;

  protected async startServer(options: TestServerOptions): Promise<void> {
    this.#server = await startTestServer(options);
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

  get config(): Config {
    return this.#running.config;
  }

  get masterKey(): Buffer {
    return this.#running.masterKey;
  }

  /** Where the API is mounted. */
  get baseUrl(): string {
    return this.#running.baseUrl;
  }

  /** Sends a request as it is given, to a path below the API's. */
  protected exchange<T>(path: string, request: RequestInit): Promise<Answer<T>> {
    return exchange<T>(this.baseUrl + path, request);
  }

  /** Does something while a table cannot be found, which no request survives that needs it: a mistake of ours. */
  whileMissing<T>(table: string, work: () => Promise<T>): Promise<T> {
    return whileMissing(this.database, table, work);
  }
}

/** One whose requests are told apart by path and headers, and whose failures are all of one kind. */
export abstract class JsonApiServer<Problem> extends ApiServer {
  send<T>(
    method: string,
    path: string,
    headers: RequestHeaders = {},
    body?: string | Uint8Array<ArrayBuffer>,
  ): Promise<Answer<T>> {
    return this.exchange<T>(path, { method, headers, ...(body !== undefined && { body }) });
  }

  get<T = Problem>(path: string, headers?: RequestHeaders): Promise<Answer<T>> {
    return this.send<T>("GET", path, headers);
  }

  /** What is answered to something that must succeed. */
  async must<T>(answer: Promise<Answer<T | Problem>>): Promise<T> {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    return body as T;
  }
}
