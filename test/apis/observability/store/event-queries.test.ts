import { expect } from "chai";
import fc from "fast-check";
import type { EventRecord, Tenant } from "#src/apis/observability/records.ts";
import { type EventFilters, getEvent, listEvents } from "#src/apis/observability/store/queries/events.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { Cursors } from "#src/http/cursor.ts";
import { testDatabase } from "#test/support/database.ts";
import { runs } from "#test/support/runs.ts";
import { anEvent, aTenant, createTelemetryDatabase, plenty } from "#test/support/telemetry.ts";

describe("event queries", () => {
  const database = testDatabase(createTelemetryDatabase);
  let log: TelemetryWriter;
  const cursors = new Cursors("secret");
  const t0 = Date.parse("2026-01-10T10:00:00.000Z");

  before(async () => {
    log = new TelemetryWriter(database.pool);
  });

  const store = (tenant: Tenant, rows: EventRecord[]) => log.append(tenant, { kind: "events", rows }, plenty);
  const list = (tenant: Tenant, filters: EventFilters = {}, limit = 100, cursor?: string) =>
    listEvents(database.pool, cursors, tenant, filters, { limit, cursor });
  const idsOf = async (tenant: Tenant, filters: EventFilters = {}) =>
    (await list(tenant, filters)).items.map(({ eventId }) => eventId);

  it("gives the latest receipt of an event that came again after the window", async () => {
    const tenant = aTenant();
    let now = Date.now() - 3_600_000;
    const past = new TelemetryWriter(database.pool, { now: () => now });
    await past.append(tenant, { kind: "events", rows: [anEvent({ eventId: "again", message: "first" })] }, plenty);
    now += 3_600_000;
    await past.append(tenant, { kind: "events", rows: [anEvent({ eventId: "again", message: "second" })] }, plenty);
    expect(await getEvent(database.pool, tenant, "again")).to.have.property("message", "second");
    expect((await list(tenant)).items).to.have.length(2);
  });

  it("finds what is behind thousands of blocks that nothing has compacted", async () => {
    const tenant = aTenant();
    await store(tenant, [anEvent({ eventId: "needle", time: t0, message: "needle" })]);
    await store(tenant, [anEvent({ eventId: "hay", time: t0 + 1, message: "hay" })]);
    const { rows } = await database.pool.query<{ columns: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
       WHERE attrelid = 'event_blocks'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'block_id'`,
    );
    const columns = rows[0]?.columns ?? "";
    await database.pool.query(
      `INSERT INTO event_blocks (block_id, ${columns}) SELECT block_id + number, ${columns}
       FROM event_blocks CROSS JOIN generate_series(1, 2500) AS number
       WHERE project_id = $1 AND environment = $2 AND block_id = 2`,
      [tenant.projectId, tenant.environment],
    );
    const generous = { scanMs: 60_000, pageBytes: 1e9 };
    for (const filters of [{ q: "needle" }, { until: new Date(t0) }]) {
      const page = { limit: 10 };
      const { items, incomplete } = await listEvents(database.pool, cursors, tenant, filters, page, generous);
      expect([items.at(-1)?.eventId, incomplete], JSON.stringify(filters)).to.deep.equal(["needle", false]);
    }
  });

  describe("filters", () => {
    const tenant = aTenant();
    before(() =>
      store(tenant, [
        anEvent({ eventId: "a", time: t0, level: 50, release: "r1", stage: "production", platform: "ios" }),
        anEvent({ eventId: "b", time: t0 + 1000, level: 30, release: "r2", stage: "staging", platform: "android" }),
        anEvent({
          eventId: "c",
          time: t0 + 2000,
          level: 50,
          release: "r2",
          stage: null,
          platform: null,
          message: "100% of_it \\ failed",
          payloadJson: '{"exception":{"type":"TypeError","value":"Ungültig"}}',
        }),
        anEvent({
          eventId: "d",
          time: t0 + 3000,
          level: 20,
          message: null,
          payloadJson: '{"exception":{"value":"\\u0000"}}',
        }),
      ]),
    );

    const cases: [string, EventFilters, string[]][] = [
      ["level", { level: 50 }, ["c", "a"]],
      ["release", { release: "r2" }, ["c", "b"]],
      ["environment", { environment: "staging" }, ["b"]],
      ["platform", { platform: "ios" }, ["a"]],
      ["since, which is included", { since: new Date(t0 + 2000) }, ["d", "c"]],
      ["until, which is included", { until: new Date(t0 + 1000) }, ["b", "a"]],
      ["a part of the message in any case", { q: "PAYMENT" }, ["b", "a"]],
      ["a part of the message with the signs of patterns", { q: "100% of_it \\" }, ["c"]],
      ["signs of patterns that stand for nothing else", { q: "1_0" }, []],
      ["the type of the exception", { q: "typeerr" }, ["c"]],
      ["the value of the exception", { q: "ungültig" }, ["c"]],
      ["nothing when q is empty", { q: "" }, ["d", "c", "b", "a"]],
      [
        "all of them together",
        { level: 50, release: "r2", since: new Date(t0), until: new Date(t0 + 5000), q: "fail" },
        ["c"],
      ],
    ];
    for (const [name, filters, expected] of cases) {
      it(`by ${name}`, async () => {
        expect(await idsOf(tenant, filters)).to.deep.equal(expected);
      });
    }
  });

  describe("pages", () => {
    const pagesOf = async (tenant: Tenant, limit: number, between: () => Promise<unknown> = async () => {}) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list(tenant, {}, limit, cursor);
        expect(page.items.length).to.be.at.most(limit);
        seen.push(...page.items.map(({ eventId }) => eventId));
        cursor = page.nextCursor ?? undefined;
        await between();
      } while (cursor !== undefined);
      return seen;
    };

    it("hold the whole list, each event once, whatever the times and the page size", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 30 }),
          fc.integer({ min: 1, max: 7 }),
          async (offsets, limit) => {
            const tenant = aTenant();
            const rows = offsets.map((offset) => anEvent({ time: t0 + offset }));
            // Two receipts, so that equal times meet different ones.
            await store(tenant, rows.slice(0, rows.length >> 1));
            await store(tenant, rows.slice(rows.length >> 1));
            const seen = await pagesOf(tenant, limit);
            expect(seen).to.have.length(rows.length);
            expect(seen).to.deep.equal(await idsOf(tenant));
            expect(new Set(seen)).to.deep.equal(new Set(rows.map(({ eventId }) => eventId)));
          },
        ),
        { numRuns: runs(25) },
      );
    });

    it("neither repeat nor lose what was there at the start while events arrive", async () => {
      const tenant = aTenant();
      const rows = Array.from({ length: 40 }, (_, index) => anEvent({ time: t0 + Math.floor(index / 3) }));
      await store(tenant, rows);
      let arrivals = 0;
      const seen = await pagesOf(tenant, 3, async () => {
        if (arrivals++ < 20)
          await store(tenant, [anEvent({ time: t0 + 1000 + arrivals }), anEvent({ time: t0 + (arrivals % 14) })]);
      });
      expect(new Set(seen).size).to.equal(seen.length);
      expect(seen).to.include.members(rows.map(({ eventId }) => eventId));
    });

    it("find everything, and end, however little of the list one page may look at", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom("wanted", "other"), { maxLength: 25 }),
          fc.integer({ min: 1, max: 5 }),
          fc.integer({ min: 1, max: 9 }),
          fc.constantFrom(0, 150, 1_000_000),
          async (messages, limit, step, pageBytes) => {
            const tenant = aTenant();
            // Three events have the same time.
            const rows = messages.map((message, index) => anEvent({ message, time: t0 + Math.floor(index / 3) }));
            for (let at = 0; at < rows.length; at += step) await store(tenant, rows.slice(at, at + step));
            const budget = { scanMs: -1, pageBytes };
            const seen: string[] = [];
            let cursor: string | undefined;
            let pages = 0;
            do {
              const page = await listEvents(database.pool, cursors, tenant, { q: "WANT" }, { limit, cursor }, budget);
              expect(page.items.length).to.be.at.most(pageBytes === 0 ? 1 : limit);
              if (page.incomplete) expect(page.nextCursor).to.be.a("string");
              seen.push(...page.items.map(({ eventId }) => eventId));
              cursor = page.nextCursor ?? undefined;
              expect(++pages).to.be.at.most(2 * messages.length + 1);
            } while (cursor !== undefined);
            expect(seen).to.deep.equal(await idsOf(tenant, { q: "wanted" }));
            expect(seen).to.have.length(messages.filter((message) => message === "wanted").length);
          },
        ),
        { numRuns: runs(60) },
      );
    });

    it("say that they are incomplete only where the search was stopped", async () => {
      const tenant = aTenant();
      for (const first of [0, 5])
        await store(
          tenant,
          Array.from({ length: 5 }, (_, index) => anEvent({ time: t0 + first + index })),
        );
      const budget = { scanMs: -1, pageBytes: 1_000_000 };
      const page = (filters: EventFilters, limit: number, bounds = budget) =>
        listEvents(database.pool, cursors, tenant, filters, { limit }, bounds);
      expect(await page({ q: "nothing" }, 3)).to.deep.include({ items: [], incomplete: true });
      expect(await page({}, 3)).to.have.property("incomplete", false);
      expect((await page({}, 7)).items).to.have.length(5);
      expect(await page({ q: "nothing" }, 3, { ...budget, scanMs: 60_000 })).to.deep.equal({
        items: [],
        nextCursor: null,
        incomplete: false,
      });
    });

    it("end with the event that makes them large, without reading on", async () => {
      const tenant = aTenant();
      const payloadJson = JSON.stringify({ extra: { text: "x".repeat(1_000) } });
      await store(
        tenant,
        Array.from({ length: 10 }, (_, index) => anEvent({ time: t0 + index, payloadJson })),
      );
      const budget = { scanMs: 60_000, pageBytes: 3_500 };
      const page = await listEvents(database.pool, cursors, tenant, {}, { limit: 10 }, budget);
      expect(page.items).to.have.length(4);
      expect(page.incomplete).to.equal(false);
      const next = { limit: 10, cursor: page.nextCursor ?? "" };
      expect((await listEvents(database.pool, cursors, tenant, {}, next, budget)).items).to.have.length(4);
    });
  });
});
