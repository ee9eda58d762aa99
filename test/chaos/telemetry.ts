/** Telemetry, as exporters send it: a batch until it is acknowledged. */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { storedEventIds, storedLogTexts, storedSpanIds } from "#test/support/stored-records.ts";
import { storedVitalValues } from "#test/support/vitals.ts";
import { insist, type Kind, post } from "./records.ts";

const recordsPerRequest = 20;
const nano = (ms: number) => `${ms}000000`;
const resource = { attributes: [{ key: "service.name", value: { stringValue: "chaos" } }] };

interface TelemetryKind {
  readonly name: string;
  readonly path: string;
  readonly body: (names: readonly string[]) => unknown;
  readonly nameOne: () => string;
  readonly stored: Kind["stored"];
}

function telemetry({ name, path, body, nameOne, stored }: TelemetryKind): Kind {
  return {
    name,
    async send(sending) {
      const names = Array.from({ length: recordsPerRequest }, nameOne);
      const request = body(names);
      return await insist(
        name,
        sending,
        () => {
          const { baseUrl, apiKey } = sending.access().observability;
          return post(`${baseUrl}${path}`, { "x-api-key": apiKey }, request);
        },
        ({ status }) => (status === 200 || status === 202 ? names : undefined),
      );
    },
    stored,
  };
}

export const telemetryKinds: readonly Kind[] = [
  telemetry({
    name: "events",
    path: "/api/v1/monitor/ingest",
    body: (names) => names.map((eventId) => ({ eventId, level: 50, time: Date.now(), message: "chaos" })),
    nameOne: randomUUID,
    stored: (pool) => storedEventIds(pool, undefined, "chaos"),
  }),
  telemetry({
    name: "spans",
    path: "/v1/traces",
    body: (names) => {
      const times = { startTimeUnixNano: nano(Date.now()), endTimeUnixNano: nano(Date.now()) };
      const spans = names.map((spanId) => ({ traceId: spanId.repeat(2), spanId, name: "chaos", kind: 2, ...times }));
      return { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] };
    },
    nameOne: () => randomBytes(8).toString("hex"),
    stored: (pool) => storedSpanIds(pool),
  }),
  telemetry({
    name: "logs",
    path: "/v1/logs",
    body: (names) => {
      const logRecords = names.map((name) => ({ timeUnixNano: nano(Date.now()), body: { stringValue: name } }));
      return { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] };
    },
    nameOne: randomUUID,
    stored: (pool) => storedLogTexts(pool),
  }),
  telemetry({
    name: "web vitals",
    path: "/api/v1/rum",
    body: (names) => names.map((name) => ({ name: "LCP", id: name, value: Number(name) })),
    nameOne: () => String(randomInt(2 ** 39)),
    stored: (pool) => storedVitalValues(pool),
  }),
];
