/** What costs the observability API most of what it takes in: the most records, values and names that one request may have. */
import { limits } from "#src/apis/observability/otlp/limits.ts";
import { encodeLogs, encodeMetrics, encodeTraces, type Message } from "#test/apis/observability/otlp/requests.ts";
import { costlyValues } from "./values.ts";

export interface IngestRequest {
  readonly operationId: string;
  readonly what: string;
  readonly method: "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const eventBytes = 2 * 1024 * 1024;
const otlpBytes = 20 * 1024 * 1024;
const json = "application/json";
const protobuf = "application/x-protobuf";

export interface Chosen {
  /** Where fewer records will do: storing them takes time. */
  readonly mostRecords?: number;
  /** By `operationId: what`. */
  readonly isWanted?: (name: string) => boolean;
}

/** Made one by one, since some have 20 MiB. */
export function* ingestRequests(
  key: string,
  { mostRecords = limits.records, isWanted = () => true }: Chosen = {},
): Generator<IngestRequest> {
  function* request(
    operationId: string,
    path: string,
    type: string,
    what: string,
    make: () => Buffer | string,
  ): Generator<IngestRequest> {
    if (!isWanted(`${operationId}: ${what}`)) return;
    const headers = { "x-api-key": key, "content-type": type };
    yield { operationId, what, method: "POST", path, headers, body: Buffer.from(make()) };
  }
  const now = Date.now();
  const ingest = "/api/v1/monitor/ingest";
  const event = (index: number) => JSON.stringify({ level: 30, time: now, eventId: `${now}-${index}`, message: "m" });
  const events = (between: string) => lines(Math.min(20_000, mostRecords), event, between);
  yield* request("ingestEvents", ingest, "application/x-ndjson", "the most lines", () => events("\n"));
  yield* request("ingestEvents", ingest, json, "the most in a list", () => `[${events(",")}]`);
  for (const [what, make] of Object.entries(costlyValues)) {
    const around = `{"level":30,"time":${now},"message":"m","unknown":`;
    const value = () => make(eventBytes - 200);
    yield* request("ingestEvents", ingest, json, `an event with ${what}`, () => `${around}${value()}}`);
    yield* request("ingestEvents", ingest, json, what, value);
  }
  for (const [signal, path, encode, listOf, recordOf] of signals) {
    const name = `export${signal}`;
    for (const encoding of ["json", "protobuf"] as const) {
      const send = (what: string, make: () => Message) =>
        request(name, path, encoding === "json" ? json : protobuf, `${what}, ${encoding}`, () =>
          encode(make(), encoding),
        );
      const most = (bytes: number) =>
        Math.min(mostRecords, encoding === "json" ? Math.floor(otlpBytes / bytes) - 10 : limits.records);
      yield* send("the most records", () => listOf(many(most(200), (index) => recordOf(index, {}))));
      yield* send("the most names", () =>
        listOf(many(most(220), (index) => recordOf(index, { name: `name of ${index}` }))),
      );
      if (signal === "Traces")
        yield* send("the most of one trace", () =>
          listOf(many(most(200), (index) => recordOf(index, { traceId: longTrace }))),
        );
      yield* send("a record of the most attributes", () =>
        listOf([recordOf(0, { attributes: attributes(encoding === "json" ? 38_000 : limits.recordValues) })]),
      );
      yield* send("a record of empty attributes", () =>
        listOf([recordOf(0, { attributes: many(600_000, () => ({})) })]),
      );
      yield* send("ten records of many attributes", () =>
        listOf(many(10, (index) => recordOf(index, { attributes: attributes(38_000) }))),
      );
      yield* send("a record with a long text", () =>
        listOf([recordOf(0, { attributes: [{ key: "k", value: { stringValue: "\n".repeat(900_000) } }] })]),
      );
      yield* send("a resource of the most attributes", () =>
        inResources(listOf([recordOf(0, {})]), [{ attributes: attributes(38_000) }]),
      );
      yield* send("long resources of one length", () =>
        inResources(
          listOf([recordOf(0, {})]),
          many(1_200, (index) => ({
            attributes: [{ key: "k", value: { stringValue: String(index).padStart(16_384, "v") } }],
          })),
        ),
      );
      yield* send("the most resources", () =>
        inResources(
          listOf([recordOf(0, {})]),
          many(Math.min(40_000, mostRecords), (index) => ({
            attributes: [{ key: "service.name", value: { stringValue: `service ${index}` } }],
          })),
        ),
      );
    }
    for (const [what, make] of Object.entries(costlyValues)) {
      yield* request(name, path, json, `a record with ${what}`, () => {
        const record = JSON.stringify(recordOf(0, { unknown: "here" }));
        const [before, after] = JSON.stringify(listOf(["there"])).split('"there"');
        return before + record.replace('"here"', make(limits.recordBytes - 600)) + after;
      });
      yield* request(name, path, json, what, () => make(otlpBytes));
    }
  }
}

/** Of what `the most of one trace` is. */
export const longTrace = "c".repeat(32);
const time = String(BigInt(Date.now()) * 1_000_000n);
const id = (index: number, length: number) => (index + 1).toString(16).padStart(length, "a");
const span = (index: number, more: Message): Message => ({
  traceId: id(index, 32),
  spanId: id(index, 16),
  startTimeUnixNano: time,
  endTimeUnixNano: time,
  ...more,
});
const log = (_: number, { name, ...more }: Message): Message => ({
  timeUnixNano: time,
  body: { stringValue: name ?? "m" },
  ...more,
});
const metric = (index: number, { name = "m", attributes: own, ...more }: Message): Message => ({
  name,
  gauge: { dataPoints: [{ timeUnixNano: time, asDouble: index, attributes: own ?? [] }] },
  ...more,
});

type Listed = (records: readonly unknown[]) => Message;

const signals = [
  ["Traces", "/v1/traces", encodeTraces, listed("resourceSpans", "scopeSpans", "spans"), span],
  ["Logs", "/v1/logs", encodeLogs, listed("resourceLogs", "scopeLogs", "logRecords"), log],
  ["Metrics", "/v1/metrics", encodeMetrics, listed("resourceMetrics", "scopeMetrics", "metrics"), metric],
] as const;

function listed(resources: string, scopes: string, records: string): Listed {
  return (list) => ({ [resources]: [{ [scopes]: [{ [records]: list }] }] });
}

/** The one resource of a request becomes many, each with the same records. */
function inResources(request: Message, resources: readonly Message[]): Message {
  const [[name, [list]]] = Object.entries(request) as [[string, [Message]]];
  return { [name]: resources.map((resource) => ({ resource, ...list })) };
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const lines = (count: number, make: (index: number) => string, between = "\n") => many(count, make).join(between);
const attributes = (count: number): Message[] =>
  many(count, (index) => ({ key: index.toString(36), value: { boolValue: true } }));
