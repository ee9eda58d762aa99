import { expect } from "chai";
import pg from "pg";
import { isPassing } from "#src/storage/passing.ts";
import { setLocally } from "#src/storage/set-locally.ts";
import { sqlStateOf } from "#src/storage/sql-state.ts";
import { testDatabase } from "#test/support/database.ts";

describe("sqlStateOf", () => {
  const database = testDatabase({ as: "owner" });

  before(async () => {
    await database.pool.query(`
      CREATE TABLE sheets (day date NOT NULL, words text COLLATE "C", PRIMARY KEY (day, words)) PARTITION BY RANGE (day);
      CREATE TABLE sheets_of_may PARTITION OF sheets FOR VALUES FROM ('2026-05-01') TO ('2026-06-01');
      INSERT INTO sheets VALUES ('2026-05-05', 'known');
      CREATE TABLE wide (${Array.from({ length: 40 }, (_, i) => `c${i} text STORAGE PLAIN`).join(", ")})`);
  });

  const errorWith = (code: string, message: string) =>
    Object.assign(new pg.DatabaseError(message, message.length, "error"), { code });

  const refusalOf = async (statement: string): Promise<pg.DatabaseError> => {
    const error: unknown = await database.dataSource.query(statement).catch((error: unknown) => error);
    const cause = (error as { driverError?: unknown }).driverError;
    if (!(cause instanceof pg.DatabaseError)) throw new Error(`${statement} was not refused`);
    expect(sqlStateOf(error), statement).to.equal(cause.code);
    return cause;
  };
  const long = (count: number) => `(SELECT string_agg(md5(n::text), '') FROM generate_series(1, ${count}) AS n)`;

  it("knows what a cluster's node refused by the message, which may be all that Citus passes on", async () => {
    const refused = {
      "23505": "INSERT INTO sheets VALUES ('2026-05-05', 'known')",
      "23514": "INSERT INTO sheets VALUES ('2026-06-01', 'none')",
      "23502": "INSERT INTO sheets VALUES ('2026-05-05', NULL)",
      "54000": `INSERT INTO sheets VALUES ('2026-05-05', ${long(400)})`,
      "54000 of a row": `INSERT INTO wide (c1, c2) SELECT w, w FROM (VALUES (${long(200)})) AS words (w)`,
      "57014": `${setLocally({ statement_timeout: "1" })}; SELECT pg_sleep(5)`,
      "57P01": "SELECT pg_terminate_backend(pg_backend_pid())",
      "25006": `${setLocally({ transaction_read_only: "on" })}; INSERT INTO sheets VALUES ('2026-05-05', 'new')`,
    };
    for (const [name, statement] of Object.entries(refused)) {
      const error = await refusalOf(statement);
      expect(error.code, statement).to.equal(name.slice(0, 5));
      error.code = "XX000";
      expect(sqlStateOf(error), statement).to.equal(name.slice(0, 5));
    }
  });

  it("knows a coordinator that stops by its message, whatever SQLSTATE stands there", async () => {
    for (const code of ["XX000", "0A000"]) {
      const error = errorWith(code, "could not connect: the postmaster was shut down");
      expect(sqlStateOf(error)).to.equal("57P01");
      expect(isPassing(error)).to.equal(true);
    }
  });

  it("leaves what it does not know as it is, and other errors without any", () => {
    for (const code of ["XX000", "22012"]) expect(sqlStateOf(errorWith(code, "division by zero")), code).to.equal(code);
    for (const other of [new Error("x"), new RangeError("y"), "text", undefined])
      expect(sqlStateOf(other)).to.equal(undefined);
  });
});
