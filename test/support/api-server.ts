/** An API on a real server, database and object store: what the tests of every API's operations share. */
import type { Config } from "#src/config.ts";
import type { CursorPage } from "#src/http/cursor.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import type { TestDatabase } from "./database.ts";
import { whileMissing } from "./faults.ts";
import { lastly } from "./lastly.ts";
import { opened } from "./opened.ts";
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

/** Starts before the tests of the surrounding `describe` and stops after them, and after all that was opened later. */
export function whileTested<T extends Startable>(server: T, start: () => Promise<void> = () => server.start()): T {
  opened(async () => {
    await start();
    return server;
  });
  return server;
}

interface Startable {
  start(...given: never[]): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Two ways for a `describe` to have a server. The first starts one of its own. The second gives the one that all tests of this process share
 * which ask for it, started as `common` says with the first of them: their tenants are their own, and what else they change they change back.
 */
export function servers<T extends Startable>(
  Server: new () => T,
  ...common: Parameters<T["start"]>
): readonly [own: (...given: Parameters<T["start"]>) => T, shared: () => T] {
  const server = new Server();
  let started: Promise<void> | undefined;
  const startCommon = () => {
    started ??= server.start(...common).then(() => lastly(() => server.stop()));
    return started;
  };
  return [
    (...given) => {
      const own = new Server();
      return whileTested(own, () => own.start(...given));
    },
    () => {
      before(startCommon);
      return server;
    },
  ];
}

/** What a request has besides its method and path. */
export interface RequestParts<Caller> {
  /** Nobody where it is left out. */
  readonly as?: Caller | undefined;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON, unless it is text, bytes or a form. */
  readonly body?: unknown;
  /** They win: a body is `application/json` unless they say otherwise. */
  readonly headers?: RequestHeaders;
}

export type StartOptions = Partial<Omit<TestServerOptions, "apis" | "config">>;

/** @typeParam Failure what is answered to a request that fails. @typeParam Caller who may send one. */
export abstract class ApiServer<Failure, Caller = never> {
  /** The first of them is the one that is asked. */
  protected abstract readonly apis: TestServerOptions["apis"];
  /** What all paths begin with. */
  protected readonly prefix: string = "";
  #server: TestServer | undefined;

  async start(config: Partial<Config> = {}, options: StartOptions = {}): Promise<void> {
    this.#server = await startTestServer({ apis: this.apis, config, ...options });
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

  /** What a caller's requests carry. */
  protected credentials(_caller: Caller): Pick<RequestParts<Caller>, "query" | "headers"> {
    return {};
  }

  send<T = Failure>(method: string, path: string, parts: RequestParts<Caller> = {}): Promise<Answer<T>> {
    const { as, body, headers } = parts;
    const credentials = as === undefined ? {} : this.credentials(as);
    const query = Object.entries({ ...credentials.query, ...parts.query }).filter(([, value]) => value !== undefined);
    const search = query.length === 0 ? "" : `?${new URLSearchParams(query as [string, string][])}`;
    const isForm = body instanceof FormData;
    const isReady = isForm || typeof body === "string" || body instanceof Uint8Array;
    return exchange<T>(this.baseUrl + this.prefix + path + search, {
      method,
      headers: {
        ...(body !== undefined && !isForm && { "content-type": "application/json" }),
        ...credentials.headers,
        ...headers,
      },
      ...(body !== undefined && { body: isReady ? (body as BodyInit) : JSON.stringify(body) }),
    });
  }

  get<T = Failure>(path: string, headers: RequestHeaders = {}): Promise<Answer<T>> {
    return this.send<T>("GET", path, { headers });
  }

  post<T = Failure>(path: string, body: unknown, headers: RequestHeaders = {}): Promise<Answer<T>> {
    return this.send<T>("POST", path, { headers, body });
  }

  /** What is answered to something that must succeed. */
  async must<T>(answer: Promise<Answer<T | Failure>>): Promise<T> {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    return body as T;
  }

  /** The items of all pages of a list, one to a page, each page asked for with the cursor of the page before. */
  async all<Item>(path: string, headers: RequestHeaders): Promise<Item[]> {
    const items: Item[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { limit: "1", cursor };
      const page: CursorPage<Item> = await this.must(this.send<CursorPage<Item>>("GET", path, { headers, query }));
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  }

  /** Does something while a table cannot be found, which no request survives that needs it: a mistake of ours. */
  whileMissing<T>(table: string, work: () => Promise<T>): Promise<T> {
    return whileMissing(this.database, table, work);
  }
}
