import { expect } from "chai";
import pg from "pg";
import { onViolation, violates } from "#src/storage/violation.ts";
import { testDatabase } from "#test/support/database.ts";
import { failureOf } from "#test/support/failure-of.ts";

describe("onViolation", () => {
  const database = testDatabase({ as: "owner", entities: [], migrations: [] });
  before(async () => {
    await database.pool.query(`
      CREATE TABLE shelf (id int PRIMARY KEY);
      CREATE TABLE book (
        isbn text CONSTRAINT isbn_taken UNIQUE,
        shelf_id int REFERENCES shelf,
        pages int CONSTRAINT has_pages CHECK (pages > 0)
      )`);
    await database.pool.query("INSERT INTO book (isbn) VALUES ('1')");
  });

  const meant = new Error("what it means");
  const statements = {
    isbn_taken: "INSERT INTO book (isbn) VALUES ('1')",
    book_shelf_id_fkey: "INSERT INTO book (shelf_id) VALUES (7)",
    has_pages: "INSERT INTO book (pages) VALUES (0)",
  };

  for (const [constraint, statement] of Object.entries(statements)) {
    it(`throws what a broken ${constraint} means, from pg and from TypeORM`, async () => {
      const both: { query(sql: string): Promise<unknown> }[] = [database.pool, database.dataSource];
      for (const on of both) {
        let cause: unknown;
        const meaning = (error: unknown) => {
          cause = error;
          return meant;
        };
        expect(await failureOf(on.query(statement).catch(onViolation(constraint, meaning)))).to.equal(meant);
        expect(cause).to.be.instanceOf(Error);
      }
    });
  }

  it("leaves other constraints and other errors as they are", async () => {
    for (const statement of [statements.has_pages, "SELECT 1 / 0", "SELECT * FROM isbn_taken"]) {
      const error = await failureOf(database.pool.query(statement));
      expect(await failureOf(Promise.reject(error).catch(onViolation("isbn_taken", () => meant)))).to.equal(error);
    }
    const mistake = new Error('violates unique constraint "isbn_taken"');
    expect(violates(mistake, "isbn_taken")).to.equal(false);
  });

  it("knows a constraint by the message of a cluster's node, which names the shard", () => {
    const onNode = (name: string) => {
      const message = `duplicate key value violates unique constraint "${name}"`;
      const error = new pg.DatabaseError(message, message.length, "error");
      error.code = "23505";
      return error;
    };
    expect(violates(onNode("isbn_taken_102008"), "isbn_taken")).to.equal(true);
    expect(violates(onNode("isbn_taken"), "isbn_taken")).to.equal(true);
    for (const other of ["isbn_taken_", "isbn_taken_twice", "isbn_taken_1x", "isbn_taken1", "isbn"]) {
      expect(violates(onNode(other), "isbn_taken"), other).to.equal(false);
    }
  });
});
