/** Pages by number, from 1. Records that are added meanwhile may shift the pages. */

/** The rows of a page, in TypeORM's terms. In SQL, `skip` is OFFSET and `take` is LIMIT. */
export interface RowRange {
  readonly skip: number;
  readonly take: number;
}

export interface NumberedPage<Row> {
  readonly items: Row[];
  /** The requested page, at most `Number.MAX_SAFE_INTEGER`. */
  readonly page: number;
  /** Most items of a page. */
  readonly size: number;
  /** Number of items on all pages together. */
  readonly total: number;
}

export interface NumberedQuery {
  /** The page from 1. As text: any number of decimal digits. */
  readonly page: number | string;
  readonly size: number | string;
}

/**
 * Reads one page of a list. A page after the last is empty.
 *
 *     const page = await numberedPage({ page: query.page, size: query.limit }, (range) =>
 *       orders.findAndCount({ where: { userId }, order: { createdAt: "DESC", id: "DESC" }, ...range }),
 *     );
 *
 * @param read returns the rows of a range in the order of the list, and the length of the list.
 */
export async function numberedPage<Row>(
  asked: NumberedQuery,
  read: (range: RowRange) => Promise<readonly [items: Row[], total: number]>,
): Promise<NumberedPage<Row>> {
  const page = Math.min(Number(asked.page), Number.MAX_SAFE_INTEGER);
  const size = Number(asked.size);
  // Larger than any list, and small enough for OFFSET, which is a bigint.
  const skip = Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER);
  const [items, total] = await read({ skip, take: size });
  return { items, page, size, total };
}
