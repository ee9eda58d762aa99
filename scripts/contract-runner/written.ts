/** Whether a refusal has written anything. */
import { onOtherNodes } from "#test/support/cluster.ts";
import type { TestDatabase } from "#test/support/database.ts";

/** Sees what is written to the tables of a database, the counters aside that count refusals too; on a cluster to those of the coordinator. */
export class WriteWatch {
  readonly #database: TestDatabase;
  readonly #counters: readonly string[];
  #looking: string | undefined;

  constructor(database: TestDatabase, counters: readonly string[]) {
    this.#database = database;
    this.#counters = counters;
  }

  /** Names a moment: transactions that begin from now on have a greater number. */
  async now(): Promise<string> {
    const { rows } = await this.#database.owner.query<{ next: string }>(
      "SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next",
    );
    return rows[0]?.next ?? "0";
  }

  /** The tables with rows that are new or changed since. */
  async since(moment: string): Promise<string[]> {
    if ((await this.now()) === moment) return [];
    this.#looking ??= await this.#statement();
    const look = (text: string, name?: string) =>
      this.#database.owner.query<{ table: string }>({ text, values: [moment], ...(name !== undefined && { name }) });
    // Named, so that a look at a hundred tables is planned once.
    const { rows } = await look(this.#looking, "written").catch(async (error: { readonly code?: string }) => {
      // A plan has hidden a table for now.
      if (error.code !== "42P01") throw error;
      return await look(await this.#statement());
    });
    return rows.map(({ table }) => table);
  }

  async #statement(): Promise<string> {
    const { rows } = await this.#database.owner.query<{ table: string }>(
      `SELECT relname AS table FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
         AND relname <> ALL ($1) AND NOT ${onOtherNodes("oid")} ORDER BY relname`,
      [this.#counters],
    );
    return rows
      .map(
        ({ table }) =>
          `SELECT '${table}' AS table WHERE EXISTS (SELECT 1 FROM ${table} WHERE age(xmin) <= (SELECT age($1::text::xid)))`,
      )
      .join("\nUNION ALL ");
  }
}
