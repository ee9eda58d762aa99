import { expect } from "chai";
import { AppendLog } from "#src/apis/observability/store/append-log.ts";
import { dayMs, ensurePartitions, startOfDay } from "#src/apis/observability/store/partitions.ts";
import { getEvent } from "#src/apis/observability/store/queries/events.ts";
import { slotsBetween } from "#src/apis/observability/store/received-slot.ts";
import { entities, migrations } from "#src/schema.ts";
import { openDatabase, runMigrations } from "#src/storage/database.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { anEvent, aTenant, createTelemetryDatabase, plenty } from "#test/support/telemetry.ts";

const minute = 60_000;

describe("the half-hours of receipt in the key of events", () => {
  it("are searched one or two at a time, across midnight as well", () => {
    const between = (after: string, until: string) => slotsBetween(new Date(after), new Date(until));
    expect(between("2026-03-01T10:05:00Z", "2026-03-01T10:16:00Z")).to.deep.equal([20]);
    expect(between("2026-03-01T10:25:00Z", "2026-03-01T10:36:00Z")).to.deep.equal([20, 21]);
    expect(between("2026-02-28T23:55:00Z", "2026-03-01T00:06:00Z")).to.deep.equal([47, 0]);
    expect(between("2026-03-01T10:30:30Z", "2026-03-01T10:41:30Z"), "of a transaction that began before").to.deep.equal(
      [20, 21],
    );
  });

  it("hide no repeat: neither at the end of one nor of the day", async () => {
    const database = await createTelemetryDatabase();
    try {
      const midnight = startOfDay(Date.now());
      for (const boundary of [midnight, midnight + 30 * minute, midnight + 13 * 60 * minute]) {
        const tenant = aTenant();
        let now = boundary - 1;
        const log = new AppendLog(database.pool, { now: () => now });
        const event = anEvent();
        const send = () => log.append(tenant, { kind: "events", rows: [event] }, plenty);
        expect(await send()).to.include({ stored: 1 });
        now = boundary;
        expect(await send()).to.include({ deduped: 1 });
        now = boundary + 10 * minute - 2;
        expect(await send()).to.include({ deduped: 1 });
        now = boundary + 10 * minute - 1;
        expect(await send()).to.include({ stored: 1 });
      }
    } finally {
      await database.drop();
    }
  });

  it("hide no event from who knows its id: the latest receipt is read, of today or of weeks ago", async () => {
    const database = await createTestDatabase();
    try {
      const tenant = aTenant();
      const midnight = startOfDay(Date.now());
      const event = anEvent();
      for (const at of [midnight - 20 * dayMs, midnight - 19 * dayMs + 701 * minute, midnight - 2 * dayMs, midnight]) {
        await ensurePartitions(database.pool, { now: new Date(at) });
        const log = new AppendLog(database.pool, { now: () => at });
        await log.append(tenant, { kind: "events", rows: [event] }, plenty);
        const found = await getEvent(database.pool, tenant, event.eventId);
        expect(found?.receivedAt.getTime()).to.equal(at);
      }
      expect(await getEvent(database.pool, aTenant(), event.eventId)).to.equal(null);
    } finally {
      await database.drop();
    }
  });

  it("are given to what was stored before there were any, by two processes that migrate at once", async () => {
    const database = await createTestDatabase({ as: "owner" });
    const other = await openDatabase(database.url, { entities, migrations });
    try {
      await ensurePartitions(database.pool);
      await database.pool.query(`
        ALTER TABLE events DROP CONSTRAINT events_pkey;
        ALTER TABLE events DROP COLUMN received_slot;
        ALTER TABLE events ADD PRIMARY KEY (project_id, environment, event_id, received_at);
        DELETE FROM migrations WHERE name = 'KeyEventsBySlotOfReceipt1790001900000'`);
      const tenant = aTenant();
      const event = anEvent();
      const sent = Date.now();
      await database.pool.query(
        `INSERT INTO events (project_id, received_at, time, level, environment, event_id, source, payload)
         SELECT $1, $2::timestamptz - n * interval '1 day', $2, 50, $3, $4, 'server', '{}' FROM generate_series(0, 1) AS n`,
        [tenant.projectId, new Date(sent), tenant.environment, event.eventId],
      );
      await Promise.all([runMigrations(database), runMigrations(other)]);
      const log = new AppendLog(database.pool, { now: () => sent + 9 * minute });
      expect(await log.append(tenant, { kind: "events", rows: [event, anEvent()] }, plenty)).to.include({
        stored: 1,
        deduped: 1,
      });
      expect(await getEvent(database.pool, tenant, event.eventId)).to.have.deep.property("receivedAt", new Date(sent));
      const { rows } = await database.pool.query(
        `SELECT DISTINCT pg_get_constraintdef(oid) AS key FROM pg_constraint
         WHERE contype = 'p' AND conrelid IN (SELECT relid FROM pg_partition_tree('events'))`,
      );
      expect(rows).to.deep.equal([
        { key: "PRIMARY KEY (project_id, environment, received_slot, event_id, received_at)" },
      ]);
    } finally {
      await other.close();
      await database.drop();
    }
  });
});
