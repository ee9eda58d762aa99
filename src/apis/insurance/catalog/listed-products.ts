// SQL: thousands of rows in one upsert on a condition, and the database's clock.
/** Products are written as their insurer lists them. */
import { parseDateTime } from "#src/http/date-time.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Schemas } from "../insurers/protocol.ts";

/** One clock for all processes, so that "not seen since" means the same to each. */
export async function databaseTime(on: Queryable): Promise<Date> {
  const { rows } = await on.query<{ now: Date }>("SELECT date_trunc('milliseconds', clock_timestamp()) AS now");
  if (rows[0] === undefined) throw new Error("the database does not know the time");
  return rows[0].now;
}

/** By insurer_products_pkey. What a later sync wrote already stays. */
export async function storeProducts(
  on: Queryable,
  providerId: string,
  products: readonly Schemas["Product"][],
  seenAt: Date,
): Promise<void> {
  const column = (value: (product: Schemas["Product"]) => unknown) => products.map(value);
  await on.query(
    `INSERT INTO insurer_products (provider_id, product_id, name, description, category, product_type, class_code,
       country, currency, status, published_minor, published_currency, updated_at, listed, seen_at)
     SELECT $1, listed.*, true, $2
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
       $11::text[], $12::bigint[], $13::text[], $14::timestamptz[]) AS listed
     ON CONFLICT (provider_id, product_id) DO UPDATE SET name = excluded.name, description = excluded.description,
       category = excluded.category, product_type = excluded.product_type, class_code = excluded.class_code,
       country = excluded.country, currency = excluded.currency, status = excluded.status,
       published_minor = excluded.published_minor, published_currency = excluded.published_currency,
       updated_at = excluded.updated_at, listed = true, seen_at = excluded.seen_at
     WHERE insurer_products.seen_at <= excluded.seen_at`,
    [
      providerId,
      seenAt,
      column(({ productId }) => productId),
      column(({ name }) => storable(name)),
      column(({ description }) => storable(description)),
      column(({ category }) => category),
      column(({ productType }) => productType),
      column(({ classCode }) => classCode),
      column(({ country }) => country),
      column(({ currency }) => currency),
      column(({ status }) => status),
      column(({ publishedPrice }) => publishedPrice?.amountMinor ?? null),
      column(({ publishedPrice }) => publishedPrice?.currency ?? null),
      column(({ updatedAt }) => parseDateTime(updatedAt)),
    ],
  );
}

/** PostgreSQL keeps no NUL in a text. */
function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}
