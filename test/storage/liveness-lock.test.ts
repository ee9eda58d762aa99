import { expect } from "chai";
import { openDatabase } from "#src/storage/database.ts";
import { deadAmong, LivenessLock, type LivenessLockOptions } from "#src/storage/liveness-lock.ts";
import { testDatabase } from "#test/support/database.ts";
import { whileAway } from "#test/support/faults.ts";
import { silent } from "#test/support/postgres.ts";
import { type OtherProcess, otherProcess } from "#test/support/process.ts";
import { until } from "#test/support/until.ts";

describe("a liveness lock", () => {
  const database = testDatabase();
  const locks: LivenessLock[] = [];
  afterEach(() => Promise.all(locks.splice(0).map((lock) => lock.close())));

  function aLock(options?: LivenessLockOptions): LivenessLock {
    const lock = new LivenessLock(database.pool, silent, options);
    locks.push(lock);
    return lock;
  }

  const isDead = async ({ id }: { readonly id: string }) => (await deadAmong(database.pool, [id])).length === 1;

  const sessionsOf = async ({ id }: LivenessLock): Promise<number[]> => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
       AND (classid::bigint << 32) | objid::bigint = $1::bigint`,
      [id],
    );
    return rows.map(({ pid }) => pid);
  };

  it("begins with the first hold, and ends with close at once", async () => {
    const lock = aLock();
    expect(await isDead(lock)).to.equal(true);
    await lock.hold();
    expect(await isDead(lock)).to.equal(false);
    await lock.close();
    expect(await isDead(lock)).to.equal(true);
  });

  it("takes no connection before, and one however often it is held", async () => {
    const lock = aLock();
    expect(database.pool.totalCount - database.pool.idleCount).to.equal(0);
    await Promise.all(Array.from({ length: 20 }, () => lock.hold()));
    expect(database.pool.totalCount - database.pool.idleCount).to.equal(1);
    expect(await sessionsOf(lock)).to.have.length(1);
  });

  it("is told of many at once, negative numbers too", async () => {
    const [here, gone] = [aLock({ id: "-9223372036854775808" }), aLock({ id: "9223372036854775807" })];
    await here.hold();
    expect(await deadAmong(database.pool, [here.id, gone.id, "0"])).to.have.members([gone.id, "0"]);
    expect(await deadAmong(database.pool, [])).to.deep.equal([]);
  });

  it("is not disturbed by those who look", async () => {
    const lock = aLock();
    await Promise.all([lock.hold(), ...Array.from({ length: 200 }, () => deadAmong(database.pool, [lock.id]))]);
    expect(await isDead(lock)).to.equal(false);
  });

  it("comes back under its number when the session is lost", async () => {
    const lock = aLock();
    await lock.hold();
    const [before] = await sessionsOf(lock);
    await database.pool.query("SELECT pg_terminate_backend($1::int)", [before]);
    await until(async () => {
      const [now] = await sessionsOf(lock);
      return now !== undefined && now !== before;
    });
    await lock.hold();
    expect(await isDead(lock)).to.equal(false);
  });

  it("can be held again after the database was away", async () => {
    const lock = aLock();
    await lock.hold();
    await whileAway(database, async () => {
      await until(() =>
        lock.hold().then(
          () => false,
          () => true,
        ),
      );
    });
    await lock.hold();
    expect(await isDead(lock)).to.equal(false);
  });

  it("is spoken for by an earlier session that the server has not given up, and then takes over", async () => {
    const old = await database.pool.connect();
    const lock = aLock({ beatMs: 50 });
    await old.query("SELECT pg_advisory_lock($1)", [lock.id]);
    const pid = (await sessionsOf(lock))[0];
    await lock.hold();
    expect(await isDead(lock)).to.equal(false);
    old.release(true);
    await until(async () => (await sessionsOf(lock)).some((holder) => holder !== pid));
  });

  it("gives up a session that does not answer", async () => {
    const lock = aLock({ beatMs: 200 });
    await lock.hold();
    const [stuck = 0] = await sessionsOf(lock);
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
      expect(await isDead(lock)).to.equal(false);
    } finally {
      process.kill(stuck, "SIGCONT");
    }
    await until(async () => {
      const sessions = await sessionsOf(lock);
      return sessions.length === 1 && sessions[0] !== stuck;
    });
  });

  it("cannot be held after close", async () => {
    const lock = aLock();
    await lock.hold();
    await lock.close();
    expect(await lock.hold().catch((error: unknown) => error)).to.include({ code: "OVERLOADED", status: 503 });
  });

  it("ends with a process that is killed", async () => {
    const other: OtherProcess = otherProcess(
      `
        import { pino } from "pino";
        import { openDatabase } from "#src/storage/database.ts";
        import { LivenessLock } from "#src/storage/liveness-lock.ts";
        const { pool } = await openDatabase(process.argv[2], { entities: [], migrations: [], poolSize: 2 });
        const lock = new LivenessLock(pool, pino({ level: "silent" }));
        await lock.hold();
        say(lock.id);
        setInterval(() => {}, 1000);
      `,
      database.url,
    );
    const id = await other.line();
    expect(await isDead({ id })).to.equal(false);
    await other.kill("SIGKILL");
    await until(() => isDead({ id }));
  });

  it("lets its pool close", async () => {
    const own = await openDatabase(database.url, { entities: [], migrations: [], poolSize: 2 });
    const lock = new LivenessLock(own.pool, silent);
    await lock.hold();
    await lock.close();
    await own.close();
    expect(await isDead(lock)).to.equal(true);
  });
});
