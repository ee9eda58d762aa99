/** The names of one OTLP signal. Field numbers are the same for all: resource 1, scopes 2; scope 1, records 2. */
export interface Signal {
  /** The list of the request, of one resource and of one scope: proto names in JSON's spelling. */
  readonly resources: string;
  readonly scopes: string;
  readonly records: string;
  /** The protobuf messages that hold those lists. */
  readonly requestMessage: string;
  readonly resourceMessage: string;
  readonly scopeMessage: string;
}

export const traces: Signal = {
  resources: "resourceSpans",
  scopes: "scopeSpans",
  records: "spans",
  requestMessage: "ExportTraceServiceRequest",
  resourceMessage: "ResourceSpans",
  scopeMessage: "ScopeSpans",
};

export const logs: Signal = {
  resources: "resourceLogs",
  scopes: "scopeLogs",
  records: "logRecords",
  requestMessage: "ExportLogsServiceRequest",
  resourceMessage: "ResourceLogs",
  scopeMessage: "ScopeLogs",
};

export const metrics: Signal = {
  resources: "resourceMetrics",
  scopes: "scopeMetrics",
  records: "metrics",
  requestMessage: "ExportMetricsServiceRequest",
  resourceMessage: "ResourceMetrics",
  scopeMessage: "ScopeMetrics",
};

/** The JSON pointer of a record; protobuf requests are described by the same pointers. */
export function recordPointer(signal: Signal, resource: number, scope: number, record: number): string {
  return `/${signal.resources}/${resource}/${signal.scopes}/${scope}/${signal.records}/${record}`;
}
