/** What a process remembers as written, when another server answers that lacks it, though no connection broke in use. */
import { expect } from "chai";
import type { PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import { listServices } from "#src/apis/observability/store/queries/services.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { metricBatch, metricStores } from "#test/support/metrics.ts";
import { lookLikeAnotherServer } from "#test/support/other-server.ts";
import { anEvent, aSpan, aTenant, plenty, spanBatch } from "#test/support/telemetry.ts";

describe("a standby that takes over without the last that was committed", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  /** The server is another from now on, and this project's rows have not reached it. */
  async function failOver(projectId: string, ...tables: string[]): Promise<void> {
    for (const table of tables) await database.owner.query(`DELETE FROM ${table} WHERE project_id = $1`, [projectId]);
    await lookLikeAnotherServer(database, database.pool);
  }

  it("is told the services that the old primary knew", async () => {
    const tenant = aTenant();
    const log = new TelemetryWriter(database.pool);
    const append = () => log.append(tenant, spanBatch(aSpan({ serviceName: "shop" })), plenty);
    await append();
    await failOver(tenant.projectId, "trace_services", "trace_operations", "span_heads", "span_blocks");
    await append();
    expect(await listServices(database.pool, tenant)).to.deep.equal(["shop"]);
    expect(log.counters.retries).to.equal(0);
  });

  it("takes an event again that it lacks", async () => {
    const tenant = aTenant();
    const log = new TelemetryWriter(database.pool);
    const rows = [anEvent()];
    const append = () => log.append(tenant, { kind: "events", rows }, plenty);
    expect(await append()).to.include({ stored: 1 });
    await failOver(tenant.projectId, "event_blocks");
    expect(await append()).to.include({ stored: 1 });
    expect(await append()).to.include({ stored: 0, deduped: 1 });
    expect(log.counters.retries).to.equal(0);
  });

  it("gives a series' id to another, and neither gets the other's samples", async () => {
    const tenant = aTenant();
    const now = Date.now();
    const { open, read } = metricStores(database);
    const [store, other] = [open(), open()];
    const append = (through: PostgresMetricStore, name: string, at: number) =>
      through.append(tenant, metricBatch([{ __name__: name }, [at, 1]]), { quotas: [] });
    const stored = () =>
      read(store, async (reader) => {
        const range = { fromMs: now - 60_000, toMs: now + 60_000 };
        const limits = { series: 100, samples: 1_000 };
        const selected = await reader.select(tenant, { matchers: [], range, limits });
        return selected.map(({ labels, timestamps }) => [labels[1], ...timestamps]).sort();
      });
    await append(store, "mine", now - 2_000);
    expect(await stored()).to.deep.equal([["mine", now - 2_000]]);
    const tables = ["series", "names", "registries", "heads", "blocks"].map((name) => `metric_${name}`);
    await failOver(tenant.projectId, ...tables);
    await append(other, "theirs", now - 1_000);
    await append(store, "mine", now);
    expect(await stored()).to.deep.equal([
      ["mine", now],
      ["theirs", now - 1_000],
    ]);
  });
});
