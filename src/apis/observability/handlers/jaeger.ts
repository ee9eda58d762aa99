/** Traces, in the form of Jaeger's query service. */
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import type { HandlersOf } from "../callers.ts";
import { presentTrace } from "../presenters/trace.ts";
import { listDependencies } from "../store/queries/dependencies.ts";
import { listOperations, listServices } from "../store/queries/services.ts";
import { findTraces, getTrace } from "../store/queries/traces.ts";
import { traceSearch } from "../trace-search.ts";
import type { AdmitQuery } from "./queries.ts";

export interface JaegerHandlerDependencies {
  readonly pool: Pool;
  readonly admit: AdmitQuery;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function jaegerHandlers({ pool, admit, now }: JaegerHandlerDependencies): HandlersOf<"Traces"> {
  return {
    async listServices(_request, call) {
      return { status: 200, body: envelope(await listServices(pool, await admit(call)), 0) };
    },

    async listServiceOperations({ path: { service } }, call) {
      const operations = await listOperations(pool, await admit(call), service);
      // One name may have been used for spans of several kinds.
      return { status: 200, body: envelope([...new Set(operations.map(({ name }) => name))], 0) };
    },

    async listDependencies({ query: { endTs = now(), lookback } }, call) {
      // Milliseconds; beyond the year 2262 nanoseconds would not fit PostgreSQL's bigint.
      const end = Math.min(endTs, lastMoment);
      const period = { start: nanosecondsOf(Math.max(0, end - lookback)), end: nanosecondsOf(end) + 999_999n };
      return { status: 200, body: envelope(await listDependencies(pool, await admit(call), period), 0) };
    },

    async findTraces({ query }, call) {
      const search = traceSearch(query, now());
      const traces = await findTraces(pool, await admit(call), search);
      return { status: 200, body: envelope(traces.map(presentTrace), search.limit) };
    },

    async getTrace({ path: { traceId } }, call) {
      const trace = await getTrace(pool, await admit(call), traceId.padStart(32, "0"));
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
