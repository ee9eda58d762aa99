/** What costs reads of events, logs and traces most, over what ingest.ts has written with the same key. */
import { randomUUID } from "node:crypto";
import { type Chosen, type IngestRequest, longTrace } from "./ingest.ts";
import { costlyValues } from "./values.ts";

export interface ReadRequest extends Omit<IngestRequest, "method"> {
  readonly method: "GET" | "POST";
}

const eventBytes = 2 * 1024 * 1024;

/** Made one by one. An event that is read alone is written just before. */
export function* readRequests(key: string, { isWanted = () => true }: Chosen = {}): Generator<ReadRequest> {
  const headers = { "x-api-key": key };
  function* ask(operationId: string, what: string, path: string): Generator<ReadRequest> {
    if (!isWanted(`${operationId}: ${what}`)) return;
    yield { operationId, what, method: "GET", path, headers, body: Buffer.alloc(0) };
  }
  const monitor = "/api/v1/monitor";
  yield* ask("listEvents", "the latest", `${monitor}/events?limit=200`);
  // Too short to be ruled out by its trigrams.
  const nowhere = "zq";
  yield* ask("listEvents", "a text that none has", `${monitor}/events?limit=200&q=${nowhere}`);
  yield* ask("listLogs", "the latest", `${monitor}/logs?limit=200`);
  yield* ask("listLogs", "a text that none has", `${monitor}/logs?limit=200&q=${nowhere}`);
  const traces = "/jaeger/api/traces";
  yield* ask("getTrace", "the longest", `${traces}/${longTrace}`);
  yield* ask("findTraces", "the most", `${traces}?service=unknown_service&lookback=1h&limit=100`);
  yield* ask("findTraces", "the most, of any service", `${traces}?lookback=1h&limit=100`);
  yield* ask("listServices", "the most", "/jaeger/api/services");
  yield* ask("listServiceOperations", "the most", "/jaeger/api/services/unknown_service/operations");
  yield* ask("listDependencies", "the most", `/jaeger/api/dependencies?endTs=${Date.now()}&lookback=3600000`);
  yield* ask("getServiceMap", "the most", `${monitor}/service-map`);
  for (const [value, make] of Object.entries(costlyValues)) {
    const what = `an event with ${value}`;
    if (!isWanted(`getEvent: ${what}`)) continue;
    const eventId = randomUUID();
    const event = `{"eventId":"${eventId}","level":30,"time":${Date.now()},"message":"m","unknown":${make(eventBytes - 200)}}`;
    yield {
      operationId: "ingestEvents",
      what: `${what} to be read`,
      method: "POST",
      path: `${monitor}/ingest`,
      headers: { ...headers, "content-type": "application/json" },
      body: Buffer.from(event),
    };
    yield* ask("getEvent", what, `${monitor}/events/${eventId}`);
  }
}
