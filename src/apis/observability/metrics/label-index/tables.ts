// SQL: pages by their numbers, and one transaction that puts an index in the place of others.
/**
 * Label indexes as they are stored. An index covers the series that were registered with some blocks, up to and including
 * `until`; those of a tenant follow each other, and series that came later are in none. It says what is true for one
 * epoch: when series are removed, it is made anew.
 */
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { rowsOfParameters } from "#src/storage/parameters.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import type { WrittenIndex } from "./pages.ts";

/** An index, without its contents, which never change. */
export interface IndexAbout {
  readonly indexId: string;
  /** The last block whose series it has. */
  readonly until: number;
  readonly epoch: number;
  readonly series: number;
  /** Of its series' labels as they are stored, roughly. */
  readonly labelBytes: number;
}

/** The state of a tenant's series at a moment. */
export interface IndexedSoFar {
  readonly epoch: number;
  /** How many series there are, in indexes and beyond. */
  readonly series: number;
  /** Of the labels of all of them, as they are stored. */
  readonly labelBytes: number;
  /** The earlier first, of any epoch. */
  readonly indexes: readonly IndexAbout[];
}

/** Null when the tenant has no series at all. */
export async function indexedSoFar(on: Queryable, { projectId, environment }: Tenant): Promise<IndexedSoFar | null> {
  const { rows } = await on.query<{
    epoch: string;
    all_series: string;
    all_bytes: string;
    index_id: string | null;
    until: string;
    index_epoch: string;
    series: number;
    index_bytes: string | null;
  }>(
    `SELECT registry.epoch, registry.series AS all_series, registry.label_bytes AS all_bytes, index_id, until,
       index.epoch AS index_epoch, index.series, index.label_bytes AS index_bytes
     FROM metric_registries AS registry
     LEFT JOIN metric_label_indexes AS index
       ON index.project_id = registry.project_id AND index.environment = registry.environment
     WHERE registry.project_id = $1 AND registry.environment = $2`,
    [projectId, environment],
  );
  const [first] = rows;
  if (first === undefined) return null;
  const indexes = rows.flatMap(({ index_id: indexId, until, index_epoch, series, index_bytes }) => {
    if (indexId === null) return [];
    return [{ indexId, until: Number(until), epoch: Number(index_epoch), series, labelBytes: Number(index_bytes) }];
  });
  return {
    epoch: Number(first.epoch),
    series: Number(first.all_series),
    labelBytes: Number(first.all_bytes),
    indexes: indexes.sort((a, b) => a.until - b.until),
  };
}

/** New series that become part of one index. */
export interface FreshSeries {
  /** The last block of theirs. */
  readonly until: number;
  readonly series: number;
  readonly labelBytes: number;
}

/** The series behind one block and up to another, as many blocks of them as begin within so many bytes of labels; null when there are none. */
export async function freshSeries(
  on: Queryable,
  { projectId, environment }: Tenant,
  { after, until, mostBytes }: { readonly after: number; readonly until: number; readonly mostBytes: number },
): Promise<FreshSeries | null> {
  // Index metric_series_by_block.
  const { rows } = await on.query<{ until: string | null; series: number; bytes: string }>(
    `SELECT max(registered) AS until, coalesce(sum(series), 0)::integer AS series, coalesce(sum(bytes), 0) AS bytes FROM (
       SELECT registered, series, bytes, sum(bytes) OVER (ORDER BY registered ROWS UNBOUNDED PRECEDING) AS together FROM (
         SELECT registered, count(*) AS series, sum(octet_length(labels)) AS bytes FROM metric_series
         WHERE project_id = $1 AND environment = $2 AND registered > $3 AND registered <= $4 GROUP BY registered
       ) AS by_block
     ) AS blocks WHERE together - bytes < $5`,
    [projectId, environment, after, until, mostBytes],
  );
  const [found] = rows;
  if (found === undefined || found.until === null) return null;
  return { until: Number(found.until), series: found.series, labelBytes: Number(found.bytes) };
}

export async function readDirectory(
  on: Queryable,
  { projectId, environment }: Tenant,
  { until, indexId }: IndexAbout,
): Promise<Buffer | null> {
  const { rows } = await on.query<{ directory: Buffer }>(
    `SELECT directory FROM metric_label_indexes
     WHERE project_id = $1 AND environment = $2 AND until = $3 AND index_id = $4`,
    [projectId, environment, until, indexId],
  );
  return rows[0]?.directory ?? null;
}

/** By their numbers. */
export async function readIndexPages(
  on: Queryable,
  { projectId, environment }: Tenant,
  { indexId }: Pick<IndexAbout, "indexId">,
  pages: readonly number[],
): Promise<Map<number, Buffer>> {
  // Primary key (project_id, environment, index_id, page).
  const { rows } = await on.query<{ page: number; payload: Buffer }>(
    `SELECT page, payload FROM metric_label_pages
     WHERE project_id = $1 AND environment = $2 AND index_id = $3 AND page = ANY ($4::integer[])`,
    [projectId, environment, indexId, pages],
  );
  return new Map(rows.map(({ page, payload }) => [page, payload]));
}

/** Pages of one statement: some hundred kilobytes. */
const pagesOfStatement = 50;

/**
 * Puts an index in the place of others, in the transaction of `client`. False when one of those is gone since, or when
 * there is another up to the same block: then the transaction must not be committed.
 */
export async function replaceIndexes(
  client: PoolClient,
  { projectId, environment }: Tenant,
  replaced: readonly IndexAbout[],
  written: WrittenIndex,
  { until, epoch, labelBytes }: Pick<IndexAbout, "until" | "epoch" | "labelBytes">,
): Promise<boolean> {
  const ids = replaced.map(({ indexId }) => indexId);
  const { rowCount } = await client.query(
    "DELETE FROM metric_label_indexes WHERE project_id = $1 AND environment = $2 AND index_id = ANY ($3::uuid[])",
    [projectId, environment, ids],
  );
  if (rowCount !== ids.length) return false;
  await client.query(
    "DELETE FROM metric_label_pages WHERE project_id = $1 AND environment = $2 AND index_id = ANY ($3::uuid[])",
    [projectId, environment, ids],
  );
  if (written.series === 0) return true;
  const indexId = randomUUID();
  for (let start = 0; start < written.pages.length; start += pagesOfStatement) {
    const pages = written.pages.slice(start, start + pagesOfStatement);
    await client.query(
      `INSERT INTO metric_label_pages (project_id, environment, index_id, page, payload)
       VALUES ${rowsOfParameters(pages.length, ["$1", "$2", "$3", null, null])}`,
      [projectId, environment, indexId, ...pages.flatMap((payload, i) => [start + i, payload])],
    );
  }
  const inserted = await client.query(
    `INSERT INTO metric_label_indexes
       (project_id, environment, until, index_id, epoch, series, label_bytes, directory)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (project_id, environment, until) DO NOTHING`,
    [projectId, environment, until, indexId, epoch, written.series, labelBytes, written.directory],
  );
  return inserted.rowCount === 1;
}

export interface SeriesRow {
  readonly registered: string;
  readonly series_id: number;
  readonly labels: Buffer;
}

/** Where a reading of rows stands: the block and the series of the last one. */
export type SeriesPlace = readonly [registered: string, series: number];

/** The series behind a place that were registered with blocks up to `until`, in pages in the order of their registration. */
export async function* registeredSeries(
  on: Queryable,
  { projectId, environment }: Tenant,
  after: SeriesPlace,
  until: number,
): AsyncGenerator<readonly SeriesRow[]> {
  let most = pageRows;
  for (let last = after; ; ) {
    // Labels are read of those rows only that are answered.
    const { rows } = await on.query<SeriesRow>(
      `SELECT registered, series_id, labels FROM (
         SELECT registered, series_id, labels,
           sum(octet_length(labels)) OVER (ORDER BY registered, series_id ROWS UNBOUNDED PRECEDING) AS bytes
         FROM metric_series
         WHERE project_id = $1 AND environment = $2 AND (registered, series_id) > ($3, $4) AND registered <= $5
         ORDER BY registered, series_id LIMIT $6
       ) AS page
       WHERE bytes - octet_length(labels) < ${pageBytes} ORDER BY registered, series_id`,
      [projectId, environment, ...last, until, most],
    );
    const end = rows.at(-1);
    if (end !== undefined) {
      yield rows;
      last = [end.registered, end.series_id];
    }
    const bytes = rows.reduce((sum, { labels }) => sum + labels.length, 0);
    if (rows.length < most && bytes < pageBytes) return;
    // No more rows of long labels are looked at than are likely to be answered.
    most = Math.min(pageRows, Math.max(2 * rows.length, 64));
  }
}

/** Of a page: most rows, and bytes of labels after which no further row is added. */
const pageRows = 5_000;
const pageBytes = 512 * 1024;
