import type { LogRecord } from "../../records.ts";
import { bodyTextOf } from "../attributes.ts";
import type { Origin } from "../batch.ts";
import { knownEnum, logSpanId, logTraceId, severities, storableTime } from "../record-rules.ts";
import type { JsonObject, JsonReader } from "./reader.ts";
import type { JsonValues } from "./values.ts";

/** Four steps per level: `SEVERITY_NUMBER_TRACE`, `SEVERITY_NUMBER_TRACE2` … `SEVERITY_NUMBER_FATAL4`. */
const severityNames = [
  "SEVERITY_NUMBER_UNSPECIFIED",
  ...["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"].flatMap((level) =>
    ["", "2", "3", "4"].map((step) => `SEVERITY_NUMBER_${level}${step}`),
  ),
];

/** Reads a log record (opentelemetry.proto.logs.v1.LogRecord). Throws RecordFault when it cannot be stored. */
export function readLog(record: JsonObject, reader: JsonReader, values: JsonValues, origin: Origin): LogRecord {
  const bodyJson = JSON.stringify(reader.message(record, "body", (body) => values.anyValue(body, 1)) ?? {});
  return {
    timeUnixNano: storableTime("timeUnixNano", reader.uint64(record, "timeUnixNano")),
    observedTimeUnixNano: storableTime("observedTimeUnixNano", reader.uint64(record, "observedTimeUnixNano")),
    severityNumber: knownEnum(reader.enumeration(record, "severityNumber", severityNames), severities),
    severityText: reader.text(record, "severityText"),
    traceId: logTraceId(reader.id(record, "traceId")),
    spanId: logSpanId(reader.id(record, "spanId")),
    flags: reader.uint32(record, "flags"),
    eventName: reader.text(record, "eventName"),
    serviceName: origin.serviceName,
    bodyText: bodyTextOf(bodyJson, bodyJson.includes("\\")),
    bodyJson,
    attributesJson: JSON.stringify(values.attributes(record)),
    resourceJson: origin.resourceJson,
    scopeJson: origin.scopeJson,
    droppedAttributesCount: reader.uint32(record, "droppedAttributesCount"),
  };
}
