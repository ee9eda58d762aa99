/** Pages of the catalog's lists. */

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface PageRequest {
  /** Most items of the page, from 1 to 100; 20 when left out. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export const defaultLimit = 20;

/** A page from up to `limit + 1` items: the extra one tells that there is another page. */
export function pageOf<Item>(found: readonly Item[], limit: number, cursorAfter: (last: Item) => string): Page<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last !== undefined ? cursorAfter(last) : null };
}
