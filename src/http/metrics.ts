/** Metrics for Prometheus: of the process, and the number and duration of answers by operation and status. */
import { Counter, collectDefaultMetrics, Registry } from "prom-client";
import type { Answered } from "./access-log.ts";
import { guardingHeaders } from "./answer-headers.ts";
import { LatencyHistogram } from "./latency-histogram.ts";
import { type Listening, listen } from "./listen.ts";

export interface Metrics {
  readonly registry: Registry;
  readonly observe: (answered: Answered, status: number) => void;
  /** Answers that broke their document and were sent anyway, by operation. */
  readonly breaches: Counter<"operation">;
  /** Requests that were refused because of overload, and connections that were ended, by reason. */
  readonly shed: Counter<"reason">;
  readonly cutOff: Counter<"reason">;
}

/** Creates the metrics of a process. @param now the clock of `startedAt`, in milliseconds. */
export function createMetrics(now = () => performance.now()): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new LatencyHistogram(
    "accord_http_request_duration_seconds",
    "Time from the request's headers to the answer, by operation and status.",
  );
  registry.registerMetric(duration.metric);
  const breaches = new Counter({
    name: "accord_contract_breaches_total",
    help: "Answers that did not match their document.",
    labelNames: ["operation"] as const,
    registers: [registry],
  });
  const shed = new Counter({
    name: "accord_requests_shed_total",
    help: "Requests answered 503 because the event loop was late (event_loop) or bodies took all their memory (memory).",
    labelNames: ["reason"] as const,
    registers: [registry],
  });
  const cutOff = new Counter({
    name: "accord_connections_cut_off_total",
    help: "Connections ended because there were too many (crowded), too many requests were sent ahead (pipelined), a body came too slowly (slow_request) or nobody read the answer (unread_answer).",
    labelNames: ["reason"] as const,
    registers: [registry],
  });
  return {
    registry,
    breaches,
    shed,
    cutOff,
    observe: (answered, status) =>
      duration.observe(answered.operationId || "none", status, (now() - answered.startedAt) / 1000),
  };
}

/** Serves the metrics on a port of their own; port 0 takes a free one. Resolves when the server listens. */
export function serveMetrics(registry: Registry, host: string, port: number): Promise<Listening> {
  return listen(host, port, async (_, response) => {
    response.writeHead(200, { ...guardingHeaders, "Content-Type": registry.contentType });
    response.end(await registry.metrics());
  });
}
