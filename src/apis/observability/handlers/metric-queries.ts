/** The query API of Prometheus over stored metrics. */
import type { HandlersOf } from "../callers.ts";
import { nameLabel } from "../metrics/label-bytes.ts";
import { unescapeName } from "../metrics/promql/escaped-name.ts";
import { queryLimits } from "../metrics/promql/limits.ts";
import { treeJson } from "../metrics/promql/syntax/json.ts";
import { parseQuery } from "../metrics/promql/syntax/parser.ts";
import { formatted } from "../metrics/promql/syntax/print.ts";
import { selectorsOf } from "../metrics/promql/syntax/tree.ts";
import { asParameter, readMoment } from "../metrics/promql/time.ts";
import { presentExemplars } from "../presenters/exemplars.ts";
import { labelsText } from "../presenters/metric-result.ts";
import { asked, type MetricAnswerDependencies, MetricAnswers } from "./metric-answers.ts";
import {
  type ExemplarParameters,
  type InstantParameters,
  periodOf,
  questionOf,
  type RangeParameters,
  rangeOf,
  type SeriesParameters,
} from "./metric-parameters.ts";
import type { KeyCall } from "./queries.ts";

export interface MetricQueryDependencies extends MetricAnswerDependencies {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The Prometheus whose answers these are like. */
const likeVersion = "3.9.1";

export function metricQueryHandlers({ now, ...dependencies }: MetricQueryDependencies): HandlersOf<"Metrics"> {
  const { query, experimental } = dependencies;
  const answers = new MetricAnswers(dependencies);
  const parse = (text: string) => asParameter("query", () => parseQuery(text, { experimental }));
  /** Counts the call towards the quota, as every call of this API. */
  const readsNothing = (call: KeyCall) => query(call, async () => {});

  const instant = (parameters: InstantParameters, call: KeyCall) =>
    answers.evaluated(call, parameters, () =>
      parameters.time === undefined ? now() : readMoment("time", parameters.time),
    );
  const range = (parameters: RangeParameters, call: KeyCall) =>
    answers.evaluated(call, parameters, () => periodOf(parameters));

  const labelNames = (parameters: SeriesParameters, call: KeyCall) =>
    answers.list(call, ({ reader, tenant }) => reader.labelNames(tenant, questionOf(parameters)), JSON.stringify);
  const labelValues = (name: string, parameters: SeriesParameters, call: KeyCall) =>
    answers.list(
      call,
      ({ reader, tenant }) => reader.labelValues(tenant, name, questionOf(parameters)),
      JSON.stringify,
    );
  const series = (parameters: SeriesParameters, call: KeyCall) =>
    answers.list(call, ({ reader, tenant }) => reader.series(tenant, questionOf(parameters)), labelsText);

  async function exemplars(parameters: ExemplarParameters, call: KeyCall) {
    const found = await answers.reading(call, async (source) => {
      const selectors = Iterator.from(selectorsOf(parse(parameters.query))).map(({ matchers }) => matchers);
      return await source.exemplars(selectors, rangeOf(parameters));
    });
    return { status: 200, body: { status: "success", data: found.map(presentExemplars) } } as const;
  }

  async function format(text: string, call: KeyCall) {
    await readsNothing(call);
    return { status: 200, body: { status: "success", data: formatted(asked(() => parse(text))) } } as const;
  }

  async function tree(text: string, call: KeyCall) {
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
      const known = await answers.reading(call, ({ reader, tenant }) => reader.metadata(tenant, about));
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
