/** The metric store while PostgreSQL and the process that compacts are killed, again and again, under load. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import type { PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import { Problem } from "#src/http/problem.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { metricBatch, metricStores } from "#test/support/metrics.ts";
import { MortalPostgres } from "#test/support/mortal-postgres.ts";
import { silent } from "#test/support/postgres.ts";
import { aTenant } from "#test/support/telemetry.ts";
import { until } from "#test/support/until.ts";

const dayMs = 86_400_000;
const seriesOfBatch = 20;
const senders = 3;
/** Written between two kills: more would only be more to compact. */
const batchesOfRound = 60;

describe("metrics, while PostgreSQL and the compaction are killed", () => {
  const postgres = new MortalPostgres();
  const tenant = aTenant();
  const start = Date.now();
  let database: Database;
  let url: string;
  let compacting: ChildProcess | undefined;
  let compacted = 0;
  /** Values by series and time, each acknowledged. */
  const acknowledged = new Map<string, Map<number, number>>();
  let batches = 0;
  let wanted = 0;
  let stopped = false;

  function startCompacting(): void {
    compacting = fork(join(import.meta.dirname, "compacting.ts"), [url, tenant.projectId], { stdio: "ignore" });
    compacting.on("message", (items: number) => {
      compacted += items;
    });
  }

  async function killCompacting(): Promise<void> {
    const killed = compacting;
    compacting = undefined;
    if (killed === undefined) return;
    const ended = once(killed, "exit");
    killed.kill("SIGKILL");
    await ended;
  }

  async function restartCompacting(): Promise<void> {
    await killCompacting();
    startCompacting();
  }

  async function restartPostgres(): Promise<void> {
    await postgres.kill();
    await postgres.start();
  }

  const harms = [restartCompacting, restartPostgres, () => Promise.all([restartCompacting(), restartPostgres()])];

  /** Each batch has new series beside old ones; it is sent until it is taken. */
  async function send(store: PostgresMetricStore, sender: number): Promise<void> {
    for (let nth = 0; !stopped; nth++) {
      const at = start + nth * 10;
      const sent = Array.from({ length: seriesOfBatch }, (_, i) => {
        const labels = { __name__: `sender_${sender}`, i: String(i), era: String(Math.floor(nth / 10)) };
        return [labels, [at, nth + i / 8]] as const;
      });
      const batch = metricBatch(...sent);
      for (;;) {
        try {
          const { rejected, samples } = await store.append(tenant, batch, { quotas: [] });
          expect([samples, rejected]).to.deep.equal([seriesOfBatch, []]);
          break;
        } catch (error) {
          if (!(error instanceof Problem) || error.code !== "OVERLOADED") throw error;
        }
      }
      for (const [labels, [, value]] of sent) {
        const series = JSON.stringify(labels);
        const values = acknowledged.get(series) ?? new Map<number, number>();
        acknowledged.set(series, values.set(at, value));
      }
      batches++;
      await until(() => batches < wanted || stopped);
    }
  }

  before(async () => {
    url = await postgres.start();
    await postgres.migrate();
    database = await openDatabase(url, { entities: [], migrations: [], log: silent });
    const { open, compact } = metricStores(database);
    const store = open();
    startCompacting();
    wanted = batchesOfRound;
    const sending = Promise.all(Array.from({ length: senders }, (_, sender) => send(store, sender)));
    const progress = async () => {
      const tidied = compacted;
      wanted = batches + batchesOfRound;
      await Promise.race([sending, until(() => batches >= wanted && compacted > tidied)]);
    };
    for (const harm of [...harms, ...harms]) {
      await progress();
      await harm();
    }
    await progress();
    stopped = true;
    await sending;
    await killCompacting();
    await until(() =>
      compact(tenant, { now: Date.now() + 2 * dayMs, worthIndexing: 5 }).then(
        () => true,
        () => false,
      ),
    );
  });

  after(async () => {
    await killCompacting();
    await database?.close();
    await postgres.stop();
  });

  it("keeps everything that was acknowledged, with its value", async () => {
    const { open, read } = metricStores(database);
    const selected = await read(open(), (reader) =>
      reader.select(tenant, {
        matchers: [],
        range: { fromMs: start, toMs: start + dayMs },
        limits: { series: 1_000_000, samples: 10_000_000 },
      }),
    );
    const found = new Map(
      selected.map(({ labels, timestamps, values }) => {
        const pairs = Array.from({ length: labels.length / 2 }, (_, i) => labels.slice(2 * i, 2 * i + 2));
        const { __name__, i, era } = Object.fromEntries(pairs) as Record<string, string>;
        return [
          JSON.stringify({ __name__, i, era }),
          new Map(timestamps.entries().map(([at, ms]) => [ms, values[at]])),
        ];
      }),
    );
    expect(acknowledged.size).to.be.greaterThan(100);
    expect([...found.keys()].sort()).to.deep.equal([...acknowledged.keys()].sort());
    for (const [series, values] of acknowledged) expect(found.get(series), series).to.deep.equal(values);
  });

  it("has everything once, and each series registered once", async () => {
    const samples = [...acknowledged.values()].reduce((sum, { size }) => sum + size, 0);
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(*)::int FROM metric_blocks WHERE project_id = $1) AS blocks,
         (SELECT sum(items)::int FROM metric_segments WHERE project_id = $1) AS samples,
         (SELECT count(*)::int FROM metric_series WHERE project_id = $1) AS series,
         (SELECT count(DISTINCT labels)::int FROM metric_series WHERE project_id = $1) AS labels`,
      [tenant.projectId],
    );
    expect(rows).to.deep.equal([{ blocks: 0, samples, series: acknowledged.size, labels: acknowledged.size }]);
  });
});
