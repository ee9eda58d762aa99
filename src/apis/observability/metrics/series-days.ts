// SQL: sets of series as strings of bits, which PostgreSQL joins.
/** On which days a tenant's series had samples: for each day and range of ids a bit for every series. */
import type { PoolClient } from "pg";
import { Slice } from "#src/http/event-loop.ts";
import { dayOf } from "#src/storage/blocks/tables.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { SeriesOrdinals } from "./codec/series-ordinals.ts";

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
      const rows = page.map((_, i) => `($1, $2, $${3 * i + 3}, $${3 * i + 4}, $${3 * i + 5})`);
      await client.query(
        `INSERT INTO metric_series_days AS known (project_id, environment, day, bucket, series) VALUES ${rows}
         ON CONFLICT (project_id, environment, bucket, day) DO UPDATE SET series = known.series | excluded.series
         WHERE known.series | excluded.series <> known.series`,
        [projectId, environment, ...page.flatMap(([day, bucket, bits]) => [day, bucket, `X${bits.toString("hex")}`])],
      );
    }
  }
}

/** The series that had samples on one of the days (both included), as far as they are compacted. */
export async function seriesOfDays(
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
