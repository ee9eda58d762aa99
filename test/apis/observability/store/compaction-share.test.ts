import { expect } from "chai";
import { metricJobs, queueCompaction } from "#src/apis/observability/metrics/jobs.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob } from "#src/jobs/job.ts";
import { type RunningJobs, startJobs } from "#src/jobs/runner.ts";
import { testDatabase } from "#test/support/database.ts";
import { metricBatch, metricStores } from "#test/support/metrics.ts";
import { silent } from "#test/support/postgres.ts";
import { aTenant } from "#test/support/telemetry.ts";
import { until } from "#test/support/until.ts";

describe("tenants whose compaction does not end", () => {
  const database = testDatabase();
  let jobs: RunningJobs | undefined;
  afterEach(() => jobs?.stop());

  it("leave all slots of other jobs free, payments among them", async () => {
    const store = metricStores(database).open();
    const tenants = Array.from({ length: 6 }, aTenant);
    const batch = metricBatch([{ __name__: "up" }, [Date.now(), 1]]);
    for (const tenant of tenants) await store.append(tenant, batch, { quotas: [] });
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
      const declared = [...metricJobs({ retentionDays: 30 }), settlement];
      jobs = await startJobs(database, declared, { log: silent, pollInterval: 50 });
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
