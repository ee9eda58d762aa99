// SQL: pages of rows in the order in which they were registered.
/** The indexes of the tenants whose metrics this process is asked for, kept up to date and within a bound of memory. */
import { atOnce, inSlices, type Sliceable } from "#src/http/event-loop.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { decodeLabels } from "./label-bytes.ts";
import { SeriesIndex } from "./series-index.ts";

interface Held {
  readonly index: SeriesIndex;
  readonly epoch: number;
  /** When it was begun, in ms: the days on which series were last seen move on. */
  readonly since: number;
  /** The row that was read last: its block and its series. */
  last: readonly [registered: string, series: number];
  /** The end of the refresh that goes on. */
  refreshing: Promise<unknown>;
}

/** Of all tenants together, in bytes; the tenant that asks always has its index. */
const maxBytes = 384 * 1024 * 1024;
const pageSize = 10_000;
/** Fewer are added without a pause. */
const fewRows = 500;
/** `last_day` is behind by up to eight days (series-retention.ts), so an index may be as old as that. */
const maxAgeMs = 12 * 3_600_000;

interface SeriesRow {
  readonly registered: string;
  readonly series_id: number;
  readonly last_day: number;
  readonly labels: Buffer;
}

export class SeriesIndexes {
  /** Least recently used first. */
  readonly #held = new Map<string, Held>();

  /** The tenant's index with all series that are committed. */
  async get(connection: Queryable, tenant: Tenant): Promise<SeriesIndex> {
    const key = `${tenant.projectId} ${tenant.environment}`;
    const current = await this.#current(connection, tenant, key);
    if (current === null) return new SeriesIndex();
    const { held, series } = current;
    // Most queries find nothing new. Series are removed under a new epoch only, so their number tells.
    const refresh = async () => {
      if (held.index.length < series) await this.#refresh(connection, tenant, held);
    };
    const done = held.refreshing.then(refresh, refresh);
    // Who comes next waits for this one, and is not failed by it.
    held.refreshing = done.catch(() => {});
    await done;
    this.#shrink();
    return held.index;
  }

  /** Null when the tenant has no series at all. */
  async #current(
    connection: Queryable,
    { projectId, environment }: Tenant,
    key: string,
  ): Promise<{ readonly held: Held; readonly series: number } | null> {
    const { rows } = await connection.query<{ epoch: string; series: string }>(
      "SELECT epoch, series FROM metric_registries WHERE project_id = $1 AND environment = $2",
      [projectId, environment],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const epoch = Number(row.epoch);
    let held = this.#held.get(key);
    if (held === undefined || held.epoch !== epoch || Date.now() - held.since > maxAgeMs) {
      held = { index: new SeriesIndex(), epoch, since: Date.now(), last: ["0", 0], refreshing: Promise.resolve() };
    }
    this.#held.delete(key);
    this.#held.set(key, held);
    return { held, series: Number(row.series) };
  }

  async #refresh(connection: Queryable, { projectId, environment }: Tenant, held: Held): Promise<void> {
    for (;;) {
      const { rows } = await connection.query<SeriesRow>(
        `SELECT registered, series_id, last_day, labels FROM metric_series
         WHERE project_id = $1 AND environment = $2 AND (registered, series_id) > ($3, $4)
         ORDER BY registered, series_id LIMIT ${pageSize}`,
        [projectId, environment, ...held.last],
      );
      if (rows.length < fewRows) atOnce(added(held.index, rows));
      else await inSlices(added(held.index, rows));
      const last = rows.at(-1);
      if (last !== undefined) held.last = [last.registered, last.series_id];
      if (rows.length < pageSize) return;
    }
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

function* added(index: SeriesIndex, rows: readonly SeriesRow[]): Sliceable<void> {
  for (const [at, { series_id, last_day, labels }] of rows.entries()) {
    if (at % 256 === 255) yield;
    index.add(series_id, decodeLabels(labels), last_day);
  }
}
