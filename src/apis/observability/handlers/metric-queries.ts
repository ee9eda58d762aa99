/** The query API of Prometheus over stored metrics. */
import { streamedJson } from "#src/contract/answer.ts";
import type { CallBase } from "#src/contract/types.ts";
import { BytesInFlight, HeldBytes } from "#src/http/bytes-in-flight.ts";
import { fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import { FairSlots } from "#src/http/fair-slots.ts";
import type { VerifiedKey } from "#src/identity/key-verifier.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { HandlersOf } from "../callers.ts";
import { bytesOfTexts } from "../metrics/bounded-list.ts";
import { nameLabel } from "../metrics/label-bytes.ts";
import { QueryError } from "../metrics/promql/errors.ts";
import { unescapeName } from "../metrics/promql/escaped-name.ts";
import type { Period } from "../metrics/promql/evaluate.ts";
import { queryLimits } from "../metrics/promql/limits.ts";
import { treeJson } from "../metrics/promql/syntax/json.ts";
import { parseQuery, parseSelector } from "../metrics/promql/syntax/parser.ts";
import { formatted } from "../metrics/promql/syntax/print.ts";
import { selectorsOf } from "../metrics/promql/syntax/tree.ts";
import { asParameter, invalidParameter, quoted, readDuration, readMoment } from "../metrics/promql/time.ts";
import { type Labels, ListTooLarge, type MetricReader, type SeriesQuestion, type TimeRange } from "../metrics/store.ts";
import { TenantSource } from "../metrics/tenant-source.ts";
import type { QueryThreads } from "../metrics/threads/query-threads.ts";
import { presentExemplars } from "../presenters/exemplars.ts";
import { labelsText, presentList } from "../presenters/metric-result.ts";
import { QueryProblem } from "../presenters/query-problem.ts";
import { streamedText } from "../presenters/streamed-text.ts";
import type { Tenant } from "../records.ts";
import type { RunQuery } from "./queries.ts";

export interface MetricQueryDependencies {
  readonly threads: QueryThreads;
  /** What reads lists over a query's connection. */
  readonly readerOf: (connection: QueryConnection) => MetricReader;
  readonly query: RunQuery;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether functions and aggregations count that Prometheus calls experimental. */
  readonly experimental: boolean;
}

/** For reading and evaluating; waiting included. */
const longestQueryMs = 20_000;
/** Most bytes that answers hold in this process until they are read; one project may have half of them. */
const answersInFlight = 256 * 1024 * 1024;
/** Lists that are gathered at once, one of a project: each holds up to 32 MiB of labels. */
const listsAtOnce = 2;
/** What an element of a list takes of it beside its texts, roughly. */
const bytesListed = 64;
const answerTooLarge = "query answers too much: ask for fewer series or a longer step";
const defaultSteps = 250;
const shortestDefaultStepMs = 1_000;
/** The Prometheus whose answers these are like. */
const likeVersion = "3.9.1";

type Call = CallBase & { readonly identity: VerifiedKey };

/** The parameters of a query, from the address or a form. */
interface CommonParameters {
  readonly query: string;
  readonly timeout?: string;
  readonly limit?: number;
  readonly lookback_delta?: string;
  readonly stats?: string;
}

interface InstantParameters extends CommonParameters {
  readonly time?: string;
}

interface RangeParameters extends CommonParameters {
  readonly start: string;
  readonly end: string;
  readonly step?: string;
}

interface ExemplarParameters {
  readonly query: string;
  readonly start?: string;
  readonly end?: string;
}

interface SeriesParameters {
  readonly "match[]"?: readonly string[];
  readonly start?: string;
  readonly end?: string;
  readonly limit?: number;
}

export function metricQueryHandlers({
  threads,
  readerOf,
  query,
  now,
  experimental,
}: MetricQueryDependencies): HandlersOf<"Metrics"> {
  const answers = new BytesInFlight(answersInFlight);
  const listing = new FairSlots({ slots: listsAtOnce, perOwner: 1 });

  /** Runs a read; a deadline becomes Prometheus's `timeout` error, and what is wrong with the query its Problem. */
  async function reading<T>(
    call: Call,
    read: (connection: QueryConnection, tenant: Tenant) => Promise<T>,
    deadlineMs = longestQueryMs,
  ): Promise<T> {
    try {
      return await query(
        call,
        async (connection, tenant) => {
          try {
            return await read(connection, tenant);
          } catch (error) {
            if (error instanceof ListTooLarge) throw new QueryError("execution", error.message);
            if (!connection.signal.aborted || call.signal.aborted) throw error;
            throw new QueryError("timeout", "query timed out in expression evaluation");
          }
        },
        { deadlineMs },
      );
    } catch (error) {
      throw error instanceof QueryError ? new QueryProblem(error) : error;
    }
  }

  const sourceOf = (connection: QueryConnection, tenant: Tenant) => new TenantSource(readerOf(connection), tenant);

  /** `when` is asked for once the query has been charged. */
  async function answer(call: Call, parameters: CommonParameters, when: () => number | Period) {
    const held = new HeldBytes(answers, call.identity.project?.id ?? "");
    const deadlineMs = asked(() => timeoutOf(parameters.timeout));
    const lookbackMs = asked(() => lookbackOf(parameters.lookback_delta));
    const { query: text, limit = 0, stats = "" } = parameters;
    const asking = {
      text,
      limit,
      experimental,
      withStatistics: stats !== "",
      countsSteps: stats === "all",
      ...(lookbackMs !== null && { lookbackMs }),
    };
    const evaluated = await reading(
      call,
      async (connection, tenant) => {
        const found = await threads.evaluate(connection, { ...asking, tenant, when: when() });
        try {
          // Waiting would not help.
          if (found.bytes > answersInFlight / 2) throw new QueryError("execution", answerTooLarge);
          held.take(found.bytes);
        } catch (error) {
          found.close();
          throw error;
        }
        return found;
      },
      deadlineMs,
    );
    const body = evaluated.read(() => held.giveBack(evaluated.bytes));
    return { status: 200, body: streamedJson(body) } as const;
  }

  const parse = (text: string) => asParameter("query", () => parseQuery(text, { experimental }));

  function instant(parameters: InstantParameters, call: Call) {
    return answer(call, parameters, () =>
      parameters.time === undefined ? now() : readMoment("time", parameters.time),
    );
  }

  function range(parameters: RangeParameters, call: Call) {
    return answer(call, parameters, () => periodOf(parameters));
  }

  /** Answers a list; its JSON is made while it is read. */
  async function list<T extends string | Labels>(
    call: Call,
    read: (source: TenantSource) => Promise<readonly T[]>,
    jsonOf: (one: T) => string,
  ) {
    const owner = call.identity.project?.id ?? "";
    const held = new HeldBytes(answers, owner);
    let bytes = 0;
    const found = await reading(call, async (connection, tenant) => {
      const { signal } = connection;
      const all = await listing.run(owner, () => read(sourceOf(connection, tenant)), { signal });
      bytes = await fromNowInSlices(bytesOfList(all));
      held.take(bytes);
      return all;
    });
    const body = streamedText(presentList(Iterator.from(found).map(jsonOf)), () => held.giveBack(bytes));
    return { status: 200, body: streamedJson(body) } as const;
  }

  function labelNames(parameters: SeriesParameters, call: Call) {
    return list(call, ({ reader, tenant }) => reader.labelNames(tenant, questionOf(parameters)), JSON.stringify);
  }

  function labelValues(name: string, parameters: SeriesParameters, call: Call) {
    return list(call, ({ reader, tenant }) => reader.labelValues(tenant, name, questionOf(parameters)), JSON.stringify);
  }

  function series(parameters: SeriesParameters, call: Call) {
    return list(call, ({ reader, tenant }) => reader.series(tenant, questionOf(parameters)), labelsText);
  }

  async function exemplars(parameters: ExemplarParameters, call: Call) {
    const found = await reading(call, async (connection, tenant) => {
      const selectors = Iterator.from(selectorsOf(parse(parameters.query))).map(({ matchers }) => matchers);
      return await sourceOf(connection, tenant).exemplars(selectors, rangeOf(parameters));
    });
    return { status: 200, body: { status: "success", data: found.map(presentExemplars) } } as const;
  }

  /** Counts the call towards the quota, as every call of this API. */
  const readsNothing = (call: Call) => query(call, async () => {});

  async function format(text: string, call: Call) {
    await readsNothing(call);
    return { status: 200, body: { status: "success", data: formatted(asked(() => parse(text))) } } as const;
  }

  async function tree(text: string, call: Call) {
    await readsNothing(call);
    return { status: 200, body: { status: "success", data: treeJson(asked(() => parse(text))) } } as const;
  }

  return {
    queryExemplars: ({ query: parameters }, call) => exemplars(parameters, call),
    queryExemplarsByForm: ({ body }, call) => exemplars(body, call),
    queryMetrics: ({ query: parameters }, call) => instant(parameters, call),
    queryMetricsByForm: ({ body }, call) => instant(body, call),
    queryMetricsRange: ({ query: parameters }, call) => range(parameters, call),
    queryMetricsRangeByForm: ({ body }, call) => range(body, call),
    listMetricNames: ({ query: parameters }, call) => labelValues(nameLabel, parameters, call),
    listLabels: ({ query: parameters }, call) => labelNames(parameters, call),
    listLabelsByForm: ({ body }, call) => labelNames(body ?? {}, call),
    listLabelValues: ({ path, query: parameters }, call) => labelValues(unescapeName(path.name), parameters, call),
    listSeries: ({ query: parameters }, call) => series(parameters, call),
    listSeriesByForm: ({ body }, call) => series(body, call),

    async listMetricMetadata({ query: { metric, limit = queryLimits.listed } }, call) {
      // Unlike that of lists, a limit of 0 leaves nothing.
      const about = { ...(metric !== undefined && { metric }), limit: Math.min(limit, queryLimits.listed) };
      const known = await reading(call, (connection, tenant) => readerOf(connection).metadata(tenant, about));
      const data = Object.fromEntries([...known].map(([name, entry]) => [name, [entry]]));
      return { status: 200, body: { status: "success", data } };
    },

    formatQuery: ({ query: parameters }, call) => format(parameters.query, call),
    formatQueryByForm: ({ body }, call) => format(body.query, call),
    parseQuery: ({ query: parameters }, call) => tree(parameters.query, call),
    parseQueryByForm: ({ body }, call) => tree(body.query, call),

    async getPrometheusBuild(_request, call) {
      await readsNothing(call);
      const none = { revision: "", branch: "", buildUser: "", buildDate: "", goVersion: "" };
      return { status: 200, body: { status: "success", data: { version: likeVersion, ...none } } };
    },
  };
}

function* bytesOfList(list: readonly (string | Labels)[]): Sliceable<number> {
  let bytes = 0;
  for (const each of list) {
    bytes += bytesListed + bytesOfTexts(typeof each === "string" ? [each] : each);
    yield;
  }
  return bytes;
}

/** Without reading anything stored: what is wrong with the query is a Problem. */
function asked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof QueryError ? new QueryProblem(error) : error;
  }
}

/** Null: the server's own. */
function lookbackOf(text: string | undefined): number | null {
  const ms = text === undefined || text === "" ? 0 : readDuration("lookback_delta", text);
  return ms > 0 ? ms : null;
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return longestQueryMs;
  const ms = readDuration("timeout", text);
  if (ms <= 0) throw invalidParameter("timeout", `cannot parse ${quoted(text)} to a valid duration`);
  return Math.min(ms, longestQueryMs);
}

function periodOf({ start, end, step }: RangeParameters) {
  const from = readMoment("start", start);
  const to = readMoment("end", end);
  if (to < from) throw invalidParameter("end", "end timestamp must not be before start time");
  const every =
    step === undefined
      ? Math.max(shortestDefaultStepMs, Math.floor((to - from) / defaultSteps))
      : readDuration("step", step);
  if (every <= 0) {
    const reason = "zero or negative query resolution step widths are not accepted. Try a positive integer";
    throw invalidParameter("step", reason);
  }
  if (Math.floor((to - from) / every) > queryLimits.steps) {
    const reason = "exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution";
    throw new QueryError("bad_data", `${reason} (?step=XX)`);
  }
  return { start: from, end: to, step: every };
}

/** As far as a day has a date. */
const always = { fromMs: -8_640_000_000_000_000, toMs: 8_640_000_000_000_000 } as const;

function questionOf({ "match[]": selectors = [], limit = 0, ...ends }: SeriesParameters): SeriesQuestion {
  return {
    selectors: selectors.map((text) => asParameter("match[]", () => parseSelector(text))),
    range: rangeOf(ends),
    limit: listLimit(limit),
  };
}

function rangeOf({ start, end }: Pick<SeriesParameters, "start" | "end">): TimeRange {
  return {
    fromMs: start === undefined ? always.fromMs : readMoment("start", start),
    toMs: end === undefined ? always.toMs : readMoment("end", end),
  };
}

/** 0 means as many as there are. */
function listLimit(limit: number): number {
  return limit === 0 ? queryLimits.listed : Math.min(limit, queryLimits.listed);
}
