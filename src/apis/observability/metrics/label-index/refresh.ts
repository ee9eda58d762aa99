// SQL: one snapshot for what is read; what is written is one transaction under the tenant's lock.
/**
 * Keeps a tenant's label indexes up to date. Series registered since get a new index, into which the newest indexes with at most
 * twice its series are merged: so there are few indexes, and each series is rewritten a few times. Indexes of another epoch are
 * rebuilt. An index has no more labels than can be held while it is made; a tenant with more has several. May be killed at any
 * point, and repeated.
 */

import type { Pool, PoolClient } from "pg";
import { inSlices, Slice } from "#src/http/event-loop.ts";
import { setLocally } from "#src/storage/set-locally.ts";
import { onConnection } from "#src/storage/sql-transaction.ts";
import type { Tenant } from "../../records.ts";
import { decodeLabels } from "../label-bytes.ts";
import { compareLabels } from "../labels.ts";
import { lockRegistry, registryOf } from "../series-registry.ts";
import { slicedSort } from "../sliced-sort.ts";
import { IndexWriter, type WrittenIndex } from "./index-writer.ts";
import { Directory, type IndexedSeries, SeriesPage } from "./pages.ts";
import {
  freshSeries,
  type IndexAbout,
  indexedSoFar,
  readDirectory,
  readIndexPages,
  registeredSeries,
  replaceIndexes,
} from "./tables.ts";

/** Fewer new series get no index: queries read them as rows (series-indexes.ts). */
const fewSeries = 2_000;
/** The same in bytes of their labels. */
const fewBytes = 8 * 1024 * 1024;
/** Labels of one index, in bytes; one block of series more may come on top. */
const usualIndexBytes = 64 * 1024 * 1024;
/** New series that are sorted together, and the characters of their labels. */
const sortedTogether = 50_000;
const sortedCharacters = 8 * 1024 * 1024;
/** Of a page of sorted series. */
const mostOfPage = { series: 1_000, characters: 512 * 1024 } as const;
/** Series pages of one statement. */
const pagesOfRead = 16;

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

/** Work between two pages of a large index takes longer than sessions may usually be idle in a transaction. */
const settings = {
  idle_in_transaction_session_timeout: "10min",
  enable_sort: "off",
  enable_bitmapscan: "off",
  enable_seqscan: "off",
};

function refreshOnce(pool: Pool, tenant: Tenant, options: RefreshOptions): Promise<number> {
  return onConnection(pool, async (client) => {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${setLocally(settings)}`);
    const plan = await planned(client, tenant, options);
    const written = plan === null ? null : await merged(client, tenant, plan, options.signal);
    await client.query("ROLLBACK");
    const done = plan !== null && written !== null && (await replaced(client, tenant, plan, written));
    return done ? written.series : 0;
  });
}

interface Plan {
  readonly epoch: number;
  /** Indexes of another epoch, to be removed. */
  readonly outdated: readonly IndexAbout[];
  /** Indexes that become part of the new one. */
  readonly merging: readonly IndexAbout[];
  /** New series came with blocks behind this one, up to `until`. */
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
  const after = current.at(-1)?.until ?? 0;
  const freshBytes = known.labelBytes - bytesOf(current);
  const isWorth = known.series - seriesOf(current) >= worthIndexing || freshBytes >= fewBytes;
  const fresh = isWorth
    ? await freshSeries(client, tenant, { after, until: await lastBlock(client, tenant), mostBytes: indexBytes })
    : null;
  if (fresh === null) {
    if (outdated.length === 0) return null;
    return { epoch, outdated, merging: [], after, until: after, labelBytes: 0 };
  }
  let size = fresh.series;
  let { labelBytes } = fresh;
  const merging: IndexAbout[] = [];
  for (const index of current.toReversed()) {
    if (index.series > 2 * size || labelBytes + index.labelBytes > indexBytes) break;
    merging.push(index);
    size += index.series;
    labelBytes += index.labelBytes;
  }
  return { epoch, outdated, merging, after, until: fresh.until, labelBytes };
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

/** Series sorted by their labels, read page by page. */
class Run {
  readonly #next: () => Promise<Buffer | undefined>;
  #page: SeriesPage | undefined;
  #at = 0;
  /** The series that comes next; undefined at the end. */
  current: IndexedSeries | undefined;

  constructor(next: () => Promise<Buffer | undefined>) {
    this.#next = next;
  }

  /** False when the next page has to be read first. */
  advance(): boolean {
    const page = this.#page;
    if (page === undefined || this.#at === page.length) return false;
    const at = this.#at++;
    this.current = { id: page.ids[at] as number, labels: page.labels(at) };
    return true;
  }

  async turn(): Promise<void> {
    const payload = await this.#next();
    this.#page = payload === undefined ? undefined : new SeriesPage(payload);
    this.#at = 0;
    if (!this.advance()) this.current = undefined;
  }
}

async function merged(
  client: PoolClient,
  tenant: Tenant,
  { merging, after, until }: Plan,
  signal: AbortSignal | undefined,
): Promise<WrittenIndex> {
  const runs = [
    ...(await Promise.all(merging.map((index) => runOfIndex(client, tenant, index)))),
    ...(await runsOfRows(client, tenant, after, until)),
  ];
  const writer = new IndexWriter();
  const slice = new Slice();
  for (const run of runs) await run.turn();
  for (let count = 0; ; count++) {
    let least: Run | undefined;
    for (const run of runs) {
      if (run.current === undefined) continue;
      if (least?.current === undefined || compareLabels(run.current.labels, least.current.labels) < 0) least = run;
    }
    if (least?.current === undefined) break;
    writer.add(least.current);
    if (writer.isFull) await writer.flush();
    if (!least.advance()) await least.turn();
    if (count % 128 !== 127 || !slice.isOver) continue;
    signal?.throwIfAborted();
    await slice.next();
  }
  return await writer.finish();
}

async function runOfIndex(client: PoolClient, tenant: Tenant, index: IndexAbout): Promise<Run> {
  const payload = await readDirectory(client, tenant, index);
  const pages = payload === null ? 0 : new Directory(payload).firsts.length;
  let kept = new Map<number, Buffer>();
  let next = 0;
  return new Run(async () => {
    if (next === pages) return undefined;
    if (!kept.has(next)) {
      const wanted = Array.from({ length: Math.min(pagesOfRead, pages - next) }, (_, i) => next + i);
      kept = await readIndexPages(client, tenant, index, wanted);
    }
    return kept.get(next++);
  });
}

/** The new series as runs that are sorted each, kept compressed. */
async function runsOfRows(client: PoolClient, tenant: Tenant, after: number, until: number): Promise<Run[]> {
  const runs: Run[] = [];
  let series: IndexedSeries[] = [];
  let characters = 0;
  const finish = async () => {
    const pages = await pagesOf(await inSlices(slicedSort(series, (a, b) => compareLabels(a.labels, b.labels))));
    runs.push(new Run(async () => pages.shift()));
    series = [];
    characters = 0;
  };
  if (until === after) return runs;
  const slice = new Slice();
  for await (const rows of registeredSeries(client, tenant, [String(after + 1), -1], until)) {
    for (const { series_id, labels } of rows) {
      series.push({ id: series_id, labels: decodeLabels(labels) });
      characters += labels.length;
      if (slice.isOver) await slice.next();
    }
    if (series.length >= sortedTogether || characters >= sortedCharacters) await finish();
  }
  if (series.length > 0) await finish();
  return runs;
}

/** Series pages that one is held of at a time. */
async function pagesOf(sorted: readonly IndexedSeries[]): Promise<Buffer[]> {
  const pages: Buffer[] = [];
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    for (let characters = 0; end < sorted.length && end - start < mostOfPage.series; end++) {
      if (characters >= mostOfPage.characters) break;
      for (const text of (sorted[end] as IndexedSeries).labels) characters += text.length;
    }
    pages.push(await SeriesPage.encode(sorted.slice(start, end)));
    start = end;
  }
  return pages;
}

/** Returns false when another process was faster, or series have been removed since. */
async function replaced(
  client: PoolClient,
  tenant: Tenant,
  { outdated, merging, epoch, until, labelBytes }: Plan,
  written: WrittenIndex,
): Promise<boolean> {
  await client.query("BEGIN");
  const done =
    (await replaceIndexes(client, tenant, [...outdated, ...merging], written, { until, epoch, labelBytes })) &&
    // Last, for writers wait for it.
    registryOf((await client.query(lockRegistry(tenant))).rows).epoch === epoch;
  await client.query(done ? "COMMIT" : "ROLLBACK");
  return done;
}
