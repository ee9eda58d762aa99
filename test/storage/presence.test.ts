import { expect } from "chai";
import { openDatabase } from "#src/storage/database.ts";
import { absentAmong, Presence, type PresenceOptions } from "#src/storage/presence.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { whileAway } from "#test/support/faults.ts";
import { silent } from "#test/support/postgres.ts";
import { type OtherProcess, otherProcess } from "#test/support/process.ts";
import { until } from "#test/support/until.ts";

describe("presence", () => {
  let database: TestDatabase;
  const presences: Presence[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(presences.splice(0).map((presence) => presence.close()));
    await database.drop();
  });

  function aPresence(options?: PresenceOptions): Presence {
    const presence = new Presence(database.pool, silent, options);
    presences.push(presence);
    return presence;
  }

  const isAbsent = async ({ id }: { readonly id: string }) => (await absentAmong(database.pool, [id])).length === 1;

  const sessionsOf = async ({ id }: Presence): Promise<number[]> => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
       AND (classid::bigint << 32) | objid::bigint = $1::bigint`,
      [id],
    );
    return rows.map(({ pid }) => pid);
  };

  it("begins with the first hold, and ends with close at once", async () => {
    const presence = aPresence();
    expect(await isAbsent(presence)).to.equal(true);
    await presence.hold();
    expect(await isAbsent(presence)).to.equal(false);
    await presence.close();
    expect(await isAbsent(presence)).to.equal(true);
  });

  it("takes no connection before, and one however often it is held", async () => {
    const presence = aPresence();
    expect(database.pool.totalCount - database.pool.idleCount).to.equal(0);
    await Promise.all(Array.from({ length: 20 }, () => presence.hold()));
    expect(database.pool.totalCount - database.pool.idleCount).to.equal(1);
    expect(await sessionsOf(presence)).to.have.length(1);
  });

  it("is told of many at once, negative numbers too", async () => {
    const [here, gone] = [aPresence({ id: "-9223372036854775808" }), aPresence({ id: "9223372036854775807" })];
    await here.hold();
    expect(await absentAmong(database.pool, [here.id, gone.id, "0"])).to.have.members([gone.id, "0"]);
    expect(await absentAmong(database.pool, [])).to.deep.equal([]);
  });

  it("is not disturbed by those who look", async () => {
    const presence = aPresence();
    await Promise.all([
      presence.hold(),
      ...Array.from({ length: 200 }, () => absentAmong(database.pool, [presence.id])),
    ]);
    expect(await isAbsent(presence)).to.equal(false);
  });

  it("comes back under its number when the session is lost", async () => {
    const presence = aPresence();
    await presence.hold();
    const [before] = await sessionsOf(presence);
    await database.pool.query("SELECT pg_terminate_backend($1)", [before]);
    await until(async () => {
      const [now] = await sessionsOf(presence);
      return now !== undefined && now !== before;
    });
    await presence.hold();
    expect(await isAbsent(presence)).to.equal(false);
  });

  it("can be held again after the database was away", async () => {
    const presence = aPresence();
    await presence.hold();
    await whileAway(database, async () => {
      await until(() =>
        presence.hold().then(
          () => false,
          () => true,
        ),
      );
    });
    await presence.hold();
    expect(await isAbsent(presence)).to.equal(false);
  });

  it("is spoken for by an earlier session that the server has not given up, and then takes over", async () => {
    const old = await database.pool.connect();
    const presence = aPresence({ beatMs: 50 });
    await old.query("SELECT pg_advisory_lock($1)", [presence.id]);
    const pid = (await sessionsOf(presence))[0];
    await presence.hold();
    expect(await isAbsent(presence)).to.equal(false);
    old.release(true);
    await until(async () => (await sessionsOf(presence)).some((holder) => holder !== pid));
  });

  it("gives up a session that does not answer", async () => {
    const presence = aPresence({ beatMs: 200 });
    await presence.hold();
    const [stuck = 0] = await sessionsOf(presence);
    const otherSessions = async () => {
      const { rowCount } = await database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_advisory_lock%' AND pid <> $1",
        [stuck],
      );
      return rowCount ?? 0;
    };
    const before = await otherSessions();
    process.kill(stuck, "SIGSTOP");
    try {
      await until(async () => (await otherSessions()) > before);
      expect(await isAbsent(presence)).to.equal(false);
    } finally {
      process.kill(stuck, "SIGCONT");
    }
    await until(async () => {
      const sessions = await sessionsOf(presence);
      return sessions.length === 1 && sessions[0] !== stuck;
    });
  });

  it("cannot be held after close", async () => {
    const presence = aPresence();
    await presence.hold();
    await presence.close();
    expect(await presence.hold().catch((error: Error) => error.message)).to.match(/leaves/);
  });

  it("ends with a process that is killed", async () => {
    const other: OtherProcess = otherProcess(
      `
        import { pino } from "pino";
        import { openDatabase } from "#src/storage/database.ts";
        import { Presence } from "#src/storage/presence.ts";
        const { pool } = await openDatabase(process.argv[2], { entities: [], migrations: [], poolSize: 2 });
        const presence = new Presence(pool, pino({ level: "silent" }));
        await presence.hold();
        say(presence.id);
        setInterval(() => {}, 1000);
      `,
      database.url,
    );
    const id = await other.line();
    expect(await isAbsent({ id })).to.equal(false);
    await other.kill("SIGKILL");
    await until(() => isAbsent({ id }));
  });

  it("lets its pool close", async () => {
    const own = await openDatabase(database.url, { entities: [], migrations: [], poolSize: 2 });
    const presence = new Presence(own.pool, silent);
    await presence.hold();
    await presence.close();
    await own.close();
    expect(await isAbsent(presence)).to.equal(true);
  });
});
