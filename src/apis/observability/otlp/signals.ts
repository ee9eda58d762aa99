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

function signalOf(request: string, list: string, records: string): Signal {
  return {
    resources: `resource${list}`,
    scopes: `scope${list}`,
    records,
    requestMessage: `Export${request}ServiceRequest`,
    resourceMessage: `Resource${list}`,
    scopeMessage: `Scope${list}`,
  };
}

export const traces = signalOf("Trace", "Spans", "spans");
export const logs = signalOf("Logs", "Logs", "logRecords");
export const metrics = signalOf("Metrics", "Metrics", "metrics");

/** The JSON pointer of a record; protobuf requests are described by the same pointers. */
export function recordPointer(signal: Signal, resource: number, scope: number, record: number): string {
  return `/${signal.resources}/${resource}/${signal.scopes}/${scope}/${signal.records}/${record}`;
}
