/** OTLP requests for the tests of the operations that take them and read them back. */
import { randomBytes } from "node:crypto";
import type { Schemas } from "#generated/observability/contract.ts";

export type OtlpSpan = Schemas["OtlpSpan"];
export type OtlpLog = Schemas["OtlpLogRecord"];

export const traceIdOf = () => randomBytes(16).toString("hex");
export const spanIdOf = () => randomBytes(8).toString("hex");

/** Nanoseconds of a moment in ms, as OTLP's JSON writes them. */
export const nano = (ms: number, nanoseconds = 0) => String(BigInt(ms) * 1_000_000n + BigInt(nanoseconds));

export const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

export function aSpan(given: Partial<OtlpSpan> = {}): OtlpSpan {
  const now = Date.now();
  return {
    traceId: traceIdOf(),
    spanId: spanIdOf(),
    name: "GET /cart",
    kind: 2,
    startTimeUnixNano: nano(now - 30),
    endTimeUnixNano: nano(now - 2),
    ...given,
  };
}

export function aLog(given: Partial<OtlpLog> = {}): OtlpLog {
  return { timeUnixNano: nano(Date.now()), severityNumber: 9, body: { stringValue: "cart saved" }, ...given };
}

/** An ExportTraceServiceRequest of one service. */
export const tracesOf = (service: string, ...spans: OtlpSpan[]) => ({
  resourceSpans: [{ resource: { attributes: [text("service.name", service)] }, scopeSpans: [{ spans }] }],
});

/** An ExportLogsServiceRequest of one service. */
export const logsOf = (service: string, ...logRecords: OtlpLog[]) => ({
  resourceLogs: [{ resource: { attributes: [text("service.name", service)] }, scopeLogs: [{ logRecords }] }],
});
