/** What the metric store keeps through lost answers, concurrent compactions and retention. */
import { expect } from "chai";
import { encodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import type { PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import { forgetSeries } from "#src/apis/observability/metrics/series-retention.ts";
import { metricTables } from "#src/apis/observability/metrics/tables.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { dailySegments, dropDaysBefore } from "#src/storage/blocks/days.ts";
import { dayMs, dayOf } from "#src/storage/blocks/tables.ts";
import { openDatabase } from "#src/storage/database.ts";
import { CommitProxy } from "#test/support/commit-proxy.ts";
import { testDatabase } from "#test/support/database.ts";
import { metricBatch, metricStores } from "#test/support/metrics.ts";
import { opened } from "#test/support/opened.ts";
import { silent } from "#test/support/postgres.ts";
import { aTenant } from "#test/support/telemetry.ts";

const start = Date.UTC(2026, 10, 20, 12);
const quotas = { quotas: [{ name: "samples", amount: 3, limitPerMinute: 1_000 }] };

const batchAt = (at: number, ...names: string[]) =>
  metricBatch(...names.map((name) => [{ __name__: name }, [at, 1]] as const));

describe("the metric store, over the years and through accidents", () => {
  const database = testDatabase();
  const { open, read, compact: compactWith } = metricStores(database, start);

  /** [name, times] of all that is there. */
  async function stored(store: PostgresMetricStore, tenant: Tenant): Promise<unknown[]> {
    const selection = {
      matchers: [],
      range: { fromMs: start - 100 * dayMs, toMs: start + 100 * dayMs },
      limits: { series: 100, samples: 1000 },
    };
    const selected = await read(store, (reader) => reader.select(tenant, selection));
    return selected.map(({ labels, timestamps }) => [labels[1], ...timestamps]);
  }
  const compact = (tenant: Tenant, now = start) => compactWith(tenant, { now, worthIndexing: 1 });

  describe("when the answer to a COMMIT is lost", () => {
    const way = opened(
      () => CommitProxy.open(database.url),
      ({ proxy }) => proxy.close(),
    );
    const proxied = opened(() => openDatabase(way.url, { entities: [], migrations: [], log: silent }));

    for (const fault of ["reset after", "reset before"] as const) {
      it(`stores and charges once, and answers as stored (${fault})`, async () => {
        const tenant = aTenant();
        const store = metricStores(proxied, start).open();
        await store.append(tenant, batchAt(start - 1000, "a"), quotas);
        const caught = way.proxy.arm(fault);
        const answer = store.append(tenant, batchAt(start, "a", "b"), quotas);
        await caught;
        expect(await answer).to.deep.include({ samples: 2, rejected: [] });
        expect(await stored(store, tenant)).to.deep.equal([
          ["a", start - 1000, start],
          ["b", start],
        ]);
        const { rows: blocks } = await database.pool.query(
          "SELECT block_id::int, items FROM metric_blocks WHERE project_id = $1 ORDER BY block_id",
          [tenant.projectId],
        );
        expect(blocks).to.deep.equal([
          { block_id: 1, items: 1 },
          { block_id: 2, items: 2 },
        ]);
        const { rows: used } = await database.pool.query(
          "SELECT used::int FROM quota_windows WHERE project_id = $1 AND name = 'samples'",
          [tenant.projectId],
        );
        // A minute may have passed in between.
        expect([3, 6]).to.include(used[0]?.used);
        const { rows: heads } = await database.pool.query(
          "SELECT pending_blocks::int, pending_items::int FROM metric_heads WHERE project_id = $1",
          [tenant.projectId],
        );
        expect(heads).to.deep.equal([{ pending_blocks: 2, pending_items: 3 }]);
      });
    }
  });

  it("is compacted by several workers and written to at a time, and nothing is lost or doubled", async () => {
    const tenant = aTenant();
    const store = open();
    for (let round = 0; round < 12; round++) {
      const work = [compact(tenant), compact(tenant), store.append(tenant, batchAt(start + round, "a", "b"), quotas)];
      // Two that want the same blocks may also find each other's deletion under way.
      await Promise.all(work);
    }
    await compact(tenant, start + 2 * dayMs);
    const times = Array.from({ length: 12 }, (_, round) => start + round);
    expect(await stored(store, tenant)).to.deep.equal([
      ["a", ...times],
      ["b", ...times],
    ]);
    const { rows } = await database.pool.query(
      "SELECT count(DISTINCT sequence)::int AS sets, sum(items)::int AS items FROM metric_segments WHERE project_id = $1",
      [tenant.projectId],
    );
    expect(rows).to.deep.equal([{ sets: 1, items: 24 }]);
  });

  it("drops days and series past their retention, and a process that remembers them writes on", async () => {
    const tenant = aTenant();
    let now = start;
    const store = open({ now: () => now });
    await store.append(tenant, batchAt(start, "old", "kept"), quotas);
    await compact(tenant);
    now = start + 29 * dayMs;
    await store.append(tenant, batchAt(now, "kept"), quotas);
    await compact(tenant, now);
    now = start + 45 * dayMs;
    const oldest = dayOf(now) - 30;
    expect(await dropDaysBefore(database.pool, dailySegments(metricTables), oldest)).to.include(
      "metric_segments_p20261120",
    );
    expect(await forgetSeries(database.pool, oldest)).to.be.at.least(1);
    expect(await stored(store, tenant)).to.deep.equal([["kept", start + 29 * dayMs]]);
    const { rows } = await database.pool.query(
      "SELECT series::int, label_bytes::int AS bytes FROM metric_registries WHERE project_id = $1",
      [tenant.projectId],
    );
    expect(rows).to.deep.equal([{ series: 1, bytes: encodeLabels(["__name__", "kept"]).length }]);
    // Its id was given up, and this process still had it.
    await store.append(tenant, batchAt(now, "old", "kept"), quotas);
    expect(await stored(store, tenant)).to.deep.equal([
      ["kept", start + 29 * dayMs, now],
      ["old", now],
    ]);
  });

  it("keeps what a merge had read that was not committed", async () => {
    const tenant = aTenant();
    const store = open();
    await store.append(tenant, batchAt(start, "a", "b"), quotas);
    await compact(tenant);
    const { owner } = database;
    await owner.query("ALTER TABLE metric_heads ADD CONSTRAINT unmerged CHECK (changes <= 1) NOT VALID");
    expect(await compact(tenant, start + 2 * dayMs).catch((error: unknown) => error)).to.have.property("code", "23514");
    await owner.query("ALTER TABLE metric_heads DROP CONSTRAINT unmerged");
    const all = [
      ["a", start],
      ["b", start],
    ];
    expect(await stored(store, tenant)).to.deep.equal(all);
    await compact(tenant, start + 2 * dayMs);
    expect(await stored(store, tenant)).to.deep.equal(all);
  });

  it("keeps a series that wrote again, also when the compaction that saw it was not committed", async () => {
    const tenant = aTenant();
    let now = start;
    const store = open({ now: () => now });
    await store.append(tenant, batchAt(now, "seldom"), quotas);
    await compact(tenant, now);
    now = start + 20 * dayMs;
    await store.append(tenant, batchAt(now, "seldom"), quotas);
    const { owner } = database;
    await owner.query("ALTER TABLE metric_heads ADD CONSTRAINT waiting CHECK (pending_blocks > 0) NOT VALID");
    expect(await compact(tenant, now).catch((error: unknown) => error)).to.have.property("code", "23514");
    await owner.query("ALTER TABLE metric_heads DROP CONSTRAINT waiting");
    await compact(tenant, now);
    await forgetSeries(database.pool, dayOf(start + 45 * dayMs) - 30);
    expect(await stored(store, tenant)).to.deep.equal([["seldom", start, now]]);
  });
});
