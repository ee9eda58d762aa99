/** Fills the metric store for its growth benchmark: through its own append, as eight senders of remote write would, and its own compaction. */
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { compactMetricsOf } from "#src/apis/observability/metrics/jobs.ts";
import { decodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import { PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import type { MetricBatch } from "#src/apis/observability/metrics/store.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import type { Environment } from "#src/identity/environment.ts";
import { cpuMicros, familyCpuMicros } from "../process.ts";
import type { BenchDatabase } from "./database.ts";
import { labelsOf, sampleOf } from "./write-load.ts";

export const intervalMs = 15_000;
const seriesOfBatch = 2_000;
const senders = 8;
/** Samples between two compactions: what makes a tenant due, and what comes until the worker is there. */
const betweenCompactions = 1_000_000;
const retentionDays = 395;

/** What it cost, in seconds of CPU, PostgreSQL's included. */
export interface FillCost {
  samples: number;
  write: number;
  compaction: number;
}

export class Filler {
  readonly #bench: BenchDatabase;
  readonly #tenant: Tenant;
  readonly #store: PostgresMetricStore;
  readonly #templates: MetricBatch[];
  readonly #from: number;
  #scrape: number;
  #waiting = 0;

  /** `from`: when the first scrape was, in ms; `scrape`: how many have been written already. */
  constructor(bench: BenchDatabase, tenant: Tenant, series: number, from: number, scrape: number) {
    this.#bench = bench;
    this.#tenant = tenant;
    this.#from = from;
    this.#scrape = scrape;
    const now = () => this.#now;
    this.#store = new PostgresMetricStore(bench.database.pool, {
      retentionDays,
      seriesQuotas: { series: 2_000_000, labelBytes: 1_000_000_000 },
      now,
    });
    this.#templates = [];
    for (let first = 0; first < series; first += seriesOfBatch) {
      const builder = new MetricBatchBuilder();
      for (let i = first; i < Math.min(first + seriesOfBatch, series); i++) {
        const labels = decodeLabels(labelsOf(i));
        const pairs = Array.from({ length: labels.length / 2 }, (_, at) => labels.slice(2 * at, 2 * at + 2));
        // A label that has many values, as pods do: ten series each.
        const pod = ["pod", `shop-${((i * 7919) % Math.ceil(series / 10)).toString(36)}`];
        builder.sample(builder.series([...pairs, pod] as [string, string][]), 0, 0);
      }
      this.#templates.push(builder.build());
    }
  }

  get scrape(): number {
    return this.#scrape;
  }

  /** When the scrape is that comes next, in ms. */
  get #now(): number {
    return this.#from + this.#scrape * intervalMs;
  }

  /** Writes one sample of each series for every scrape, and compacts what is due. */
  async scrapes(count: number, cost: FillCost): Promise<void> {
    for (let left = count; left > 0; ) {
      // Reading what has been used takes milliseconds itself.
      const together = Math.min(left, Math.ceil(betweenCompactions / this.#samples));
      cost.write += await this.#measured(() => this.write(together));
      cost.samples += together * this.#samples;
      left -= together;
      if (this.#waiting >= betweenCompactions) await this.compact(cost);
    }
  }

  /** The same, and compacts nothing. */
  async write(count: number): Promise<void> {
    for (let done = 0; done < count; done++) {
      await this.#write();
      this.#scrape++;
    }
  }

  async compact(cost: FillCost): Promise<void> {
    this.#waiting = 0;
    cost.compaction += await this.#measured(() =>
      compactMetricsOf(this.#bench.owner.pool, this.#tenant, { retentionDays, now: this.#now }),
    );
  }

  get #samples(): number {
    return this.#templates.reduce((sum, { sampleSeries }) => sum + sampleSeries.length, 0);
  }

  async #write(): Promise<void> {
    let next = 0;
    const sender = async () => {
      for (let mine = next++; mine < this.#templates.length; mine = next++) {
        const template = this.#templates[mine] as MetricBatch;
        const count = template.sampleSeries.length;
        const bits = new Uint32Array(2 * count);
        const values = new Float64Array(bits.buffer);
        for (let i = 0; i < count; i++) values[i] = sampleOf(mine * seriesOfBatch + i, this.#scrape);
        const timestamps = new Float64Array(count).fill(this.#now);
        const outcome = await this.#store.append(
          this.#tenant,
          { ...template, samples: { timestamps, values, bits } },
          { quotas: [] },
        );
        if (outcome.samples !== count) throw new Error(`${count - outcome.samples} samples were refused`);
      }
    };
    await Promise.all(Array.from({ length: senders }, sender));
    this.#waiting += this.#samples;
  }

  /** CPU of this process and PostgreSQL, in seconds. */
  async #measured(work: () => Promise<unknown>): Promise<number> {
    const cpu = () => cpuMicros(process.pid) + familyCpuMicros(this.#bench.postmaster);
    const before = cpu();
    await work();
    return (cpu() - before) / 1e6;
  }
}

/** Compacts the metrics of all tenants. */
export async function compactAll({ owner }: BenchDatabase): Promise<void> {
  const { rows } = await owner.pool.query<{ project_id: string; environment: Environment }>(
    "SELECT DISTINCT project_id, environment FROM metric_series",
  );
  for (const { project_id: projectId, environment } of rows)
    await compactMetricsOf(owner.pool, { projectId, environment }, { retentionDays: 395 });
}
