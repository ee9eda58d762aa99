export interface Page<T> {
  readonly items: T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A page from up to `limit + 1` rows: the extra row tells that there is another page. */
export function pageOf<Row, T>(
  rows: readonly Row[],
  limit: number,
  item: (row: Row) => T,
  cursorAfter: (row: Row) => string,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(item),
    nextCursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null,
  };
}
