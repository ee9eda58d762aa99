/** The client process of a benchmark: makes all bodies, says so, waits for its cue, and sends them. */
import { Agent, request } from "node:http";
import type { OtlpEncoding } from "#src/apis/observability/otlp/decode.ts";
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
  /** What was answered that is not a success, a few of them. */
  readonly refused: readonly string[];
}

if (import.meta.main) {
  const plan = JSON.parse(process.argv[2] ?? "") as LoadPlan;
  const prepared = preparedBodies(plan);
  process.once("message", async () => {
    process.send?.(await sendAll(plan, prepared));
    process.disconnect();
  });
  process.send?.("ready");
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
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const refused: string[] = [];
  const queue = bodies.values();
  const options = { method: "POST", agent, headers: { ...headers, "x-api-key": key } };
  const send = (body: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const sent = performance.now();
      const outgoing = request(`${baseUrl}${path}`, options, (answer) => {
        answer.resume().once("end", () => {
          times.push(performance.now() - sent);
          if ((answer.statusCode ?? 0) >= 300 && refused.length < 10) refused.push(String(answer.statusCode));
          resolve();
        });
      });
      outgoing.once("error", reject).end(body);
    });
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const body of queue) await send(body);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return {
    records: bodies.length * recordsPerRequest,
    seconds,
    medianMs: median(times),
    slowestMs: Math.max(...times),
    refused,
  };
}
