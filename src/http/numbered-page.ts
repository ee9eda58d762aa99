/** Pages by number, from 1: for lists whose callers leaf through them; what arrives meanwhile may shift them. */

/** The rows of a page, in TypeORM's words; for SQL of our own OFFSET and LIMIT. */
export interface RowRange {
  readonly skip: number;
  readonly take: number;
}

export interface NumberedPage<Row> {
  readonly items: Row[];
  /** The page that was asked for, at most `Number.MAX_SAFE_INTEGER`. */
  readonly page: number;
  /** Most items of a page. */
  readonly size: number;
  /** How many items all pages hold together. */
  readonly total: number;
}

export interface NumberedQuery {
  /** From 1; as text, decimal digits in any number. */
  readonly page: number | string;
  readonly size: number | string;
}

/**
 * One page of a list; a page beyond the last is empty.
 *
 *     const page = await numberedPage({ page: query.page, size: query.limit }, (range) =>
 *       orders.findAndCount({ where: { userId }, order: { createdAt: "DESC", id: "DESC" }, ...range }),
 *     );
 *
 * @param read the rows of a range in the order of the list, and how many the list has.
 */
export async function numberedPage<Row>(
  asked: NumberedQuery,
  read: (range: RowRange) => Promise<readonly [items: Row[], total: number]>,
): Promise<NumberedPage<Row>> {
  const page = Math.min(Number(asked.page), Number.MAX_SAFE_INTEGER);
  const size = Number(asked.size);
  // No list is that long, and a bigint holds it, as OFFSET demands.
  const skip = Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER);
  const [items, total] = await read({ skip, take: size });
  return { items, page, size, total };
}
