import { expect } from "chai";
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { metricJobs, queueCompaction } from "#src/apis/observability/metrics/jobs.ts";
import { PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob } from "#src/jobs/job.ts";
import { type RunningJobs, startJobs } from "#src/jobs/runner.ts";
import { testDatabase } from "#test/support/database.ts";
import { silent } from "#test/support/postgres.ts";
import { aTenant } from "#test/support/telemetry.ts";
import { until } from "#test/support/until.ts";

const retentionDays = 30;

describe("tenants whose compaction does not end", () => {
  const database = testDatabase();
  let jobs: RunningJobs | undefined;
  afterEach(() => jobs?.stop());

  it("leave all slots of other jobs free, payments among them", async () => {
    const store = new PostgresMetricStore(database.pool, {
      retentionDays,
      seriesQuotas: { series: 1_000, labelBytes: 1_000_000 },
    });
    const tenants = Array.from({ length: 6 }, aTenant);
    for (const tenant of tenants) {
      const builder = new MetricBatchBuilder();
      builder.sample(builder.series([["__name__", "up"]]), Date.now(), 1);
      await store.append(tenant, builder.build(), { quotas: [] });
    }
    const settled: number[] = [];
    const settlement = declareJob<{ readonly number: number }>({
      name: "settlement",
      run: async ({ number }) => {
        settled.push(number);
      },
    });
    // Compaction waits for the heads of its tenants.
    const holder = await database.pool.connect();
    try {
      await holder.query("BEGIN");
      for (const { projectId, environment } of tenants) {
        const head = "SELECT FROM metric_heads WHERE project_id = $1 AND environment = $2 FOR UPDATE";
        await holder.query(head, [projectId, environment]);
      }
      for (const tenant of tenants) await queueCompaction(database.pool, tenant);
      const declared = [...metricJobs({ retentionDays }), settlement];
      jobs = await startJobs(database, declared, { services: undefined, log: silent, pollInterval: 50 });
      const running = async () =>
        (
          await database.pool.query(
            "SELECT FROM graphile_worker.jobs WHERE locked_at IS NOT NULL AND task_identifier <> 'settlement'",
          )
        ).rowCount ?? 0;
      await until(async () => (await running()) >= 2);
      for (let number = 0; number < 8; number++) await enqueue(database.pool, settlement, { number });
      await until(() => settled.length === 8);
      expect(await running()).to.equal(2);
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
  });
});
