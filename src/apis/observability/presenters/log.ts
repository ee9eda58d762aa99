import type { Schemas } from "#generated/observability/contract.ts";
import type { StoredLog } from "../store/queries/logs.ts";
import { presentStacktrace } from "./symbolication.ts";

/** A log record as it is read back: in the form of OTLP's JSON, with its resource and scope. */
export function presentLog(log: StoredLog): Schemas["LogEntry"] {
  return {
    timeUnixNano: String(log.timeUnixNano),
    observedTimeUnixNano: String(log.observedTimeUnixNano),
    severityNumber: log.severityNumber,
    severityText: log.severityText,
    body: JSON.parse(log.bodyJson) as Schemas["AnyValue"],
    attributes: JSON.parse(log.attributesJson) as Schemas["KeyValueList"],
    resource: { attributes: JSON.parse(log.resourceJson) as Schemas["KeyValueList"] },
    scope: JSON.parse(log.scopeJson) as Schemas["InstrumentationScope"],
    traceId: hexOf(log.traceId),
    spanId: hexOf(log.spanId),
    flags: log.flags,
    eventName: log.eventName,
    droppedAttributesCount: log.droppedAttributesCount,
    service: log.serviceName,
    ...(log.symbolication !== null && { symbolication: presentStacktrace(log.symbolication) }),
  };
}

function hexOf(id: Uint8Array | null): string | null {
  return id === null ? null : Buffer.from(id).toString("hex");
}
