import { expect } from "chai";
import { pino } from "pino";
import { loggedError } from "#src/http/logged-error.ts";
import { testDatabase } from "#test/support/database.ts";

/** What the log has of an error. */
function logged(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  const log = pino({ serializers: { err: loggedError } }, { write: (line: string) => lines.push(line) });
  log.error({ err: error }, "failed");
  return JSON.parse(lines[0] ?? "").err;
}

describe("an error in the log", () => {
  const database = testDatabase();

  it("of a statement names its table and constraint, and holds none of its values", async () => {
    const value = "ada@example.org";
    const id = "0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11";
    const insert = () =>
      database.dataSource.manager.query("INSERT INTO placeholder_emails (email, user_id) VALUES ($1, $2)", [value, id]);
    const error = await insert()
      .then(insert)
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error);
    const found = logged(new Error("It failed", { cause: error }));
    expect(JSON.stringify(found)).to.not.include(value);
    expect(JSON.stringify(found)).to.not.include(id);
    expect(found).to.include({ type: "Error", message: "It failed" });
    expect(found.cause).to.include({ type: "QueryFailedError", code: "23505", table: "placeholder_emails" });
  });

  it("of a value that PostgreSQL cannot read does not quote it", async () => {
    const error = await database.pool.query("SELECT $1::uuid", ["ada@example.org"]).catch((reason: unknown) => reason);
    expect(String(error)).to.include("ada@example.org");
    const found = logged(error);
    expect(found).to.include({ code: "22P02", message: "A value cannot be what the statement needs" });
    expect(JSON.stringify(found)).to.not.include("ada@");
    expect(found.stack).to.match(/^\n {4}at /);
  });

  it("has its causes, as far as there are few of them, and the first of several", () => {
    let error = new Error("first");
    for (let count = 0; count < 20; count++) error = new Error("next", { cause: error });
    expect(JSON.stringify(logged(error)).match(/"message":"next"/g)).to.have.length(6);
    const several = new AggregateError([new RangeError("a"), "text", { secret: 1 }], "all");
    expect(logged(several).errors).to.deep.include.members(["text", "object"]);
    expect(JSON.stringify(logged(several))).to.not.include("secret");
  });
});
