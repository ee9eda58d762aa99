/** Remote write, committed, against Prometheus' own receiver: the same requests to both in turn. Then compaction and what stays on disk. */
import { join } from "node:path";
import { compactMetricsOf } from "#src/apis/observability/metrics/jobs.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { startPrometheus } from "#test/support/prometheus.ts";
import { apart } from "../apart.ts";
import { cpuMicros, familyCpuMicros, median } from "../process.ts";
import { budget, table } from "../report.ts";
import { type BenchDatabase, withDatabase } from "./database.ts";
import { newKey, startServer } from "./server.ts";
import type { WritePlan, WriteResult } from "./write-load.ts";

const rounds = 5;
/** Of 16,000 samples each. */
const scrapes = 40;
const intervalMs = 15_000;

interface Cost {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  /** PostgreSQL's part of the CPU. */
  readonly database: number;
}

export function benchRemoteWrite(): Promise<void> {
  return withDatabase(async (bench) => {
    const server = await startServer(bench);
    const key = await newKey(bench);
    const prometheus = await startPrometheus(
      bench.folder,
      () => "storage:\n  tsdb:\n    out_of_order_time_window: 1h\n",
    );
    const from = Date.now() - (rounds + 2) * scrapes * intervalMs;
    const accord: Cost[] = [];
    const receiver: Cost[] = [];
    let samples = 0;
    // The first round registers the series on both sides.
    for (let round = 0; round <= rounds; round++) {
      const plan = { scrapes, from: from + round * scrapes * intervalMs };
      const ours = await measured(
        { ...plan, url: `${server.baseUrl}/api/v1/prom/write`, headers: { "x-api-key": key } },
        () => [cpuMicros(server.pid), familyCpuMicros(bench.postmaster)],
      );
      const theirs = await measured({ ...plan, url: `${prometheus.url}/api/v1/write`, headers: {} }, () => [
        cpuMicros(prometheus.pid),
        0,
      ]);
      samples += ours.samples;
      if (round === 0) continue;
      accord.push(ours.cost);
      receiver.push(theirs.cost);
    }
    await prometheus.stop();
    await server.stop();
    const middle = (costs: readonly Cost[], of: keyof Cost) => median(costs.map((cost) => cost[of]));
    table(
      [
        "16,000 series of 6 labels, 2,000 samples a request, 8 senders",
        "samples/CPU s",
        "samples/s",
        "PostgreSQL's share",
      ],
      [
        ["Accord, committed, PostgreSQL's CPU included", accord],
        ["Prometheus' receiver", receiver],
      ].map(([name, costs]) => [
        name as string,
        middle(costs as Cost[], "perCpuSecond").toFixed(0),
        middle(costs as Cost[], "perSecond").toFixed(0),
        `${(100 * middle(costs as Cost[], "database")).toFixed(0)} %`,
      ]),
    );
    const ratio = middle(accord, "perCpuSecond") / middle(receiver, "perCpuSecond");
    budget("samples per CPU second, against Prometheus", ratio, 2);
    await compaction(bench, samples);
  });
}

async function measured(
  plan: WritePlan,
  cpu: () => readonly [server: number, database: number],
): Promise<{ readonly samples: number; readonly cost: Cost }> {
  const script = join(import.meta.dirname, "write-load.ts");
  const { samples, seconds, before, after } = await apart<WriteResult, ReturnType<typeof cpu>>(script, plan, cpu);
  const [own, database] = [after[0] - before[0], after[1] - before[1]];
  const cpuSeconds = (own + database) / 1e6;
  return {
    samples,
    cost: { perSecond: samples / seconds, perCpuSecond: samples / cpuSeconds, database: database / (own + database) },
  };
}

/** Everything that was written, compacted as on the day after. */
async function compaction({ owner, postmaster }: BenchDatabase, samples: number): Promise<void> {
  const { pool } = owner;
  const { rows: tenants } = await pool.query<{ project_id: string; environment: Tenant["environment"] }>(
    "SELECT project_id, environment FROM metric_heads",
  );
  const cpu = () => cpuMicros(process.pid) + familyCpuMicros(postmaster);
  const before = cpu();
  for (const { project_id, environment } of tenants) {
    const tenant = { projectId: project_id, environment };
    await compactMetricsOf(pool, tenant, { retentionDays: 395 });
    await compactMetricsOf(pool, tenant, { retentionDays: 395, now: Date.now() + 2 * 86_400_000 });
  }
  const cpuSeconds = (cpu() - before) / 1e6;
  // As autovacuum does within a minute.
  await pool.query("VACUUM metric_segments_fresh, metric_blocks");
  const { rows } = await pool.query<{ items: string; payload: string; bytes: string }>(
    `SELECT (SELECT sum(items) FROM metric_segments) AS items,
       (SELECT sum(length(payload)) FROM metric_segments) AS payload,
       sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent = 'metric_segments'::regclass`,
  );
  if (Number(rows[0]?.items) !== samples) throw new Error(`${rows[0]?.items} of ${samples} samples are there`);
  const perSample = Number(rows[0]?.bytes) / samples;
  table(
    [`after compaction of ${samples} samples`, "bytes/sample, live", "in files", "samples/CPU s"],
    [
      [
        "segments",
        (Number(rows[0]?.payload) / samples).toFixed(2),
        perSample.toFixed(2),
        (samples / cpuSeconds).toFixed(0),
      ],
    ],
  );
  budget("samples per 2 bytes", 2 / perSample, 1);
}
