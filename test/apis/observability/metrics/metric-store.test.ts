import { expect } from "chai";
import fc from "fast-check";
import type { PoolClient, QueryResultRow } from "pg";
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { type KeyedHash, keyedHash } from "#src/apis/observability/metrics/keyed-hash.ts";
import { encodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import { saveMetadata } from "#src/apis/observability/metrics/series-registry.ts";
import {
  type LabelMatcher,
  type MetricMetadata,
  type MetricReader,
  SelectionTooLarge,
} from "#src/apis/observability/metrics/store.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { chargeRefused } from "#src/apis/observability/store/quota.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import { testDatabase } from "#test/support/database.ts";
import { type LabelSet, metricBatch, metricStores, type Sample } from "#test/support/metrics.ts";
import { withinOneMinute } from "#test/support/one-minute.ts";
import { deepIt, runs } from "#test/support/runs.ts";
import { aTenant } from "#test/support/telemetry.ts";
import { ModelStore, matcher, metricName } from "./model-store.ts";

const now = Date.UTC(2026, 10, 20, 12);
const quotas = { quotas: [{ name: "any", amount: 1, limitPerMinute: 1_000_000 }] };
const plenty = { series: 10_000, samples: 1_000_000 };
const allTime = { fromMs: now - 40 * 86_400_000, toMs: now + 86_400_000 };

describe("the metric store", () => {
  const database = testDatabase();

  const { open, read, compact: compactWith } = metricStores(database, now);
  const compact = (tenant: Tenant, at = now) => compactWith(tenant, { now: at, worthIndexing: 2 });

  /** `{labels: [[time, low word, high word], …]}` */
  async function everything(
    reader: Pick<MetricReader, "select">,
    tenant: Tenant,
    matchers: readonly LabelMatcher[] = [],
    range = allTime,
  ): Promise<unknown[]> {
    const selected = await reader.select(tenant, { matchers, range, limits: plenty });
    return selected.map(({ labels, timestamps, bits }) => [
      labels,
      Array.from(timestamps, (at, i) => [at, bits[2 * i], bits[2 * i + 1]]),
    ]);
  }

  it("does what the model does, however writes, compactions and processes come", async () => {
    const label = fc.constantFrom<LabelSet>(
      { __name__: "a", job: "x" },
      { __name__: "a", job: "y" },
      { __name__: "b", job: "x", zone: "1" },
      { __name__: "b" },
      { __name__: "c", job: "\u{1F600}" },
      { __name__: "c", job: "\uFFFD" },
    );
    const at = fc.oneof(
      fc.integer({ min: 0, max: 5 }).map((n) => now - n * 1000),
      fc.integer({ min: 0, max: 3 }).map((n) => now - n * 86_400_000),
    );
    const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant("stale" as const));
    const write = fc.array(fc.tuple(label, fc.array(fc.tuple(at, value), { maxLength: 6 })), { maxLength: 5 });
    const step = fc.oneof(
      { weight: 4, arbitrary: write.map((series) => ({ do: "write" as const, series })) },
      {
        weight: 2,
        arbitrary: fc
          .integer({ min: 0, max: 2 })
          .map((days) => ({ do: "compact" as const, at: now + days * 86_400_000 })),
      },
      { weight: 1, arbitrary: fc.constant({ do: "restart" as const }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const tenant = aTenant();
        const model = new ModelStore();
        let store = open();
        for (const one of steps) {
          if (one.do === "restart") store = open();
          else if (one.do === "compact") await compact(tenant, one.at);
          else {
            const batch = metricBatch(...one.series.map(([labels, samples]) => [labels, ...samples] as const));
            const outcome = await store.append(tenant, batch, quotas);
            const expected = await model.append(tenant, batch);
            const refused = outcome.rejected.reduce((sum, { samples }) => sum + samples, 0);
            expect(outcome.samples + refused).to.equal(batch.sampleSeries.length);
            // What is not seen at once counts as stored, and is not read.
            expect(outcome.samples).to.be.at.least(expected.samples);
          }
        }
        const matchers: (readonly LabelMatcher[])[] = [
          [],
          [metricName("a")],
          [matcher("job", "")],
          [matcher("job", /^(x|)$/), metricName("b")],
          [matcher("zone", /./)],
          [matcher("nothing", "1")],
        ];
        for (const one of matchers) {
          const actual = await read(store, (reader) => everything(reader, tenant, one));
          expect(actual).to.deep.equal(await everything(model, tenant, one));
        }
        const range = { fromMs: now - 3000, toMs: now - 1000 };
        expect(await read(store, (reader) => everything(reader, tenant, [], range))).to.deep.equal(
          await everything(model, tenant, [], range),
        );
        const question = { selectors: [[metricName("a")], [matcher("zone", "1")]], range: allTime, limit: 100 };
        const questions: ((reader: MetricReader) => Promise<unknown>)[] = [
          (reader: MetricReader) => reader.series(tenant, question),
          (reader: MetricReader) => reader.labelNames(tenant, question),
          (reader: MetricReader) => reader.labelValues(tenant, "job", { ...question, selectors: [] }),
        ];
        for (const ask of questions) {
          const written = (await everything(model, tenant)).length;
          if (written > 0) expect(await read(store, ask)).to.deep.equal(await ask(model));
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it("stores a request once, however often it is sent, and by however many processes at a time", async () => {
    const tenant = aTenant();
    const batch = metricBatch([
      { __name__: "up" },
      ...Array.from({ length: 50 }, (_, i): Sample => [now - i * 1000, i]),
    ]);
    const stores = [open(), open()];
    const outcomes = await Promise.all([...stores, ...stores].map((store) => store.append(tenant, batch, quotas)));
    for (const { samples, rejected } of outcomes) {
      expect(samples).to.equal(50);
      expect(rejected).to.deep.equal([]);
    }
    const series = await read(open(), (reader) => everything(reader, tenant));
    expect(series).to.have.length(1);
    expect((series[0] as [unknown, unknown[]])[1]).to.have.length(50);
  });

  it("keeps the first value of an instant for every reader, and refuses the second where it is seen", async () => {
    const tenant = aTenant();
    const [one, other] = [open(), open()];
    const labels = { __name__: "up" };
    await one.append(tenant, metricBatch([labels, [now, 1]]), quotas);
    const seen = await one.append(tenant, metricBatch([labels, [now, 2], [now + 1, 3]]), quotas);
    expect(seen).to.deep.include({ samples: 1 });
    expect(seen.rejected).to.deep.equal([
      { series: 0, reason: "another value was stored for this instant", samples: 1, histograms: 0, exemplars: 0 },
    ]);
    expect(await other.append(tenant, metricBatch([labels, [now, 9]]), quotas)).to.include({ samples: 1 });
    const expected = [
      [
        ["__name__", "up"],
        [
          [now, 0, 0x3ff00000],
          [now + 1, 0, 0x40080000],
        ],
      ],
    ];
    expect(await read(other, (reader) => everything(reader, tenant))).to.deep.equal(expected);
    await compact(tenant);
    expect(await read(one, (reader) => everything(reader, tenant))).to.deep.equal(expected);
  });

  it("takes a repeat of the first value of an instant, also where another value was seen since", async () => {
    const tenant = aTenant();
    const [one, other] = [open(), open()];
    const sample = (at: number, value: number) => metricBatch([{ __name__: "up" }, [at, value]]);
    await one.append(tenant, sample(now, 1), quotas);
    await other.append(tenant, sample(now, 2), quotas);
    await one.append(tenant, sample(now + 1, 3), quotas);
    for (const process of [one, other, open()]) {
      for (const [at, value] of [
        [now, 1],
        [now + 1, 3],
      ] as const) {
        expect(await process.append(tenant, sample(at, value), quotas)).to.deep.include({ samples: 1, rejected: [] });
      }
    }
    expect(await read(open(), (reader) => everything(reader, tenant))).to.deep.equal([
      [
        ["__name__", "up"],
        [
          [now, 0, 0x3ff00000],
          [now + 1, 0, 0x40080000],
        ],
      ],
    ]);
  });

  it("tells tenants and series apart when all their hashes collide", async () => {
    const hash: KeyedHash = (view, start, end, key, digest) => {
      keyedHash(view, start, end, key, digest);
      digest[0] = 7;
    };
    const colliding = { fingerprint: () => 7n, hash };
    const tenants = [aTenant("test"), aTenant("test")];
    tenants.push({ projectId: tenants[0]?.projectId ?? "", environment: "live" });
    const store = open(colliding);
    const labels = Array.from({ length: 20 }, (_, i) => ({ __name__: "up", instance: `i${i}` }));
    for (const [t, tenant] of tenants.entries()) {
      await store.append(tenant, metricBatch(...labels.map((set, i) => [set, [now, 100 * t + i]] as const)), quotas);
    }
    for (const reopened of [store, open(colliding)]) {
      for (const [t, tenant] of tenants.entries()) {
        await reopened.append(
          tenant,
          metricBatch(...labels.map((set, i) => [set, [now, 100 * t + i]] as const)),
          quotas,
        );
        const selected = await read(reopened, (reader) =>
          reader.select(tenant, { matchers: [], range: allTime, limits: plenty }),
        );
        const found = selected.map(({ labels: [, , , instance], values }) => [instance, [...values]]);
        expect(found.sort()).to.deep.equal(labels.map(({ instance }, i) => [instance, [100 * t + i]]).sort());
      }
    }
  });

  it("keeps what is valid of a batch and says what is not", async () => {
    const tenant = aTenant();
    const outcome = await open().append(
      tenant,
      metricBatch(
        [{ __name__: "good" }, [now, 1]],
        [{ job: "nameless" }, [now, 1], [now - 1000, 1]],
        [{ __name__: "early" }, [now - 31 * 86_400_000, 1]],
        [{ __name__: "late" }, [now + 2 * 86_400_000, 1], [now, 2]],
        [{ __name__: "infinite" }, [Number.POSITIVE_INFINITY, 1], [Number.NaN, 2]],
      ),
      quotas,
    );
    expect(outcome.samples).to.equal(2);
    expect(outcome.rejected.map(({ series, reason, samples }) => [series, reason, samples])).to.deep.equal([
      [1, "label __name__ is missing", 2],
      [2, "a timestamp is older than the retention of 30 days", 1],
      [3, "a timestamp is more than 24 hours ahead", 1],
      [4, "a timestamp is more than 24 hours ahead", 1],
      [4, "a timestamp is older than the retention of 30 days", 1],
    ]);
    const names = await read(open(), (reader) =>
      reader.labelValues(tenant, "__name__", { selectors: [], range: allTime, limit: 10 }),
    );
    expect(names).to.deep.equal(["good", "late"]);
  });

  it("takes no more series than a project may have, and goes on taking samples of those it has", async () => {
    const tenant = aTenant();
    const store = open({ seriesQuotas: { series: 3, labelBytes: 1_000_000_000 } });
    const many = (value: number) =>
      metricBatch(
        ...Array.from({ length: 5 }, (_, i) => [{ __name__: "m", i: String(i) }, [now + value, value]] as const),
      );
    for (const value of [1, 2]) {
      const outcome = await store.append(tenant, many(value), quotas);
      expect(outcome.samples).to.equal(3);
      expect(outcome.rejected.map(({ series, reason }) => [series, reason])).to.deep.equal([
        [3, "the project has 3 series, which is the most it may have"],
        [4, "the project has 3 series, which is the most it may have"],
      ]);
    }
    expect(await store.append({ ...tenant, environment: "live" }, many(1), quotas)).to.include({ samples: 3 });
  });

  it("takes no more bytes of labels than a project may have, also when another process goes on", async () => {
    const tenant = aTenant();
    const labels = (i: number, text: string): LabelSet => ({ __name__: "m", i: String(i), text });
    const size = (i: number, text: string) => encodeLabels(Object.entries(labels(i, text)).flat()).length;
    const long = "x".repeat(10_000);
    // Three that are long, and then a short one.
    const labelBytes = size(0, long) + size(1, long) + size(2, long) + size(5, "short");
    const seriesQuotas = { series: 100, labelBytes };
    const many = (value: number) =>
      metricBatch(
        ...Array.from({ length: 5 }, (_, i) => [labels(i, long), [now + value, value]] as const),
        [labels(5, "short"), [now + value, value]],
        [labels(6, "short"), [now + value, value]],
      );
    const reason = `the labels of the project's series would take more than ${labelBytes} bytes`;
    for (const [value, store] of [open({ seriesQuotas }), open({ seriesQuotas })].entries()) {
      const outcome = await store.append(tenant, many(value), quotas);
      expect(outcome.samples).to.equal(4);
      expect(outcome.rejected.map(({ series, reason: why, samples }) => [series, why, samples])).to.deep.equal([
        [3, reason, 1],
        [4, reason, 1],
        [6, reason, 1],
      ]);
    }
    const { rows } = await database.pool.query(
      "SELECT series::int, label_bytes::int AS bytes FROM metric_registries WHERE project_id = $1",
      [tenant.projectId],
    );
    expect(rows).to.deep.equal([{ series: 4, bytes: labelBytes }]);
    expect(await open({ seriesQuotas }).append({ ...tenant, environment: "live" }, many(1), quotas)).to.include({
      samples: 4,
    });
  });

  deepIt("registers and finds again series whose labels are longer than one statement carries", async () => {
    const tenant = aTenant();
    const text = "x".repeat(16_000);
    const all = Array.from({ length: 700 }, (_, i) => ({ __name__: "m", a: text, b: text, c: text, i: String(i) }));
    const batch = (value: number) => metricBatch(...all.map((labels) => [labels, [now + value, value]] as const));
    for (const [value, store] of [open(), open()].entries()) {
      expect(await store.append(tenant, batch(value), quotas)).to.include({ samples: 700 });
    }
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS series, sum(octet_length(labels))::int AS bytes FROM metric_series WHERE project_id = $1",
      [tenant.projectId],
    );
    const bytes = all.reduce((sum, labels) => sum + encodeLabels(Object.entries(labels).sort().flat()).length, 0);
    expect(rows).to.deep.equal([{ series: 700, bytes }]);
  });

  it("refuses a batch that is over one of its quotas whole, and charges it nothing", () =>
    withinOneMinute(async () => {
      const tenant = aTenant();
      const store = open();
      const charges = (samples: number) => ({
        quotas: [
          { name: "requests", amount: 1, limitPerMinute: 3 },
          { name: "samples", amount: samples, limitPerMinute: 10 },
        ],
      });
      const batch = metricBatch([{ __name__: "up" }, [now, 1]]);
      const { quotas: states } = await store.append(tenant, batch, charges(6));
      expect(states.map(({ remaining }) => remaining)).to.deep.equal([2, 4]);
      const other = metricBatch([{ __name__: "down" }, [now, 1]]);
      for (const [amount, code] of [
        [5, "RATE_LIMITED"],
        [11, "PAYLOAD_TOO_LARGE"],
      ] as const) {
        const refusal = await store.append(tenant, other, charges(amount)).catch((error: unknown) => error);
        expect(refusal).to.have.property("code", code);
      }
      expect(await read(store, (reader) => everything(reader, tenant))).to.have.length(1);
      const { quotas: after } = await store.append(tenant, other, charges(4));
      expect(after.map(({ remaining }) => remaining)).to.deep.equal([1, 0]);
    }));

  it("writes nothing for a batch that is over a quota, not even the rows that it locks", () =>
    withinOneMinute(async () => {
      const tenant = aTenant();
      const quota = { name: "requests", amount: 1, limitPerMinute: 1 };
      await chargeRefused(database.pool, tenant, quota);
      const batch = metricBatch([{ __name__: "up" }, [now, 1]]);
      const refusal = await open()
        .append(tenant, batch, { quotas: [quota] })
        .catch((error: unknown) => error);
      expect(refusal).to.have.property("code", "RATE_LIMITED");
      const tables = ["metric_heads", "metric_registries", "metric_series", "metric_blocks", "quota_windows"];
      const counts = tables.map(
        (table) => `(SELECT count(*)::int FROM ${table} WHERE (project_id, environment) = ($1, $2)) AS ${table}`,
      );
      const { rows } = await database.pool.query(`SELECT ${counts}`, [tenant.projectId, tenant.environment]);
      const nothing = Object.fromEntries(tables.map((table) => [table, 0]));
      expect(rows).to.deep.equal([{ ...nothing, quota_windows: 1 }]);
    }));

  it("refuses a selection of more samples than its limit", async () => {
    const tenant = aTenant();
    const store = open();
    const batch = metricBatch([{ __name__: "a" }, [now, 1], [now + 1, 2]], [{ __name__: "b" }, [now, 1]]);
    await store.append(tenant, batch, quotas);
    const select = (samples: number) =>
      read(store, (reader) =>
        reader.select(tenant, { matchers: [], range: allTime, limits: { series: 10, samples } }),
      ).catch((error: unknown) => error);
    expect(await select(2))
      .to.be.instanceOf(SelectionTooLarge)
      .and.include({ of: "samples", limit: 2 });
    expect(await select(3)).to.have.length(2);
  });

  it("keeps histograms and exemplars, once each", async () => {
    const tenant = aTenant();
    const builder = new MetricBatchBuilder();
    const series = builder.series([["__name__", "latency"]]);
    builder.record(series, { kind: "histogram", timestamp: now, message: Buffer.from([1, 2]) });
    builder.record(series, { kind: "exemplar", timestamp: now, message: Buffer.from([3]) });
    builder.record(series, { kind: "exemplar", timestamp: now, message: Buffer.from([4]) });
    const batch = builder.build();
    const store = open();
    for (let i = 0; i < 2; i++) {
      expect(await store.append(tenant, batch, quotas)).to.include({ samples: 0, histograms: 1, exemplars: 2 });
      for (const records of ["histogram", "exemplar"] as const) {
        const selection = { matchers: [metricName("latency")], range: allTime, limits: plenty, records };
        const [found] = await read(store, (reader) => reader.select(tenant, selection));
        expect(found?.records.map(({ message }) => [...message])).to.deep.equal(
          records === "histogram" ? [[1, 2]] : [[3], [4]],
        );
      }
      await compact(tenant);
    }
  });

  deepIt("keeps what of one series is more than a segment holds, and finds parts of it", async () => {
    const tenant = aTenant();
    const builder = new MetricBatchBuilder();
    const [long, wide] = [builder.series([["__name__", "long"]]), builder.series([["__name__", "wide"]])];
    const [samples, histograms] = [100_000, 10_000];
    const begin = now - samples * 100;
    // The latest first.
    for (let i = samples - 1; i >= 0; i--) builder.sample(long, begin + i * 100, i);
    const messageOf = (i: number) => Buffer.alloc(300, i % 251);
    for (let i = 0; i < histograms; i++)
      builder.record(wide, { kind: "histogram", timestamp: begin + i * 100, message: messageOf(i) });
    const store = open();
    expect(await store.append(tenant, builder.build(), quotas)).to.include({ samples, histograms });
    const select = async (name: string, from: number, to: number) => {
      const range = { fromMs: begin + from * 100, toMs: begin + to * 100 };
      const limits = { series: 1, samples: 1_000_000 };
      const selection = { matchers: [metricName(name)], range, limits, records: "histogram" } as const;
      return (await read(store, (reader) => reader.select(tenant, selection)))[0];
    };
    for (const [at, sizes] of [
      [null, null],
      [now, { samples: [34_464, 65_536], histograms: [1_808, 8_192] }],
      [now + 2 * 86_400_000, { samples: [34_464, 65_536], histograms: [1_808, 8_192] }],
    ] as const) {
      if (at !== null) await compact(tenant, at);
      if (sizes !== null) {
        const { rows } = await database.pool.query<{ items: number }>(
          "SELECT items FROM metric_segments WHERE project_id = $1 ORDER BY items",
          [tenant.projectId],
        );
        const expected = [...sizes.samples, ...sizes.histograms].sort((a, b) => a - b);
        expect(rows.map(({ items }) => items)).to.deep.equal(expected);
      }
      const whole = await select("long", 0, samples);
      expect(whole?.values).to.have.length(samples);
      expect(whole?.values.every((value, i) => value === i)).to.equal(true);
      expect((await select("long", 65_530, 65_539))?.values).to.deep.equal(
        Float64Array.from({ length: 10 }, (_, i) => 65_530 + i),
      );
      const records = (await select("wide", 0, histograms))?.records ?? [];
      expect(records).to.have.length(histograms);
      expect(records.every(({ message }, i) => message.equals(messageOf(i)))).to.equal(true);
    }
  });

  it("reads of a week the segments of the time and of the series that are asked for", async () => {
    const tenant = aTenant();
    const builder = new MetricBatchBuilder();
    const dayMs = 86_400_000;
    const begin = Math.floor(now / dayMs) * dayMs - 7 * dayMs;
    // Two series, each of which fills a segment a day, with values that do not compress.
    for (const name of ["a", "b"]) {
      const series = builder.series([["__name__", name]]);
      for (let day = 0; day < 7; day++)
        for (let i = 0; i < 6_000; i++) builder.sample(series, begin + day * dayMs + i * 14_000, Math.sin(i * 7 + day));
    }
    await open().append(tenant, builder.build(), quotas);
    await compact(tenant);
    const bytesOf = async (
      matchers: readonly LabelMatcher[],
      from: number,
      to: number,
      // One that has read nothing yet.
      store = open(),
    ): Promise<number> => {
      let bytes = 0;
      const range = { fromMs: begin + from * dayMs, toMs: begin + to * dayMs - 1 };
      await database.queries.run("test", {}, async (connection) => {
        const counting: QueryConnection = {
          signal: connection.signal,
          async query<Row extends QueryResultRow>(sql: string, values?: unknown[]) {
            const result = await connection.query<Row & { readonly payload?: Buffer }>(sql, values);
            for (const { payload } of result.rows ?? []) bytes += payload?.length ?? 0;
            return result;
          },
        };
        await store.reader(counting).select(tenant, { matchers, range, limits: plenty });
      });
      return bytes;
    };
    const week = await bytesOf([], 0, 7);
    expect(week).to.be.above(7 * 2 * 6_000);
    expect((await bytesOf([], 3, 4)) / week).to.be.closeTo(1 / 7, 0.02);
    expect((await bytesOf([metricName("a")], 0, 7)) / week).to.be.within(0.4, 1.01);
    // Those of the label index alone.
    expect(await bytesOf([metricName("c")], 0, 7)).to.be.below(100);
    const again = open();
    expect(await bytesOf([], 0, 7, again)).to.equal(week);
    expect(await bytesOf([metricName("a")], 2, 5, again)).to.be.below(100);
  });

  it("refuses histograms and exemplars that are too large, and keeps the rest of their series", async () => {
    const tenant = aTenant();
    const builder = new MetricBatchBuilder();
    const series = builder.series([["__name__", "latency"]]);
    for (const [kind, bytes] of [
      ["histogram", 65_536],
      ["histogram", 65_537],
      ["exemplar", 4_096],
      ["exemplar", 4_097],
    ] as const)
      builder.record(series, { kind, timestamp: now - bytes, message: Buffer.alloc(bytes) });
    const outcome = await open().append(tenant, builder.build(), quotas);
    expect(outcome).to.include({ histograms: 1, exemplars: 1 });
    expect(outcome.rejected.map(({ reason }) => reason)).to.deep.equal([
      "a histogram takes more than 65536 bytes",
      "an exemplar takes more than 4096 bytes",
    ]);
  });

  it("counts all that it refuses, also where there is more than it names", async () => {
    const series = Array.from({ length: 1_500 }, (_, i) => [{ nameless: String(i) }, [now, 1]] as const);
    const { samples, rejected } = await open().append(aTenant(), metricBatch(...series), quotas);
    expect(samples).to.equal(0);
    expect(rejected).to.have.length(1_001);
    expect(rejected.reduce((sum, { samples: refused }) => sum + refused, 0)).to.equal(1_500);
  });

  it("keeps what is known about so many metrics, and goes on learning about those", async () => {
    const tenant = aTenant();
    const about = (help: string, ...names: string[]) =>
      new Map(names.map((name) => [name, { type: "gauge", help, unit: "" }] as const));
    const save = async (metadata: ReadonlyMap<string, MetricMetadata>) => {
      const client = await database.pool.connect();
      await saveMetadata(client, tenant, metadata, 3);
      client.release();
    };
    await save(about("first", "a", "b"));
    await save(about("second", "b", "c", "d"));
    await save(about("third", "e", "c"));
    const known = await read(open(), (reader) => reader.metadata(tenant, { limit: 10 }));
    expect([...known].map(([name, { help }]) => [name, help])).to.deep.equal([
      ["a", "first"],
      ["b", "second"],
      ["c", "third"],
    ]);
  });

  it("asks the database about some thousand metrics at a time, however many there are", async () => {
    const tenant = aTenant();
    const names = Array.from({ length: 12_000 }, (_, i) => `m${i}`);
    const client = await database.pool.connect();
    const sizes: number[] = [];
    const watched = {
      query: (text: string, values: readonly unknown[]) => {
        sizes.push(values.length, ...values.map((value) => (Array.isArray(value) ? value.length : 1)));
        return client.query(text, [...values]);
      },
    } as unknown as PoolClient;
    await saveMetadata(
      watched,
      tenant,
      new Map(names.map((name) => [name, { type: "gauge", help: "", unit: "" }])),
      10,
    );
    client.release();
    expect(Math.max(...sizes)).to.be.at.most(10_000);
    const known = await read(open(), (reader) => reader.metadata(tenant, { limit: 100 }));
    expect([...known.keys()]).to.have.members(names.slice(0, 10));
  });

  it("keeps what is known about metrics", async () => {
    const tenant = aTenant();
    const store = open();
    const about = (help: string) => {
      const builder = new MetricBatchBuilder();
      builder.metadata.set("up", { type: "gauge", help, unit: "" });
      return builder.build();
    };
    for (const help of ["Whether it is up", "Whether it is up", "Up or not"]) {
      await store.append(tenant, about(help), quotas);
      const known = await read(store, (reader) => reader.metadata(tenant, { limit: 10 }));
      expect([...known]).to.deep.equal([["up", { type: "gauge", help, unit: "" }]]);
    }
    expect((await read(store, (reader) => reader.metadata(tenant, { metric: "down", limit: 10 }))).size).to.equal(0);
  });
});
