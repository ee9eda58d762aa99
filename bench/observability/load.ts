/** The client process of a benchmark: sends events, spans or logs. */
import type { OtlpEncoding } from "#src/apis/observability/otlp/decode.ts";
import { onCue, postAll } from "../apart.ts";
import { median } from "../process.ts";
import { type Bodies, eventBodies, logBodies, spanBodies } from "./bodies.ts";

export interface LoadPlan {
  readonly kind: "events" | `${"logs" | "spans"} as ${OtlpEncoding}`;
  readonly baseUrl: string;
  readonly key: string;
  readonly requests: number;
  readonly connections: number;
}

export interface LoadResult {
  readonly records: number;
  readonly seconds: number;
  /** Until the answer, the median and the slowest, in ms. */
  readonly medianMs: number;
  readonly slowestMs: number;
}

function preparedBodies({ kind, requests }: LoadPlan): Bodies {
  if (kind === "events") return eventBodies(requests);
  const bodiesOf = kind.startsWith("logs") ? logBodies : spanBodies;
  return bodiesOf(requests, kind.endsWith("json") ? "json" : "protobuf");
}

async function sendAll(
  { baseUrl, key, connections }: LoadPlan,
  { path, headers, bodies, recordsPerRequest }: Bodies,
): Promise<LoadResult> {
  const posts = bodies.map((body) => ({ headers: { ...headers, "x-api-key": key }, body })).values();
  const { seconds, times } = await postAll(`${baseUrl}${path}`, Array(connections).fill(posts));
  return {
    records: bodies.length * recordsPerRequest,
    seconds,
    medianMs: median(times),
    slowestMs: Math.max(...times),
  };
}

onCue(preparedBodies, sendAll);
