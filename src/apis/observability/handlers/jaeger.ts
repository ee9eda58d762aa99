/** Traces, in the form of Jaeger's query service. */
import { Problem } from "#src/http/problem.ts";
import type { HandlersOf } from "../callers.ts";
import { presentTrace } from "../presenters/trace.ts";
import { listDependencies } from "../store/queries/dependencies.ts";
import { listOperations, listServices } from "../store/queries/services.ts";
import { findTraces, getTrace } from "../store/queries/traces.ts";
import { traceSearch } from "../trace-search.ts";
import type { RunQuery } from "./queries.ts";

export interface JaegerHandlerDependencies {
  readonly query: RunQuery;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function jaegerHandlers({ query, now }: JaegerHandlerDependencies): HandlersOf<"Traces"> {
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
      const dependencies = await query(call, (db, tenant) => listDependencies(db, tenant, period));
      return { status: 200, body: envelope(dependencies, 0) };
    },

    async findTraces({ query: parameters }, call) {
      const search = traceSearch(parameters, now());
      const traces = await query(call, (db, tenant) => findTraces(db, tenant, search));
      return { status: 200, body: envelope(traces.map(presentTrace), search.limit) };
    },

    async getTrace({ path: { traceId } }, call) {
      const trace = await query(call, (db, tenant) => getTrace(db, tenant, traceId.padStart(32, "0")));
      if (trace === null) throw new Problem("NOT_FOUND", { detail: "There is no trace with this id." });
      return { status: 200, body: envelope([presentTrace(trace)], 0) };
    },
  };
}

const lastMoment = 9_223_372_036_853;

function nanosecondsOf(ms: number): bigint {
  return BigInt(ms) * 1_000_000n;
}

/** `limit` is 0 where there is none. */
function envelope<T>(data: T[], limit: number) {
  return { data, total: data.length, limit, offset: 0, errors: null };
}
