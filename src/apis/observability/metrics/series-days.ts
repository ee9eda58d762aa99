// SQL: sets of series as strings of bits, which PostgreSQL joins.
/** On which days a tenant's series had samples: for each day and range of ids a bit for every series. */
import type { PoolClient } from "pg";
import { Slice } from "#src/http/event-loop.ts";
import { listBlocks } from "#src/storage/blocks/log.ts";
import { dayOf } from "#src/storage/blocks/tables.ts";
import { rowsOfParameters } from "#src/storage/parameters.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { SeriesOrdinals } from "./codec/series-ordinals.ts";
import type { SortedBlock } from "./codec/sorted-block.ts";
import type { KeptContents } from "./kept-contents.ts";
import type { TimeRange } from "./store.ts";
import { metricTables } from "./tables.ts";

/** Series of one row; as the migration has it. */
const bucketBits = 12;
const bucketMask = (1 << bucketBits) - 1;
const rowsOfStatement = 100;

/** The days of some samples. */
export class SeriesDays {
  /** By day and range of ids; the first series has the highest bit. */
  readonly #days = new Map<number, Map<number, Buffer>>();

  /** `timestamp` in ms. */
  add(series: number, timestamp: number): void {
    const day = dayOf(timestamp);
    let buckets = this.#days.get(day);
    if (buckets === undefined) {
      buckets = new Map();
      this.#days.set(day, buckets);
    }
    let bits = buckets.get(series >>> bucketBits);
    if (bits === undefined) {
      bits = Buffer.alloc(1 << (bucketBits - 3));
      buckets.set(series >>> bucketBits, bits);
    }
    const at = (series & bucketMask) >>> 3;
    bits[at] = (bits[at] as number) | (0x80 >>> (series & 7));
  }

  /** Writes them down, in the transaction that compacts the samples. What is known already is not written again. */
  async save(client: PoolClient, { projectId, environment }: Tenant): Promise<void> {
    const all = [...this.#days].flatMap(([day, buckets]) =>
      [...buckets].map(([bucket, bits]) => [day, bucket, bits] as const),
    );
    for (let start = 0; start < all.length; start += rowsOfStatement) {
      const page = all.slice(start, start + rowsOfStatement);
      await client.query(
        `INSERT INTO metric_series_days AS known (project_id, environment, day, bucket, series)
         VALUES ${rowsOfParameters(page.length, ["$1", "$2", null, null, null])}
         ON CONFLICT (project_id, environment, bucket, day) DO UPDATE SET series = known.series | excluded.series
         WHERE known.series | excluded.series <> known.series`,
        [projectId, environment, ...page.flatMap(([day, bucket, bits]) => [day, bucket, `X${bits.toString("hex")}`])],
      );
    }
  }
}

/** A hundred million: as many days lie before and after 1970 as have a date. */
const mostDay = 100_000_000;

/** The series that had samples on the days of a range, compacted or not; null for those of all time. */
export async function seriesSeen(
  connection: QueryConnection,
  tenant: Tenant,
  kept: KeptContents,
  range: TimeRange,
): Promise<SeriesOrdinals | null> {
  const bounded = (ms: number) => Math.max(-mostDay, Math.min(mostDay, dayOf(ms)));
  const [first, last] = [bounded(range.fromMs), bounded(range.toMs)];
  if (first === -mostDay && last === mostDay) return null;
  const seen = await seriesOfDays(connection, tenant, [first, last]);
  const slice = new Slice();
  for await (const some of listBlocks(connection, metricTables, tenant, range.fromMs, range.toMs))
    for await (const block of kept.blocks(connection, tenant, some)) {
      connection.signal.throwIfAborted();
      if (slice.isOver) await slice.next();
      addSeriesOf(block, range, seen);
    }
  return seen;
}

/** As far as they are compacted; both days are included. */
async function seriesOfDays(
  on: Queryable,
  { projectId, environment }: Tenant,
  [first, last]: readonly [number, number],
): Promise<SeriesOrdinals> {
  // Primary key (project_id, environment, bucket, day).
  const { rows } = await on.query<{ bucket: number; bits: Buffer }>(
    `SELECT bucket, substr(bit_send(bit_or(series)), 5) AS bits FROM metric_series_days
     WHERE project_id = $1 AND environment = $2 AND day >= $3 AND day <= $4 GROUP BY bucket`,
    [projectId, environment, first, last],
  );
  const slice = new Slice();
  const found = new SeriesOrdinals();
  for (const { bucket, bits } of rows) {
    for (let id = 0; id <= bucketMask; id++)
      if (((bits[id >>> 3] as number) & (0x80 >>> (id & 7))) !== 0) found.set((bucket << bucketBits) + id, 1);
    if (slice.isOver) await slice.next();
  }
  return found;
}

/** The series of a block with samples within the range. */
function addSeriesOf(
  { ids, starts, timestamps, records }: SortedBlock,
  { fromMs, toMs }: TimeRange,
  seen: SeriesOrdinals,
): void {
  const isWithin = (time: number) => time >= fromMs && time <= toMs;
  for (let at = 0; at < ids.length; at++)
    if (timestamps.subarray(starts[at], starts[at + 1]).some(isWithin)) seen.set(ids[at] as number, 1);
  for (const { series, timestamp } of records) if (isWithin(timestamp)) seen.set(series, 1);
}
