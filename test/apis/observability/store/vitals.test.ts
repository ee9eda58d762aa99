/** Web vitals: each report is stored, and readers see the last one of each vital, when its first one came. */
import { expect } from "chai";
import fc from "fast-check";
import { type Labels, SelectionTooLarge } from "#src/apis/observability/metrics/store.ts";
import type { VitalRecord } from "#src/apis/observability/records.ts";
import { compactRecordsOf } from "#src/apis/observability/store/blocks/jobs.ts";
import { dropExpiredPartitions } from "#src/apis/observability/store/partitions.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { testDatabase } from "#test/support/database.ts";
import { runs } from "#test/support/runs.ts";
import { aTenant, aVital, plenty } from "#test/support/telemetry.ts";
import { selectVitals } from "#test/support/vitals.ts";
import { countOf } from "./queues.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe("web vitals in blocks", () => {
  const database = testDatabase();
  const noon = Date.UTC(2026, 1, 3, 12);

  /** Reports of a tenant at times of the test's own. */
  function aSource(start = noon) {
    const tenant = aTenant();
    const clock = { now: start };
    const log = new TelemetryWriter(database.pool, { now: () => clock.now });
    return {
      tenant,
      clock,
      report: (...vitals: Partial<VitalRecord>[]) =>
        log.append(tenant, { kind: "web_vitals", rows: vitals.map((vital) => aVital(vital)) }, plenty),
      compact: () => compactRecordsOf(database.pool, "web_vitals", tenant, { now: clock.now }),
      /** Time since the start, and value. */
      async points(from = 0, to = Number.MAX_SAFE_INTEGER) {
        const selected = await selectVitals(database.pool, tenant, { from: start + from, to: start + to });
        return selected.flatMap(({ timestamps, values }) =>
          [...timestamps].map((at, index) => [at - start, values[index]]),
        );
      },
    };
  }

  interface Report {
    readonly id: string;
    readonly name: string;
    readonly rating: string;
    readonly value: number;
    readonly at: number;
  }

  /** The last report of each vital at the time of its first, as long as the first is less than a day ago. */
  function lastOnes(reports: readonly Report[]): Report[] {
    const vitals: Report[] = [];
    const latest = new Map<string, number>();
    for (const report of reports) {
      const key = `${report.name} ${report.id}`;
      const place = latest.get(key);
      const first = place === undefined ? undefined : vitals[place];
      if (place !== undefined && first !== undefined && first.at > report.at - day)
        vitals[place] = { ...report, at: first.at };
      else latest.set(key, vitals.push(report) - 1);
    }
    return vitals;
  }

  const steps = fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          do: fc.constant("report" as const),
          process: fc.constantFrom(0, 1),
          vitals: fc.array(
            fc.record({
              id: fc.constantFrom("a", "b", "c"),
              name: fc.constantFrom("rum.lcp", "rum.lcp", "rum.cls"),
              rating: fc.constantFrom("good", "poor", ""),
            }),
            { minLength: 1, maxLength: 4 },
          ),
        }),
      },
      { weight: 3, arbitrary: fc.record({ do: fc.constant("compact" as const) }) },
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 0, max: 900 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("expire" as const) }) },
    ),
    { maxLength: 40 },
  );
  /** Periods that begin with a report, or behind it (minutes). */
  const questions = fc.array(
    fc.record({
      report: fc.nat(200),
      behind: fc.constantFrom(0, 1),
      length: fc.constantFrom(0, 1, 300, 3_000),
      name: fc.constantFrom(undefined, "rum.lcp"),
      rating: fc.constantFrom(undefined, "good", "poor", ""),
    }),
    { minLength: 6, maxLength: 12 },
  );

  it("are read as from a plain list in memory, whatever is reported, replaced, compacted and dropped", async () => {
    await fc.assert(
      fc.asyncProperty(steps, questions, async (all, asked) => {
        const tenant = aTenant();
        let now = noon;
        let value = 0;
        let reports: Report[] = [];
        const logs = [0, 1].map(() => new TelemetryWriter(database.pool, { now: () => now }));
        const compact = () => compactRecordsOf(database.pool, "web_vitals", tenant, { now });
        const everything = { report: 0, behind: 0, length: 1_000_000, name: undefined, rating: undefined };
        const check = async ({ report, behind, length, name, rating }: typeof everything | (typeof asked)[number]) => {
          const first = (reports[report % reports.length]?.at ?? noon) + behind * minute;
          const last = first + length * minute;
          const expected = lastOnes(reports).filter(
            (vital) =>
              vital.at >= first &&
              vital.at <= last &&
              (name === undefined || vital.name === name) &&
              (rating === undefined || vital.rating === rating),
          );
          const matchers = Object.entries({ __name__: name, rating }).flatMap(([label, wanted]) =>
            wanted === undefined ? [] : [{ name: label, matches: (text: string) => text === wanted }],
          );
          const selected = await selectVitals(database.pool, tenant, { matchers, from: first, to: last });
          const found = selected.flatMap(({ labels, timestamps, values }) => {
            expect([...timestamps], "times that rise").to.deep.equal([...new Set(timestamps)].sort((a, b) => a - b));
            return [...values].map((one, index) => pointOf(labels, one, Math.ceil((timestamps[index] ?? 0) / minute)));
          });
          const wanted = expected.map((vital) => pointOf(labelsOf(vital), vital.value, vital.at / minute));
          expect(found.toSorted(), JSON.stringify({ report, behind, length, name, rating })).to.deep.equal(
            wanted.toSorted(),
          );
        };
        for (const step of all) {
          if (step.do === "report") {
            const vitals = step.vitals.map((vital) => ({ ...vital, value: ++value, at: now }));
            const rows = vitals.map(({ id, ...vital }) => aVital({ ...vital, vitalId: id }));
            await logs[step.process]?.append(tenant, { kind: "web_vitals", rows }, plenty);
            reports.push(...vitals);
          } else if (step.do === "compact") await Promise.all([compact(), compact(), check(everything)]);
          else if (step.do === "wait") now += step.minutes * minute;
          else {
            await compact();
            const days = 2;
            const retention = { events: days, spans: days, logs: days, web_vitals: days };
            await dropExpiredPartitions(database.pool, retention, new Date(now));
            const oldest = Math.floor(now / day - days) * day;
            // Of a vital that is gone, no report is left.
            reports = lastOnes(reports).filter(({ at }) => at >= oldest);
          }
        }
        for (const question of [everything, ...asked]) await check(question);
      }),
      { numRuns: runs(100) },
    );
  });

  const pointOf = (labels: Labels, value: number, minutes: number) => `${labels.join(" ")} ${value} ${minutes}`;
  const labelsOf = ({ name, rating }: Report): Labels => [
    "__name__",
    name,
    ...(rating === "" ? [] : ["rating", rating]),
    "url",
    "https://shop.example/cart",
  ];

  it("are replaced for a day from their first report, and a vital of their own after that", async () => {
    const { clock, report, points, compact } = aSource();
    await report({ vitalId: "a", value: 1 });
    clock.now += day - 1;
    await report({ vitalId: "a", value: 2 });
    expect(await points()).to.deep.equal([[0, 2]]);
    await compact();
    clock.now += 1;
    await report({ vitalId: "a", value: 3 });
    const both = [
      [0, 2],
      [day, 3],
    ];
    expect(await points()).to.deep.equal(both);
    await compact();
    expect(await points()).to.deep.equal(both);
    expect(await points(1)).to.deep.equal([[day, 3]]);
  });

  it("are one copy each when compaction has seen all reports of them", async () => {
    const { tenant, clock, report, points, compact } = aSource();
    for (let value = 0; value < 5; value++) {
      await report({ vitalId: "a", value }, { vitalId: "b", value });
      clock.now += minute;
    }
    expect(await countOf(database, "web_vitals", tenant.projectId)).to.equal(10);
    await compact();
    expect(await countOf(database, "web_vitals", tenant.projectId)).to.equal(2);
    for (let value = 5; value < 12; value++) {
      await report({ vitalId: "a", value });
      await compact();
    }
    clock.now += 2 * day;
    await compact();
    expect(await countOf(database, "web_vitals", tenant.projectId)).to.equal(2);
    const values = (await points()).map(([, value]) => value);
    expect(values).to.have.members([11, 4]);
  });

  it("lie apart by name where there are many, and are replaced there", async () => {
    const { tenant, clock, report, compact } = aSource();
    const names = ["rum.cls", "rum.lcp", "rum.inp"];
    const many = (value: number, from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => ({
        vitalId: String(from + index),
        name: names[(from + index) % 3] as string,
        value,
      }));
    await report(...many(1, 0, 9_000));
    await compact();
    clock.now += hour;
    await report(...many(2, 6_000, 9_003));
    for (const step of ["blocks", "segments"]) {
      for (const name of names) {
        const matchers = [{ name: "__name__", matches: (text: string) => text === name }];
        const [series] = await selectVitals(database.pool, tenant, { matchers, from: noon - hour, to: clock.now });
        const values = [...(series?.values ?? [])];
        expect([values.length, values.filter((value) => value === 2).length], `${step} ${name}`).to.deep.equal([
          3_001, 1_001,
        ]);
      }
      await compact();
    }
    const { rows } = await database.pool.query(
      "SELECT items FROM vital_segments WHERE project_id = $1 ORDER BY sequence, part",
      [tenant.projectId],
    );
    expect(rows.map(({ items }) => items)).to.deep.equal([3_000, 3_000, 3_000, 3_003]);
  });

  it("are gone with the day of their first report, also those that were replaced the day after", async () => {
    const { tenant, clock, report, points, compact } = aSource();
    clock.now += 11 * hour;
    await report({ vitalId: "a", value: 1 }, { vitalId: "b", value: 2 });
    clock.now += 3 * hour;
    await report({ vitalId: "a", value: 3 });
    await compact();
    clock.now += 2 * day;
    await report({ vitalId: "c", value: 4 });
    await compact();
    expect(await points()).to.have.length(3);
    const retention = { events: 1, spans: 1, logs: 1, web_vitals: 2 };
    await dropExpiredPartitions(database.pool, retention, new Date(clock.now));
    expect(await points()).to.deep.equal([[62 * hour, 4]]);
    expect(await countOf(database, "web_vitals", tenant.projectId)).to.equal(1);
  });

  it("are at most as many series and samples as a query may read", async () => {
    const { tenant, report, compact } = aSource();
    await report(...Array.from({ length: 30 }, (_, index) => ({ url: `https://shop.example/${index % 3}` })));
    const select = (limits: { series?: number; samples?: number }) =>
      selectVitals(database.pool, tenant, { limits }).catch((error: unknown) => error);
    for (const step of ["blocks", "segments"]) {
      expect(await select({ series: 3, samples: 30 }), step).to.have.length(3);
      expect(await select({ series: 2 }), step)
        .to.be.instanceOf(SelectionTooLarge)
        .with.property("of", "series");
      expect(await select({ samples: 29 }), step)
        .to.be.instanceOf(SelectionTooLarge)
        .with.property("of", "samples");
      await compact();
    }
  });
});
