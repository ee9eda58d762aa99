import type { Queryable } from "#src/jobs/enqueue.ts";

/** The pool for statements only, of which at most `most` run at the same time; the others wait here, in order. */
export function boundedPool(pool: Queryable, most: number): Queryable {
  const waiting: (() => void)[] = [];
  let running = 0;
  const query = async (sql: string, values: unknown[]): Promise<unknown> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await pool.query(sql, values);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
  return { query };
}
