/** What is sent as telemetry: remote write 1.0 and 2.0, OTLP in both encodings. */

import { parseRawLabels, showLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import { translate } from "#src/apis/observability/metrics/otlp/translate.ts";
import { decodeWriteV1 } from "#src/apis/observability/metrics/remote-write/decode-v1.ts";
import { decodeWriteV2 } from "#src/apis/observability/metrics/remote-write/decode-v2.ts";
import type { DecodedWrite } from "#src/apis/observability/metrics/remote-write/request.ts";
import {
  OtlpDecodeError,
  type OtlpEncoding,
  readLogs,
  readMetrics,
  readTraces,
} from "#src/apis/observability/otlp/decode.ts";
import type { Sliceable } from "#src/http/event-loop.ts";
import { Problem } from "#src/http/problem.ts";
import { writeV1, writeV2 } from "#test/apis/observability/metrics/remote-write/requests.ts";
import {
  aLog,
  aSpan,
  encodeLogs,
  encodeMetrics,
  encodeTraces,
  logsOf,
  nested,
  tracesOf,
} from "#test/apis/observability/otlp/requests.ts";
import { changedBytes } from "../bytes.ts";
import type { Format } from "../format.ts";
import { changedJson } from "../json.ts";
import { changedMessage } from "../protobuf.ts";

const isRefusal = (error: unknown) => error instanceof OtlpDecodeError || error instanceof Problem;

const series = [
  {
    labels: { __name__: "up", instance: "a:9090", job: "node" },
    samples: [
      { value: 1, timestamp: 1_795_255_200_000 },
      { value: Number.NaN, timestamp: 1_795_255_215_000 },
    ],
    exemplars: [{ labels: { trace_id: "abc" }, value: 0.5, timestamp: 1_795_255_200_000 }],
  },
  {
    labels: { __name__: "latency", job: "é" },
    histograms: [
      {
        count_int: 12,
        sum: 18.4,
        schema: 1,
        zero_threshold: 0.001,
        negative_spans: [{ offset: 0, length: 2 }],
        negative_deltas: [1, 2],
        negative_counts: [1, 2],
        positive_spans: [
          { offset: 0, length: 2 },
          { offset: 1, length: 2 },
        ],
        positive_deltas: [1, 1, -1, 0],
        timestamp: 1_795_255_200_000,
      },
    ],
  },
];

/** The way to the store, which asks each series for its labels. */
function* written(decoding: Sliceable<DecodedWrite>): Sliceable<void> {
  const { batch } = yield* decoding;
  yield;
  const { labels, seriesStart, seriesEnd } = batch;
  for (const [index, start] of seriesStart.entries()) {
    const parsed = parseRawLabels(labels.subarray(start, seriesEnd[index]));
    if (parsed !== null) showLabels(parsed);
    yield;
  }
}

function remoteWrite(
  name: string,
  samples: readonly [Buffer, ...Buffer[]],
  decode: (bytes: Buffer) => Sliceable<DecodedWrite>,
): Format {
  return {
    name,
    memory: 64,
    sample: samples[0],
    generate: (random) =>
      random.chance(0.8)
        ? changedMessage(random.pick(samples), random)
        : changedBytes(random.pick(samples), random, samples),
    read: (input) => written(decode(input)),
    isRefusal,
  };
}

const metadata = [{ type: 1, metric_family_name: "up", help: "Whether it is up.", unit: "s" }];

export const remoteWrite1 = remoteWrite(
  "remote-write-1",
  [writeV1(series, metadata), writeV1(series.slice(0, 1)), writeV1(Array.from({ length: 40 }, () => series).flat())],
  decodeWriteV1,
);

export const remoteWrite2 = remoteWrite(
  "remote-write-2",
  [
    writeV2(series.map((one) => ({ ...one, metadata: { type: 1, help_ref: 1, unit_ref: 2 } }))),
    writeV2(series.slice(0, 1)),
    writeV2(Array.from({ length: 40 }, () => series).flat()),
  ],
  decodeWriteV2,
);

const attributes = [
  { key: "service.name", value: { stringValue: "shop" } },
  { key: "n", value: { intValue: "-5" } },
  { key: "d", value: { doubleValue: 0.25 } },
  { key: "b", value: { bytesValue: "AAEC" } },
  { key: "list", value: nested(4, "arrayValue") },
  { key: "map", value: nested(4, "kvlistValue") },
];
const time = "1544712660000000001";
const point = { timeUnixNano: time, startTimeUnixNano: time, attributes };
const exemplar = {
  timeUnixNano: time,
  asDouble: 1.5,
  spanId: "eee19b7ec3c1b174",
  traceId: "5b8efff798038103d269b633813fc60c",
};
const metrics = [
  { name: "a", unit: "ms", gauge: { dataPoints: [{ ...point, asDouble: 1.5, exemplars: [exemplar] }] } },
  { name: "b", sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [{ ...point, asInt: "7" }] } },
  {
    name: "c",
    histogram: {
      aggregationTemporality: 2,
      dataPoints: [{ ...point, count: "3", sum: 4.5, bucketCounts: ["1", "2"], explicitBounds: [1], min: 0, max: 3 }],
    },
  },
  {
    name: "d",
    exponentialHistogram: {
      aggregationTemporality: 2,
      dataPoints: [
        {
          ...point,
          count: "3",
          sum: 4.5,
          scale: 2,
          zeroCount: "1",
          positive: { offset: 1, bucketCounts: ["1", "1"] },
          negative: { offset: 0, bucketCounts: [] },
        },
      ],
    },
  },
  {
    name: "e",
    summary: { dataPoints: [{ ...point, count: "2", sum: 1, quantileValues: [{ quantile: 0.5, value: 1 }] }] },
  },
];
const resource = { attributes };
const scope = { name: "scope", version: "1", attributes };
const span = aSpan({
  attributes,
  events: [{ timeUnixNano: time, name: "e", attributes }],
  links: [{ traceId: exemplar.traceId, spanId: exemplar.spanId, attributes }],
  status: { code: 2, message: "no" },
});
const requests = (encoding: OtlpEncoding): [Buffer, ...Buffer[]] => [
  encodeTraces(tracesOf([span, aSpan()], resource, scope), encoding),
  encodeLogs(logsOf([aLog({ attributes, severityText: "INFO" }), aLog()], resource, scope), encoding),
  encodeMetrics({ resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] }, encoding),
];

const signals = [readTraces, readLogs, readTheMetrics];

/** A request is read as one of each signal: whichever it is sent as, it must be read or refused. Throws when all refuse it. */
function* exported(input: Buffer, encoding: OtlpEncoding): Sliceable<void> {
  const refusals: unknown[] = [];
  for (const read of signals) {
    try {
      yield* read(input, encoding, Date.now());
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.push(error);
    }
    yield;
  }
  if (refusals.length === signals.length) throw refusals[0];
}

function* readTheMetrics(input: Buffer, encoding: OtlpEncoding): Sliceable<unknown> {
  const { records } = yield* readMetrics(input, encoding);
  return yield* translate(records);
}

const protobufRequests = requests("protobuf");
const jsonRequests = requests("json").map(String);

export const otlpProtobuf: Format = {
  name: "otlp-protobuf",
  memory: 64,
  sample: protobufRequests[0],
  generate: (random) =>
    random.chance(0.8)
      ? changedMessage(random.pick(protobufRequests), random)
      : changedBytes(random.pick(protobufRequests), random, protobufRequests),
  read: (input) => exported(input, "protobuf"),
  isRefusal,
};

export const otlpJson: Format = {
  name: "otlp-json",
  memory: 64,
  sample: requests("json")[0],
  generate: (random) =>
    random.chance(0.7)
      ? changedJson(random.pick(jsonRequests), random)
      : changedBytes(Buffer.from(random.pick(jsonRequests)), random),
  read: (input) => exported(input, "json"),
  isRefusal,
};
