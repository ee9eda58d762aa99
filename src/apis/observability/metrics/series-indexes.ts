/**
 * The series that are in no label index yet, of the tenants whose metrics this process is asked for: indexed in memory, kept up
 * to date and within a bound of memory.
 */
import { atOnce, inSlices, type Sliceable } from "#src/http/event-loop.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { decodeLabels } from "./label-bytes.ts";
import { type IndexedSoFar, registeredSeries, type SeriesPlace, type SeriesRow } from "./label-index/tables.ts";
import { SeriesIndex } from "./series-index.ts";

interface Held {
  readonly index: SeriesIndex;
  readonly epoch: number;
  /** The block up to which series are in label indexes. */
  readonly after: number;
  /** When it was begun, in ms: the days on which series were last seen move on. */
  readonly since: number;
  /** The row that was read last: its block and its series. */
  last: SeriesPlace;
  /** The end of the refresh that goes on. */
  refreshing: Promise<unknown>;
}

/** Of all tenants together, in bytes; the tenant that asks always has its index. */
const maxBytes = 384 * 1024 * 1024;
/** Fewer are added without a pause. */
const fewRows = 500;
/** `last_day` is behind by up to eight days (series-retention.ts), so an index may be as old as that. */
const maxAgeMs = 12 * 3_600_000;

export class SeriesIndexes {
  /** Least recently used first. */
  readonly #held = new Map<string, Held>();

  /** The tenant's series that are committed and in none of its label indexes. */
  async get(connection: Queryable, tenant: Tenant, { epoch, series, indexes }: IndexedSoFar): Promise<SeriesIndex> {
    const indexed = indexes.reduce((sum, index) => sum + index.series, 0);
    if (indexed >= series) return new SeriesIndex();
    const held = this.#current(`${tenant.projectId} ${tenant.environment}`, epoch, indexes.at(-1)?.until ?? 0);
    // Most queries find nothing new. Series are removed under a new epoch only, so their number tells.
    const refresh = async () => {
      if (indexed + held.index.length < series) await refreshed(connection, tenant, held);
    };
    const done = held.refreshing.then(refresh, refresh);
    // Who comes next waits for this one, and is not failed by it.
    held.refreshing = done.catch(() => {});
    await done;
    this.#shrink();
    return held.index;
  }

  /** On another server: it may have lost series and given their ids to others since. */
  forget(): void {
    this.#held.clear();
  }

  #current(key: string, epoch: number, after: number): Held {
    let held = this.#held.get(key);
    const isOld = held !== undefined && Date.now() - held.since > maxAgeMs;
    if (held === undefined || isOld || held.epoch !== epoch || held.after !== after) {
      const last = [String(after + 1), -1] as const;
      held = { index: new SeriesIndex(), epoch, after, since: Date.now(), last, refreshing: Promise.resolve() };
    }
    this.#held.delete(key);
    this.#held.set(key, held);
    return held;
  }

  #shrink(): void {
    let bytes = 0;
    for (const { index } of this.#held.values()) bytes += index.size;
    for (const [key, { index }] of this.#held) {
      if (bytes <= maxBytes || this.#held.size === 1) return;
      bytes -= index.size;
      this.#held.delete(key);
    }
  }
}

async function refreshed(connection: Queryable, tenant: Tenant, held: Held): Promise<void> {
  for await (const rows of registeredSeries(connection, tenant, held.last, Number.MAX_SAFE_INTEGER)) {
    if (rows.length < fewRows) atOnce(added(held.index, rows));
    else await inSlices(added(held.index, rows));
    const last = rows.at(-1);
    if (last !== undefined) held.last = [last.registered, last.series_id];
  }
}

function* added(index: SeriesIndex, rows: readonly SeriesRow[]): Sliceable<void> {
  for (const [at, { series_id, last_day, labels }] of rows.entries()) {
    if (at % 256 === 255) yield;
    index.add(series_id, decodeLabels(labels), last_day);
  }
}
