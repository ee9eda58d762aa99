/** Bodies of the ingest operations. */
import type { Schemas } from "#generated/observability/contract.ts";
import type { Headers } from "./server.ts";

export type Result = Schemas["IngestResult"];
export type StoredEvent = Schemas["StoredEvent"];
export type EventPage = Schemas["EventPage"];

export function anEvent(given: Record<string, unknown> = {}): Record<string, unknown> {
  return { level: 50, time: Date.now(), message: "Payment failed", ...given };
}

export const ndjson = (...records: unknown[]) => records.map((record) => JSON.stringify(record)).join("\n");

export const asNdjson: Headers = { "content-type": "application/x-ndjson" };
