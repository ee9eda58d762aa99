/** The client process of the remote-write benchmark. */
import { compressSync } from "snappy";
import { ByteWriter } from "#src/apis/observability/metrics/codec/bytes.ts";
import { encodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import { onCue, postAll } from "../apart.ts";

export interface WritePlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Samples of each series. */
  readonly scrapes: number;
  /** The time of the first scrape, in ms; the others follow every 15 s. */
  readonly from: number;
}

export interface WriteResult {
  readonly samples: number;
  readonly seconds: number;
}

/** A sender has its own part of the series, so that each series' samples come in order. */
const senders = 8;
const seriesOfSender = 2_000;
const intervalMs = 15_000;

/** Six labels each; a metric has 100 series. */
export function labelsOf(series: number): Buffer {
  return encodeLabels([
    "__name__",
    `bench_metric_${Math.floor(series / 100)}_total`,
    "code",
    String(200 + (series % 5)),
    "handler",
    `/api/v1/resource/${series % 100}`,
    "instance",
    `shop-${series % 20}.example.org:9100`,
    "job",
    "shop",
    "region",
    "eu-west-1",
  ]);
}

/** Counters, gauges with two decimals, constants, seconds with three decimals, and a few measurements of full precision. */
export function sampleOf(series: number, scrape: number): number {
  const noise = scrambled(series * 100_003 + scrape);
  if (series % 50 === 0) return noise / 2 ** 32;
  switch (series % 4) {
    case 0:
      return series * 1000 + scrape * 17 + (noise % 5);
    case 1:
      return Math.round(2000 + (noise % 1000)) / 100;
    case 2:
      return series;
    default:
      return Math.round((series + scrape * 0.731 + (noise % 100) / 1000) * 1000) / 1000;
  }
}

/** 32 bits that look random, the same for the same number (the finaliser of MurmurHash3). */
function scrambled(number: number): number {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function bodiesOf({ scrapes, from }: Pick<WritePlan, "scrapes" | "from">, sender: number): Buffer[] {
  const all = Array.from({ length: seriesOfSender }, (_, i) => sender * seriesOfSender + i);
  const labels = all.map(labelsOf);
  const value = Buffer.alloc(8);
  return Array.from({ length: scrapes }, (_, scrape) => {
    const writer = new ByteWriter(400_000);
    const time = new ByteWriter(16);
    time.varint(from + scrape * intervalMs);
    for (const [i, series] of all.entries()) {
      // Of the time and not of the run, so that no run repeats what another one has sent.
      value.writeDoubleLE(sampleOf(series, (Math.floor(from / intervalMs) % 10_000) + scrape));
      const set = labels[i] ?? Buffer.alloc(0);
      const sample = 10 + time.length;
      writer.byte(0x0a);
      writer.varint(set.length + 2 + sample);
      writer.append(set);
      writer.byte(0x12);
      writer.varint(sample);
      writer.byte(0x09);
      writer.append(value);
      writer.byte(0x10);
      writer.append(time.written);
    }
    return compressSync(writer.written);
  });
}

async function sendAll({ url, headers }: WritePlan, bodies: readonly (readonly Buffer[])[]): Promise<WriteResult> {
  const all = { "content-type": "application/x-protobuf", "content-encoding": "snappy", ...headers };
  const { seconds, times } = await postAll(
    url,
    bodies.map((own) => own.map((body) => ({ headers: all, body }))),
  );
  return { samples: times.length * seriesOfSender, seconds };
}

if (import.meta.main)
  onCue((plan: WritePlan) => Array.from({ length: senders }, (_, sender) => bodiesOf(plan, sender)), sendAll);
