/** Remote-write messages by protobufjs, which knows nothing of the server's own decoder. */
import protobuf from "protobufjs";

/** Messages of both versions. */
const common = `
  syntax = "proto3";
  message Sample { double value = 1; int64 timestamp = 2; int64 start_timestamp = 3; }
  message Histogram {
    oneof count { uint64 count_int = 1; double count_float = 2; }
    double sum = 3; sint32 schema = 4; double zero_threshold = 5;
    uint64 zero_count_int = 6; repeated BucketSpan negative_spans = 8; repeated sint64 negative_deltas = 9;
    repeated double negative_counts = 10;
    repeated BucketSpan positive_spans = 11; repeated sint64 positive_deltas = 12; repeated double positive_counts = 13;
    int64 timestamp = 15; repeated double custom_values = 16;
  }
  message BucketSpan { sint32 offset = 1; uint32 length = 2; }
`;

const v1 = `${common}
  message WriteRequest { repeated TimeSeries timeseries = 1; repeated MetricMetadata metadata = 3; }
  message MetricMetadata { int32 type = 1; string metric_family_name = 2; string help = 4; string unit = 5; }
  message TimeSeries {
    repeated Label labels = 1; repeated Sample samples = 2; repeated Exemplar exemplars = 3; repeated Histogram histograms = 4;
  }
  message Label { string name = 1; string value = 2; }
  message Exemplar { repeated Label labels = 1; double value = 2; int64 timestamp = 3; }
`;

const v2 = `${common}
  message Request { repeated string symbols = 4; repeated TimeSeries timeseries = 5; }
  message TimeSeries {
    repeated uint32 labels_refs = 1; repeated Sample samples = 2; repeated Histogram histograms = 3;
    repeated Exemplar exemplars = 4; Metadata metadata = 5;
  }
  message Exemplar { repeated uint32 labels_refs = 1; double value = 2; int64 timestamp = 3; }
  message Metadata { int32 type = 1; uint32 help_ref = 3; uint32 unit_ref = 4; }
`;

const options = { keepCase: true };
const types = {
  v1: protobuf.parse(v1, options).root.lookupType("WriteRequest"),
  v2: protobuf.parse(v2, options).root.lookupType("Request"),
} as const;

export type WriteVersion = keyof typeof types;

export function encodeWrite(version: WriteVersion, message: object): Buffer {
  const type = types[version];
  return Buffer.from(type.encode(type.fromObject(message)).finish());
}

export function decodeWrite(version: WriteVersion, bytes: Uint8Array): unknown {
  const type = types[version];
  return type.toObject(type.decode(bytes), { longs: Number });
}

export interface SeriesMessage {
  readonly labels: Readonly<Record<string, string>>;
  readonly samples?: readonly { readonly value: number; readonly timestamp: number }[];
  readonly exemplars?: readonly {
    readonly labels: Readonly<Record<string, string>>;
    value: number;
    timestamp: number;
  }[];
  readonly histograms?: readonly object[];
}

const pairs = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([name, value]) => ({ name, value }));

export function writeV1(series: readonly SeriesMessage[], metadata: readonly object[] = []): Buffer {
  return encodeWrite("v1", {
    timeseries: series.map(({ labels, exemplars = [], ...rest }) => ({
      labels: pairs(labels),
      exemplars: exemplars.map((exemplar) => ({ ...exemplar, labels: pairs(exemplar.labels) })),
      ...rest,
    })),
    metadata,
  });
}

export function writeV2(series: readonly (SeriesMessage & { readonly metadata?: object })[]): Buffer {
  const symbols = [""];
  const ref = (text: string) => {
    if (!symbols.includes(text)) symbols.push(text);
    return symbols.indexOf(text);
  };
  const refs = (labels: Readonly<Record<string, string>>) => Object.entries(labels).flat().map(ref);
  const timeseries = series.map(({ labels, exemplars = [], ...rest }) => ({
    labels_refs: refs(labels),
    exemplars: exemplars.map(({ labels: of, ...one }) => ({ ...one, labels_refs: refs(of) })),
    ...rest,
  }));
  return encodeWrite("v2", { symbols, timeseries });
}
