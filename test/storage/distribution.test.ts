import { expect } from "chai";
import { privileges } from "#src/privileges.ts";
import { distribution } from "#src/storage/distribution.ts";
import type { Group } from "#src/storage/rights.ts";
import { type TestDatabase, testDatabase } from "#test/support/database.ts";

interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, string>>;
  /** Columns of its primary key, unique constraints and unique indexes. */
  readonly keys: readonly { readonly name: string; readonly columns: readonly (string | null)[] }[];
  readonly foreignKeys: readonly ForeignKey[];
}

interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly to: string;
  readonly toColumns: readonly string[];
}

describe("tables on a cluster", () => {
  const database = testDatabase({ as: "owner" });
  let tables: readonly Table[];
  before(async () => {
    tables = await tablesOf(database);
  });

  it("are each in the list once, and nothing else is", () => {
    const [listed, made] = [Object.keys(distribution), tables.map(({ name }) => name)];
    const without = (names: string[], known: string[]) => names.filter((name) => !known.includes(name));
    expect(without(made, listed), "without a line in src/storage/distribution.ts").to.deep.equal([]);
    expect(without(listed, made), "in src/storage/distribution.ts, and made by no migration").to.deep.equal([]);
  });

  it("have the column by which they lie apart in every key", () => {
    expect(tables.length).to.be.greaterThan(50);
    expect(tables.flatMap((table) => keyFaults(table))).to.deep.equal([]);
  });

  it("have columns of one type in a group", () => {
    const typesOf = Map.groupBy(
      tables.flatMap((table) => {
        const entry = distribution[table.name];
        return entry?.kind === "distributed" ? [{ group: entry.group, type: table.columns[entry.column] }] : [];
      }),
      ({ group }) => group,
    );
    for (const [group, columns] of typesOf)
      expect([...new Set(columns.map(({ type }) => type))], group).to.have.length(1);
  });

  it("refer only to what lies beside them", () => {
    expect(tables.some(({ foreignKeys }) => foreignKeys.length > 0)).to.equal(true);
    expect(tables.flatMap((table) => foreignKeyFaults(table))).to.deep.equal([]);
  });

  it("on every node, where those who serve or work write them, refer to none that these may not write: the nodes lock both", () => {
    const onEveryNode = tables.filter(({ name }) => distribution[name]?.kind === "reference");
    expect(onEveryNode.some(({ foreignKeys }) => foreignKeys.length > 0)).to.equal(true);
    expect(onEveryNode.flatMap((table) => lockFaults(table))).to.deep.equal([]);

    const products = onEveryNode.find(({ name }) => name === "insurer_products");
    if (products === undefined) throw new Error("no such table");
    const key = { name: "f", columns: ["provider_id"], to: "insurers", toColumns: ["id"] };
    expect(lockFaults({ ...products, foreignKeys: [key] })).to.deep.equal([
      "insurer_products: serve has no right to lock insurers, to which f refers",
      "insurer_products: work has no right to lock insurers, to which f refers",
    ]);
  });

  it("would be noticed in the wrong place", () => {
    const vitals = tables.find(({ name }) => name === "vital_blocks");
    const orders = tables.find(({ name }) => name === "orders");
    if (vitals === undefined || orders === undefined) throw new Error("no such tables");
    expect(keyFaults({ ...vitals, keys: [{ name: "k", columns: ["block_id"] }] })).to.have.length(1);
    for (const [to, columns, toColumns] of [
      ["vital_blocks", ["customer_id"], ["project_id"]],
      ["request_budgets", ["vendor_id"], ["key_id"]],
      ["deliveries", ["order_id"], ["order_id"]],
    ] as const)
      expect(foreignKeyFaults({ ...orders, foreignKeys: [{ name: "f", columns, to, toColumns }] }), to).to.have.length(
        1,
      );
  });
});

/** Citus cannot hold a key to be unique across nodes. */
function keyFaults({ name, keys }: Table): string[] {
  const entry = distribution[name];
  if (entry?.kind !== "distributed") return [];
  return keys
    .filter(({ columns }) => !columns.includes(entry.column))
    .map((key) => `${name}: ${key.name} lacks ${entry.column}`);
}

/** A row may refer to what is on its own node: to reference tables, and to its own group by the columns of the group. */
function foreignKeyFaults({ name, foreignKeys }: Table): string[] {
  const from = distribution[name];
  return foreignKeys
    .filter(({ to: target, columns, toColumns }) => {
      const to = distribution[target];
      if (from?.kind === "local") return to?.kind !== "local";
      if (to?.kind === "reference") return false;
      if (from?.kind !== "distributed" || to?.kind !== "distributed" || from.group !== to.group) return true;
      const position = columns.indexOf(from.column);
      return position < 0 || toColumns[position] !== to.column;
    })
    .map(({ name: key, to }) => `${name}: ${key} refers to ${to}`);
}

/** A write to a table on every node locks those that it refers to, which takes a right to write them. */
function lockFaults({ name, foreignKeys }: Table): string[] {
  return (["serve", "work"] as const).flatMap((group) =>
    foreignKeys
      .filter(({ to }) => mayWrite(group, name) && !mayWrite(group, to))
      .map(({ name: key, to }) => `${name}: ${group} has no right to lock ${to}, to which ${key} refers`),
  );
}

function mayWrite(group: Group, table: string): boolean {
  const rights = privileges.tables[`public.${table}`] ?? privileges.schemas.public;
  return rights?.[group].some((right) => right !== "SELECT") === true;
}

/** Of the application's schema, partitions left out. */
async function tablesOf({ pool }: TestDatabase): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `SELECT relname AS name,
       (SELECT json_object_agg(attname, format_type(atttypid, atttypmod)) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
       (SELECT coalesce(json_agg(json_build_object('name', indexrelid::regclass::text, 'columns',
          (SELECT json_agg(attname) FROM unnest(indkey::smallint[]) AS part (number)
           LEFT JOIN pg_attribute ON attrelid = c.oid AND attnum = number AND attnum > 0))), '[]')
        FROM pg_index WHERE indrelid = c.oid AND indisunique) AS keys,
       (SELECT coalesce(json_agg(json_build_object('name', conname, 'to', confrelid::regclass::text,
          'columns', (SELECT json_agg(attname ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS part (number, place)
                      JOIN pg_attribute ON attrelid = conrelid AND attnum = number),
          'toColumns', (SELECT json_agg(attname ORDER BY place) FROM unnest(confkey) WITH ORDINALITY AS part (number, place)
                        JOIN pg_attribute ON attrelid = confrelid AND attnum = number))), '[]')
        FROM pg_constraint WHERE conrelid = c.oid AND contype = 'f') AS "foreignKeys"
     FROM pg_class c
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  return rows;
}
