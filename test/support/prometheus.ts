/**
 * Debian's Prometheus, for what is compared with it: the program `prometheus` (apt-get install --no-install-recommends
 * prometheus), or its path in PROMETHEUS.
 */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import protobuf from "protobufjs";
import snappy from "snappy";
import { freePort } from "./ports.ts";
import { until } from "./until.ts";

const program = process.env.PROMETHEUS ?? "/usr/bin/prometheus";

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
): Promise<Prometheus> {
  if (!existsSync(program))
    throw new Error(`${program} is missing: apt-get install --no-install-recommends prometheus, or set PROMETHEUS`);
  const port = await freePort();
  const configuration = join(folder, "prometheus.yml");
  writeFileSync(configuration, configurationAt(port));
  const child = spawn(
    program,
    [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(folder, "prometheus")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--web.enable-remote-write-receiver",
      "--enable-feature=exemplar-storage,native-histograms",
      "--log.level=error",
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

export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly samples: readonly Sample[];
}

const writeRequestType = protobuf
  .parse(`
    syntax = "proto3";
    message WriteRequest { repeated TimeSeries timeseries = 1; }
    message TimeSeries { repeated Label labels = 1; repeated Sample samples = 2; }
    message Label { string name = 1; string value = 2; }
    message Sample { fixed64 bits = 1; int64 timestamp = 2; }
  `)
  .root.lookupType("WriteRequest");

export const writeHeaders = { "content-encoding": "snappy", "content-type": "application/x-protobuf" } as const;

/** The body of a remote write 1.0. */
export async function writeRequest(series: readonly Series[]): Promise<Uint8Array<ArrayBuffer>> {
  const message = writeRequestType.fromObject({
    timeseries: series.map(({ labels, samples }) => ({
      labels: Object.entries(labels)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => ({ name, value })),
      samples: samples.map(({ timestamp, bits }) => ({ timestamp, bits: String(bits) })),
    })),
  });
  return new Uint8Array(await snappy.compress(Buffer.from(writeRequestType.encode(message).finish())));
}
