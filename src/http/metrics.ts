/** What Prometheus reads: the process itself, and every operation's answers by status and how long they took. */
import { createServer } from "node:http";
import { Counter, collectDefaultMetrics, Registry } from "prom-client";
import type { Answered } from "./access-log.ts";
import { guardingHeaders } from "./answer-headers.ts";
import { LatencyHistogram } from "./latency-histogram.ts";

export interface Metrics {
  readonly registry: Registry;
  readonly observe: (answered: Answered, status: number) => void;
  /** Answers that broke their document and were sent all the same, by operation. */
  readonly breaches: Counter<"operation">;
}

export function createMetrics(): Metrics {
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
  return {
    registry,
    breaches,
    observe: (answered, status) =>
      duration.observe(answered.operationId || "none", status, (performance.now() - answered.startedAt) / 1000),
  };
}

/** Serves the registry on its own port, apart from the APIs. Resolves when it listens. */
export async function serveMetrics(
  registry: Registry,
  host: string,
  port: number,
): Promise<{ close(): Promise<void> }> {
  const server = createServer(async (_, response) => {
    response.writeHead(200, { ...guardingHeaders, "Content-Type": registry.contentType });
    response.end(await registry.metrics());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
