// SQL: reports.
/** Figures, counted in PostgreSQL when they are asked for. Days are days in UTC. */
import type { Queryable } from "#src/storage/transaction.ts";

export interface DayFigures {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly newUsers: number;
  readonly orders: number;
  readonly paidOrders: number;
  readonly cancelledOrders: number;
  readonly revenueMinor: number;
}

export interface ProductFigures {
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  readonly revenueMinor: number;
}

export interface Totals {
  readonly users: number;
  readonly products: number;
  readonly orders: { readonly pending: number; readonly paid: number; readonly cancelled: number };
  readonly revenueMinor: number;
}

export async function countTotals(db: Queryable): Promise<Totals> {
  const { rows } = await db.query<Record<"users" | "products" | "pending" | "paid" | "cancelled" | "revenue", string>>(
    // A CTE for each table: a cluster has no place for subqueries beside aggregates.
    `WITH accounts AS (SELECT count(*) AS users FROM placeholder_users),
     shelf AS (SELECT count(*) AS products FROM placeholder_products),
     sales AS (
       SELECT count(*) FILTER (WHERE status = 'PENDING') AS pending,
              count(*) FILTER (WHERE status = 'PAID') AS paid,
              count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled,
              coalesce(sum(total_minor) FILTER (WHERE status = 'PAID'), 0) AS revenue
       FROM placeholder_orders)
     SELECT users, products, pending, paid, cancelled, revenue FROM accounts, shelf, sales`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The totals came back empty");
  const { users, products, pending, paid, cancelled, revenue } = asNumbers(row);
  return { users, products, orders: { pending, paid, cancelled }, revenueMinor: revenue };
}

/** One line for every day from `from` to `to` (YYYY-MM-DD, both included). */
export async function countDays(db: Queryable, from: string, to: string): Promise<DayFigures[]> {
  // Indexes placeholder_orders_by_day and placeholder_users_by_time.
  const { rows } = await db.query<Record<keyof DayFigures, string>>(
    `WITH days AS (
       SELECT day::date AS day FROM generate_series($1::date, $2::date, interval '1 day') AS day
     ), placed AS (
       SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS orders,
              count(*) FILTER (WHERE status = 'PAID') AS paid,
              count(*) FILTER (WHERE status = 'CANCELLED') AS cancelled,
              sum(total_minor) FILTER (WHERE status = 'PAID') AS revenue
       FROM placeholder_orders
       WHERE created_at >= $1::date::timestamp AT TIME ZONE 'UTC'
         AND created_at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'
       GROUP BY 1
     ), joined AS (
       SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS users
       FROM placeholder_users
       WHERE created_at >= $1::date::timestamp AT TIME ZONE 'UTC'
         AND created_at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'
       GROUP BY 1
     )
     SELECT to_char(day, 'YYYY-MM-DD') AS "date", coalesce(users, 0) AS "newUsers", coalesce(orders, 0) AS orders,
            coalesce(paid, 0) AS "paidOrders", coalesce(cancelled, 0) AS "cancelledOrders",
            coalesce(revenue, 0) AS "revenueMinor"
     FROM days LEFT JOIN placed USING (day) LEFT JOIN joined USING (day)
     ORDER BY day`,
    [from, to],
  );
  return rows.map(({ date, ...counts }) => ({ date, ...asNumbers(counts) }));
}

/** The ten products with the most revenue in paid orders of the period. */
export async function bestProducts(db: Queryable, from: string, to: string): Promise<ProductFigures[]> {
  // The name is the one that the latest of these orders knew.
  const { rows } = await db.query<Record<keyof ProductFigures, string>>(
    `SELECT item->>'productId' AS "productId", (array_agg(item->>'name' ORDER BY created_at DESC))[1] AS name,
            sum((item->>'quantity')::bigint) AS quantity,
            sum((item->>'quantity')::bigint * (item->>'unitPriceMinor')::bigint) AS "revenueMinor"
     FROM placeholder_orders, jsonb_array_elements(items) AS item
     WHERE status = 'PAID'
       AND created_at >= $1::date::timestamp AT TIME ZONE 'UTC'
       AND created_at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'
     GROUP BY 1
     ORDER BY "revenueMinor" DESC, "productId"
     LIMIT 10`,
    [from, to],
  );
  return rows.map(({ productId, name, ...figures }) => ({ productId, name, ...asNumbers(figures) }));
}

/** PostgreSQL's counts and sums are wider than a number and come back as text. */
function asNumbers<Name extends string>(row: Record<Name, string>): Record<Name, number> {
  return Object.fromEntries(Object.entries<string>(row).map(([name, text]) => [name, Number(text)])) as Record<
    Name,
    number
  >;
}
