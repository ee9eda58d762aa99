/** Values as SQL text, for messages of several statements, which take no parameters. */
/** A day as `YYYY-MM-DD`. Its type goes with it: a cast of a column of VALUES to `date` is refused in an UPDATE by a cluster. */
export interface DayLiteral {
  readonly day: string | null;
}

export type LiteralValue = string | bigint | boolean | Date | DayLiteral | null;

/** Throws RangeError for a NUL, which no text in PostgreSQL has and which would end the message. */
export function literal(value: LiteralValue): string {
  if (value === null) return "NULL";
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (typeof value === "object" && "day" in value) return `${literal(value.day)}::date`;
  const text = typeof value === "string" ? value : value.toISOString();
  if (text.includes("\0")) throw new RangeError("A text for PostgreSQL has a NUL in it");
  const quoted = text.replaceAll("'", "''");
  // A backslash means itself in `'…'` or not, as a setting has it, and two mean one in `E'…'`. The blank keeps what stands before apart.
  return quoted.includes("\\") ? ` E'${quoted.replaceAll("\\", "\\\\")}'` : `'${quoted}'`;
}

/** Texts as the text of a `text[]`, which a literal takes in. Its parser is PostgreSQL's for arrays, so that many cost little. */
export function textsLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}

/** `(…), (…)`: what follows VALUES. */
export function rowsOfLiterals(rows: readonly (readonly LiteralValue[])[]): string {
  return rows.map((row) => `(${row.map(literal).join(", ")})`).join(", ");
}
