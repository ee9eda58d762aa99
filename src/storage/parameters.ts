/** Statements with many rows of parameters. */

export interface Statement {
  readonly sql: string;
  readonly values: unknown[];
}

/**
 * `($1, $2, $3, $4), ($1, $2, $5, $6)`: what follows VALUES. Each row is as `row` has it; where that has null comes the next
 * parameter, numbered after those that `row` names itself.
 */
export function rowsOfParameters(count: number, row: readonly (string | null)[]): string {
  let last = new Set(row.filter((field) => field?.startsWith("$"))).size;
  const rows = Array.from({ length: count }, () => `(${row.map((field) => field ?? `$${++last}`).join(", ")})`);
  return rows.join(", ");
}
