// SQL: rows removed in bulk, under the tenant's lock.
/** Forgets series that have had no samples within the retention. */

import type { Pool, PoolClient } from "pg";
import { inSlices } from "#src/http/event-loop.ts";
import { lockHead, readBlocks } from "#src/storage/blocks/log.ts";
import { onConnection } from "#src/storage/sql-transaction.ts";
import type { Tenant } from "../records.ts";
import { readBlock } from "./codec/block.ts";
import { refreshLabelIndex } from "./label-index/refresh.ts";
import { lockRegistry } from "./series-registry.ts";
import { emptyContents } from "./staging.ts";
import { metricTables } from "./tables.ts";

/** Removes the series whose samples all lie before `oldestDay` (since 1970-01-01). Returns how many there were. */
export async function forgetSeries(pool: Pool, oldestDay: number): Promise<number> {
  await pool.query("DELETE FROM metric_series_days WHERE day < $1", [oldestDay]);
  const { rows } = await pool.query<{ project_id: string; environment: Tenant["environment"] }>(
    "SELECT project_id, environment FROM metric_registries WHERE series > 0",
  );
  let forgotten = 0;
  for (const { project_id: projectId, environment } of rows) {
    const tenant = { projectId, environment };
    const of = await forgetSeriesOf(pool, tenant, oldestDay);
    // The index is of the epoch that has ended.
    if (of > 0) await refreshLabelIndex(pool, tenant);
    forgotten += of;
  }
  return forgotten;
}

/** The series of a tenant that were registered before a day and have no samples in segments. */
const silent = `project_id = $1 AND environment = $2 AND registered_day < $3 AND NOT EXISTS (
  SELECT FROM metric_series_days AS days
  WHERE days.project_id = $1 AND days.environment = $2 AND days.bucket = series_id >> 12
    AND get_bit(days.series, series_id & 4095) = 1
)`;

async function forgetSeriesOf(pool: Pool, tenant: Tenant, oldestDay: number): Promise<number> {
  const of = [tenant.projectId, tenant.environment];
  const among = [...of, oldestDay];
  const { rows: found } = await pool.query(`SELECT FROM metric_series WHERE ${silent} LIMIT 1`, among);
  if (found.length === 0) return 0;
  return await onConnection(pool, async (client) => {
    await client.query(`BEGIN; ${lockHead(metricTables, tenant)}; ${lockRegistry(tenant)}`);
    const waiting = `{${[...(await waitingSeries(client, tenant))]}}`;
    const { rows } = await client.query<{ series: number; bytes: string }>(
      `WITH forgotten AS (
         DELETE FROM metric_series WHERE ${silent} AND NOT series_id = ANY ($4::integer[])
         RETURNING octet_length(labels) AS bytes
       ) SELECT count(*)::integer AS series, coalesce(sum(bytes), 0) AS bytes FROM forgotten`,
      [...among, waiting],
    );
    const { series, bytes } = rows[0] ?? { series: 0, bytes: "0" };
    // Ids that processes remember are gone: the epoch tells them.
    await client.query(
      `UPDATE metric_registries
       SET series = greatest(0, series - $3), label_bytes = greatest(0, label_bytes - $4), epoch = epoch + 1
       WHERE project_id = $1 AND environment = $2 AND $3 > 0`,
      [...of, series, bytes],
    );
    await client.query("COMMIT");
    return series;
  });
}

/** Series with samples that are not compacted, and so not marked, yet. */
async function waitingSeries(client: PoolClient, tenant: Tenant): Promise<Set<number>> {
  const waiting = new Set<number>();
  for await (const { payload } of readBlocks(client, metricTables, tenant)) {
    const contents = emptyContents();
    await inSlices(readBlock(payload, Number.NEGATIVE_INFINITY, contents));
    for (let i = 0; i < contents.samples.length; i++) waiting.add(contents.samples.series[i] as number);
    for (const { series } of contents.records) waiting.add(series);
  }
  return waiting;
}
