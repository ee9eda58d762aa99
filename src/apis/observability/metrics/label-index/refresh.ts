// SQL: one snapshot for what is read; what is written is one transaction under the tenant's lock.
/**
 * Keeps a tenant's label indexes up to date. Series registered since get a new index, which takes the place of the newest indexes with at
 * most twice its series, too: so there are few indexes, and each series is rewritten a few times. Indexes of another epoch are rebuilt. An
 * index has no more labels than can be held while it is made; a tenant with more has several. May be killed at any point, and repeated.
 */
import type { Pool, PoolClient } from "pg";
import { inSlices } from "#src/http/event-loop.ts";
import { setLocally } from "#src/storage/set-locally.ts";
import { onConnection } from "#src/storage/sql-transaction.ts";
import type { Tenant } from "../../records.ts";
import { SeriesIndex } from "../series-index.ts";
import { lockRegistry, registryOf } from "../series-registry.ts";
import { writeIndex } from "./index-writer.ts";
import type { WrittenIndex } from "./pages.ts";
import { freshSeries, type IndexAbout, indexedSoFar, registeredSeries, replaceIndexes } from "./tables.ts";

/** Fewer new series get no index: queries read them as rows (series-indexes.ts). */
const fewSeries = 2_000;
/** The same in bytes of their labels. */
const fewBytes = 8 * 1024 * 1024;
/** Labels of one index, in bytes; one block of series more may come on top. */
const usualIndexBytes = 64 * 1024 * 1024;
export interface RefreshOptions {
  readonly signal?: AbortSignal | undefined;
  /** So many new series get an index; 2,000 when left out. */
  readonly worthIndexing?: number | undefined;
  /** Labels of one index, in bytes; 64 MiB when left out. */
  readonly indexBytes?: number | undefined;
}

/** Returns how many series are in the indexes that were made; 0 when none was. */
export async function refreshLabelIndex(pool: Pool, tenant: Tenant, options: RefreshOptions = {}): Promise<number> {
  for (let all = 0; ; ) {
    const series = await refreshOnce(pool, tenant, options);
    if (series === 0) return all;
    all += series;
  }
}

/** Each statement has an index that gives its rows in order. */
const settings = { enable_sort: "off", enable_bitmapscan: "off", enable_seqscan: "off" };

function refreshOnce(pool: Pool, tenant: Tenant, options: RefreshOptions): Promise<number> {
  return onConnection(pool, async (client) => {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${setLocally(settings)}`);
    const plan = await planned(client, tenant, options);
    const series = plan === null ? null : await seriesBetween(client, tenant, plan.after, plan.until);
    await client.query("ROLLBACK");
    if (plan === null || series === null) return 0;
    const written = await writeIndex(series, options.signal);
    return (await replaced(client, tenant, plan, written)) ? written.series : 0;
  });
}

interface Plan {
  readonly epoch: number;
  /** Indexes to be removed: those of another epoch, and those whose series are in the new one. */
  readonly replaced: readonly IndexAbout[];
  /** The series of the new index came with blocks behind this one, up to `until`. */
  readonly after: number;
  readonly until: number;
  /** Labels of the new index, in bytes. */
  readonly labelBytes: number;
}

async function planned(
  client: PoolClient,
  tenant: Tenant,
  { worthIndexing = fewSeries, indexBytes = usualIndexBytes }: RefreshOptions,
): Promise<Plan | null> {
  const known = await indexedSoFar(client, tenant);
  if (known === null) return null;
  const { epoch } = known;
  const outdated = known.indexes.filter((index) => index.epoch !== epoch);
  const current = known.indexes.filter((index) => index.epoch === epoch);
  let after = current.at(-1)?.until ?? 0;
  const freshBytes = known.labelBytes - bytesOf(current);
  const isWorth = known.series - seriesOf(current) >= worthIndexing || freshBytes >= fewBytes;
  const fresh = isWorth
    ? await freshSeries(client, tenant, { after, until: await lastBlock(client, tenant), mostBytes: indexBytes })
    : null;
  if (fresh === null) {
    if (outdated.length === 0) return null;
    return { epoch, replaced: outdated, after, until: after, labelBytes: 0 };
  }
  let { series, labelBytes } = fresh;
  const replaced = [...outdated];
  for (const [nth, index] of current.toReversed().entries()) {
    if (index.series > 2 * series || labelBytes + index.labelBytes > indexBytes) break;
    replaced.push(index);
    series += index.series;
    labelBytes += index.labelBytes;
    after = current.at(-2 - nth)?.until ?? 0;
  }
  return { epoch, replaced, after, until: fresh.until, labelBytes };
}

const bytesOf = (indexes: readonly IndexAbout[]) => indexes.reduce((sum, { labelBytes }) => sum + labelBytes, 0);
const seriesOf = (indexes: readonly IndexAbout[]) => indexes.reduce((sum, { series }) => sum + series, 0);

async function lastBlock(client: PoolClient, { projectId, environment }: Tenant): Promise<number> {
  const { rows } = await client.query<{ until: string }>(
    "SELECT next_block - 1 AS until FROM metric_heads WHERE project_id = $1 AND environment = $2",
    [projectId, environment],
  );
  return Number(rows[0]?.until ?? 0);
}

/** The series that were registered with these blocks, in memory. */
async function seriesBetween(client: PoolClient, tenant: Tenant, after: number, until: number): Promise<SeriesIndex> {
  const index = new SeriesIndex();
  for await (const rows of registeredSeries(client, tenant, [String(after + 1), -1], until))
    await inSlices(index.addRows(rows));
  return index;
}

/** Returns false when another process was faster, or series have been removed since. */
async function replaced(
  client: PoolClient,
  tenant: Tenant,
  { replaced: indexes, epoch, until, labelBytes }: Plan,
  written: WrittenIndex,
): Promise<boolean> {
  await client.query("BEGIN");
  const done =
    (await replaceIndexes(client, tenant, indexes, written, { until, epoch, labelBytes })) &&
    // Last, for writers wait for it.
    registryOf((await client.query(lockRegistry(tenant))).rows).epoch === epoch;
  await client.query(done ? "COMMIT" : "ROLLBACK");
  return done;
}
