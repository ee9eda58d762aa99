import { expect } from "chai";
import { driverErrorOf } from "#src/storage/driver-error.ts";
import { isPassing } from "#src/storage/passing.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { testDatabase } from "#test/support/database.ts";
import { otherProcess } from "#test/support/process.ts";
import { until } from "#test/support/until.ts";

describe("inTransaction", () => {
  const database = testDatabase({ as: "owner", entities: [], migrations: [] });
  before(async () => {
    await database.pool.query("CREATE TABLE note (text text NOT NULL)");
  });
  beforeEach(() => database.pool.query("DELETE FROM note"));

  const notes = async (): Promise<string[]> =>
    (await database.pool.query<{ text: string }>("SELECT text FROM note ORDER BY text")).rows.map(({ text }) => text);

  it("commits what the manager and the connection did as one, and returns what its work returns", async () => {
    const result = await inTransaction(database, async ({ manager, client }) => {
      await manager.query("INSERT INTO note VALUES ('manager')");
      await client.query("INSERT INTO note VALUES ('connection')");
      expect(await notes()).to.deep.equal([]);
      return 42;
    });
    expect(result).to.equal(42);
    expect(await notes()).to.deep.equal(["connection", "manager"]);
  });

  it("rolls both back when its work throws, and throws that", async () => {
    const mistake = new Error("changed my mind");
    const failure = await inTransaction(database, async ({ manager, client }) => {
      await manager.query("INSERT INTO note VALUES ('manager')");
      await client.query("INSERT INTO note VALUES ('connection')");
      throw mistake;
    }).catch((error: unknown) => error);
    expect(failure).to.equal(mistake);
    expect(await notes()).to.deep.equal([]);
  });

  for (const through of ["manager", "client"] as const) {
    it(`fails for a passing reason when the connection is lost between statements, seen through the ${through}`, async () => {
      const failure = await inTransaction(database, async (transaction) => {
        const { rows } = await transaction.client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
        let gone = false;
        transaction.client.once("error", () => {
          gone = true;
        });
        await database.pool.query("SELECT pg_terminate_backend($1::int)", [rows[0]?.pid]);
        await until(() => gone);
        const on: { query(sql: string): Promise<unknown> } = transaction[through];
        await on.query("INSERT INTO note VALUES ('late')");
      }).catch((error: unknown) => error);
      expect(isPassing(failure), String(failure)).to.equal(true);
      expect(await notes()).to.deep.equal([]);
    });
  }

  it("commits what was sent and not waited for, in its order", async () => {
    await inTransaction(database, async ({ manager, client, statements }) => {
      // The first takes longer to leave than the second.
      void statements.send(() => manager.query("INSERT INTO note VALUES ('one')"));
      void statements.send(() => client.query("UPDATE note SET text = text || ' and two'"));
      statements.alongside(
        client.query("SELECT 1").then(() => {
          void statements.send(() => client.query("UPDATE note SET text = text || ' and three'"));
        }),
      );
    });
    expect(await notes()).to.deep.equal(["one and two and three"]);
  });

  for (const through of ["manager", "client"] as const) {
    it(`commits nothing when a statement fails that nobody waited for, and throws that: through the ${through}`, async () => {
      const failure = await inTransaction(database, async (transaction) => {
        const on: { query(sql: string): Promise<unknown> } = transaction[through];
        await transaction.client.query("INSERT INTO note VALUES ('kept?')");
        void transaction.statements.send(() => on.query("INSERT INTO note VALUES (NULL)"));
        void transaction.statements.send(() => on.query("INSERT INTO note VALUES ('late')"));
      }).catch((error: unknown) => error);
      expect(driverErrorOf(failure)).to.include({ code: "23502" });
      expect(await notes()).to.deep.equal([]);
    });
  }

  it("throws what a statement failed of, where a later one only hears that one has", async () => {
    const failure = await inTransaction(database, async ({ client, statements }) => {
      void statements.send(() => client.query("INSERT INTO note VALUES (NULL)"));
      await statements.sent();
      await client.query("INSERT INTO note VALUES ('late')");
    }).catch((error: unknown) => error);
    expect(failure).to.include({ code: "23502" });
  });

  for (const way of ["alongside", "by itself"] as const)
    it(`throws what failed first, where that was ${way} and a statement that was sent only hears of it`, async () => {
      const other = await database.pool.connect();
      await other.query("BEGIN; LOCK TABLE note");
      const failure = await inTransaction(database, async ({ manager, client, statements }) => {
        await client.query("SET LOCAL lock_timeout = 20");
        const waiting = client.query("INSERT INTO note VALUES ('waits')");
        if (way === "alongside") statements.alongside(waiting);
        else waiting.catch(() => {});
        await statements.send(() => manager.query("INSERT INTO note VALUES ('late')"));
      }).catch((error: unknown) => error);
      await other.query("ROLLBACK");
      other.release();
      expect(driverErrorOf(failure)).to.include({ code: "55P03" });
      expect(isPassing(failure)).to.equal(true);
      expect(await notes()).to.deep.equal([]);
    });

  it("throws what its sender makes of the first failure, where a later statement only hears of it", async () => {
    const meaning = new Error("a note needs a text");
    const failure = await inTransaction(database, async ({ client, statements }) => {
      void statements.send(() =>
        client.query("INSERT INTO note VALUES (NULL)").catch(() => {
          throw meaning;
        }),
      );
      await statements.sent();
      await client.query("INSERT INTO note VALUES ('late')");
    }).catch((error: unknown) => error);
    expect(failure).to.equal(meaning);
  });

  it("commits nothing when a statement could not even be sent", async () => {
    const mistake = new Error("no such value");
    const failure = await inTransaction(database, async ({ client, statements }) => {
      void statements.send(() => client.query("INSERT INTO note VALUES ('half')"));
      void statements.send(() => Promise.reject(mistake));
    }).catch((error: unknown) => error);
    expect(failure).to.equal(mistake);
    expect(await notes()).to.deep.equal([]);
  });

  it("has a statement that comes again and again planned once for each connection", async () => {
    // A process of its own: only the first hundred statements that come often have plans, and other tests have sent theirs.
    const other = otherProcess(
      `import { openDatabase } from "#src/storage/database.ts";
       import { inTransaction } from "#src/storage/transaction.ts";
       const database = await openDatabase(process.argv[2], { entities: [], migrations: [], poolSize: 1 });
       const again = "SELECT text FROM note WHERE text = $1 OR text = $1";
       const planned = () =>
         inTransaction(database, async ({ client }) => {
           await client.query(again, ["nothing"]);
           return (await client.query("SELECT FROM pg_prepared_statements WHERE statement = $1", [again])).rowCount;
         });
       const counts = [];
       for (let time = 0; time < 40; time++) counts.push(await planned());
       say(JSON.stringify([counts[0], counts.at(-1)]));
       await database.close();`,
      database.url,
    );
    expect(await other.line()).to.equal("[0,1]");
  });

  it("gives its connection back", async () => {
    for (let time = 0; time < 30; time++) {
      await inTransaction(database, async () => {
        if (time % 2 === 0) throw new Error("no");
      }).catch(() => {});
    }
    expect(database.pool.idleCount).to.equal(database.pool.totalCount);
  });
});
