/** Traces, in the form of Jaeger's query service. */
import { Readable } from "node:stream";
import type { Schemas } from "#generated/observability/contract.ts";
import { streamedJson } from "#src/contract/answer.ts";
import { Problem } from "#src/http/problem.ts";
import { type HandlersOf, tenantOf } from "../callers.ts";
import { lastMoment, momentOf } from "../moments.ts";
import { tenantName } from "../records.ts";
import { serviceMap } from "../store/queries/dependencies.ts";
import { listOperations, listServices } from "../store/queries/services.ts";
import { readSpans } from "../store/queries/spans.ts";
import { type FoundTraces, findTraceIds } from "../store/queries/trace-ids.ts";
import { type Outline, type OutlinedTrace, outlineTraces } from "../store/queries/trace-outline.ts";
import { traceSearch } from "../trace-search.ts";
import { AnswerTurns } from "./answer-turns.ts";
import type { KeyCall, RunQuery } from "./queries.ts";
import { type TraceReader, traceListText } from "./trace-text.ts";

export interface JaegerHandlerDependencies {
  readonly query: RunQuery;
  /** How long spans are kept. */
  readonly retentionDays: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function jaegerHandlers({ query, retentionDays, now }: JaegerHandlerDependencies): HandlersOf<"Traces"> {
  const turns = new AnswerTurns();

  return {
    async listServices(_request, call) {
      return { status: 200, body: envelope(await query(call, listServices), 0) };
    },

    async listServiceOperations({ path: { service } }, call) {
      const operations = await query(call, (db, tenant) => listOperations(db, tenant, service));
      // One name may have been used for spans of several kinds.
      return { status: 200, body: envelope([...new Set(operations.map(({ name }) => name))], 0) };
    },

    async listDependencies({ query: { endTs = now(), lookback } }, call) {
      // Milliseconds; beyond the year 2262 nanoseconds would not fit PostgreSQL's bigint.
      const end = Math.min(endTs, lastMoment);
      const period = { start: nanosecondsOf(Math.max(0, end - lookback)), end: nanosecondsOf(end) + 999_999n };
      const { calls } = await query(call, (db, tenant) => serviceMap(db, tenant, period));
      const dependencies = calls.map(({ parent, child, spans }) => ({ parent, child, callCount: spans }));
      return { status: 200, body: envelope(dependencies, 0) };
    },

    async getServiceMap({ query: { since, until } }, call) {
      const end = until === undefined ? now() : momentOf(until);
      const start = since === undefined ? Math.max(0, end - usualPeriodMs) : momentOf(since);
      if (start >= end)
        throw new Problem("VALIDATION_FAILED", {
          fieldErrors: [{ path: "/query/until", code: "range", message: "has to be after since" }],
        });
      const period = { start: nanosecondsOf(start), end: nanosecondsOf(end) - 1n };
      const { isSample, ...map } = await query(call, (db, tenant) => serviceMap(db, tenant, period));
      return { status: 200, body: { since: new Date(start), until: new Date(end), ...map, sample: isSample } };
    },

    async findTraces({ query: parameters }, call) {
      const search = traceSearch(parameters, now());
      const answer = await inTurn(call, async () => {
        const found = await query(call, async (db, tenant) => {
          const { ids, ...stopped } = await findTraceIds(db, tenant, search);
          return { ...(await outlineTraces(db, tenant, ids)), ...stopped };
        });
        return traceList(call, found.traces, search.limit, searchErrors(found));
      });
      return { ...answer, headers: { "X-Retention-Days": String(retentionDays) } };
    },

    async getTrace({ path: { traceId } }, call) {
      const id = traceId.padStart(32, "0").toLowerCase();
      return inTurn(call, async () => {
        const { traces } = await query(call, (db, tenant) => outlineTraces(db, tenant, [id]));
        if (traces.length === 0) throw new Problem("NOT_FOUND", { detail: "There is no trace with this id." });
        return traceList(call, traces, 0, null);
      });
    },
  };

  async function inTurn(call: KeyCall, write: () => Promise<Readable>) {
    const text = await turns.take(tenantName(tenantOf(call.identity)), call.signal, write);
    return { status: 200, body: streamedJson(text) } as const;
  }

  /** The text begins once its first spans are read, so that what fails until then is answered as a problem. */
  async function traceList(
    call: KeyCall,
    traces: readonly OutlinedTrace[],
    limit: number,
    errors: Envelope["errors"],
  ): Promise<Readable> {
    const continued = { continued: true };
    const reader: TraceReader = {
      spans: (keys) => query(call, (db, tenant) => readSpans(db, tenant, keys), continued),
    };
    const pieces = traceListText(traces, reader, { total: traces.length, limit, offset: 0, errors });
    const { value: first = "" } = await pieces.next();
    return Readable.from(following(first, pieces), { objectMode: false });
  }
}

async function* following(first: string, pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  yield first;
  yield* pieces;
}

type Envelope = Schemas["JaegerTraceList"];

/** Why there may be more than what was found: 206, in Jaeger's form of an error. */
function searchErrors({ stoppedAt, leftOut }: Outline & Omit<FoundTraces, "ids">): Envelope["errors"] {
  const messages: string[] = [];
  if (stoppedAt !== null) {
    const microseconds = String(stoppedAt / 1_000n);
    const at = new Date(Number(stoppedAt / 1_000_000n)).toISOString();
    messages.push(
      `The search stopped after about a second, at spans that start at ${at}. Narrow it, or go on with end=${microseconds}.`,
    );
  }
  if (leftOut > 0) messages.push(`${leftOut} more traces were found than fit one answer.`);
  return messages.length === 0 ? null : messages.map((msg) => ({ code: 206, msg }));
}

/** Of a map of services (ms). */
const usualPeriodMs = 3_600_000;

function nanosecondsOf(ms: number): bigint {
  return BigInt(ms) * 1_000_000n;
}

/** `limit` is 0 where there is none. */
function envelope<T>(data: T[], limit: number) {
  return { data, total: data.length, limit, offset: 0, errors: null };
}
