/** The way of telemetry into the database: requests of one tenant and kind that arrive together are committed together. */
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { onOtherServer } from "#src/storage/connections.ts";
import { GroupCommit } from "#src/storage/group-commit.ts";
import { isPassing } from "#src/storage/passing.ts";
import { sqlStateOf } from "#src/storage/sql-state.ts";
import { type Tenant, tenantName } from "../records.ts";
import { RecentRecords } from "./blocks/recent.ts";
import { RecentReceipts } from "./blocks/recent-receipts.ts";
import { blockTable, type TelemetryTable } from "./blocks/table.ts";
import { eventRecords } from "./event-records.ts";
import { eventsTable } from "./events-table.ts";
import { type AppendOutcome, type AppendRequest, lockFlush, writeFlush } from "./flush.ts";
import { logRecords } from "./log-records.ts";
import { logsTable } from "./logs-table.ts";
import type { BlockKind } from "./partitions.ts";
import { beyondQuota, type QuotaCharge, type QuotaLedger } from "./quota.ts";
import { SourceRegistry } from "./source-registry.ts";
import { spanRecords } from "./span-records.ts";
import { spansTable } from "./spans-table.ts";
import type { Batch, LogBatch } from "./table.ts";
import { forgetUnanswered, isUntimed } from "./unanswered-exports.ts";
import { vitalsTable } from "./vitals-table.ts";

export interface TelemetryWriterOptions {
  /** Rows of this process that may wait for their commit; 200,000 when left out. */
  readonly maxPendingRows?: number;
  /** The same in bytes, roughly; 256 MiB when left out. */
  readonly maxPendingBytes?: number;
  /** Flushes at a time, each on a connection of the pool; 4 when left out. */
  readonly maxConcurrentFlushes?: number;
  /** A flush takes no further request beyond this many rows (10,000), or 16 MiB. */
  readonly maxFlushRows?: number;
  /** How long a flush that meets passing trouble is attempted again, in ms; 5,000 when left out. */
  readonly retryMs?: number;
  /** The time of receipt in ms, for tests; the database's clock when left out. */
  readonly now?: () => number;
  /** Hears of stored rows with stacks that may need symbols. */
  readonly onStacks?: (tenant: Tenant) => void;
  /** Hears of stored events that belong to issues. */
  readonly onIssues?: (tenant: Tenant) => void;
  /** Hears when a tenant's blocks of a kind have become worth compacting. */
  readonly onDue?: (tenant: Tenant, kind: BlockKind) => void;
}

/** The memory of a waiting request besides its rows, in bytes, so that requests without rows are bounded too. */
const requestBytes = 500;

export interface AppendCharges {
  /** The quota whose state is answered. */
  readonly quota: QuotaCharge;
  /** Charged together with it: all of them or none. */
  readonly besides?: readonly QuotaCharge[];
}

export class TelemetryWriter {
  readonly #pool: Pool;
  readonly #tables: Readonly<Record<BlockKind, TelemetryTable>>;
  readonly #commits: GroupCommit<AppendRequest, AppendOutcome, QuotaLedger>;

  constructor(pool: Pool, { now, onStacks, onIssues, onDue, ...limits }: TelemetryWriterOptions = {}) {
    this.#pool = pool;
    const recent = {
      events: new RecentReceipts(eventRecords),
      spans: new RecentRecords(spanRecords),
      logs: new RecentRecords(logRecords),
    };
    const sources = new SourceRegistry();
    onOtherServer(pool, () => {
      for (const records of Object.values(recent)) records.forgetAll();
      sources.forget();
    });
    this.#tables = {
      events: blockTable(eventsTable, recent.events, onDue),
      spans: blockTable(spansTable, recent.spans, onDue),
      logs: blockTable(logsTable, recent.logs, onDue),
      web_vitals: blockTable(vitalsTable, null, onDue),
    };
    this.#commits = new GroupCommit({
      pool,
      retryMs: limits.retryMs ?? 5_000,
      // Those of one tenant begin with its project and environment.
      ownerOf: (group) => group.slice(0, group.lastIndexOf(" ")),
      sizeOf: ({ batch }) => batch.rows.length,
      maxBatch: limits.maxFlushRows ?? 10_000,
      maxPending: limits.maxPendingRows ?? 200_000,
      weigh: ({ table, batch }) => requestBytes + table.weigh(batch),
      maxBatchWeight: 16 * 1024 * 1024,
      maxPendingWeight: limits.maxPendingBytes ?? 256 * 1024 * 1024,
      maxConcurrent: limits.maxConcurrentFlushes ?? 4,
      lock: lockFlush,
      write: (client, requests, ledger) => writeFlush(client, requests, ledger, { sources, now, onStacks, onIssues }),
      failed(error) {
        // Another server may answer next, without the last things that this one has written.
        if (isPassing(error)) sources.forget();
        return false;
      },
    });
  }

  /** Flushes begun, those that failed included, and how many of them were repetitions. */
  get counters(): GroupCommit<unknown, unknown, unknown>["counters"] {
    return this.#commits.counters;
  }

  /** Rows and bytes that wait for their commit now. */
  get pending(): { readonly rows: number; readonly bytes: number } {
    const { size, weight } = this.#commits.pending;
    return { rows: size, bytes: weight };
  }

  /**
   * Stores the batch whole and resolves after its commit. Throws Problem PAYLOAD_TOO_LARGE when it is more than a whole
   * quota, RATE_LIMITED when it is more than is left of it,
   * VALIDATION_FAILED when a row holds what PostgreSQL refuses, OVERLOADED when too much is waiting or the database
   * stays away for five seconds, and nothing is stored. After OVERLOADED a repeat is safe: what was stored after all is
   * deduplicated.
   */
  async append(tenant: Tenant, batch: Batch, { quota, besides = [] }: AppendCharges): Promise<AppendOutcome> {
    for (const charge of [quota, ...besides]) {
      const tooLarge = beyondQuota(charge);
      if (tooLarge !== null) throw tooLarge;
    }
    const request = { tenant, table: this.#tables[batch.kind], batch, quota, besides };
    try {
      return await this.#commits.submit(`${tenantName(tenant)} ${batch.kind}`, request);
    } catch (error) {
      if (error instanceof Problem || !isOfData(error)) throw error;
      const detail = "A record holds a value that cannot be stored.";
      throw new Problem("VALIDATION_FAILED", { detail, cause: error });
    }
  }

  /**
   * To be called when an append is about to be answered to a client that is still there. Logs only: an equal export is
   * another one from then on. A database that is away is no reason not to answer; an equal export then counts as a repeat.
   */
  async answering(tenant: Tenant, batch: LogBatch): Promise<void> {
    if (isUntimed(batch)) await forgetUnanswered(this.#pool, tenant, batch).catch(() => {});
  }

  /** Takes no more requests and resolves when those that wait are answered. */
  drain(): Promise<void> {
    return this.#commits.drain();
  }
}

/** SQLSTATE classes of data exceptions, and of values that are too large for an index or a row. */
const dataClasses = new Set(["22", "54"]);

/** Whether a row holds something that PostgreSQL or its column refuses; the same row will be refused again. */
function isOfData(error: unknown): boolean {
  const sqlState = sqlStateOf(error);
  return sqlState === undefined ? error instanceof RangeError : dataClasses.has(sqlState.slice(0, 2));
}
