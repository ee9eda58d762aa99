/** How the queries of metrics get to each of their documented statuses; contract-plan.ts has the others. */
import { compressSync } from "snappy";
import { writeV1 } from "#test/apis/observability/metrics/remote-write/requests.ts";
import { aProject } from "#test/builders/identity.ts";
import { storePages } from "#test/support/vitals.ts";
import type { Bring, Plan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, withHeaders } from "../../../scripts/contract-runner/request.ts";
import type { Callers, Change } from "../../../scripts/contract-runner/shapes.ts";
import { accepted } from "./furnished.ts";
import type { Caller, PlanParts } from "./plan-parts.ts";

interface MetricsPlanParts extends PlanParts {
  /** Who has a project with something of everything. */
  readonly furnished: Pick<Callers<unknown>, "as">;
}

/** Parameters are in the address or in a form. */
const withParameters =
  (changes: Readonly<Record<string, string>>) =>
  (draft: Draft): Draft => {
    if (draft.body === null) return { ...draft, query: { ...draft.query, ...changes } };
    const form = new URLSearchParams(new TextDecoder().decode(draft.body));
    for (const [name, value] of Object.entries(changes)) form.set(name, value);
    return { ...draft, body: bytesOf(form.toString()) };
  };

export function metricsPlan({ server, keys: { as, operation }, furnished }: MetricsPlanParts): Plan["bring"] {
  const withManySeries = async () => {
    const owner = await aProject(server.database);
    await storePages(server.database.pool, { projectId: owner.project.id, environment: "test" }, 50_001);
    return server.caller({ owner });
  };
  let manySeries: ReturnType<typeof withManySeries> | undefined;
  /** More series than a query may select, of one metric. */
  const selectsTooMuch: Bring = async (draft, sendTo) => {
    manySeries ??= withManySeries();
    const now = String(Date.now() / 1_000);
    const changes = { query: "rum.lcp", start: now, end: now, time: now };
    return sendTo(withHeaders(withParameters(changes)(draft), await manySeries));
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

  const hasTooManyExemplars: Change<Caller> = async (draft, { headers }) => {
    const timestamp = Date.now();
    const exemplars = Array.from({ length: 10_001 }, (_, value) => ({ labels: {}, value, timestamp }));
    await write(headers, { labels: { __name__: "up" }, exemplars });
    return withParameters({ query: "up", start: "0", end: String(timestamp / 1_000) })(draft);
  };

  /** Asks for all metrics that a service has sent in the last minutes. */
  const ofAService: Change<unknown> = (draft, _caller, { parameters }) => {
    const now = Date.now() / 1_000;
    const period = { start: String(now - 300), end: String(now + 60), time: String(now + 1), step: "15s" };
    const known = parameters.map(({ name }) => name);
    const changes = Object.entries({ query: '{job="cart"}', ...period }).filter(([name]) => known.includes(name));
    return withParameters(Object.fromEntries(changes))(draft);
  };

  /** Tests a long pattern on a long value. */
  const matchesTooMuch: Change<Caller> = async (draft, { headers }) => {
    const labels = { __name__: "up", text: "x".repeat(16_000) };
    await write(headers, { labels, samples: [{ value: 1, timestamp: Date.now() }] });
    return withParameters({ "match[]": '{text=~"[a-z]{300}.*"}' })(draft);
  };

  const reads = {
    ...operation("request_budgets"),
    400: as(withParameters({ start: "nonsense", time: "nonsense", limit: "nonsense" })),
  };
  const byForm = { ...reads, 422: selectsTooMuch };
  const queries = { ...byForm, 200: furnished.as(ofAService) };
  const exemplars = { ...reads, 422: as(hasTooManyExemplars) };
  const matched = { ...reads, 422: as(matchesTooMuch) };
  const syntax = { ...reads, 400: as(withParameters({ query: "sum(" })) };
  return {
    queryMetrics: queries,
    queryMetricsByForm: byForm,
    queryMetricsRange: queries,
    queryMetricsRangeByForm: byForm,
    queryExemplars: { ...exemplars, 200: furnished.as(ofAService) },
    queryExemplarsByForm: exemplars,
    formatQuery: syntax,
    formatQueryByForm: syntax,
    parseQuery: syntax,
    parseQueryByForm: syntax,
    listMetricNames: matched,
    listLabels: matched,
    listLabelsByForm: matched,
    listLabelValues: matched,
    listSeries: matched,
    listSeriesByForm: matched,
    listMetricMetadata: { ...reads, 200: furnished.as() },
  };
}
