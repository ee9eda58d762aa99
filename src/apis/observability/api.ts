/** The observability API, put together: its document, its handlers and what they stand on. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Contract } from "#generated/observability/contract.ts";
import validators from "#generated/observability/validators.cjs";
import type { Config } from "#src/config.ts";
import { type Api, bindApi, type CorsPolicy, type ProblemPresenter } from "#src/contract/api.ts";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { Cursors } from "#src/http/cursor.ts";
import { Problem } from "#src/http/problem.ts";
import { createBrowserSessions } from "#src/identity/browser-session.ts";
import { createKeyVerifier } from "#src/identity/key-verifier.ts";
import { createProjectDirectory } from "#src/identity/project-directory.ts";
import type { Job } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { isPassing } from "#src/storage/passing.ts";
import { type Callers, callerAuthenticators } from "./callers.ts";
import { eventHandlers } from "./handlers/events.ts";
import { jaegerHandlers } from "./handlers/jaeger.ts";
import { keyHandlers } from "./handlers/keys.ts";
import { mobileHandlers } from "./handlers/mobile.ts";
import { otlpHandlers } from "./handlers/otlp.ts";
import { queryAdmission } from "./handlers/queries.ts";
import { readHandlers } from "./handlers/reads.ts";
import { presentRpcStatus } from "./presenters/rpc-status.ts";
import { AppendLog } from "./store/append-log.ts";
import { ensurePartitions } from "./store/partitions.ts";
import { observabilityJobs } from "./upkeep.ts";

export interface ObservabilityParts {
  readonly database: Database;
  readonly masterKey: MasterKey;
  readonly config: Pick<
    Config,
    | "quotaEvents"
    | "quotaMobileEvents"
    | "quotaOtlpRequests"
    | "quotaQueries"
    | "retentionEvents"
    | "retentionLogs"
    | "retentionTraces"
  >;
  readonly log: Logger;
  /** Milliseconds since the epoch; for tests, which set it for received rows too. */
  readonly now?: () => number;
}

export interface Observability {
  readonly api: Api;
  readonly jobs: readonly Job<unknown>[];
  /** Finishes what has been accepted. */
  close(): Promise<void>;
}

/** How errors of the OTLP operations are written. */
export const observabilityPresenters: Readonly<Record<string, ProblemPresenter>> = { otlp: presentRpcStatus };

/** What a page may send and read (protocol of the browser client): the token, and what a retry needs. */
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

const documentFile = join(import.meta.dirname, "..", "..", "..", "generated", "observability", "openapi.json");
const retrySeconds = 2;

/** Opens the API over a database with its schema in place. Throws BindingError when document and code disagree. */
export async function openObservability({
  database,
  masterKey,
  config,
  log,
  now: clock,
}: ObservabilityParts): Promise<Observability> {
  const { pool } = database;
  const now = clock ?? Date.now;
  const made = await ensurePartitions(pool, { now: new Date(now()) });
  if (made.length > 0) log.info({ made }, "Telemetry partitions");

  const appendLog = new AppendLog(pool, clock === undefined ? {} : { now: clock });
  const projects = createProjectDirectory(database, masterKey, { now });
  const keys = createKeyVerifier(database, { now });
  const sessions = createBrowserSessions({ masterKey, projects, now });
  const cursors = new Cursors(masterKey);
  const admit = queryAdmission(pool, config.quotaQueries);
  const api = bindApi<Contract, Callers>({
    name: "observability",
    document: JSON.parse(readFileSync(documentFile, "utf8")) as OpenApiDocument,
    validators,
    authenticators: callerAuthenticators({ keys, sessions, projects, now }),
    presenters: observabilityPresenters,
    cors: { "project-origins": projectOrigins },
    asProblem: overloadedWhenPassing,
    handlers: {
      ...keyHandlers({ sessions, now }),
      ...eventHandlers({ appendLog, eventsPerMinute: config.quotaEvents, now }),
      ...mobileHandlers({ pool, appendLog, mobileEventsPerMinute: config.quotaMobileEvents, now }),
      ...otlpHandlers({ appendLog, otlpRequestsPerMinute: config.quotaOtlpRequests }),
      ...jaegerHandlers({ pool, admit, now }),
      ...readHandlers({ pool, cursors, admit }),
    },
  });
  return {
    api,
    jobs: observabilityJobs({
      events: config.retentionEvents,
      logs: config.retentionLogs,
      spans: config.retentionTraces,
    }),
    close: () => appendLog.drain(),
  };
}

/** Exporters drop what was answered 500 and repeat what was answered 503 (OTLP, "Retryable Response Codes"). */
function overloadedWhenPassing(error: unknown): Problem | null {
  if (!isPassing(error)) return null;
  return new Problem("OVERLOADED", { headers: { "Retry-After": String(retrySeconds) }, cause: error });
}
