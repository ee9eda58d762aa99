/** What PostgreSQL knows and a statement does not say: the columns of tables, and which functions always give the same answer. */
import type { Pool } from "pg";

export interface Catalogue {
  /** In their order; none for a table that is not there. Tables of other schemas have their schema's name in front. */
  columnsOf(table: string): readonly string[];
  /** The type of a column, of whichever tables have one of that name. */
  typesOf(column: string): ReadonlySet<string>;
  /** The table of which this is a partition, otherwise the table itself. */
  parentOf(table: string): string;
  /** The least stable of the functions of this name: immutable, stable or volatile; null for one that is not there. */
  volatilityOf(name: string): "i" | "s" | "v" | null;
}

/** Of a database that has had all migrations. */
export async function readCatalogue(pool: Pool): Promise<Catalogue> {
  const { rows: tables } = await pool.query<{
    name: string;
    columns: string[];
    types: string[];
    parent: string | null;
  }>(
    `SELECT CASE WHEN nspname = 'public' THEN relname ELSE nspname || '.' || relname END AS name,
       array_agg(attname::text ORDER BY attnum) AS columns, array_agg(atttypid::regtype::text ORDER BY attnum) AS types,
       (SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = c.oid) AS parent
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = relnamespace
     JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
     WHERE relkind IN ('r', 'p', 'v') AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
     GROUP BY c.oid, nspname, relname`,
  );
  const { rows: functions } = await pool.query<{ name: string; volatility: "i" | "s" | "v" }>(
    "SELECT proname AS name, max(provolatile::text) AS volatility FROM pg_proc GROUP BY proname",
  );
  const columns = new Map(tables.map((table) => [table.name, table.columns]));
  const parents = new Map(tables.map(({ name, parent }) => [name, parent ?? name]));
  const volatility = new Map(functions.map(({ name, volatility }) => [name, volatility]));
  const types = new Map<string, Set<string>>();
  for (const table of tables)
    for (const [index, column] of table.columns.entries()) {
      const known = types.get(column) ?? new Set();
      types.set(column, known.add(table.types[index] ?? ""));
    }
  return {
    columnsOf: (table) => columns.get(table) ?? [],
    typesOf: (column) => types.get(column) ?? new Set(),
    parentOf: (table) => parents.get(table) ?? table,
    volatilityOf: (name) => volatility.get(name) ?? null,
  };
}
