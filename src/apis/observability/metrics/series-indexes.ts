/**
 * In-memory indexes of series that are in no label index yet, for the tenants whose metrics this process is asked for. Series that fit in
 * memory are held and kept up to date; the others are read and indexed again for each query, a part at a time.
 */
import { LRUCache } from "lru-cache";
import { fromNowInSlices } from "#src/http/event-loop.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { type Tenant, tenantName } from "../records.ts";
import { type IndexedSoFar, registeredSeries, type SeriesPlace } from "./label-index/tables.ts";
import { SeriesIndex } from "./series-index.ts";

interface Held {
  readonly index: SeriesIndex;
  readonly epoch: number;
  /** The block up to which series are in label indexes. */
  readonly after: number;
  /** The row that was read last: its block and its series. */
  last: SeriesPlace;
  /** Settles when the refresh under way ends. */
  refreshing: Promise<unknown>;
}

export class SeriesIndexes {
  readonly #maxBytes: number;
  readonly #held: LRUCache<string, Held>;

  /** @param maxBytes for all tenants together. One tenant may hold half of it; a part that is read for one query takes a sixteenth. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#held = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ index }) => 1 + index.size });
  }

  /** Bytes that are held, roughly. */
  get size(): number {
    return this.#held.calculatedSize;
  }

  /**
   * Yields the tenant's series that are committed and in none of its label indexes, in parts. Finish with each part before asking for
   * the next.
   */
  async *parts(
    connection: Queryable,
    tenant: Tenant,
    { epoch, series, indexes }: Pick<IndexedSoFar, "epoch" | "series" | "indexes">,
  ): AsyncGenerator<SeriesIndex> {
    const indexed = indexes.reduce((sum, index) => sum + index.series, 0);
    if (indexed >= series) return;
    const key = tenantName(tenant);
    const held = this.#current(key, epoch, indexes.at(-1)?.until ?? 0);
    const { index } = held;
    const most = this.#maxBytes / 2;
    // Series are removed only under a new epoch, so the counts tell whether any are new. For most queries none is.
    const refresh = async () => {
      if (indexed + index.length < series && index.size < most) await refreshed(connection, tenant, held, most);
    };
    const done = held.refreshing.then(refresh, refresh);
    // The next caller waits for this one, and is not failed by its error.
    held.refreshing = done.catch(() => {});
    await done;
    // It may have grown: weighed again, unless it has been given up meanwhile.
    if (this.#held.peek(key) === held && this.#held.delete(key)) this.#held.set(key, held);
    // A full index no longer changes.
    const beyond = index.size >= most && indexed + index.length < series;
    const { last } = held;
    yield index;
    if (beyond) yield* unheld(connection, tenant, last, this.#maxBytes / 16);
  }

  /** Call when the database is another server: it may have lost series and given their ids to others since. */
  forget(): void {
    this.#held.clear();
  }

  #current(key: string, epoch: number, after: number): Held {
    const known = this.#held.get(key);
    if (known?.epoch === epoch && known.after === after) return known;
    const last = [String(after + 1), -1] as const;
    const held = { index: new SeriesIndex(), epoch, after, last, refreshing: Promise.resolve() };
    this.#held.set(key, held);
    return held;
  }
}

/** Adds the series registered since, until the index takes `mostBytes`. */
async function refreshed(connection: Queryable, tenant: Tenant, held: Held, mostBytes: number): Promise<void> {
  for await (const rows of registeredSeries(connection, tenant, held.last, Number.MAX_SAFE_INTEGER)) {
    const last = await fromNowInSlices(held.index.addRows(rows, mostBytes));
    if (last !== undefined) held.last = [last.registered, last.series_id];
    if (held.index.size >= mostBytes) return;
  }
}

/** Yields the series registered after a row, indexed a part at a time. */
async function* unheld(
  connection: Queryable,
  tenant: Tenant,
  after: SeriesPlace,
  partBytes: number,
): AsyncGenerator<SeriesIndex> {
  let index = new SeriesIndex();
  for await (const rows of registeredSeries(connection, tenant, after, Number.MAX_SAFE_INTEGER)) {
    for (let from = 0; from < rows.length; ) {
      const before = index.length;
      await fromNowInSlices(index.addRows(rows.slice(from), partBytes));
      from += index.length - before;
      if (index.size < partBytes) continue;
      yield index;
      index = new SeriesIndex();
    }
  }
  if (index.length > 0) yield index;
}
