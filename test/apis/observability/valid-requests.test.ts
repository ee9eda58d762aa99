/** Requests that the observability document calls valid, made at random: none is refused for its form. */
import type { Schemas } from "#generated/observability/contract.ts";
import { aProject } from "#test/builders/identity.ts";
import type { Sampler } from "#test/contract/support/sampler.ts";
import { noneIsRefused, refusalsOfProblem } from "#test/contract/support/valid-requests.ts";
import { whileTested } from "#test/support/api-server.ts";
import { type Headers, ObservabilityServer, type Problem, withKey } from "./operations/server.ts";

/** What two fields, or a field and the clock, have to be to each other, and what is written in a language of its own. */
const rules = new Set([
  "countLogs /query/until range",
  "getServiceMap /query/until range",
  "findTraces /query/maxDuration range",
  "findTraces /query/start range",
  "findTraces /query/start required",
  "findTraces /query/tags type",
  // It names a file once address, query and dots are taken away.
  "presignArtifact /body/script script",
  // What goes with which state.
  "updateIssue /body/resolvedInRelease state",
  "updateIssue /body/ignoredUntil state",
  "updateIssue /body/ignoredUntil past",
]);
/**
 * How others word it: Prometheus, which of its parameters belong together; OTLP, whose messages have one of several fields, and whose points have buckets, bounds and
 * quantiles that have to fit each other.
 */
const others =
  /^(listRules .*group_limit needs to be set|export\w+ .*expected one kind of value|exportMetrics .*(bucket|bound|quantile|exemplar|histogram|count|scale|label|attributes|timestamp|instant|series))/i;

const plenty = 1_000_000_000;
const expressions = ["up", "sum by (job) (rate(http_requests_total[5m]))", '{__name__=~"go_.+"}', "1 + 1"];
const starts = ["1795255200", "1795255200.5", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00.5+01:00"];
const ends = ["1795255201", "1795255201.25", "2026-11-21T10:00:01Z"];
const durations = ["30", "1.5", "5m", "1h30m"];

describe("requests that the observability document calls valid", () => {
  const config = {
    ...{ quotaEvents: plenty, quotaMobileEvents: plenty, quotaOtlpRequests: plenty, quotaQueries: plenty },
    ...{ quotaWebVitals: plenty, quotaSymbolUploads: 1_000_000, quotaSymbolBytes: 2 ** 50 },
  };
  const server = new ObservabilityServer();
  whileTested(server, () => server.start(config, { keepsFiles: true }));
  let key: Headers;
  let session: Headers;
  let token: () => Headers;
  before(async () => {
    const owner = await aProject(server.database, { allowedOrigins: ["https://shop.example.org"] });
    key = withKey((await server.key({ owner })).key);
    session = { ...server.sessionToken(owner.project), origin: "https://shop.example.org" };
    const { sign } = await server.app(owner.project);
    token = () => sign();
  });

  const known = (name: string, value: unknown, sampler: Sampler, operationId: string) => {
    if (/UnixNano$/.test(name)) return `${Date.now()}000000`;
    // Of what a span needs, the schema of ids has the empty text, too.
    if (operationId === "exportTraces" && value === "" && /^(trace|span)Id$/.test(name))
      return (name === "traceId" ? "4bf92f3577b34da6a3ce929d0e0e4736" : "00f067aa0ba902b7") as string;
    if (operationId.startsWith("export")) return Array.isArray(value) ? value.map(ofOneKind) : ofOneKind(value);
    const isPrometheus =
      /^(query|list|format|parse)/.test(operationId) && !/^list(Events|Logs|Issue)/.test(operationId);
    if (name === "time" && typeof value === "number") return Math.min(value, Date.now());
    if (!isPrometheus || value === undefined) return value;
    if (name === "query") return sampler.pick(expressions);
    if (name === "match[]") return ["up", '{job="shop"}'];
    if (["start", "end", "time"].includes(name)) return sampler.pick(name === "end" ? ends : starts);
    if (["step", "timeout", "lookback_delta"].includes(name)) return sampler.pick(durations);
    return value;
  };

  noneIsRefused("observability", {
    known,
    depthOfNests: 10,
    // A message of Protocol Buffers, which no JSON schema describes.
    leftOut: ["writeMetrics"],
    isRule: (refusal) => rules.has(refusal) || others.test(refusal),
    async send(documented, { path, query, headers, text }) {
      const { operationId } = documented.operation;
      // Of what goes on, the least.
      if (operationId.startsWith("tail")) query.set("seconds", "1");
      const as = operationId === "ingestBrowserEvents" ? session : operationId === "ingestMobileEvent" ? token() : key;
      const { status, body } = await server.send<unknown>(
        documented.method.toUpperCase(),
        query.size === 0 ? path : `${path}?${query}`,
        { headers: { ...as, ...headers }, body: text },
      );
      return { status, body, refusals: [...refused(operationId, status, body)] };

      function* refused(operationId: string, status: number, body: unknown) {
        if (isProblem(body)) yield* refusalsOfProblem(documented, status, body);
        else if (status === 400 || status === 422) yield `${operationId} ${wordsOf(body)}`;
        const { skippedEvents = [], partialSuccess } = (body ?? {}) as Taken;
        for (const { reason } of skippedEvents) yield `${operationId} ${reason}`;
        if (partialSuccess?.errorMessage) yield `${operationId} ${partialSuccess.errorMessage}`;
      }
    },
  });
});

/** What is answered where a part of a request was taken. */
interface Taken {
  readonly skippedEvents?: Schemas["IngestResult"]["skippedEvents"];
  readonly partialSuccess?: { readonly errorMessage?: string };
}

/** Fields of which a message of OTLP has one. */
const oneOf = [
  ["stringValue", "boolValue", "intValue", "doubleValue", "bytesValue", "arrayValue", "kvlistValue"],
  ["gauge", "sum", "histogram", "exponentialHistogram", "summary"],
  ["asDouble", "asInt"],
];

/** The message with the first of such fields alone. */
function ofOneKind(message: unknown): unknown {
  if (typeof message !== "object" || message === null) return message;
  const others = oneOf.flatMap((fields) => fields.filter((field) => Object.hasOwn(message, field)).slice(1));
  return Object.fromEntries(Object.entries(message).filter(([name]) => !others.includes(name)));
}

/** Of an error of Prometheus or of OTLP. */
function wordsOf(body: unknown): string {
  const { error, message = error } = body as { readonly error?: string; readonly message?: string };
  return String(message);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "fieldErrors" in body;
}
