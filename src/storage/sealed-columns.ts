// SQL: rows are found by how their ciphertext begins.
/**
 * Re-encrypts secrets of the previous master key under the current one. A secret that has been moved begins with the current
 * key's id and is not found again, so that a run that was cut short is taken up where it ended, and several may run.
 */
import { escapeIdentifier } from "pg";
import type { Database } from "./database.ts";
import { decryptSecret, encryptSecret, headOf, type MasterKey } from "./master-key.ts";
import { inTransaction, type Transaction } from "./transaction.ts";

/** A column whose values are encrypted, each bound to its row. */
export interface SealedColumn {
  readonly table: string;
  /** The columns of its primary key. */
  readonly key: readonly string[];
  readonly column: string;
  /** For a column of text: what sealed values begin with, before their base64. Others are not sealed. */
  readonly mark?: string;
  /** The name that a value is bound to, from the texts of the row's key. */
  readonly placeOf: (key: readonly string[]) => string;
}

export interface Progress {
  readonly table: string;
  /** Values moved in this run, of this table. */
  readonly moved: number;
}

export interface RotationOptions {
  /** Rows of one transaction; 500 when left out. */
  readonly batch?: number;
  /** Called with each batch, once it is committed. */
  readonly onProgress?: (progress: Progress) => void | Promise<void>;
  /** Joins the transaction of each batch. */
  readonly alongside?: (transaction: Transaction, progress: Progress) => Promise<void>;
}

/** How many values are not under the current key, by table. */
export async function countStale(
  { pool }: Database,
  masterKey: MasterKey,
  columns: readonly SealedColumn[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const sealed of columns) {
    const { condition, head } = staleIn(sealed, masterKey);
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM ${escapeIdentifier(sealed.table)} WHERE ${condition}`,
      head,
    );
    counts.set(sealed.table, rows[0]?.count ?? 0);
  }
  return counts;
}

/**
 * Encrypts everything anew that is not under the current key, in the order of primary keys. Throws when a value is under
 * neither key. Returns how many it moved; what a process without the current key has written behind it is left to
 * `countStale` and another run.
 */
export async function moveToCurrentKey(
  database: Database,
  masterKey: MasterKey,
  columns: readonly SealedColumn[],
  options: RotationOptions = {},
): Promise<number> {
  let all = 0;
  for (const sealed of columns) {
    let moved = 0;
    let last: readonly string[] | undefined;
    for (;;) {
      const keys = await moveBatch(database, masterKey, sealed, { last, moved }, options);
      last = keys.at(-1);
      if (last === undefined) break;
      moved += keys.length;
      await options.onProgress?.({ table: sealed.table, moved });
    }
    all += moved;
  }
  return all;
}

/** The keys of the rows that were moved. */
function moveBatch(
  database: Database,
  masterKey: MasterKey,
  sealed: SealedColumn,
  before: { readonly last: readonly string[] | undefined; readonly moved: number },
  { batch = 500, alongside }: RotationOptions,
): Promise<readonly (readonly string[])[]> {
  const [table, column] = [sealed.table, sealed.column].map(escapeIdentifier);
  const key = sealed.key.map(escapeIdentifier);
  const { condition, head } = staleIn(sealed, masterKey);
  const { last = [], moved } = before;
  const beyond = last.map((_, index) => `$${head.length + index + 1}`);
  const after = beyond.length === 0 ? "" : `AND (${key.join(", ")}) > (${beyond.join(", ")})`;
  return inTransaction(database, async (transaction) => {
    const { client } = transaction;
    const { rows } = await client.query<{ key: string[]; value: Buffer | string }>(
      `SELECT ARRAY[${key.map((name) => `${name}::text`).join(", ")}] AS key, ${column} AS value
       FROM ${table} WHERE ${condition} ${after} ORDER BY ${key.join(", ")} LIMIT ${batch}`,
      [...head, ...last],
    );
    for (const { key: values, value } of rows) {
      const place = sealed.placeOf(values);
      const anew = encryptSecret(masterKey, decryptSecret(masterKey, bytesOf(value, sealed), place), place);
      // Rows of many tenants cannot be locked together on a cluster: what has been written meanwhile stays.
      const where = key.map((name, index) => `${name} = $${index + 3}`).join(" AND ");
      await client.query(`UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${where}`, [
        textOrBytes(anew, sealed),
        value,
        ...values,
      ]);
    }
    if (rows.length > 0) await alongside?.(transaction, { table: sealed.table, moved: moved + rows.length });
    return rows.map(({ key }) => key);
  });
}

/** Rows whose value does not begin as everything under the current key does. */
function staleIn({ column, mark }: SealedColumn, masterKey: MasterKey): { condition: string; head: unknown[] } {
  const name = escapeIdentifier(column);
  const head = headOf(masterKey);
  if (mark === undefined)
    return { condition: `substring(${name} FROM 1 FOR ${head.length}) IS DISTINCT FROM $1`, head: [head] };
  return {
    condition: `starts_with(${name}, $1) AND NOT starts_with(${name}, $2)`,
    head: [mark, mark + head.toString("base64")],
  };
}

function bytesOf(value: Buffer | string, { mark = "" }: SealedColumn): Buffer {
  return typeof value === "string" ? Buffer.from(value.slice(mark.length), "base64") : value;
}

function textOrBytes(sealed: Buffer, { mark }: SealedColumn): Buffer | string {
  return mark === undefined ? sealed : mark + sealed.toString("base64");
}
