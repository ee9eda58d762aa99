// SQL: sets of series as strings of bits, which PostgreSQL joins.
/** On which days a tenant's series had samples: for each day and range of ids a bit for every series. */
import { LRUCache } from "lru-cache";
import type { PoolClient } from "pg";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { Slots } from "./codec/slots.ts";

/** Series of one row; as the migration has it. */
const bucketBits = 12;
const bucketMask = (1 << bucketBits) - 1;
const rowsOfStatement = 50;
/** Days of tenants of which a process remembers what it has marked. */
const remembered = 100;

/** The series of some samples, by the day of these. */
export type SeriesByDay = ReadonlyMap<number, ReadonlySet<number>>;

/** Writes down when series had samples, once a day and process for each. */
export class SeriesMarker {
  readonly #marked = new LRUCache<string, Slots>({ max: remembered });

  /** In the transaction that compacts the samples. What it resolves with is to be called once that is committed. */
  async mark(client: PoolClient, tenant: Tenant, seen: SeriesByDay): Promise<() => void> {
    const fresh: [string, readonly number[]][] = [];
    for (const [day, series] of seen) {
      const key = `${tenant.projectId} ${tenant.environment} ${day}`;
      const marked = this.#marked.get(key);
      const ids = [...series].filter((id) => (marked?.get(id) ?? -1) < 0);
      await markDay(client, tenant, day, ids);
      fresh.push([key, ids]);
    }
    return () => {
      for (const [key, ids] of fresh) {
        const marked = this.#marked.get(key) ?? new Slots();
        for (const id of ids) marked.set(id, 1);
        this.#marked.set(key, marked);
      }
    };
  }
}

async function markDay(
  client: PoolClient,
  { projectId, environment }: Tenant,
  day: number,
  ids: readonly number[],
): Promise<void> {
  const buckets = new Map<number, Buffer>();
  for (const id of ids) {
    let bits = buckets.get(id >>> bucketBits);
    if (bits === undefined) {
      bits = Buffer.alloc(1 << bucketBits, "0");
      buckets.set(id >>> bucketBits, bits);
    }
    bits.write("1", id & bucketMask, "latin1");
  }
  const all = [...buckets];
  for (let at = 0; at < all.length; at += rowsOfStatement) {
    const page = all.slice(at, at + rowsOfStatement);
    const rows = page.map((_, i) => `($1, $2, $3, $${2 * i + 4}, $${2 * i + 5})`);
    await client.query(
      `INSERT INTO metric_series_days AS known (project_id, environment, day, bucket, series) VALUES ${rows}
       ON CONFLICT (project_id, environment, bucket, day) DO UPDATE SET series = known.series | excluded.series`,
      [projectId, environment, day, ...page.flatMap(([bucket, bits]) => [bucket, bits.toString("latin1")])],
    );
  }
}

/** The series that had samples on one of the days (both included), as far as they are compacted. */
export async function seriesOfDays(
  on: Queryable,
  { projectId, environment }: Tenant,
  [first, last]: readonly [number, number],
): Promise<Slots> {
  // Primary key (project_id, environment, bucket, day).
  const { rows } = await on.query<{ bucket: number; series: string }>(
    `SELECT bucket, bit_or(series) AS series FROM metric_series_days
     WHERE project_id = $1 AND environment = $2 AND day >= $3 AND day <= $4 GROUP BY bucket`,
    [projectId, environment, first, last],
  );
  const found = new Slots();
  for (const { bucket, series } of rows)
    for (let at = series.indexOf("1"); at >= 0; at = series.indexOf("1", at + 1))
      found.set((bucket << bucketBits) + at, 1);
  return found;
}
