import { expect } from "chai";
import type { QueryRunner } from "typeorm";
import { migrations as applied } from "#src/schema.ts";
import { openDatabase, pendingMigrations, runMigrations, UnknownMigrations } from "#src/storage/database.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

class CreateShelf1700000000001 {
  async up(queryRunner: QueryRunner) {
    await queryRunner.query("CREATE TABLE shelf (id bigint PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())");
  }
  async down() {}
}

class FillShelf1700000000002 {
  async up(queryRunner: QueryRunner) {
    await queryRunner.query("INSERT INTO shelf (id) VALUES (9007199254740993)");
  }
  async down() {}
}

class BreakHalfWay1700000000003 {
  async up(queryRunner: QueryRunner) {
    await queryRunner.query("CREATE TABLE half (id int)");
    await queryRunner.query("INSERT INTO nowhere VALUES (1)");
  }
  async down() {}
}

describe("database", () => {
  let database: TestDatabase;
  const migrations = [...applied, CreateShelf1700000000001, FillShelf1700000000002];

  beforeEach(async () => {
    database = await createTestDatabase({ as: "owner", entities: [], migrations });
  });
  afterEach(() => database.drop());

  it("runs pending migrations once, oldest first, and names each", async () => {
    expect(await pendingMigrations(database)).to.deep.equal(["CreateShelf1700000000001", "FillShelf1700000000002"]);
    const seen: string[] = [];
    await runMigrations(database, (name) => seen.push(name));
    await runMigrations(database, (name) => seen.push(name));
    expect(seen).to.deep.equal(["CreateShelf1700000000001", "FillShelf1700000000002"]);
    expect(await pendingMigrations(database)).to.deep.equal([]);
  });

  it("lets two processes migrate at the same time", async () => {
    const other = await openDatabase(database.url, { entities: [], migrations });
    try {
      const seen: string[] = [];
      await Promise.all([database, other].map((one) => runMigrations(one, (name) => seen.push(name))));
      expect(seen).to.have.length(2);
    } finally {
      await other.close();
    }
  });

  it("runs nothing on a database with a migration that this version does not know", async () => {
    const other = await openDatabase(database.url, { entities: [], migrations: migrations.slice(1) });
    try {
      const refusal: unknown = await runMigrations(other).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(UnknownMigrations);
      expect((refusal as Error).message).to.include(applied[0]?.name);
      const { rows } = await other.pool.query("SELECT to_regclass('shelf') AS shelf");
      expect(rows).to.deep.equal([{ shelf: null }]);
    } finally {
      await other.close();
    }
  });

  it("keeps what earlier migrations did and nothing of the one that fails", async () => {
    const other = await openDatabase(database.url, {
      entities: [],
      migrations: [...migrations, BreakHalfWay1700000000003],
    });
    try {
      const failure = await runMigrations(other).then(
        () => undefined,
        (error: Error) => error.message,
      );
      expect(failure).to.match(/BreakHalfWay1700000000003 failed: .*nowhere/);
      expect(await pendingMigrations(other)).to.deep.equal(["BreakHalfWay1700000000003"]);
      const { rows } = await other.pool.query("SELECT to_regclass('half') AS half, to_regclass('shelf') AS shelf");
      expect(rows).to.deep.equal([{ half: null, shelf: "shelf" }]);
    } finally {
      await other.close();
    }
  });

  it("returns a bigint as text without losing digits, and a timestamptz as a Date", async () => {
    await runMigrations(database);
    const { rows } = await database.pool.query<{ id: string; made: Date }>("SELECT * FROM shelf");
    expect(rows[0]?.id).to.equal("9007199254740993");
    expect(rows[0]?.made).to.be.instanceOf(Date);
  });

  it("gives repositories and raw SQL one pool with a statement timeout", async () => {
    const { rows } = await database.pool.query("SHOW statement_timeout");
    expect(rows).to.deep.equal([{ statement_timeout: "30s" }]);
    await Promise.all(Array.from({ length: 30 }, () => database.dataSource.query("SELECT pg_sleep(0.01)")));
    expect(database.pool.totalCount).to.equal(10);
  });
});
