import { randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import type { QueryResultRow } from "pg";
import type { EventRecord, Tenant } from "#src/apis/observability/records.ts";
import {
  type EventFilters,
  type EventKey,
  eventsReceived,
  getEvent,
  listEvents,
} from "#src/apis/observability/store/queries/events.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { Cursors } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { testDatabase } from "#test/support/database.ts";
import { runs } from "#test/support/runs.ts";
import { anEvent, aTenant, plenty } from "#test/support/telemetry.ts";

describe("event queries", () => {
  const database = testDatabase();
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

  it("opens one body for an event that was received again and again", async () => {
    const tenant = aTenant();
    const bodyBytes = 20_000;
    let at = Date.now() - 3_600_000;
    const log = new TelemetryWriter(database.pool, { now: () => at });
    for (let receipt = 0; receipt < 5; receipt++, at += 11 * 60_000) {
      const text = randomBytes(bodyBytes / 2).toString("hex");
      const payloadJson = JSON.stringify({ extra: { text, receipt } });
      await log.append(tenant, { kind: "events", rows: [anEvent({ eventId: "again", payloadJson })] }, plenty);
    }
    let bytes = 0;
    const counting: Queryable = {
      async query<Row extends QueryResultRow>(sql: string, values?: unknown[]) {
        const answer = await database.pool.query<Row & { readonly payload?: unknown }>(sql, values);
        for (const row of answer.rows) if (Buffer.isBuffer(row.payload)) bytes += row.payload.length;
        return answer;
      },
    };
    expect((await getEvent(counting, tenant, "again"))?.payloadJson).to.include('"receipt":4');
    expect(bytes).to.be.within(bodyBytes / 2, bodyBytes);
  });

  it("reads events by id and receipt up to the one that reaches the bytes of a page", async () => {
    const tenant = aTenant();
    const payloadJson = JSON.stringify({ extra: { text: "x".repeat(1_000) } });
    const ids = ["a", "b", "c", "d", "e"];
    await store(
      tenant,
      ids.map((eventId, index) => anEvent({ eventId, time: t0 + index, payloadJson })),
    );
    const keys = (await list(tenant)).items.map(({ eventId, receivedAt }) => ({ eventId, receivedAt }));
    const read = async (from: number, mostBytes?: number) => {
      const { events, reached } = await eventsReceived(database.pool, tenant, keys.slice(from), mostBytes);
      return [events.map(({ eventId }) => eventId), reached];
    };
    expect(await read(0)).to.deep.equal([["e", "d", "c", "b", "a"], 5]);
    expect(await read(0, 1)).to.deep.equal([["e"], 1]);
    expect(await read(0, 1_500)).to.deep.equal([["e", "d"], 2]);
    expect(await read(3, 1_500)).to.deep.equal([["b", "a"], 2]);
    const [, , c, b, a] = keys as [EventKey, EventKey, EventKey, EventKey, EventKey];
    const gone = { ...a, eventId: "gone" };
    keys.splice(0, keys.length, gone, c, gone, b, b, gone, a, gone);
    expect(await read(0)).to.deep.equal([["c", "b", "a"], 8]);
    expect(await read(0, 1)).to.deep.equal([["c"], 2]);
    expect(await read(2, 1)).to.deep.equal([["b"], 3]);
    expect(await read(5, 1)).to.deep.equal([["a"], 3]);
    expect(await read(7, 1)).to.deep.equal([[], 1]);
  });

  it("counts the symbolicated stacks among the bytes of a page", async () => {
    const tenant = aTenant();
    const payloadJson = '{"exception":{"type":"E"}}';
    await store(
      tenant,
      ["a", "b"].map((eventId, index) => anEvent({ eventId, time: t0 + index, payloadJson })),
    );
    const keys = (await list(tenant)).items.map(({ eventId, receivedAt }) => ({ eventId, receivedAt }));
    for (const { eventId, receivedAt } of keys)
      await database.owner.query(
        `INSERT INTO symbolications (project_id, environment, kind, subject, received_at, status, result)
         VALUES ($1, $2, 'event', $3, $4, 'done', $5)`,
        [tenant.projectId, tenant.environment, eventId, receivedAt, JSON.stringify({ text: "x".repeat(1_000) })],
      );
    expect(await eventsReceived(database.pool, tenant, keys, 500)).to.include({ reached: 1 });
    expect(await eventsReceived(database.pool, tenant, keys, 5_000)).to.include({ reached: 2 });
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
      // Too short to be ruled out by its trigrams.
      expect(await page({ q: "zq" }, 3)).to.deep.include({ items: [], incomplete: true });
      expect(await page({}, 3)).to.have.property("incomplete", false);
      expect((await page({}, 7)).items).to.have.length(5);
      expect(await page({ q: "zq" }, 3, { ...budget, scanMs: 60_000 })).to.deep.equal({
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
