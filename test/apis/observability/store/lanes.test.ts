import { expect } from "chai";
import type { Tenant } from "#src/apis/observability/records.ts";
import { AppendLog } from "#src/apis/observability/store/append-log.ts";
import { laneOf, lanes } from "#src/apis/observability/store/lanes.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { withinOneMinute } from "#test/support/one-minute.ts";
import { anEvent, aTenant, createTelemetryDatabase, plenty } from "#test/support/telemetry.ts";
import { until } from "#test/support/until.ts";

/** Every flush in lanes, however few rows it has. */
const inLanes = { minLaneRows: 1 };

describe("events in lanes", () => {
  let database: TestDatabase;
  let second: Database;

  before(async () => {
    database = await createTelemetryDatabase();
    second = await openDatabase(database.url, { entities: [], migrations: [] });
  });

  after(async () => {
    await second.close();
    await database.drop();
  });

  const storedIds = async ({ projectId }: Tenant): Promise<string[]> => {
    const { rows } = await database.pool.query<{ event_id: string }>(
      "SELECT event_id FROM events WHERE project_id = $1 ORDER BY event_id",
      [projectId],
    );
    return rows.map(({ event_id }) => event_id);
  };

  it("are spread over all lanes", () => {
    const counts = new Map<number, number>();
    for (let i = 0; i < 10_000; i++) {
      const lane = laneOf(`evt_${i}`);
      counts.set(lane, (counts.get(lane) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).to.deep.equal([0, 1, 2, 3]);
    for (const count of counts.values()) expect(count).to.be.within(2_000, 3_000);
  });

  it("are stored once, whichever servers receive them at the same time, in lanes or not", async () => {
    const tenant = aTenant();
    const logs = [
      new AppendLog(database.pool, inLanes),
      new AppendLog(second.pool, inLanes),
      new AppendLog(second.pool, { minLaneRows: Number.POSITIVE_INFINITY }),
    ];
    const ids = Array.from({ length: 300 }, (_, index) => `evt-${1_000 + index}`);
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, client) => {
        // Each client sends half of the ids, starting somewhere else.
        const rows = ids.map((_, at) => anEvent({ eventId: ids[(at + client * 11) % ids.length] ?? "" })).slice(0, 150);
        return logs[client % logs.length]?.append(tenant, { kind: "events", rows }, plenty);
      }),
    );
    expect(await storedIds(tenant)).to.deep.equal(ids);
    const sum = (part: "stored" | "deduped") => outcomes.reduce((total, outcome) => total + (outcome?.[part] ?? 0), 0);
    expect(sum("stored")).to.equal(300);
    expect(sum("deduped")).to.equal(60 * 150 - 300);
  });

  it("wait for their own lane alone, and are answered when all of them are stored", async () => {
    const tenant = aTenant();
    const holder = await second.pool.connect();
    const held = 2;
    await holder.query("BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))", [
      `events ${tenant.projectId} ${tenant.environment}`,
      1 + held,
    ]);
    const events = Array.from({ length: 40 }, (_, index) => anEvent({ eventId: `evt-${1_000 + index}` }));
    let answered = false;
    const answer = new AppendLog(database.pool, inLanes)
      .append(tenant, { kind: "events", rows: events }, plenty)
      .finally(() => {
        answered = true;
      });
    const others = events.map(({ eventId }) => eventId).filter((id) => laneOf(id) !== held);
    expect(others.length).to.be.within(1, 39);
    await until(async () => (await storedIds(tenant)).length === others.length);
    expect(await storedIds(tenant)).to.deep.equal(others);
    expect(answered).to.equal(false);
    await holder.query("COMMIT");
    holder.release();
    expect(await answer).to.include({ stored: 40, deduped: 0 });
  });

  it("hold their quota over all servers, and are stored whole or not at all by it", () =>
    withinOneMinute(async () => {
      const tenant = aTenant();
      const logs = [new AppendLog(database.pool, inLanes), new AppendLog(second.pool, inLanes)];
      const quota = { name: "events", amount: 10, limitPerMinute: 95 };
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, client) => {
          const rows = Array.from({ length: 10 }, () => anEvent());
          return logs[client % 2]?.append(tenant, { kind: "events", rows }, { quota });
        }),
      );
      const refused = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(refused).to.have.length(11);
      for (const outcome of refused) expect(outcome).to.have.nested.property("reason.code", "RATE_LIMITED");
      expect(await storedIds(tenant)).to.have.length(90);
    }));

  it("are refused whole with a row that PostgreSQL refuses, and the others of the flush are stored", async () => {
    const tenant = aTenant();
    const log = new AppendLog(database.pool, inLanes);
    const requests = Array.from({ length: 2 * lanes }, (_, index) =>
      log.append(
        tenant,
        { kind: "events", rows: [anEvent(), anEvent(), anEvent({ message: index === 3 ? "a\0b" : "fine" })] },
        plenty,
      ),
    );
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.findIndex(({ status }) => status === "rejected")).to.equal(3);
    expect(outcomes[3]).to.have.nested.property("reason.code", "VALIDATION_FAILED");
    expect(await storedIds(tenant)).to.have.length(3 * (2 * lanes - 1));
  });

  it("are 503 when the database stays away", async () => {
    const gone = await openDatabase(database.url, { entities: [], migrations: [] });
    await gone.close();
    const log = new AppendLog(gone.pool, { ...inLanes, retryMs: 100 });
    const problem = await log.append(aTenant(), { kind: "events", rows: [anEvent()] }, plenty).catch((error) => error);
    expect(problem).to.include({ code: "OVERLOADED", status: 503 });
  });
});
