/** Pages by number, as the list operations take them: text in the query, numbers in the answer. */

export interface PageQuery {
  readonly page: string;
  readonly limit: string;
}

/** TypeORM's words for a page. */
export function rowsOf({ page, limit }: PageQuery): { skip: number; take: number } {
  return { skip: (Number(page) - 1) * Number(limit), take: Number(limit) };
}

export function pageOf<T>({ page, limit }: PageQuery, items: T[], total: number) {
  return { items, page: Number(page), limit: Number(limit), total };
}

/** `1 order`, `2 orders`. */
export function counted(total: number, noun: string): string {
  return `${total} ${noun}${total === 1 ? "" : "s"}`;
}
