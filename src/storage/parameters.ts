/** Writes VALUES lists with parameters. */

export interface Statement {
  readonly sql: string;
  readonly values: unknown[];
}

/**
 * Writes `count` rows for VALUES, such as `($1, $2, $3, $4), ($1, $2, $5, $6)` for the row `["$1", "$2", null, null]`. Each null becomes
 * the next parameter; their numbers follow those that `row` names.
 */
export function rowsOfParameters(count: number, row: readonly (string | null)[]): string {
  let last = new Set(row.filter((field) => field?.startsWith("$"))).size;
  const rows = Array.from({ length: count }, () => `(${row.map((field) => field ?? `$${++last}`).join(", ")})`);
  return rows.join(", ");
}
