/** The query API of Prometheus over stored metrics. */
import { streamedJson } from "#src/contract/answer.ts";
import type { CallBase } from "#src/contract/types.ts";
import { BytesInFlight, HeldBytes } from "#src/http/bytes-in-flight.ts";
import { fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import type { VerifiedKey } from "#src/identity/key-verifier.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { HandlersOf } from "../callers.ts";
import { bytesOfTexts } from "../metrics/bounded-list.ts";
import { nameLabel } from "../metrics/label-bytes.ts";
import { unescapeName } from "../metrics/promql/escaped-name.ts";
import { evaluateAt, evaluateOver, type Result, type Source } from "../metrics/promql/evaluate.ts";
import { selectExemplars } from "../metrics/promql/exemplars.ts";
import { queryLimits } from "../metrics/promql/limits.ts";
import { parseQuery, parseSelector } from "../metrics/promql/parse.ts";
import { QueryError } from "../metrics/promql/query-error.ts";
import { invalidParameter, quoted, readDuration, readMoment } from "../metrics/promql/time.ts";
import { type Labels, ListTooLarge, type MetricReader, type SeriesQuestion, type TimeRange } from "../metrics/store.ts";
import { presentExemplars } from "../presenters/exemplars.ts";
import { labelsText, presentList, presentResult } from "../presenters/metric-result.ts";
import { streamedText } from "../presenters/streamed-text.ts";
import type { RunQuery } from "./queries.ts";

export interface MetricQueryDependencies {
  /** What reads over a query's connection. */
  readonly readerOf: (connection: QueryConnection) => MetricReader;
  readonly query: RunQuery;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** For reading and evaluating; waiting included. */
const longestQueryMs = 20_000;
/** What answers that are being read may hold in this process, in bytes; one project may have half of it. */
const answersInFlight = 256 * 1024 * 1024;
/** What an element of a list takes of it beside its texts, roughly. */
const bytesListed = 64;
/** What helps against a list that is too large. */
const narrower = "ask for less with matchers, start or limit";
const defaultSteps = 250;
const shortestDefaultStepMs = 1_000;
/** The Prometheus whose answers these are like. */
const likeVersion = "2.42.0";

type Call = CallBase & { readonly identity: VerifiedKey };

/** The parameters of a query, from the address or a form. */
interface InstantParameters {
  readonly query: string;
  readonly time?: string;
  readonly timeout?: string;
}

interface RangeParameters {
  readonly query: string;
  readonly start: string;
  readonly end: string;
  readonly step?: string;
  readonly timeout?: string;
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

export function metricQueryHandlers({ readerOf, query, now }: MetricQueryDependencies): HandlersOf<"Metrics"> {
  const answers = new BytesInFlight(answersInFlight);

  /** What reads; its deadline is the query's own time-out in the words of Prometheus. */
  function reading<T>(call: Call, read: (source: Source) => Promise<T>, deadlineMs = longestQueryMs): Promise<T> {
    return query(
      call,
      async (connection, tenant) => {
        try {
          return await read({ reader: readerOf(connection), tenant });
        } catch (error) {
          if (error instanceof ListTooLarge) throw new QueryError("execution", `${error.message}: ${narrower}`);
          if (!connection.signal.aborted || call.signal.aborted) throw error;
          throw new QueryError("timeout", `query timed out after ${deadlineMs / 1_000} s`);
        }
      },
      { deadlineMs },
    );
  }

  async function answer(call: Call, timeout: string | undefined, evaluate: (source: Source) => Promise<Result>) {
    const deadlineMs = timeout === undefined ? longestQueryMs : timeoutOf(timeout);
    const held = new HeldBytes(answers, call.identity.project?.id ?? "");
    const result = await reading(
      call,
      async (source) => {
        const evaluated = await evaluate(source);
        held.take(evaluated.bytes);
        return evaluated;
      },
      deadlineMs,
    );
    return streamed(presentResult(result), held, result.bytes);
  }

  /** `bytes` are what is held until the answer has been read. */
  function streamed(texts: Iterable<string>, held: HeldBytes, bytes: number) {
    const body = streamedText(texts, () => held.giveBack(bytes));
    return { status: 200, body: streamedJson(body) } as const;
  }

  function instant(parameters: InstantParameters, call: Call) {
    return answer(call, parameters.timeout, (source) => {
      const at = parameters.time === undefined ? now() : readMoment("time", parameters.time);
      return evaluateAt(
        parsed("query", () => parseQuery(parameters.query)),
        at,
        source,
      );
    });
  }

  function range({ query: text, start, end, step, timeout }: RangeParameters, call: Call) {
    return answer(call, timeout, (source) => {
      const period = periodOf(start, end, step);
      return evaluateOver(
        parsed("query", () => parseQuery(text)),
        period,
        source,
      );
    });
  }

  /** What is listed is JSON, made while it is read. */
  async function list<T extends string | Labels>(
    call: Call,
    read: (source: Source) => Promise<readonly T[]>,
    jsonOf: (one: T) => string,
  ) {
    const held = new HeldBytes(answers, call.identity.project?.id ?? "");
    let bytes = 0;
    const found = await reading(call, async (source) => {
      const all = await read(source);
      bytes = await fromNowInSlices(bytesOfList(all));
      held.take(bytes);
      return all;
    });
    return streamed(presentList(Iterator.from(found).map(jsonOf)), held, bytes);
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
    const found = await reading(call, (source) => {
      const expression = parsed("query", () => parseQuery(parameters.query));
      return selectExemplars(expression, rangeOf(parameters), source);
    });
    return { status: 200, body: { status: "success", data: found.map(presentExemplars) } } as const;
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

    async listMetricMetadata({ query: { metric, limit = 0 } }, call) {
      const about = { ...(metric !== undefined && { metric }), limit: listLimit(limit) };
      const known = await reading(call, ({ reader, tenant }) => reader.metadata(tenant, about));
      const data = Object.fromEntries([...known].map(([name, entry]) => [name, [entry]]));
      return { status: 200, body: { status: "success", data } };
    },

    async getPrometheusBuild(_request, call) {
      // Nothing is read; the quota counts it all the same, as every call of this API.
      await query(call, async () => {});
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

/** Names the parameter that is at fault. */
function parsed<T>(parameter: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof QueryError && error.type === "bad_data") throw invalidParameter(parameter, error.detail);
    throw error;
  }
}

function timeoutOf(text: string): number {
  const ms = readDuration("timeout", text);
  if (ms <= 0) throw invalidParameter("timeout", `cannot parse ${quoted(text)} to a valid duration`);
  return Math.min(ms, longestQueryMs);
}

function periodOf(start: string, end: string, step: string | undefined) {
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
    selectors: selectors.map((text) => parsed("match[]", () => parseSelector(text))),
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
