import { expect } from "chai";
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { type QueryConnection, QueryPool } from "#src/storage/query-pool.ts";
import { testDatabase } from "#test/support/database.ts";
import { failureOf } from "#test/support/failure-of.ts";
import { until } from "#test/support/until.ts";

describe("QueryPool", () => {
  const database = testDatabase({ entities: [], migrations: [] });

  /** Statements that run on the connections of queries just now. */
  const running = async (statement: string): Promise<number> => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE '% queries' AND state = 'active' AND query = $1`,
      [statement],
    );
    return rows[0]?.count ?? 0;
  };
  /** The server says that it has cancelled a statement a moment before it shows it. */
  const ended = (statement: string) => until(async () => (await running(statement)) === 0);
  const one = (connection: QueryConnection) => connection.query<{ one: number }>("SELECT 1 AS one");

  it("lets another tenant's query through while sixty of one tenant hang, and writers too", async () => {
    const statement = "SELECT pg_sleep(600) /* held */";
    const gone = new AbortController();
    const outcomes = Array.from({ length: 60 }, () =>
      failureOf(database.queries.run("busy", { signal: gone.signal }, (connection) => connection.query(statement))),
    );
    await until(async () => (await running(statement)) === 3);
    const { rows } = await database.queries.run("quiet", {}, one);
    expect(rows).to.deep.equal([{ one: 1 }]);
    expect(await running(statement)).to.equal(3);

    // What runs and waits is bounded; the rest was told so at once.
    gone.abort(new Error("gone"));
    const told = await Promise.all(outcomes);
    const refused = told.filter((outcome): outcome is Problem => outcome instanceof Problem);
    expect(refused).to.have.length(60 - 3 - 32);
    for (const problem of refused) {
      expect(problem).to.include({ code: "OVERLOADED", status: 503 });
      expect(problem.headers).to.have.property("Retry-After", "2");
    }
    await ended(statement);
  });

  it("lets other tenants' queries through while slow ones of many tenants would take all places", async () => {
    const statement = "SELECT pg_sleep(600) /* silent */";
    const gone = new AbortController();
    const ask = (tenant: string) =>
      failureOf(database.queries.run(tenant, { signal: gone.signal }, (connection) => connection.query(statement)));
    const silent = ["silent a", "silent b", "silent c"];
    const outcomes = silent.flatMap((tenant) => [1, 2, 3].map(() => ask(tenant)));
    expect((await database.queries.run("quiet", {}, one)).rows).to.deep.equal([{ one: 1 }]);
    // From now on they wait for each other alone.
    for (const tenant of silent) outcomes.push(ask(tenant), ask(tenant), ask(tenant));
    const quiet = Array.from({ length: 20 }, (_, index) => database.queries.run(`quiet ${index}`, {}, one));
    await Promise.all(quiet);
    expect(await running(statement)).to.be.within(8, 9);

    gone.abort(new Error("gone"));
    for (const outcome of await Promise.all(outcomes)) expect(outcome).to.equal(gone.signal.reason);
    expect((await database.queries.run("silent a", {}, one)).rows).to.deep.equal([{ one: 1 }]);
  });

  it("cancels the running statement when the caller goes, and uses the connection again", async () => {
    const statement = "SELECT pg_sleep(600) /* left alone */";
    const backends: unknown[] = [];
    const backend = async (connection: QueryConnection) => {
      const { rows } = await connection.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      backends.push(rows[0]?.pid);
    };
    const caller = new AbortController();
    const left = new Error("left");
    const query = failureOf(
      database.queries.run("tenant", { signal: caller.signal }, async (connection) => {
        await backend(connection);
        await connection.query(statement);
      }),
    );
    await until(async () => (await running(statement)) === 1);
    caller.abort(left);
    expect(await query).to.equal(left);
    await ended(statement);
    const { rows } = await database.pool.query("SELECT FROM pg_stat_activity WHERE pid = $1", [backends[0]]);
    expect(rows, "the connection").to.have.length(1);
    expect((await database.queries.run("tenant", {}, one)).rows).to.deep.equal([{ one: 1 }]);
  });

  it("starts nothing for a caller that has gone already", async () => {
    let started = false;
    const left = new Error("left");
    const query = database.queries.run("tenant", { signal: AbortSignal.abort(left) }, async () => {
      started = true;
    });
    expect(await failureOf(query)).to.equal(left);
    expect(started).to.equal(false);
  });

  it("has one deadline for all statements of a query", async () => {
    const statement = "SELECT pg_sleep(0.2) /* one of many */";
    let statements = 0;
    const query = database.queries.run("tenant", { deadlineMs: 500 }, async (connection) => {
      for (; statements < 100; statements++) await connection.query(statement);
    });
    expect(await failureOf(query)).to.include({ code: "OVERLOADED", status: 503 });
    expect(statements).to.be.at.most(3);
    await ended(statement);
  });

  it("counts the wait for a turn into the deadline", async () => {
    const caller = new AbortController();
    const held = Array.from({ length: 3 }, () =>
      failureOf(
        database.queries.run("waiting", { signal: caller.signal }, (connection) =>
          connection.query("SELECT pg_sleep(600)"),
        ),
      ),
    );
    expect(await failureOf(database.queries.run("waiting", { deadlineMs: 50 }, one))).to.include({ status: 503 });
    caller.abort(new Error("done"));
    await Promise.all(held);
  });

  it("gives no connection to the next query that is in the middle of a transaction", async () => {
    const mistake = new Error("forgot to commit");
    for (let time = 0; time < 10; time++) {
      const query = database.queries.run("tenant", {}, async (connection) => {
        await connection.query("BEGIN");
        throw mistake;
      });
      expect(await failureOf(query)).to.equal(mistake);
    }
    const { rows } = await database.queries.run("tenant", {}, (connection) =>
      connection.query<{ fresh: boolean }>("SELECT now() = statement_timestamp() AS fresh"),
    );
    expect(rows).to.deep.equal([{ fresh: true }]);
  });

  it("gives no connection to the next query on which a statement still runs", async () => {
    const statement = "SELECT pg_sleep(20) /* left behind */";
    const mistake = new Error("did not wait");
    const query = database.queries.run("tenant", {}, async (connection) => {
      connection.query(statement).catch(() => {});
      await until(async () => (await running(statement)) === 1);
      throw mistake;
    });
    expect(await failureOf(query)).to.equal(mistake);
    expect((await database.queries.run("tenant", {}, one)).rows).to.deep.equal([{ one: 1 }]);
    expect(await running(statement), "the statement that was left behind").to.equal(1);
  });

  it("returns a connection once, also when its statements do not end after they were cancelled", async () => {
    const released: boolean[][] = [];
    /** Connections to a database that answers nothing. */
    const connect = async () => {
      const silent = Promise.withResolvers<never>();
      const releases: boolean[] = [];
      released.push(releases);
      return {
        query: () => silent.promise,
        getTransactionStatus: () => "I",
        release(destroyed: boolean) {
          releases.push(destroyed);
          silent.reject(new Error("destroyed"));
        },
      };
    };
    const queries = new QueryPool({ connect, query: async () => ({ rows: [] }) } as unknown as Pool);
    const gone = new AbortController();
    const ask = (work: (connection: QueryConnection) => Promise<unknown>) =>
      failureOf(queries.run("tenant", { signal: gone.signal }, work));
    const left = ask(async (connection) => {
      connection.query("SELECT 1").catch(() => {});
      connection.query("SELECT 2").catch(() => {});
      await until(() => gone.signal.aborted);
      throw gone.signal.reason;
    });
    const waiting = ask((connection) => connection.query("SELECT 1"));
    await until(() => released.length === 2);
    gone.abort(new Error("gone"));
    // The second is given up no earlier than the first would be.
    for (const failure of await Promise.all([left, waiting])) expect(failure).to.equal(gone.signal.reason);
    expect(released).to.deep.equal([[true], [true]]);
  });

  it("survives statements that fail and connections that break", async () => {
    const wrong = database.queries.run("tenant", {}, (connection) => connection.query("SELECT nothing"));
    expect(await failureOf(wrong)).to.have.property("code", "42703");
    const broken = database.queries.run("tenant", {}, async (connection) => {
      const { rows } = await connection.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      await database.pool.query("SELECT pg_terminate_backend($1::int)", [rows[0]?.pid]);
      await connection.query("SELECT pg_sleep(600)");
    });
    expect(await failureOf(broken)).to.be.instanceOf(Error);
    expect((await database.queries.run("tenant", {}, one)).rows).to.deep.equal([{ one: 1 }]);
  });
});
