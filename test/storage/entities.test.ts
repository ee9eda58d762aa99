import { globSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type EntityMetadata, EntitySchema } from "typeorm";
import { entities, migrations } from "#src/schema.ts";
import { testDatabase } from "#test/support/database.ts";

const project = join(import.meta.dirname, "..", "..");

function isMigration(found: unknown): boolean {
  return typeof found === "function" && typeof found.prototype?.up === "function";
}

describe("entities and the migrated schema", () => {
  const database = testDatabase();

  /** A line a column: name, type as PostgreSQL writes it, and whether it may be null; then the primary key. */
  function declared({ columns, primaryColumns }: EntityMetadata): string[] {
    const { driver } = database.dataSource;
    const lines = columns.map((column) => {
      const plain = driver.normalizeType(column) || String(column.type);
      const type = column.precision ? plain.replace(/^timestamp/, `timestamp(${column.precision})`) : plain;
      return `${column.databaseName} ${type}${column.isArray ? "[]" : ""}${column.isNullable ? "" : " NOT NULL"}`;
    });
    return [...lines, `PRIMARY KEY (${primaryColumns.map(({ databaseName }) => databaseName).join(", ")})`];
  }

  async function migrated(table: string): Promise<string[]> {
    const { rows: columns } = await database.pool.query<{ line: string }>(
      `SELECT concat(attname, ' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' NOT NULL' END) AS line
       FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
      [table],
    );
    const { rows: keys } = await database.pool.query<{ line: string }>(
      "SELECT pg_get_constraintdef(oid) AS line FROM pg_constraint WHERE conrelid = to_regclass($1) AND contype = 'p'",
      [table],
    );
    return [...columns, ...keys].map(({ line }) => line);
  }

  for (const entity of entities) {
    const { name, tableName } = entity.options;
    it(`agree on ${tableName ?? name}: its columns, their types, which may be null, and its primary key`, async () => {
      const metadata = database.dataSource.getMetadata(entity);
      expect(await migrated(metadata.tableName)).to.include.members(declared(metadata));
    });
  }

  it("are all in the lists that the server reads, as is every migration", async () => {
    const listed = new Set<unknown>([...entities, ...migrations]);
    const files = globSync("src/**/{entities.ts,{entities,migrations}/*.ts}", { cwd: project });
    const tables: string[] = [];
    const forgotten: string[] = [];
    for (const file of files)
      for (const [name, found] of Object.entries<unknown>(await import(join(project, file)))) {
        if (found instanceof EntitySchema) tables.push(name);
        else if (!isMigration(found)) continue;
        if (!listed.has(found)) forgotten.push(`${file}: ${name}`);
      }
    expect(tables.length).to.be.greaterThan(50);
    expect(forgotten).to.deep.equal([]);
  });

  it("disagree where a declaration is wrong", async () => {
    const lines = await migrated("meals");
    expect(lines).to.include("price integer NOT NULL");
    for (const wrong of ["price bigint NOT NULL", "price integer", "cost integer NOT NULL", "PRIMARY KEY (meal_id)"]) {
      expect(lines, wrong).not.to.include(wrong);
    }
  });
});
