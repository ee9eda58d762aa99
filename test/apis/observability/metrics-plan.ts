/** How the queries of metrics get to each of their documented statuses; contract-plan.ts has the others. */
import { compressSync } from "snappy";
import { writeV1 } from "#test/apis/observability/metrics/remote-write/requests.ts";
import { storePages } from "#test/support/vitals.ts";
import type { Bring } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, membersOf, withHeaders } from "../../../scripts/contract-runner/request.ts";
import { accepted } from "./furnished.ts";
import type { Brings, PlanParts } from "./symbols-plan.ts";

export interface MetricsPlanParts extends Omit<PlanParts, "body" | "common" | "ofArtifacts"> {
  readonly common: Readonly<Record<string, Bring>>;
  /** Asks for a project that has something of everything. */
  readonly furnished: (change?: (draft: Draft) => Draft) => Bring;
}

const form = { "content-type": "application/x-www-form-urlencoded" };

/** Parameters are in the address, or in a form, whose example the runner writes as JSON. */
const withParameters =
  (changes: Readonly<Record<string, string>> = {}) =>
  (draft: Draft): Draft => {
    if (draft.body === null) return { ...draft, query: { ...draft.query, ...changes } };
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...membersOf(draft), ...changes }))
      for (const each of [value].flat()) form.append(name, String(each));
    return { ...draft, body: bytesOf(form.toString()) };
  };

export function metricsPlan({
  server,
  aKey,
  as,
  common,
  furnished,
}: MetricsPlanParts): Readonly<Record<string, Brings>> {
  const encoded =
    (bring: Bring): Bring =>
    (draft, sendTo, unit) =>
      bring(withParameters()(draft), sendTo, unit);
  const lists: Brings = {
    ...Object.fromEntries(Object.entries(common).map(([status, bring]) => [status, encoded(bring)])),
    200: as(withParameters()),
    400: as(withParameters({ start: "nonsense", time: "nonsense", limit: "nonsense" })),
  };
  const byForm: Brings = {
    413: as((draft) => withHeaders({ ...draft, body: new Uint8Array(64 * 1024 + 1) }, form)),
    415: as((draft) => withHeaders(draft, { "content-type": "text/csv" })),
  };

  const withManySeries = async () => {
    const { headers, project } = await aKey();
    await storePages(server.database.pool, { projectId: project.id, environment: "test" }, 50_001);
    return headers;
  };
  let manySeries: ReturnType<typeof withManySeries> | undefined;
  /** More series than a query may select, of one metric. */
  const selectsTooMuch: Bring = async (draft, sendTo) => {
    manySeries ??= withManySeries();
    const headers = await manySeries;
    const now = String(Date.now() / 1_000);
    const changes = { query: "rum.lcp", start: now, end: now, time: now };
    return sendTo(withHeaders(withParameters(changes)(draft), headers));
  };

  const write = (headers: Readonly<Record<string, string>>, series: Parameters<typeof writeV1>[0][number]) => {
    const body = new Uint8Array(compressSync(writeV1([series])));
    const asWrite = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };
    return accepted(server, {
      method: "POST",
      path: "/api/v1/prom/write",
      query: {},
      headers: { ...headers, ...asWrite },
      body,
    });
  };

  const hasTooManyExemplars: Bring = async (draft, sendTo) => {
    const { headers } = await aKey();
    const timestamp = Date.now();
    const exemplars = Array.from({ length: 10_001 }, (_, value) => ({ labels: {}, value, timestamp }));
    await write(headers, { labels: { __name__: "up" }, exemplars });
    const period = { start: "0", end: String(timestamp / 1_000) };
    return sendTo(withHeaders(withParameters({ query: "up", ...period })(draft), headers));
  };

  /** Asks for all metrics that a service has sent in the last minutes. */
  const ofAService: Bring = (draft, sendTo, unit) =>
    furnished((furnishedDraft) => {
      const now = Date.now() / 1_000;
      const period = { start: String(now - 300), end: String(now + 60), time: String(now + 1), step: "15s" };
      const known = unit.parameters.map(({ name }) => name);
      const changes = Object.entries({ query: '{job="cart"}', ...period }).filter(([name]) => known.includes(name));
      return withParameters(Object.fromEntries(changes))(furnishedDraft);
    })(draft, sendTo, unit);

  /** Tests a long pattern on a long value. */
  const matchesTooMuch: Bring = async (draft, sendTo) => {
    const { headers } = await aKey();
    const labels = { __name__: "up", text: "x".repeat(16_000) };
    await write(headers, { labels, samples: [{ value: 1, timestamp: Date.now() }] });
    return sendTo(withHeaders(withParameters({ "match[]": '{text=~"[a-z]{300}.*"}' })(draft), headers));
  };

  const queries: Brings = { ...lists, 200: ofAService, 422: selectsTooMuch };
  const matched: Brings = { ...lists, 422: matchesTooMuch };
  const exemplars: Brings = { ...queries, 422: hasTooManyExemplars };
  const syntax: Brings = { ...lists, 400: as(withParameters({ query: "sum(" })) };
  return {
    queryMetrics: queries,
    queryMetricsByForm: { ...queries, ...byForm, 200: lists[200] },
    queryMetricsRange: queries,
    queryMetricsRangeByForm: { ...queries, ...byForm, 200: lists[200] },
    queryExemplars: exemplars,
    queryExemplarsByForm: { ...exemplars, ...byForm, 200: lists[200] },
    formatQuery: syntax,
    formatQueryByForm: { ...syntax, ...byForm },
    parseQuery: syntax,
    parseQueryByForm: { ...syntax, ...byForm },
    listMetricNames: matched,
    listLabels: matched,
    listLabelsByForm: { ...matched, ...byForm },
    listLabelValues: matched,
    listSeries: matched,
    listSeriesByForm: { ...matched, ...byForm },
    listMetricMetadata: { ...lists, 200: furnished() },
  };
}
