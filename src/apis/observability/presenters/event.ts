import type { Schemas } from "#generated/observability/contract.ts";
import type { EventPayload } from "../event-record.ts";
import type { StoredEvent } from "../store/queries/events.ts";
import { presentSymbolication } from "./symbolication.ts";

/** An event as it is read back. */
export function presentEvent(event: StoredEvent): Schemas["StoredEvent"] {
  return {
    eventId: event.eventId,
    source: event.source,
    time: event.time,
    receivedAt: event.receivedAt.toISOString(),
    level: event.level as Schemas["EventLevel"],
    message: event.message,
    release: event.release,
    environment: event.stage as Schemas["StoredEvent"]["environment"],
    platform: event.platform,
    traceId: event.traceId,
    spanId: event.spanId,
    ...(JSON.parse(event.payloadJson) as EventPayload),
    ...(event.symbolication !== null && { symbolication: presentSymbolication(event.symbolication) }),
  };
}
