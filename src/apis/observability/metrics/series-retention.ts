// SQL: rows marked and removed in bulk, under the tenant's lock.
/**
 * Forgets series that have had no samples within the retention. When a series last had samples is written down as its
 * blocks are compacted, at most once a week for each, so it is kept a little longer.
 */
import type { Pool, PoolClient } from "pg";
import { inSlices } from "#src/http/event-loop.ts";
import { lockHead, readBlocks } from "#src/storage/blocks/log.ts";
import type { Tenant } from "../records.ts";
import { readBlock } from "./codec/block.ts";
import { Slots } from "./codec/slots.ts";
import { refreshLabelIndex } from "./label-index/refresh.ts";
import { lockRegistry } from "./series-registry.ts";
import { emptyContents } from "./staging.ts";
import { metricTables } from "./tables.ts";

/** `last_day` moves on when it is this far behind, in days. */
const markAfterDays = 7;
const idsOfStatement = 10_000;
/** Tenants of which a process remembers what it has marked. */
const rememberedTenants = 100;

/** Writes down that series had samples, once a day and process for each. */
export class SeriesMarker {
  readonly #marked = new Map<string, { readonly day: number; readonly series: Slots }>();

  /**
   * In the transaction that compacts the series' blocks; `day` since 1970-01-01. What it resolves with is to be called once that
   * is committed.
   */
  async mark(
    client: PoolClient,
    { projectId, environment }: Tenant,
    ids: Uint32Array,
    day: number,
  ): Promise<() => void> {
    const key = `${projectId} ${environment}`;
    let marked = this.#marked.get(key);
    if (marked === undefined || marked.day !== day) {
      if (this.#marked.size >= rememberedTenants) this.#marked.clear();
      marked = { day, series: new Slots() };
      this.#marked.set(key, marked);
    }
    const { series } = marked;
    const fresh = Array.from(ids).filter((id) => series.get(id) < 0);
    for (let at = 0; at < fresh.length; at += idsOfStatement) {
      const page = fresh.slice(at, at + idsOfStatement);
      // Primary key (project_id, environment, series_id).
      await client.query(
        `UPDATE metric_series SET last_day = $4
         WHERE project_id = $1 AND environment = $2 AND series_id = ANY ($3::integer[]) AND last_day < $5`,
        [projectId, environment, `{${page}}`, day, day - markAfterDays],
      );
    }
    return () => {
      for (const id of fresh) series.set(id, 1);
    };
  }
}

/** Removes the series whose samples all lie before `oldestDay` (since 1970-01-01). Returns how many there were. */
export async function forgetSeries(pool: Pool, oldestDay: number): Promise<number> {
  const before = oldestDay - markAfterDays - 1;
  const { rows } = await pool.query<{ project_id: string; environment: Tenant["environment"] }>(
    "SELECT DISTINCT project_id, environment FROM metric_series WHERE last_day < $1",
    [before],
  );
  let forgotten = 0;
  for (const { project_id, environment } of rows) {
    const tenant = { projectId: project_id, environment };
    const of = await forgetSeriesOf(pool, tenant, before);
    // The index is of the epoch that has ended.
    if (of > 0) await refreshLabelIndex(pool, tenant, { today: oldestDay, active: false });
    forgotten += of;
  }
  return forgotten;
}

async function forgetSeriesOf(pool: Pool, tenant: Tenant, before: number): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ${lockHead(metricTables, tenant)}; ${lockRegistry(tenant)}`);
    const { rows } = await client.query<{ series: number; bytes: string }>(
      `WITH forgotten AS (
         DELETE FROM metric_series
         WHERE project_id = $1 AND environment = $2 AND last_day < $3 AND NOT series_id = ANY ($4::integer[])
         RETURNING octet_length(labels) AS bytes
       ) SELECT count(*)::integer AS series, coalesce(sum(bytes), 0) AS bytes FROM forgotten`,
      [tenant.projectId, tenant.environment, before, `{${[...(await waitingSeries(client, tenant))]}}`],
    );
    const { series, bytes } = rows[0] ?? { series: 0, bytes: "0" };
    // Ids that processes remember are gone: the epoch tells them.
    await client.query(
      `UPDATE metric_registries
       SET series = greatest(0, series - $3), label_bytes = greatest(0, label_bytes - $4), epoch = epoch + 1
       WHERE project_id = $1 AND environment = $2 AND $3 > 0`,
      [tenant.projectId, tenant.environment, series, bytes],
    );
    await client.query("COMMIT");
    client.release();
    return series;
  } catch (error) {
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
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
