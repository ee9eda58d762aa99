/** Writes values as SQL text, for messages of several statements, which take no parameters. */
/** A day as `YYYY-MM-DD`. It is written with its type, because a cluster refuses to cast a column of VALUES to `date` in an UPDATE. */
export interface DayLiteral {
  readonly day: string | null;
}

export type LiteralValue = string | bigint | boolean | Date | DayLiteral | null;

/** Writes a value as SQL. Throws RangeError for a text with NUL, which PostgreSQL does not support and which would end the message. */
export function literal(value: LiteralValue): string {
  if (value === null) return "NULL";
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (typeof value === "object" && "day" in value) return `${literal(value.day)}::date`;
  const text = typeof value === "string" ? value : value.toISOString();
  if (text.includes("\0")) throw new RangeError("A text for PostgreSQL has a NUL in it");
  const quoted = text.replaceAll("'", "''");
  // In `'…'`, the meaning of a backslash depends on a setting; in `E'…'`, two backslashes always mean one. The leading space separates the
  // literal from a preceding word.
  return quoted.includes("\\") ? ` E'${quoted.replaceAll("\\", "\\\\")}'` : `'${quoted}'`;
}

/** Writes texts as a literal of type `text[]`. PostgreSQL parses it with its array parser, which is fast for many texts. */
export function textsLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}

/** Writes rows as `(…), (…)`, for VALUES. */
export function rowsOfLiterals(rows: readonly (readonly LiteralValue[])[]): string {
  return rows.map((row) => `(${row.map(literal).join(", ")})`).join(", ");
}
