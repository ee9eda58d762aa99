// SQL: thousands of rows in one upsert on a condition, and the database's clock.
/** Brings the catalog up to date with what insurers list. */
import { randomUUID } from "node:crypto";
import { type EntityManager, LessThan } from "typeorm";
import { parseDateTime } from "#src/http/date-time.ts";
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import { lockName } from "#src/storage/named-lock.ts";
import { inTransaction, type Queryable } from "#src/storage/transaction.ts";
import { insurerProductEntity } from "../entities.ts";
import { type GroupLimits, runGrouped } from "../grouped-concurrency.ts";
import type { InsurerClient } from "../insurers/client.ts";
import type { Answered, Asked, Schemas } from "../insurers/protocol.ts";
import type { Insurers } from "../insurers/registry.ts";

export interface SyncDependencies {
  readonly database: Pick<Database, "dataSource" | "pool">;
  readonly insurers: Insurers;
}

/** The outcome of syncing one insurer. */
export interface SyncOutcome {
  readonly providerId: string;
  /** Products that it listed. */
  readonly listed: number;
  /** Products that it no longer lists, and that are therefore hidden from now on. */
  readonly hidden: number;
  /** Why the list could not be read to its end; what is known of the rest then stays as it is. */
  readonly failure: Error | null;
}

/** Bounds on what one insurer may list. */
export interface SyncBounds {
  readonly products: number;
  /** Pages may be shorter than they could be, so there may be more of them. */
  readonly pages: number;
  /** For all pages together (ms). A page that is being read when it ends is read. */
  readonly durationMs: number;
}

const usualBounds: SyncBounds = { products: 10_000, pages: 400, durationMs: 120_000 };
const pageLimit = 100;
const limits: GroupLimits = { most: 4, mostPerGroup: 1 };

/**
 * Asks every insurer that is switched on. One that fails holds up none of the others: its failure is in its outcome.
 * Outcomes are by insurer. Throws the signal's reason when it aborts.
 */
export async function syncCatalog(
  { database, insurers }: SyncDependencies,
  { signal }: { readonly signal: AbortSignal },
): Promise<SyncOutcome[]> {
  const outcomes: SyncOutcome[] = [];
  await runGrouped(
    await insurers.all(),
    ({ insurer }) => insurer.id,
    limits,
    async (client) => {
      if (!signal.aborted) outcomes.push(await syncInsurer(database, client, { signal }));
    },
  );
  signal.throwIfAborted();
  return outcomes.sort((a, b) => (a.providerId < b.providerId ? -1 : 1));
}

/** Asks one insurer. Never throws: what went wrong is in the outcome. */
export async function syncInsurer(
  database: SyncDependencies["database"],
  client: InsurerClient,
  { signal, bounds = usualBounds }: { readonly signal: AbortSignal; readonly bounds?: SyncBounds },
): Promise<SyncOutcome> {
  const providerId = client.insurer.id;
  try {
    const startedAt = await databaseTime(database.pool);
    const { products, failure } = await readList(client, bounds, signal);
    const hidden = await inTransaction(database, async ({ manager, client: connection }) => {
      // One writer of the table at a time, whichever insurer it writes for: on a cluster two of a table that lies on every node meet a deadlock.
      await lockName(connection, "insurer_products");
      await storeProducts(connection, providerId, products, startedAt);
      return failure === null ? await hideUnseen(manager, providerId, startedAt) : 0;
    });
    return { providerId, listed: products.length, hidden, failure };
  } catch (error) {
    return { providerId, listed: 0, hidden: 0, failure: error as Error };
  }
}

interface ReadList {
  readonly products: readonly Schemas["Product"][];
  /** Why the list ends before its end. */
  readonly failure: Error | null;
}

/** A product that moved from page to page while they were read counts once, as it was last. */
async function readList(client: InsurerClient, bounds: SyncBounds, signal: AbortSignal): Promise<ReadList> {
  const products = new Map<string, Schemas["Product"]>();
  const ended = (failure: Error | null): ReadList => ({ products: [...products.values()], failure });
  const endsAt = performance.now() + bounds.durationMs;
  const options = { requestId: `req_${randomUUID()}` };
  let cursor: string | null = null;
  try {
    for (let page = 1; page <= bounds.pages; page++) {
      signal.throwIfAborted();
      if (performance.now() >= endsAt) return ended(new Error(`its list takes longer than ${bounds.durationMs} ms`));
      const query: Asked<"listProducts">["query"] = { limit: pageLimit, ...(cursor !== null && { cursor }) };
      const { items, nextCursor }: Answered<"listProducts"> = await client.call("listProducts", { query }, options);
      for (const product of items) products.set(product.productId, product);
      if (products.size > bounds.products) return ended(new Error(`it lists more than ${bounds.products} products`));
      if (nextCursor === null) return ended(null);
      cursor = nextCursor;
    }
    return ended(new Error(`its list has more than ${bounds.pages} pages`));
  } catch (error) {
    return ended(error as Error);
  }
}

/** By insurer_products_pkey. Returns how many. */
async function hideUnseen(manager: EntityManager, providerId: string, since: Date): Promise<number> {
  const unseen = { providerId, listed: true, seenAt: LessThan(since) };
  return (await manager.update(insurerProductEntity, unseen, { listed: false })).affected ?? 0;
}

/** Asks all insurers once an hour. One that fails is asked again in the next. */
export function syncingOfCatalog(insurers: Insurers): Job<unknown> {
  return declareJob<unknown>({
    name: "sync-insurance-catalog",
    cron: "37 * * * *",
    maxAttempts: 3,
    run: async (_payload, { database, log, signal }) => {
      for (const { providerId, hidden, failure } of await syncCatalog({ database, insurers }, { signal })) {
        if (failure !== null) log.warn({ err: failure, providerId }, "An insurer's products could not all be read");
        if (hidden > 0) log.info({ providerId, hidden }, "An insurer no longer lists some products");
      }
    },
  });
}

/** One clock for all processes, so that "not seen since" means the same to each. */
export async function databaseTime(on: Queryable): Promise<Date> {
  const { rows } = await on.query<{ now: Date }>("SELECT date_trunc('milliseconds', clock_timestamp()) AS now");
  if (rows[0] === undefined) throw new Error("the database does not know the time");
  return rows[0].now;
}

/** Writes products as their insurer lists them. By insurer_products_pkey. What a later sync wrote already stays. */
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
