/** The observability API, put together: its document, its handlers and what they stand on. */
import type { Logger } from "pino";
import type { Contract } from "#generated/observability/contract.ts";
import type { ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import type { Config } from "#src/config.ts";
import { bindApi, type CorsPolicy, type ProblemPresenter } from "#src/contract/api.ts";
import { Cursors } from "#src/http/cursor.ts";
import { AccessTokens } from "#src/identity/access-tokens.ts";
import { createBrowserSessions } from "#src/identity/browser-session.ts";
import { createKeyVerifier } from "#src/identity/key-verifier.ts";
import { createProjectDirectory } from "#src/identity/project-directory.ts";
import { onOtherServer } from "#src/storage/connections.ts";
import type { Database } from "#src/storage/database.ts";
import { keysOf, type MasterKey } from "#src/storage/master-key.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import { type Quota, quotaAdmission } from "./admission.ts";
import { type Callers, callerAuthenticators, chargedTenant } from "./callers.ts";
import { issueCommands } from "./commands/issues.ts";
import { ruleCommands } from "./commands/rules.ts";
import { symbolCommands } from "./commands/symbols.ts";
import { seedObservability } from "./demo.ts";
import { eventHandlers } from "./handlers/events.ts";
import { issueHandlers } from "./handlers/issues.ts";
import { jaegerHandlers } from "./handlers/jaeger.ts";
import { keyHandlers } from "./handlers/keys.ts";
import { metricQueryHandlers } from "./handlers/metric-queries.ts";
import { mobileHandlers } from "./handlers/mobile.ts";
import { otlpHandlers } from "./handlers/otlp.ts";
import { queryRunner } from "./handlers/queries.ts";
import { readHandlers } from "./handlers/reads.ts";
import { remoteWriteHandlers } from "./handlers/remote-write.ts";
import { ruleHandlers } from "./handlers/rules.ts";
import { symbolHandlers } from "./handlers/symbols.ts";
import { tailHandlers } from "./handlers/tails.ts";
import { vitalHandlers } from "./handlers/vitals.ts";
import { foldingBeforeReads } from "./issues/folding.ts";
import { issueJobs, queueFold } from "./issues/jobs.ts";
import { FoldPace } from "./issues/pace.ts";
import { regroupedBySymbols } from "./issues/regroup.ts";
import { observabilityJobs } from "./jobs.ts";
import { metricQuotaNames } from "./metrics/charges.ts";
import { metricJobs, queueCompaction } from "./metrics/jobs.ts";
import { readerOfEverything } from "./metrics/joined-reader.ts";
import { PostgresMetricStore } from "./metrics/postgres-store.ts";
import { ruleJobs } from "./metrics/rules/jobs.ts";
import { QueryThreads } from "./metrics/threads/query-threads.ts";
import { presentPrometheusError } from "./presenters/prometheus-error.ts";
import { presentWriteProblem } from "./presenters/remote-write.ts";
import { presentRpcStatus } from "./presenters/rpc-status.ts";
import { observabilityQuotas } from "./quota-uses.ts";
import { entities, migrations } from "./schema.ts";
import { queueRecordCompaction, recordJobs } from "./store/blocks/jobs.ts";
import { ensurePartitions } from "./store/partitions.ts";
import { queuedSoon } from "./store/queued-soon.ts";
import { QueryQuota } from "./store/quota.ts";
import { TelemetryWriter } from "./store/telemetry-writer.ts";
import { symbolJobs } from "./symbols/jobs.ts";
import { SymbolReaders } from "./symbols/reading/symbol-readers.ts";
import { onSymbolsArrived, queueSymbolication, symbolicationJobs } from "./symbols/symbolication/jobs.ts";
import { Tailing } from "./tail/tailing.ts";

export interface ObservabilityDependencies {
  readonly database: Database;
  readonly masterKey: MasterKey;
  /** Where symbols are kept. */
  readonly objects: ObjectStore;
  readonly config: Pick<
    Config,
    | "alertExternalUrl"
    | "alertGroupBy"
    | "alertGroupInterval"
    | "alertGroupWait"
    | "alertRepeatInterval"
    | "promqlExperimental"
    | "quotaEvents"
    | "quotaUnknownKeys"
    | "quotaLabelBytes"
    | "quotaMetricBytes"
    | "quotaMetricSamples"
    | "quotaMobileEvents"
    | "quotaOtlpRequests"
    | "quotaQueries"
    | "quotaSeries"
    | "quotaSymbolBytes"
    | "quotaSymbolUploads"
    | "quotaWebVitals"
    | "retentionEvents"
    | "retentionLogs"
    | "retentionMetrics"
    | "retentionTraces"
    | "symbolMemory"
  >;
  readonly log: Logger;
  /** Milliseconds since the epoch; for tests, which set it for received rows too. */
  readonly now?: () => number;
}

/** How errors are written where clients expect a form of their own. */
const presenters: Readonly<Record<string, ProblemPresenter>> = {
  otlp: presentRpcStatus,
  prometheus: presentPrometheusError,
  "remote-write": presentWriteProblem,
};

/** Headers that a page may send and read (protocol of the browser client): the token, and those that a retry needs. */
const projectOrigins: CorsPolicy = {
  allowHeaders: ["x-monitor-session", "content-type", "content-encoding", "x-request-id"],
  exposeHeaders: [
    "Retry-After",
    "X-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "WWW-Authenticate",
  ],
  maxAgeSeconds: 600,
};

/** Pauses between a commit and the work on it, which takes in what has come meanwhile (ms). */
const symbolicationPauseMs = 250;
const foldPauseMs = 1_000;

type ObservabilityConfig = ObservabilityDependencies["config"];

/** The quotas that each operation counts against; `readers` are the operations that read. */
function quotasOf(config: ObservabilityConfig, readers: readonly string[]): Readonly<Record<string, readonly Quota[]>> {
  const quota = (name: string, limitPerMinute: number) => ({ name, limitPerMinute, counts: "records" }) as const;
  const samples = quota(metricQuotaNames.samples, config.quotaMetricSamples);
  const bytes = { name: metricQuotaNames.bytes, limitPerMinute: config.quotaMetricBytes, counts: "bytes" } as const;
  const events = [quota("events", config.quotaEvents)];
  const otlp = [quota("otlp-requests", config.quotaOtlpRequests)];
  const queries = [quota("queries", config.quotaQueries)];
  return {
    ingestEvents: events,
    ingestBrowserEvents: events,
    ingestMobileEvent: [quota("mobile-events", config.quotaMobileEvents)],
    exportTraces: otlp,
    exportLogs: otlp,
    exportMetrics: [...otlp, samples, bytes],
    writeMetrics: [...otlp, samples, bytes],
    ingestWebVitals: [quota("web-vitals", config.quotaWebVitals), samples, bytes],
    ...Object.fromEntries(readers.map((operationId) => [operationId, queries])),
  };
}

/** Days to keep each table's rows. */
const retentionOf = (config: ObservabilityConfig) => ({
  events: config.retentionEvents,
  logs: config.retentionLogs,
  spans: config.retentionTraces,
  web_vitals: config.retentionMetrics,
});

const alertTiming = (config: ObservabilityConfig) => ({
  groupBy: config.alertGroupBy,
  groupWaitMs: config.alertGroupWait * 1_000,
  groupIntervalMs: config.alertGroupInterval * 1_000,
  repeatIntervalMs: config.alertRepeatInterval * 1_000,
});

/** Opens the API over a database with its schema in place. Throws BindingError when document and code disagree. */
async function openObservability(given: ObservabilityDependencies): Promise<OpenedApi> {
  const parts = openParts(given);
  const { telemetry, metrics, readers, threads, tailing } = parts;
  return {
    api: boundApi(parts),
    jobs: jobsOf(parts),
    endStreams: () => tailing.end(),
    close: async () => {
      await Promise.all([telemetry.drain(), metrics.drain(), readers.close(), threads.close()]);
    },
  };
}

/** Services that handlers and jobs share. */
function openParts({ now: clock, ...given }: ObservabilityDependencies) {
  const { database, masterKey, config, log } = given;
  const { pool, queries } = database;
  const now = clock ?? Date.now;
  const clocked = clock === undefined ? {} : { now: clock };
  // Compaction that is not queued now is queued by the sweep.
  const notQueued = (error: unknown) => log.warn({ err: error }, "Compaction was not queued");

  const pace = new FoldPace();
  const telemetry = new TelemetryWriter(pool, {
    onStacks: queuedSoon(symbolicationPauseMs, (tenant) => queueSymbolication(pool, tenant), log),
    onIssues: queuedSoon(foldPauseMs, (tenant) => queueFold(pool, tenant, pace), log),
    onDue: (tenant, kind) => {
      queueRecordCompaction(pool, tenant, kind).catch(notQueued);
    },
    ...clocked,
  });
  const metrics = new PostgresMetricStore(pool, {
    retentionDays: config.retentionMetrics,
    seriesQuotas: { series: config.quotaSeries, labelBytes: config.quotaLabelBytes },
    onDue: (tenant) => {
      queueCompaction(pool, tenant).catch(notQueued);
    },
    ...clocked,
  });
  const readers = new SymbolReaders({ memoryMiB: config.symbolMemory });
  readers.open().catch((error: unknown) => log.warn({ err: error }, "Folders of ended processes were not removed"));
  const threads = new QueryThreads();
  onOtherServer(pool, () => threads.forget());
  const projects = createProjectDirectory(database, masterKey, { now });
  const queryQuota = new QueryQuota(pool, config.quotaQueries);
  return {
    ...given,
    now,
    pace,
    telemetry,
    metrics,
    metricQuotas: { samplesPerMinute: config.quotaMetricSamples, bytesPerMinute: config.quotaMetricBytes },
    readers,
    threads,
    readerOf: (connection: QueryConnection) => readerOfEverything(metrics.reader(connection), connection),
    projects,
    keys: createKeyVerifier(database, {
      now,
      unknownKeysPerMinute: config.quotaUnknownKeys,
      accessTokens: new AccessTokens(masterKey),
    }),
    sessions: createBrowserSessions({ masterKey, projects, now }),
    cursors: new Cursors(...keysOf(masterKey)),
    queryQuota,
    query: queryRunner(queries, queryQuota),
    tailing: new Tailing({ queries, log }),
  };
}

type Parts = ReturnType<typeof openParts>;

function boundApi(parts: Parts): OpenedApi["api"] {
  const { database, config, now, telemetry, metrics, metricQuotas, sessions } = parts;
  const { pool } = database;
  const experimental = config.promqlExperimental;
  /** Operations that are charged to the quota of queries. */
  const reading = {
    ...jaegerHandlers({ ...parts, retentionDays: config.retentionTraces }),
    ...readHandlers(parts),
    ...tailHandlers(parts),
    ...ruleHandlers(parts),
    ...metricQueryHandlers({ ...parts, experimental }),
    ...issueHandlers({ ...parts, fold: foldingBeforeReads(database, { now }) }),
    ...symbolHandlers({
      ...parts,
      onArrival: onSymbolsArrived,
      quotas: { bytes: config.quotaSymbolBytes, uploadsPerDay: config.quotaSymbolUploads },
    }),
  };
  return bindApi<Contract, Callers>({
    ...generated("observability"),
    authenticators: callerAuthenticators(parts),
    presenters,
    cors: { "project-origins": projectOrigins },
    asProblem: overloadedWhenPassing,
    admission: quotaAdmission({
      db: pool,
      tenantOf: chargedTenant,
      quotas: quotasOf(config, Object.keys(reading)),
    }),
    handlers: {
      ...keyHandlers({ sessions, now }),
      ...eventHandlers({ telemetry, eventsPerMinute: config.quotaEvents, now }),
      ...mobileHandlers({ pool, telemetry, mobileEventsPerMinute: config.quotaMobileEvents, now }),
      ...otlpHandlers({ telemetry, metrics, metricQuotas, otlpRequestsPerMinute: config.quotaOtlpRequests, now }),
      ...reading,
      ...vitalHandlers({ telemetry, metricQuotas, vitalsPerMinute: config.quotaWebVitals }),
      ...remoteWriteHandlers({ store: metrics, metricQuotas, requestsPerMinute: config.quotaOtlpRequests }),
    },
  });
}

function jobsOf(parts: Parts): OpenedApi["jobs"] {
  const { database, objects, config, now, pace, metrics, readers } = parts;
  return [
    ...observabilityJobs(retentionOf(config)),
    ...issueJobs({ now, retentionDays: config.retentionEvents, pace }),
    ...recordJobs,
    ...metricJobs({ retentionDays: config.retentionMetrics }),
    ...ruleJobs({
      ...parts,
      store: metrics,
      queries: database.queries,
      experimental: config.promqlExperimental,
      externalUrl: config.alertExternalUrl.replace(/\/+$/, ""),
      timing: alertTiming(config),
    }),
    ...symbolicationJobs({ objects, readers, onSymbolicated: regroupedBySymbols(database, now) }),
    ...symbolJobs({ objects, readers, onArrival: onSymbolsArrived, now }),
  ];
}

export const observability = {
  name: "observability",
  title: "Observability",
  entities,
  migrations,
  presenters,
  open: openObservability,
  ensureDays: (pool) => ensurePartitions(pool),
  seed: ({ database, masterKey }) => seedObservability(database, masterKey),
  quotas: observabilityQuotas,
  commands: (open) => [...symbolCommands(), ...ruleCommands(open), ...issueCommands(open)],
} as const satisfies ApiModule;
