/** Starts and stops the parts of `accord start`, `serve` and `work`, in the right order. */
import type { Logger } from "pino";
import type { OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { type ApiName, apiModule } from "#src/apis/index.ts";
import type { Config } from "#src/config.ts";
import type { Api } from "#src/contract/api.ts";
import type { Provider } from "#src/contract/publish.ts";
import { trustedProxies } from "#src/http/forwarded.ts";
import { createMetrics, type Metrics, serveMetrics } from "#src/http/metrics.ts";
import { signInLink } from "#src/identity/commands/console.ts";
import { issueSignInCode } from "#src/identity/console-sessions.ts";
import { localOperator } from "#src/identity/people.ts";
import { purgeIdempotencyKeysJob, purgeRequestBudgetsJob } from "#src/jobs/purges.ts";
import { privileges } from "#src/privileges.ts";
import { pendingMigrations } from "#src/storage/database.ts";
import { warnOfWeakDurability } from "#src/storage/durability.ts";
import { surplusRights } from "#src/storage/rights.ts";
import { startDispatcher } from "#src/webhooks/dispatcher.ts";
import { forgetWebhooks } from "#src/webhooks/retention.ts";
import { seedDemo, startSandbox } from "./demo.ts";
import { boundHeapGrowth } from "./heap-growth.ts";
import { listenFailure, startHttpServer } from "./http-server.ts";
import { type Infrastructure, openInfrastructure, type Role } from "./infrastructure.ts";
import type { Mounted } from "./mounted.ts";
import { nodesCheck } from "./nodes-check.ts";
import { quotaReader } from "./quotas.ts";
import type { ReadinessCheck } from "./readiness.ts";

export interface ServeOptions {
  readonly apis: readonly ApiName[];
  /** Answers HTTP. */
  readonly listen: boolean;
  /** Runs the jobs of the APIs. */
  readonly work: boolean;
  /** Brings the schema up to date first. Otherwise the process does not start while migrations are pending. */
  readonly migrate: boolean;
  /** Creates demo tenants at the first start of an embedded installation. */
  readonly seed: boolean;
}

export interface Running {
  /** The URL at which the server listens; null for a process that only works. */
  readonly url: string | null;
  /** The file with the secrets of the demo tenants; null when there are none. */
  readonly demoFile: string | null;
  /** A link that signs in to the console, once. Created at the first start of an embedded installation, and at starts in a terminal. */
  readonly signInLink?: string;
  stop(): Promise<void>;
}

/** Starts the server or the workers. Throws StartupError with one line that says what to do. */
export async function serve(config: Config, log: Logger, options: ServeOptions): Promise<Running> {
  boundHeapGrowth();
  const stack = new StopStack(log);
  try {
    const infrastructure = await openInfrastructure(config, log, { role: roleOf(options) });
    stack.push("the infrastructure", () => infrastructure.close());
    await warnOfWeakDurability(infrastructure.database, log);
    await (options.migrate || infrastructure.embedded ? infrastructure.migrate() : infrastructure.requireMigrated());
    await warnOfSurplusRights(infrastructure, log);
    const opened = await openApis(options.apis, infrastructure, config, log);
    for (const { api, close } of opened) stack.push(`the ${api.name} API`, close);
    if (config.webhookAllowLoopback) {
      log.warn("ACCORD_WEBHOOK_ALLOW_LOOPBACK is on: webhooks may be sent to http://127.0.0.1. Never in production.");
    }
    const metrics = createMetrics();
    const checks = readinessChecks(infrastructure);
    if (options.work) checks.push(await startWork(infrastructure, opened, { config, log, stack }));
    if (options.listen || options.work) await startMetrics(metrics, { config, log, stack });
    if (!options.listen) return { url: null, demoFile: null, stop: () => stack.stop() };

    let started = false;
    checks.push({ name: "start", run: async () => (started ? null : "is not complete") });
    const sandbox = options.seed && infrastructure.embedded ? await startSandbox(infrastructure, config, log) : null;
    if (sandbox !== null) stack.push("the sandbox", () => sandbox.close());
    const server = await startHttpServer({
      host: config.host,
      port: config.port,
      apis: opened.map(({ api }, index) => {
        const name = options.apis[index] as ApiName;
        return mountOf(name, api, options.apis.length === 1 && !options.seed);
      }),
      log,
      metrics,
      responseChecks: config.responseChecks,
      proxies: trustedProxies(config.trustedProxies),
      allowedHosts: config.allowedHosts,
      bodyMemoryBytes: config.bodyMemory * 1024 * 1024,
      connections: { most: config.maxConnections },
      mostDelayMs: config.maxDelay,
      provider: providerOf(config),
      checks,
    });
    stack.push("the HTTP server", () => server.close());
    stack.push("streams", async () => {
      for (const { endStreams } of opened) endStreams?.();
    });
    const demo =
      sandbox === null
        ? null
        : await seedDemo(infrastructure, config, options.apis, server.url, sandbox.addresses, log);
    const shows = demo !== null && options.apis.includes("management") && (demo.isNew || process.stderr.isTTY);
    const link = shows ? { signInLink: await newSignInLink(infrastructure, server.url) } : {};
    started = true;
    return { url: server.url, demoFile: demo?.file ?? null, ...link, stop: () => stack.stop() };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** Creates a sign-in link for the user who starts the installation. */
async function newSignInLink(infrastructure: Infrastructure, url: string): Promise<string> {
  const owner = await infrastructure.owner();
  return signInLink(url, await issueSignInCode(owner, await localOperator(owner)));
}

interface Starting {
  readonly config: Config;
  readonly log: Logger;
  readonly stack: StopStack;
}

/** Starts the workers and the delivery of webhooks. Returns the readiness check of the queue. */
async function startWork(
  infrastructure: Infrastructure,
  opened: readonly OpenedApi[],
  { config, log, stack }: Starting,
): Promise<ReadinessCheck> {
  const { database, masterKey } = infrastructure;
  // Imported only when needed: a process that only answers HTTP starts sooner and uses less memory.
  const { startJobs } = await import("#src/jobs/runner.ts");
  const ownJobs = [purgeIdempotencyKeysJob, purgeRequestBudgetsJob, forgetWebhooks];
  const jobs = await startJobs(database, [...ownJobs, ...opened.flatMap(({ jobs }) => jobs)], { log });
  stack.push("the workers", () => jobs.stop());
  const dispatcher = startDispatcher({ database, masterKey, log, allowLoopback: config.webhookAllowLoopback });
  stack.push("the webhooks", () => dispatcher.stop());
  return { name: "queue", run: async () => (jobs.listening() ? null : "is not listening") };
}

/** Serves the metrics of this process for Prometheus, unless ACCORD_METRICS_PORT is off. */
async function startMetrics({ registry }: Metrics, { config, log, stack }: Starting): Promise<void> {
  const { metricsHost: host, metricsPort: port } = config;
  if (port === "off") return;
  const served = await serveMetrics(registry, host, port).catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, { host, port, variable: "ACCORD_METRICS_PORT", hostVariable: "ACCORD_METRICS_HOST" });
  });
  stack.push("the metrics", () => served.close());
  log.info({ host, port: served.port }, "metrics are served");
}

function roleOf({ seed, listen }: ServeOptions): Role {
  if (seed) return "start";
  return listen ? "serve" : "work";
}

/** Serves a mock of one API, which answers with its document's examples. Needs no database. */
export async function serveMock(config: Config, log: Logger, name: ApiName): Promise<Running> {
  const { document, validators } = generated(name);
  const { mockApi } = await import("#src/contract/mock.ts");
  const api = await mockApi(name, document, validators, apiModule(name).presenters ?? {});
  const server = await startHttpServer({
    host: config.host,
    port: config.port,
    apis: [mountOf(name, api, true)],
    log,
    metrics: createMetrics(),
    responseChecks: "always",
    proxies: trustedProxies(config.trustedProxies),
    allowedHosts: config.allowedHosts,
    provider: providerOf(config),
    checks: [],
  });
  return { url: server.url, demoFile: null, stop: () => server.close() };
}

function providerOf({ contactName, contactUrl, contactEmail, serverDescription, termsUrl }: Config): Provider {
  const contact = {
    ...(contactName !== undefined && { name: contactName }),
    ...(contactUrl !== undefined && { url: contactUrl }),
    ...(contactEmail !== undefined && { email: contactEmail }),
  };
  return { contact, description: serverDescription, termsOfService: termsUrl };
}

/** Stops parts in the reverse order of their start. When one fails to stop, the others are still stopped. */
class StopStack {
  readonly #steps: { name: string; stop: () => Promise<void> }[] = [];
  readonly #log: Logger;
  #stopping: Promise<void> | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  push(name: string, stop: () => Promise<void>): void {
    this.#steps.push({ name, stop });
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#run();
    return this.#stopping;
  }

  async #run(): Promise<void> {
    for (const { name, stop } of this.#steps.reverse()) {
      try {
        await stop();
      } catch (error) {
        this.#log.error({ err: error }, `stopping ${name} failed`);
      }
    }
  }
}

/**
 * Warns when the login has more rights than it needs. One login for everything is allowed but less safe: then only triggers and hash
 * chains protect records that must not change.
 */
async function warnOfSurplusRights({ database }: Infrastructure, log: Logger): Promise<void> {
  const tables = await surplusRights(database.pool, privileges);
  if (tables.length > 0)
    log.warn(
      { tables },
      "The database's login may change records that are never to change: see docs/handbook/database-roles.md",
    );
}

async function openApis(
  names: readonly ApiName[],
  infrastructure: Infrastructure,
  config: Config,
  log: Logger,
): Promise<OpenedApi[]> {
  const quotas = quotaReader(names, { database: infrastructure.database, config });
  return await Promise.all(names.map((name) => apiModule(name).open({ ...infrastructure, config, log, quotas })));
}

function mountOf(name: ApiName, api: Api, atRoot: boolean): Mounted {
  return { api, title: apiModule(name).title, mount: atRoot ? "" : `/${name}` };
}

function readinessChecks({ database, databaseIsDown, objects }: Infrastructure): ReadinessCheck[] {
  return [
    {
      name: "database",
      run: async () => {
        if (databaseIsDown()) return "has stopped, and is started again";
        if (database.health.away !== null) return "does not answer";
        const { rows } = await database.pool.query<{ setting: string }>(
          "SELECT current_setting('transaction_read_only') AS setting",
        );
        return rows[0]?.setting === "on" ? "takes no writes" : null;
      },
    },
    {
      name: "migrations",
      run: async () => ((await pendingMigrations(database)).length === 0 ? null : "are pending"),
    },
    {
      name: "objects",
      run: async () => {
        await objects.ready();
        return null;
      },
    },
    nodesCheck(database.pool),
  ];
}
