import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { type Database, type DatabaseOptions, openDatabase } from "#src/storage/database.ts";
import { DatabaseAway } from "#src/storage/health.ts";
import { isPassing } from "#src/storage/passing.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type CommitFault, CommitProxy } from "#test/support/commit-proxy.ts";
import { testDatabase } from "#test/support/database.ts";
import { failureOf } from "#test/support/failure-of.ts";
import { SilentProxy } from "#test/support/silent-proxy.ts";
import { until } from "#test/support/until.ts";

/** Far from the limits without it, which would be waited for otherwise. */
const quick: DatabaseOptions = { entities: [], migrations: [], poolSize: 3, suspectMs: 200, patienceMs: 200 };

describe("the health of a database", () => {
  const database = testDatabase({ as: "owner" });
  let opened: Database;

  afterEach(() => opened.close());

  describe("that falls silent", () => {
    let proxy: SilentProxy;
    beforeEach(async () => {
      const through = await SilentProxy.open(database.url);
      proxy = through.proxy;
      opened = await openDatabase(through.url, quick);
    });
    afterEach(() => proxy.close());

    it("is away: what waits fails with an error that passes, also for a connection, and what comes then fails at once", async () => {
      const { pool, queries, health } = opened;
      await pool.query("SELECT 1");
      expect(health.away).to.equal(null);
      proxy.silence();
      const failures = await Promise.all([1, 2, 3, 4, 5, 6].map(() => failureOf(pool.query("SELECT 1"))));
      for (const failure of failures) expect(isPassing(failure), String(failure)).to.equal(true);
      expect(health.away).to.be.instanceOf(DatabaseAway);
      const read = queries.run("tenant", {}, (connection) => connection.query("SELECT 1"));
      for (const work of [
        pool.query("SELECT 1"),
        read,
        inTransaction(opened, ({ client }) => client.query("SELECT 1")),
      ])
        expect(await failureOf(work)).to.equal(health.away);
      expect(isPassing(health.away)).to.equal(true);
    });

    it("is back by itself as soon as it answers", async () => {
      const { pool, health } = opened;
      proxy.silence();
      await failureOf(pool.query("SELECT 1"));
      await until(() => health.away !== null);
      proxy.speak();
      await until(() => health.away === null);
      expect((await pool.query("SELECT 1 AS one")).rows).to.deep.equal([{ one: 1 }]);
    });
  });

  it("is no longer away when it answers with a refusal, and is used again when it refuses no more", async () => {
    const login = `accord_${randomBytes(8).toString("hex")}`;
    await database.pool.query(`CREATE ROLE ${login} LOGIN PASSWORD 'p'`);
    const url = new URL(database.url);
    Object.assign(url, { username: login, password: "p" });
    const { proxy, url: through } = await SilentProxy.open(url.href);
    try {
      opened = await openDatabase(through, quick);
      proxy.silence();
      await failureOf(opened.pool.query("SELECT 1"));
      await until(() => opened.health.away !== null);
      await database.pool.query(`ALTER ROLE ${login} NOLOGIN`);
      proxy.speak();
      await until(() => opened.health.away === null);
      expect(await failureOf(opened.pool.query("SELECT 1"))).to.have.property("code", "28000");
      await database.pool.query(`ALTER ROLE ${login} LOGIN`);
      expect((await opened.pool.query("SELECT 1 AS one")).rows).to.deep.equal([{ one: 1 }]);
    } finally {
      await proxy.close();
      await database.pool.query(`DROP ROLE ${login}`);
    }
  });

  it("is away when it takes no connections any more, and not when all of them are taken", async () => {
    const through = await SilentProxy.open(database.url);
    opened = await openDatabase(through.url, { ...quick, poolSize: 1 });
    await through.proxy.close();
    await until(async () => {
      await failureOf(opened.pool.query("SELECT 1"));
      return opened.health.away !== null;
    });
  });

  it("is no concern of a statement that takes long", async () => {
    opened = await openDatabase(database.url, quick);
    const client = await opened.pool.connect();
    const pid = async () => (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
    const before = await pid();
    await client.query("SELECT pg_sleep(1.5)");
    expect(await pid()).to.equal(before);
    client.release();
    expect(opened.health.away).to.equal(null);
  });

  describe("with a COMMIT whose answer is held", () => {
    let proxy: CommitProxy;
    beforeEach(async () => {
      await database.pool.query("CREATE TABLE kept (name text PRIMARY KEY)");
      const through = await CommitProxy.open(database.url);
      proxy = through.proxy;
      opened = await openDatabase(through.url, quick);
    });
    afterEach(async () => {
      await proxy.close();
      await database.pool.query("DROP TABLE kept");
    });

    for (const [fault, kept] of [
      ["hold after", 1],
      ["hold before", 0],
    ] as const satisfies [CommitFault, number][])
      it(`gives up that connection and no other, and nothing is locked any more ("${fault}")`, async () => {
        const insert = "INSERT INTO kept VALUES ('one')";
        void proxy.arm(fault);
        const failure = await failureOf(inTransaction(opened, ({ client }) => client.query(insert)));
        expect(isPassing(failure), String(failure)).to.equal(true);
        expect(opened.health.away).to.equal(null);
        // It would wait for whoever has the key.
        const again = await opened.pool.query(`${insert} ON CONFLICT DO NOTHING`);
        expect(again.rowCount).to.equal(1 - kept);
      });
  });
});
