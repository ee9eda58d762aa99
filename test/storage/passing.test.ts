import { expect } from "chai";
import pg from "pg";
import { QueryFailedError } from "typeorm";
import { isPassing, overloadedWhenPassing } from "#src/storage/passing.ts";
import { setLocally } from "#src/storage/set-locally.ts";
import { testDatabase } from "#test/support/database.ts";
import { failureOf } from "#test/support/failure-of.ts";
import { until } from "#test/support/until.ts";

describe("isPassing", () => {
  const database = testDatabase();

  it("is true of a server that cannot be reached", async () => {
    const nobody = new pg.Client({ host: "127.0.0.1", port: 1 });
    expect(isPassing(await failureOf(nobody.connect()))).to.equal(true);
    const noSocket = new pg.Client({ host: "/nowhere" });
    expect(isPassing(await failureOf(noSocket.connect()))).to.equal(true);
  });

  it("is true of a connection that the server ended, and of a pool that had none in time", async () => {
    const client = new pg.Client({ connectionString: database.url });
    client.on("error", () => {});
    await client.connect();
    expect(isPassing(await failureOf(client.query("SELECT pg_terminate_backend(pg_backend_pid())")))).to.equal(true);
    expect(isPassing(await failureOf(client.query("SELECT 1")))).to.equal(true);
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const held = await pool.connect();
    // Only the wait for this connection is to be short, however long it took to make it.
    pool.options.connectionTimeoutMillis = 20;
    expect(isPassing(await failureOf(pool.query("SELECT 1")))).to.equal(true);
    held.release();
    await pool.end();
  });

  it("is true of a statement that took too long, through TypeORM too", async () => {
    const slow = `${setLocally({ statement_timeout: "1" })}; SELECT pg_sleep(5)`;
    expect(isPassing(await failureOf(database.pool.query(slow)))).to.equal(true);
    const wrapped = await failureOf(database.dataSource.query(slow));
    expect(wrapped).to.be.instanceOf(QueryFailedError);
    expect(isPassing(wrapped)).to.equal(true);
  });

  it("is true of a server that takes no writes, and of a transaction that idled for too long", async () => {
    const readOnly = `${setLocally({ transaction_read_only: "on" })}; CREATE TABLE nothing ()`;
    expect(isPassing(await failureOf(database.pool.query(readOnly)))).to.equal(true);
    const client = new pg.Client({ connectionString: database.url });
    const ended = new Promise((resolve) => client.on("error", resolve));
    await client.connect();
    await client.query(`BEGIN; ${setLocally({ idle_in_transaction_session_timeout: "1" })}`);
    expect(isPassing(await ended)).to.equal(true);
  });

  it("is true of an internal error, and not of one that names damage", () => {
    const errorWith = (code: string) => Object.assign(new pg.DatabaseError("x", 1, "error"), { code });
    expect(isPassing(errorWith("XX000"))).to.equal(true);
    for (const code of ["XX001", "XX002", "25001"]) expect(isPassing(errorWith(code)), code).to.equal(false);
  });

  it("is true of a machine that is gone", () => {
    for (const code of ["EHOSTUNREACH", "ENETUNREACH", "ECONNABORTED"])
      expect(isPassing(Object.assign(new Error(code), { code, syscall: "connect" })), code).to.equal(true);
  });

  it("is true of a repository's next statement when the connection was lost before it", async () => {
    const runner = database.dataSource.createQueryRunner();
    const client: pg.PoolClient = await runner.connect();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    let gone = false;
    client.once("error", () => {
      gone = true;
    });
    await database.pool.query("SELECT pg_terminate_backend($1::int)", [rows[0]?.pid]);
    await until(() => gone);
    expect(isPassing(await failureOf(runner.manager.findAndCount("projects")))).to.equal(true);
    await runner.release();
  });

  it("is false of mistakes", async () => {
    for (const query of ["SELECT * FROM nowhere", "SELEC", "SELECT 1/0", "SELECT 'x'::int"]) {
      expect(isPassing(await failureOf(database.pool.query(query))), query).to.equal(false);
    }
    const missingFile = Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" });
    for (const mistake of [new TypeError("x"), new Error("y"), missingFile, "text", undefined]) {
      expect(isPassing(mistake)).to.equal(false);
    }
  });

  it("becomes 503 with a time to come back", async () => {
    const nobody = new pg.Client({ host: "127.0.0.1", port: 1 });
    const problem = overloadedWhenPassing(await failureOf(nobody.connect()));
    expect(problem).to.include({ code: "OVERLOADED", status: 503 });
    expect(problem?.headers).to.deep.equal({ "Retry-After": "2" });
    expect(overloadedWhenPassing(new Error("oops"))).to.equal(null);
  });
});
