/** A real server on a database of its own, for tests that speak HTTP. */
import { pino } from "pino";
import type { ApiDependencies } from "#src/apis/api-module.ts";
import { type ApiName, apiModule } from "#src/apis/index.ts";
import { type Config, loadConfig } from "#src/config.ts";
import type { Exchange } from "#src/contract/exchange.ts";
import { noProxies, trustedProxies } from "#src/http/forwarded.ts";
import { createMetrics, type Metrics } from "#src/http/metrics.ts";
import { startHttpServer } from "#src/server/http-server.ts";
import { quotaReader } from "#src/server/quotas.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { TestStore } from "#test/storage/objects/embedded-store.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { isInTrouble } from "./faults.ts";

export interface TestServer {
  /** Where the first API is mounted, for example `http://127.0.0.1:41234/observability`. */
  readonly baseUrl: string;
  readonly url: string;
  readonly database: TestDatabase;
  /** Only where an API keeps files, or the test asks for it. */
  readonly objects: ObjectStore;
  readonly config: Config;
  readonly masterKey: Buffer;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  readonly apis: readonly ApiName[];
  readonly config?: Partial<Config>;
  /** Share another server's database, as a second process would; whoever made it drops it. */
  readonly database?: TestDatabase;
  /** Share another server's store of files, or bring one of another kind. */
  readonly objects?: ObjectStore;
  /** Start a store of files for an API that does without it in most tests. */
  readonly keepsFiles?: boolean;
  /** The clock of the APIs; the system's when left out. */
  readonly now?: (() => number) | undefined;
  /**
   * Whether a test provokes answers of 500 with this cause. Causes are printed otherwise, unless the test has given the
   * database trouble (faults.ts).
   */
  readonly expectsFailure?: (error: unknown) => boolean;
}

/** Starting a store takes longer than most tests, so the other APIs do without. */
const fileKeepers: ReadonlySet<ApiName> = new Set(["placeholder", "insurance"]);
const noObjects = {} as ObjectStore;

/** The same for every test server, so that two of them on one database understand each other's tokens. */
export const testMasterKey = Buffer.alloc(32, 7);

/** One for all servers of this process: each would watch its event loop and its garbage collections until the end. */
let metrics: Metrics | undefined;

/** A test that fails on a 500 has its cause beside it. */
function printFailure(error: unknown, { requestId, operationId, incoming, path }: Exchange): void {
  console.error(`500 to ${incoming.method} ${path} (${operationId || "no operation"}, ${requestId}):`, error);
}

export async function startTestServer({
  apis,
  config: changes,
  database: shared,
  objects: given,
  keepsFiles = apis.some((name) => fileKeepers.has(name)),
  now,
  expectsFailure = () => false,
}: TestServerOptions): Promise<TestServer> {
  // Strangers of all tests come from one address.
  const config = { ...loadConfig({}), port: 0, quotaUnknownKeys: 1_000_000_000, ...changes };
  const log = pino({ level: process.env.TEST_LOG ?? "silent" });
  const database = shared ?? (await createTestDatabase());
  const store = keepsFiles && given === undefined ? await TestStore.start() : null;
  const objects = given ?? store?.objects() ?? noObjects;
  const dependencies: ApiDependencies = {
    ...{ database, objects, masterKey: testMasterKey, embedded: false, config, log },
    quotas: quotaReader(apis, { database, config, ...(now !== undefined && { now }) }),
    ...(now !== undefined && { now }),
  };
  metrics ??= createMetrics();
  const opened = await Promise.all(apis.map((name) => apiModule(name).open(dependencies)));
  const server = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    apis: opened.map(({ api }, index) => {
      const name = apis[index] as ApiName;
      return { api, title: apiModule(name).title, mount: `/${name}` };
    }),
    log,
    metrics,
    responseChecks: config.responseChecks,
    proxies: config.trustedProxies.length === 0 ? noProxies : trustedProxies(config.trustedProxies),
    // The client is in this very process: on a busy machine it may not come to read for long.
    connections: { stallMs: 120_000 },
    checks: [],
    onFailure: (error, exchange) => {
      if (!expectsFailure(error) && !isInTrouble(database)) printFailure(error, exchange);
    },
  });
  return {
    baseUrl: `${server.url}/${apis[0]}`,
    url: server.url,
    database,
    objects,
    config,
    masterKey: testMasterKey,
    async stop() {
      for (const { endStreams } of opened) endStreams?.();
      await server.close({ patienceMs: 1_000, idleMs: 0 });
      for (const { close } of opened) await close();
      await store?.remove();
      if (shared === undefined) await database.drop();
    },
  };
}
