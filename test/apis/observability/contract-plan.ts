/** How each operation of the observability API gets to each of its documented statuses. */
import { randomBytes } from "node:crypto";
import { compressSync, uncompressSync } from "snappy";
import { setApiKeyActive } from "#src/identity/api-keys.ts";
import type { Project } from "#src/identity/entities/project.ts";
import { setProjectActive } from "#src/identity/projects.ts";
import { decodeWrite, encodeWrite } from "#test/apis/observability/metrics/remote-write/requests.ts";
import { ObservabilityServer } from "#test/apis/observability/operations/server.ts";
import { otlp } from "#test/apis/observability/otlp/requests.ts";
import { aProject } from "#test/support/identity.ts";
import { startTestServer } from "#test/support/server.ts";
import { withBudgetSpent } from "#test/support/spent-budget.ts";
import { until } from "#test/support/until.ts";
import type { Decode } from "../../../scripts/contract-runner/judge.ts";
import type { Bring, ContractPlan, Plan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, withHeaders } from "../../../scripts/contract-runner/request.ts";
import { aFurnishedProject } from "./furnished.ts";
import { issuesPlan } from "./issues-plan.ts";
import { metricsPlan } from "./metrics-plan.ts";
import { rulesPlan } from "./rules-plan.ts";
import { foreignersTo, lists, strangersTo } from "./strangers.ts";
import { symbolsPlan } from "./symbols-plan.ts";
import { tailsPlan } from "./tails-plan.ts";

type Credentials = Readonly<Record<string, string>>;

/** Someone who may call an operation, and the project on whose behalf. */
interface Caller {
  readonly headers: Credentials;
  readonly project: Project;
}

/** Makes a caller whom no server has met. */
type MakeCaller = () => Promise<Caller>;

const withBody = (draft: Draft, body: Uint8Array<ArrayBuffer>): Draft => ({ ...draft, body });

/** `frugal` is a second server on the same database, with quotas of one in a minute. */
function planFor(server: ObservabilityServer, frugal: { readonly baseUrl: string }): Plan {
  const aKey: MakeCaller = async () => {
    const { key, project } = await server.key();
    if (project === null) throw new Error("no project");
    return { headers: { "x-api-key": key }, project };
  };
  /** A token as the server mints it, which then meets the project for the first time when it is used. */
  const aSessionOn = (allowedOrigins: string[]) => async (): Promise<Caller> => {
    const { project } = await aProject(server.database, { allowedOrigins });
    return { headers: { ...server.sessionToken(project), origin: "https://shop.example.org" }, project };
  };
  const aSession = aSessionOn(["https://shop.example.org"]);
  const anApp: MakeCaller = async () => {
    const { project } = await aProject(server.database);
    const { sign } = await server.app(project);
    return { headers: sign(), project };
  };

  const as =
    (make: MakeCaller, change: (draft: Draft) => Draft = (draft) => draft): Bring =>
    async (draft, sendTo) =>
      sendTo(change(withHeaders(draft, (await make()).headers)));

  const asKey = (change?: (draft: Draft) => Draft) => as(aKey, change);
  const ofKeys = { server, aKey, as: asKey };
  const body = {
    413: asKey((draft) => withBody(draft, new Uint8Array(1024 * 1024 + 1))),
    415: asKey((draft) => withHeaders(draft, { "content-type": "text/csv" })),
  };

  /** Requests that anyone may make wrong in the same way. */
  const whoeverCalls = (make: MakeCaller) => ({
    401: ((draft, sendTo) => sendTo(draft)) satisfies Bring,
    404: (async (draft, sendTo) => {
      const { headers, project } = await make();
      await setProjectActive(await server.database.operator(), project, false);
      return sendTo(withHeaders(draft, headers));
    }) satisfies Bring,
    503: as(make),
  });

  const without =
    (table: string, make: MakeCaller): Bring =>
    async (draft, sendTo) => {
      const { headers } = await make();
      return server.whileMissing(table, () => sendTo(withHeaders(draft, headers)));
    };

  const switchedOff: Bring = async (draft, sendTo) => {
    const { key, keyId } = await server.key();
    await setApiKeyActive(await server.database.operator(), keyId, false);
    return sendTo(withHeaders(draft, { "x-api-key": key }));
  };

  const unacceptable = (make: MakeCaller) => as(make, (draft) => withHeaders(draft, { accept: "text/html" }));

  const overQuota = (make: MakeCaller) =>
    withBudgetSpent(frugal.baseUrl, async (draft) => withHeaders(draft, (await make()).headers));

  /** Tries one unknown key after the other. */
  const tooManyUnknownKeys: Bring = async (draft, sendTo) => {
    const attempt = () => {
      const key = `sk_test_${randomBytes(12).toString("hex")}:${randomBytes(32).toString("base64url")}`;
      return sendTo(withHeaders(draft, { "x-api-key": key }), frugal.baseUrl);
    };
    let received = await attempt();
    await until(async () => {
      if (received.status === 429) return true;
      received = await attempt();
      return received.status === 429;
    });
    return received;
  };

  const badBodies = (make: MakeCaller, bytes: number) => ({
    413: as(make, (draft) => withBody(draft, new Uint8Array(bytes + 1))),
    415: as(make, (draft) => withHeaders(draft, { "content-encoding": "br" })),
  });

  const query = (table: string) => ({
    ...whoeverCalls(aKey),
    403: switchedOff,
    406: unacceptable(aKey),
    429: overQuota(aKey),
    500: without(table, aKey),
  });
  const malformedQuery = (name: string) => as(aKey, (draft) => ({ ...draft, query: { [name]: "nonsense" } }));
  const malformedPath = as(aKey, (draft) => ({
    ...draft,
    path: draft.path.replace(/[^/]+(?=(\/operations)?$)/, "%00"),
  }));

  /** One event more where there are several, which cannot be used. */
  const withOneToSkip = (draft: Draft): Draft => {
    const text = new TextDecoder().decode(draft.body ?? new Uint8Array());
    return /^\[.*\]$/s.test(text) ? withBody(draft, bytesOf(text.replace(/\]$/, ',{"level":"loud"}]'))) : draft;
  };
  const ingestLimit = 2 * 1024 * 1024;
  const ingest = (make: MakeCaller, table: string) => ({
    ...whoeverCalls(make),
    ...badBodies(make, ingestLimit),
    202: as(make, withOneToSkip),
    400: as(make, (draft) => withBody(draft, bytesOf('{"level":"loud"}'))),
    406: unacceptable(make),
    429: overQuota(make),
    500: without(table, make),
  });

  const exportLimit = 20 * 1024 * 1024;
  const exporter = (table: string) => ({
    ...whoeverCalls(aKey),
    ...badBodies(aKey, exportLimit),
    200: ((draft, sendTo, unit) =>
      as(aKey, unit.examples[0]?.bytes === draft.body ? undefined : partly)(draft, sendTo, unit)) satisfies Bring,
    400: as(aKey, (draft) => withBody(draft, bytesOf("garbage"))),
    403: switchedOff,
    429: overQuota(aKey),
    500: without(table, aKey),
  });
  /** One record more, which cannot be stored. */
  const partly = (draft: Draft): Draft => {
    const text = new TextDecoder().decode(draft.body ?? new Uint8Array());
    const bad = text.replace(
      /("(?:logRecords|spans|dataPoints)":\[)/,
      '$1{"timeUnixNano":"0","body":{"stringValue":"\\u0000"}},',
    );
    return withBody(draft, bytesOf(bad));
  };

  let everything: ReturnType<typeof aFurnishedProject> | undefined;
  /** Asks for the project that has something of everything. */
  const furnished =
    (change: (draft: Draft) => Draft = (draft) => draft): Bring =>
    async (draft, sendTo) => {
      everything ??= aFurnishedProject(server);
      return sendTo(change(withHeaders(draft, await everything)));
    };
  const serviceOf = ({ path }: Draft) => (path === "/jaeger/api/traces" ? { service: "cart" } : {});
  const tracesFurnished = furnished((draft) => ({ ...draft, query: { ...draft.query, ...serviceOf(draft) } }));

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
      verifyKey: {
        200: as(aKey),
        401: whoeverCalls(aKey)[401],
        403: switchedOff,
        406: unacceptable(aKey),
        429: tooManyUnknownKeys,
        500: without("api_keys", aKey),
        503: whoeverCalls(aKey)[503],
      },
      createBrowserSession: {
        ...whoeverCalls(aKey),
        200: as(aKey),
        403: switchedOff,
        406: unacceptable(aKey),
        429: tooManyUnknownKeys,
        500: without("api_keys", aKey),
      },
      ingestEvents: { ...ingest(aKey, "event_blocks"), 403: switchedOff },
      ingestBrowserEvents: {
        ...ingest(aSession, "event_blocks"),
        403: as(aSessionOn(["https://other.example.org"])),
      },
      ingestMobileEvent: ingest(anApp, "event_blocks"),
      listEvents: { ...query("event_blocks"), 200: furnished(), 400: malformedQuery("limit") },
      ...symbolsPlan({ ...ofKeys, body, common: query("symbol_uploads"), ofArtifacts: query("symbol_artifacts") }),
      ...issuesPlan({ ...ofKeys, body, common: query("issues") }),
      reprocessCrashes: { ...query("symbolications"), 200: as(aKey) },
      getEvent: {
        ...query("event_blocks"),
        200: furnished(),
        400: malformedPath,
        404: as(aKey),
      },
      listLogs: { ...query("log_blocks"), 200: furnished(), 400: malformedQuery("limit") },
      countLogs: { ...query("log_blocks"), 200: furnished(), 400: malformedQuery("buckets") },
      ...tailsPlan({ as: asKey, common: query }),
      exportLogs: exporter("log_blocks"),
      exportTraces: exporter("span_blocks"),
      exportMetrics: exporter("metric_blocks"),
      writeMetrics: {
        ...whoeverCalls(aKey),
        204: as(aKey, (draft) => withBody(draft, writeOf(Date.now()))),
        400: as(aKey, (draft) => withBody(draft, bytesOf("garbage"))),
        403: switchedOff,
        413: as(aKey, (draft) => withBody(draft, new Uint8Array(32 * 1024 * 1024 + 1))),
        415: as(aKey, (draft) => withHeaders(draft, { "content-type": "text/plain" })),
        429: overQuota(aKey),
        500: without("metric_heads", aKey),
      },
      listServices: { ...query("trace_services"), 200: tracesFurnished },
      listServiceOperations: { ...query("trace_operations"), 200: tracesFurnished, 400: malformedPath },
      listDependencies: { ...query("trace_services"), 200: tracesFurnished, 400: malformedQuery("lookback") },
      getServiceMap: { ...query("trace_services"), 200: tracesFurnished, 400: malformedQuery("since") },
      findTraces: {
        ...query("span_blocks"),
        200: tracesFurnished,
        400: malformedQuery("limit"),
        500: async (draft, sendTo, unit) =>
          without("span_blocks", aKey)({ ...draft, query: { service: "cart" } }, sendTo, unit),
      },
      ingestWebVitals: {
        ...ingest(aSession, "vital_blocks"),
        202: as(aSession),
        400: as(aSession, (draft) => withBody(draft, bytesOf('{"name":"LCP"}'))),
        403: as(aSessionOn(["https://other.example.org"])),
        413: as(aSession, (draft) => withBody(draft, new Uint8Array(512 * 1024 + 1))),
      },
      ...metricsPlan({ ...ofKeys, common: query("request_budgets"), furnished }),
      ...rulesPlan({ server, aKey, common: query("request_budgets") }),
      getPrometheusBuild: { ...query("request_budgets"), 200: as(aKey) },
      getTrace: { ...query("span_blocks"), 200: tracesFurnished, 400: malformedPath, 404: as(aKey) },
    },
  };
}

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
  // The runner writes every example as JSON.
  if (mediaType === "application/x-www-form-urlencoded") return JSON.parse(new TextDecoder().decode(bytes));
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
    const { database, baseUrl, objects } = server;
    const config = {
      quotaEvents: 1,
      quotaMobileEvents: 1,
      quotaOtlpRequests: 1,
      quotaQueries: 1,
      quotaUnknownKeys: 1,
      quotaWebVitals: 1,
    };
    const frugal = await startTestServer({ apis: ["observability"], config, database, objects });
    return {
      plan: planFor(server, frugal),
      baseUrl,
      database,
      async stop() {
        await frugal.stop();
        await server.stop();
      },
    };
  },
} satisfies ContractPlan;
