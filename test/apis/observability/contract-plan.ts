/** How each operation of the observability API gets to each of its documented statuses. */
import { randomBytes } from "node:crypto";
import { compressSync, uncompressSync } from "snappy";
import { setApiKeyActive } from "#src/identity/api-keys.ts";
import { setProjectActive } from "#src/identity/projects.ts";
import { decodeWrite, encodeWrite } from "#test/apis/observability/metrics/remote-write/requests.ts";
import { ObservabilityServer } from "#test/apis/observability/operations/server.ts";
import { otlp } from "#test/apis/observability/otlp/requests.ts";
import { aProject } from "#test/builders/identity.ts";
import { startTestServer } from "#test/support/server.ts";
import type { Decode } from "../../../scripts/contract-runner/judge.ts";
import { type Bring, type ContractPlan, type Plan, startedPlan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, withHeaders } from "../../../scripts/contract-runner/request.ts";
import { type Change, callers, untilLimited } from "../../../scripts/contract-runner/shapes.ts";
import { aFurnishedProject } from "./furnished.ts";
import { issuesPlan } from "./issues-plan.ts";
import { metricsPlan } from "./metrics-plan.ts";
import type { Caller } from "./plan-parts.ts";
import { rulesPlan } from "./rules-plan.ts";
import { forASecond, foreignersTo, lists, strangersTo } from "./strangers.ts";
import { symbolsPlan } from "./symbols-plan.ts";

const withBody = (draft: Draft, body: Uint8Array<ArrayBuffer>): Draft => ({ ...draft, body });
const sign = (draft: Draft, { headers }: Pick<Caller, "headers">): Draft => withHeaders(draft, headers);

/** `frugal` is a second server on the same database, with quotas of one in a minute. */
function planFor(server: ObservabilityServer, frugal: { readonly baseUrl: string }): Plan {
  const callersWho = (make: () => Promise<Caller>, forbidden?: Bring) => {
    /** Their project is switched off. */
    const sleeping = async () => {
      const caller = await make();
      await setProjectActive(await server.database.operator(), caller.project, false);
      return caller;
    };
    const usual = { 403: forbidden, 404: callers({ server, make: sleeping, sign }).as() };
    return callers({ server, make, sign, frugal, usual });
  };
  const aKey = async (isActive = true): Promise<Caller> => {
    const { key, keyId, project } = await server.key();
    if (project === null) throw new Error("no project");
    if (!isActive) await setApiKeyActive(await server.database.operator(), keyId, false);
    return { headers: { "x-api-key": key }, project };
  };
  const keys = callersWho(aKey, callers({ server, make: () => aKey(false), sign }).as());
  const { as, operation } = keys;
  /** A token as the server mints it, which then meets the project for the first time when it is used. */
  const aSessionOn = (allowedOrigins: string[]) => async (): Promise<Caller> => {
    const { project } = await aProject(server.database, { allowedOrigins });
    return { headers: { ...server.sessionToken(project), origin: "https://shop.example.org" }, project };
  };
  const elsewhere = callers({ server, make: aSessionOn(["https://other.example.org"]), sign });
  const sessions = callersWho(aSessionOn(["https://shop.example.org"]), elsewhere.as());
  const apps = callersWho(async () => {
    const { project } = await aProject(server.database);
    return { headers: (await server.app(project)).sign(), project };
  });

  /** Tries one unknown key after the other. */
  const tooManyUnknownKeys: Bring = (draft, sendTo) =>
    untilLimited(() => {
      const key = `sk_test_${randomBytes(12).toString("hex")}:${randomBytes(32).toString("base64url")}`;
      return sendTo(withHeaders(draft, { "x-api-key": key }), frugal.baseUrl);
    });

  const exporter = (table: string) => ({
    ...operation(table, partly),
    415: as((draft) => withHeaders(draft, { "content-encoding": "br" })),
  });
  const ingest = ({ as, operation }: typeof keys, table: string, good?: Change<Caller>) => ({
    ...operation(table, good),
    400: as((draft) => withBody(draft, bytesOf('{"level":"loud"}'))),
  });

  let everything: ReturnType<typeof aFurnishedProject> | undefined;
  /** They have the project that has something of everything. */
  const furnished = callers({
    server,
    sign,
    async make() {
      everything ??= aFurnishedProject(server);
      return { headers: await everything };
    },
  });
  const reads = (table: string, change?: (draft: Draft) => Draft) => ({
    ...operation(table, change),
    200: furnished.as(change),
  });
  const ofAService = (draft: Draft) => ({ ...draft, query: { ...draft.query, service: "cart" } });

  return {
    decode,
    strangers: strangersTo(server),
    foreigners: foreignersTo(server),
    lists,
    // The metric store notes who writes for a project before it looks at the quota.
    counters: [
      "api_key_uses",
      "quota_windows",
      "request_budgets",
      "mobile_nonces",
      "event_heads",
      "log_heads",
      "span_heads",
      "metric_heads",
      "metric_registries",
    ],
    bring: {
      verifyKey: { ...operation("api_keys"), 429: tooManyUnknownKeys },
      createBrowserSession: { ...operation("api_keys"), 429: tooManyUnknownKeys },
      ingestEvents: ingest(keys, "event_blocks", withOneToSkip),
      ingestBrowserEvents: ingest(sessions, "event_blocks", withOneToSkip),
      ingestMobileEvent: ingest(apps, "event_blocks", withOneToSkip),
      ingestWebVitals: ingest(sessions, "vital_blocks"),
      listEvents: reads("event_blocks"),
      getEvent: { ...reads("event_blocks"), 404: as() },
      ...symbolsPlan({ server, keys }),
      ...issuesPlan({ server, keys }),
      reprocessCrashes: operation("symbolications"),
      listLogs: reads("log_blocks"),
      countLogs: reads("log_blocks"),
      tailEvents: operation("event_heads", forASecond),
      tailLogs: operation("log_heads", forASecond),
      exportLogs: exporter("log_blocks"),
      exportTraces: exporter("span_blocks"),
      exportMetrics: exporter("metric_blocks"),
      writeMetrics: operation("metric_heads", (draft) => withBody(draft, writeOf(Date.now()))),
      listServices: reads("trace_services"),
      listServiceOperations: reads("trace_operations"),
      listDependencies: reads("trace_services"),
      getServiceMap: reads("trace_services"),
      findTraces: reads("span_blocks", ofAService),
      getTrace: { ...reads("span_blocks"), 404: as() },
      ...metricsPlan({ server, keys, furnished }),
      ...rulesPlan({ server, keys }),
      getPrometheusBuild: operation("request_budgets"),
    },
  };
}

/** One event more where there are several, which cannot be used. */
function withOneToSkip(draft: Draft): Draft {
  const text = new TextDecoder().decode(draft.body ?? new Uint8Array());
  return /^\[.*\]$/s.test(text) ? withBody(draft, bytesOf(text.replace(/\]$/, ',{"level":"loud"}]'))) : draft;
}

/** One record more, which cannot be stored, in all examples but the first. */
const partly: Change<Caller> = (draft, _caller, { examples }) => {
  if (examples[0]?.bytes === draft.body) return draft;
  const text = new TextDecoder().decode(draft.body ?? new Uint8Array());
  const bad = text.replace(
    /("(?:logRecords|spans|dataPoints)":\[)/,
    '$1{"timeUnixNano":"0","body":{"stringValue":"\\u0000"}},',
  );
  return withBody(draft, bytesOf(bad));
};

/** One sample at this time (ms). */
function writeOf(timestamp: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    compressSync(
      encodeWrite("v1", {
        timeseries: [{ labels: [{ name: "__name__", value: "up" }], samples: [{ value: 1, timestamp }] }],
      }),
    ),
  );
}

/** What the services of OTLP are called, by their operations. */
const services: Readonly<Record<string, string>> = { Log: "Logs", Metric: "Metrics", Trace: "Trace" };

/** Protobuf by protobufjs, which knows nothing of the server's own decoder. */
const decode: Decode = (bytes, { operationId, status, mediaType }) => {
  if (mediaType === "text/event-stream") return new TextDecoder().decode(bytes);
  if (operationId === "writeMetrics") {
    return decodeWrite("v1", uncompressSync(Buffer.from(bytes), { asBuffer: true }) as Buffer);
  }
  const signal = operationId.replace(/^export(.*?)s?$/, (_, name: string) => `Export${services[name] ?? name}Service`);
  const message = status === null ? `${signal}Request` : status === 200 ? `${signal}Response` : "RpcStatus";
  const type = otlp.lookupType(message);
  return withHexIds(type.toObject(type.decode(bytes), { longs: status === null ? String : Number, bytes: String }));
};

/** OTLP writes ids in JSON as hexadecimal digits, against the rule of protobuf's JSON form. */
function withHexIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withHexIds);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      /^(trace|span|parentSpan)Id$/.test(name) ? Buffer.from(String(part), "base64").toString("hex") : withHexIds(part),
    ]),
  );
}

export default {
  async start() {
    const server = new ObservabilityServer();
    await server.start({}, { keepsFiles: true });
    const { database, objects } = server;
    const config = {
      quotaEvents: 1,
      quotaMobileEvents: 1,
      quotaOtlpRequests: 1,
      quotaQueries: 1,
      quotaUnknownKeys: 1,
      quotaWebVitals: 1,
    };
    const frugal = await startTestServer({ apis: ["observability"], config, database, objects });
    return startedPlan(planFor(server, frugal), server, frugal);
  },
} satisfies ContractPlan;
