/**
 * A Prometheus, for what is compared with it: Debian's program `prometheus` (apt-get install --no-install-recommends
 * prometheus), or its path in PROMETHEUS. What Prometheus 3 alone has is compared with the program in PROMETHEUS3.
 */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import protobuf from "protobufjs";
import snappy from "snappy";
import { freePort } from "./ports.ts";
import { until } from "./until.ts";

const program = process.env.PROMETHEUS ?? "/usr/bin/prometheus";

/** Throws an error that says how to build it. */
export function prometheus3(): string {
  const path = process.env.PROMETHEUS3;
  if (path !== undefined && existsSync(path)) return path;
  const build =
    "go get github.com/prometheus/prometheus/cmd/prometheus@v0.309.1 && go build github.com/prometheus/prometheus/cmd/prometheus";
  throw new Error(`PROMETHEUS3 is no program: in an empty folder, go mod init judge && ${build}`);
}

export interface PrometheusOptions {
  readonly program?: string;
  readonly flags?: readonly string[];
}

export interface Prometheus {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * One that takes remote writes; its data are in the folder. `configuration` may depend on its own port; with none it scrapes
 * nothing. Throws an error that names what is missing.
 */
export async function startPrometheus(
  folder: string,
  configurationAt: (port: number) => string = () => "global: {}\n",
  options: PrometheusOptions = {},
): Promise<Prometheus> {
  const used = options.program ?? program;
  if (!existsSync(used))
    throw new Error(`${used} is missing: apt-get install --no-install-recommends prometheus, or set PROMETHEUS`);
  const port = await freePort();
  const configuration = join(folder, "prometheus.yml");
  writeFileSync(configuration, configurationAt(port));
  const child = spawn(
    used,
    [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(folder, "prometheus")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--web.enable-remote-write-receiver",
      "--enable-feature=exemplar-storage,native-histograms",
      "--log.level=error",
      ...(options.flags ?? []),
    ],
    { stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok === true);
  return {
    pid: child.pid ?? 0,
    url,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

export interface Sample {
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
  /** Those of the double. */
  readonly bits: bigint;
}

const double = new DataView(new ArrayBuffer(8));

/** The bits of a sample's value. */
export function bitsOf(value: number): bigint {
  double.setFloat64(0, value);
  return double.getBigUint64(0);
}

/** A native histogram with counts that need not be whole. */
export interface HistogramMessage {
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
  readonly count: number;
  readonly sum: number;
  readonly schema: number;
  readonly zeroThreshold: number;
  readonly zeroCount: number;
  readonly negativeSpans: readonly { readonly offset: number; readonly length: number }[];
  readonly negativeCounts: readonly number[];
  readonly positiveSpans: readonly { readonly offset: number; readonly length: number }[];
  readonly positiveCounts: readonly number[];
  /** Of schema −53, the upper bounds. */
  readonly customValues: readonly number[];
}

export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly samples: readonly Sample[];
  readonly histograms?: readonly HistogramMessage[];
}

const writeRequestType = protobuf
  .parse(`
    syntax = "proto3";
    message WriteRequest { repeated TimeSeries timeseries = 1; }
    message TimeSeries { repeated Label labels = 1; repeated Sample samples = 2; repeated Histogram histograms = 4; }
    message Label { string name = 1; string value = 2; }
    message Sample { fixed64 bits = 1; int64 timestamp = 2; }
    message Histogram {
      double count = 2; double sum = 3; sint32 schema = 4; double zeroThreshold = 5; double zeroCount = 7;
      repeated Span negativeSpans = 8; repeated double negativeCounts = 10;
      repeated Span positiveSpans = 11; repeated double positiveCounts = 13;
      int64 timestamp = 15; repeated double customValues = 16;
    }
    message Span { sint32 offset = 1; uint32 length = 2; }
  `)
  .root.lookupType("WriteRequest");

export const writeHeaders = { "content-encoding": "snappy", "content-type": "application/x-protobuf" } as const;

/** The body of a remote write 1.0. */
export async function writeRequest(series: readonly Series[]): Promise<Uint8Array<ArrayBuffer>> {
  const message = writeRequestType.fromObject({
    timeseries: series.map(({ labels, samples, histograms = [] }) => ({
      labels: Object.entries(labels)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => ({ name, value })),
      samples: samples.map(({ timestamp, bits }) => ({ timestamp, bits: String(bits) })),
      histograms,
    })),
  });
  return new Uint8Array(await snappy.compress(Buffer.from(writeRequestType.encode(message).finish())));
}
