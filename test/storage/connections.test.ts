import { expect } from "chai";
import { pino } from "pino";
import { readiness } from "#src/server/readiness.ts";
import { onOtherServer, withStatementLimit } from "#src/storage/connections.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { warnOfWeakDurability } from "#src/storage/durability.ts";
import { isPassing } from "#src/storage/passing.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { clusterNodes } from "#test/support/cluster.ts";
import { createTestDatabase, testDatabase } from "#test/support/database.ts";
import { failureOf } from "#test/support/failure-of.ts";
import { lookLikeAnotherServer } from "#test/support/other-server.ts";
import { SilentProxy } from "#test/support/silent-proxy.ts";

const nothing = { entities: [], migrations: [] };

describe("connections", () => {
  const database = testDatabase({ as: "owner" });

  describe("to a server whose default is synchronous_commit = off", () => {
    const show = async ({ pool }: Pick<Database, "pool">) =>
      (await pool.query<{ synchronous_commit: string }>("SHOW synchronous_commit")).rows[0]?.synchronous_commit;

    const openedWith = async (setting: string): Promise<string | undefined> => {
      const name = new URL(database.url).pathname.slice(1);
      await database.pool.query(`ALTER DATABASE ${name} SET synchronous_commit = ${setting}`);
      const other = await openDatabase(database.url, nothing);
      try {
        return await show(other);
      } finally {
        await other.close();
        await database.pool.query(`ALTER DATABASE ${name} RESET synchronous_commit`);
      }
    };

    it("commit durably", async () => expect(await openedWith("off")).to.equal("on"));
    it("wait for the standby's disk where the default is its memory", async () =>
      expect(await openedWith("remote_write")).to.equal("on"));
    it("keep remote_apply, which promises more", async () =>
      expect(await openedWith("remote_apply")).to.equal("remote_apply"));

    it("are warned of with each setting's name", async () => {
      const lines: { level: number; setting: string; msg: string }[] = [];
      const log = pino({ level: "info" }, { write: (line: string) => lines.push(JSON.parse(line)) });
      await warnOfWeakDurability(database, log);
      // The server of the tests is durable in nothing; nodes of a cluster wait for their log.
      expect(lines.map(({ level, setting }) => [level, setting])).to.deep.equal([
        [40, "fsync"],
        [40, "full_page_writes"],
        ...(clusterNodes().length > 0 ? [] : [[40, "synchronous_commit"]]),
      ]);
      for (const { setting, msg } of lines) expect(msg).to.include(`${setting} = off`);
    });
  });

  it("tell who remembers what a database holds that another answers, before its first statement there and not again", async () => {
    const mine = await createTestDatabase({ poolSize: 3 });
    try {
      const forgotten: string[] = [];
      for (const name of ["a", "b"]) onOtherServer(mine.pool, () => forgotten.push(name));
      const opened = async () => {
        const clients = await Promise.all([mine.pool.connect(), mine.pool.connect(), mine.pool.connect()]);
        for (const client of clients) client.release();
      };
      await opened();
      expect(forgotten).to.deep.equal([]);
      await lookLikeAnotherServer(mine, mine.pool);
      await opened();
      expect(forgotten).to.deep.equal(["a", "b"]);
    } finally {
      await mine.drop();
    }
  });

  it("wait for a lock for as long as a request may, and longer where a statement may take longer", async () => {
    const client = await database.pool.connect();
    const limit = async () => (await client.query("SHOW lock_timeout")).rows[0]?.lock_timeout;
    try {
      expect(await limit()).to.equal("4s");
      await withStatementLimit(client, 60_000, async () => expect(await limit()).to.equal("0"));
      expect(await limit()).to.equal("4s");
    } finally {
      client.release();
    }
  });

  it("are not used again once their server has refused a write because it takes none", async () => {
    const mine = await openDatabase(database.url, { ...nothing, poolSize: 1 });
    try {
      const pid = async () => (await mine.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
      const write = () => mine.pool.query("CREATE TEMPORARY TABLE written ()");
      await mine.pool.query("SET default_transaction_read_only = on");
      const first = await pid();
      expect(await pid(), "while it only reads").to.equal(first);
      expect(isPassing(await write().catch((error: unknown) => error))).to.equal(true);
      await write();
      expect(await pid()).to.not.equal(first);
    } finally {
      await mine.close();
    }
  });

  describe("to a server that falls silent", () => {
    let proxy: SilentProxy;
    let silenced: Database;

    beforeEach(async () => {
      const opened = await SilentProxy.open(database.url);
      proxy = opened.proxy;
      silenced = await openDatabase(opened.url, { ...nothing, poolSize: 2, connectTimeoutMs: 1_000, silenceMs: 300 });
    });
    afterEach(async () => {
      await proxy.close();
      await silenced.close();
    });

    it("fail in the middle of a transaction, and are not used again", async () => {
      const failure = await failureOf(
        inTransaction(silenced, async ({ manager }) => {
          await manager.query("SELECT 1");
          proxy.silence();
          await manager.query("SELECT 2");
        }),
      );
      expect(isPassing(failure), String(failure)).to.equal(true);
      proxy.speak();
      const { rows } = await silenced.pool.query("SELECT current_setting('transaction_isolation') AS isolation");
      expect(rows).to.deep.equal([{ isolation: "read committed" }]);
    });

    it("turn the readiness to 503 with the part that does not answer", async () => {
      const check = async () => {
        await silenced.pool.query("SELECT 1");
        return null;
      };
      const ready = () => readiness([{ name: "database", run: check }])();
      expect(await ready()).to.deep.equal([200, { status: "ready", checks: { database: "ok" } }]);
      proxy.silence();
      expect(await ready()).to.deep.equal([503, { status: "unready", checks: { database: "fails" } }]);
    });

    it("wait for a statement that is allowed to take longer", async () => {
      const client = await silenced.pool.connect();
      try {
        const limit = () => client.query("SHOW statement_timeout");
        await withStatementLimit(client, 60_000, async () => {
          expect((await limit()).rows).to.deep.equal([{ statement_timeout: "1min" }]);
          await client.query("SELECT pg_sleep(0.6)");
        });
        expect((await limit()).rows).to.deep.equal([{ statement_timeout: "30s" }]);
        expect(isPassing(await failureOf(client.query("SELECT pg_sleep(0.6)")))).to.equal(true);
      } finally {
        client.release();
      }
    });

    it("stay when nothing was asked of them", async () => {
      const client = await silenced.pool.connect();
      try {
        const pid = async () => (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
        const before = await pid();
        // Twice as long as a question may stay unanswered, as the clock of the server has it.
        await database.pool.query("SELECT pg_sleep(0.6)");
        expect(await pid()).to.equal(before);
      } finally {
        client.release();
      }
    });
  });
});
