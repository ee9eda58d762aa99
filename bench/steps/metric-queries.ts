/** What costs queries of metrics most, over what remote-write.ts has written with the same key. */
import type { Chosen, IngestRequest } from "./ingest.ts";

export interface QueryRequest extends Omit<IngestRequest, "method"> {
  readonly method: "GET";
}

export function* metricQueries(key: string, { isWanted = () => true }: Chosen = {}): Generator<QueryRequest> {
  for (const request of allQueries(key)) if (isWanted(`${request.operationId}: ${request.what}`)) yield request;
}

function* allQueries(key: string): Generator<QueryRequest> {
  const ask = (operationId: string, what: string, path: string, parameters: Readonly<Record<string, string>>) =>
    ({
      operationId,
      what,
      method: "GET",
      path: `/api/v1/prom/${path}?${new URLSearchParams(parameters)}`,
      headers: { "x-api-key": key },
      body: Buffer.alloc(0),
    }) as const;
  const now = Math.floor(Date.now() / 1_000);
  const query = (what: string, text: string) => ask("queryMetrics", what, "query", { query: text, time: String(now) });
  yield query("40,000 metrics", '{__name__=~"steps_new_[0-9]+"}');
  yield query("200,000 series, refused", "steps_new");
  yield query("50,000 series, found by a pattern", '{__name__="steps_new",i=~"1?.?.?.?.?"}');
  yield query("10,000 series of 128 labels", "steps_many");
  yield query("all samples of a series of 1.9 million", 'steps_one{i="0"}[1h]');
  yield query("the same, written with the latest first", 'steps_one{i="1"}[1h]');
  yield query("the same of stale markers", 'steps_one{i="9"}[1h]');
  yield query("a function of the same", 'count_over_time(steps_one{i="9"}[1h])');
  yield query("250,000 histograms", 'steps_one{i="6"}[1h]');
  const period = { start: String(now - 3_600), end: String(now) };
  const range = (what: string, text: string, step: string) =>
    ask("queryMetricsRange", what, "query_range", { query: text, step, ...period });
  yield range("11,000 steps of 1.9 million samples", 'steps_one{i="0"}', "0.33");
  yield range("11,000 steps of 250,000 histograms", 'steps_one{i="6"}', "0.33");
  yield ask("queryExemplars", "250,000 exemplars, refused", "query_exemplars", { query: "steps_one", ...period });
  yield ask("listSeries", "100,000 of 200,000 series", "series", { "match[]": "steps_new" });
  yield ask("listSeries", "10,000 series of 128 labels", "series", { "match[]": "steps_many" });
  yield ask("listLabelValues", "100,000 of 200,000 values", "label/i/values", {});
  yield ask("listLabelValues", "40,000 metrics", "label/__name__/values", {});
  yield ask("listLabels", "the labels", "labels", {});
  yield ask("listMetricMetadata", "all that is described", "metadata", {});
}
