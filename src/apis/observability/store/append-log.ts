/**
 * The way of telemetry into the database. Requests of one tenant and kind that arrive while a flush is under way are
 * committed together by the next one, so that the rate of commits does not bound the rate of requests, and a request
 * is answered only after its commit.
 */
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { onOtherServer } from "#src/storage/connections.ts";
import { isOverload, overloaded } from "#src/storage/passing.ts";
import { type Place, Places } from "#src/storage/places.ts";
import type { Tenant } from "../records.ts";
import { Attempts, GivenUp, refusal } from "./attempts.ts";
import { RecentRecords } from "./blocks/recent.ts";
import { RecentReceipts } from "./blocks/recent-receipts.ts";
import { type AppendOutcome, type Charged, ChargedFlush } from "./charged-flush.ts";
import { eventRecords } from "./event-records.ts";
import { eventsTable } from "./events-table.ts";
import { logRecords } from "./log-records.ts";
import { logsTable } from "./logs-table.ts";
import type { BlockKind, TelemetryKind } from "./partitions.ts";
import { beyondQuota, type QuotaCharge } from "./quota.ts";
import { spanRecords } from "./span-records.ts";
import { spansTable } from "./spans-table.ts";
import type { Batch, LogBatch, TelemetryTable } from "./table.ts";
import { forgetUnanswered, isUntimed } from "./unanswered-exports.ts";
import { vitalsTable } from "./vitals-table.ts";

export interface AppendLogOptions {
  /** Rows of this process that may wait for their commit; 200,000 when left out. */
  readonly maxPendingRows?: number;
  /** The same in bytes, roughly; 256 MiB when left out. */
  readonly maxPendingBytes?: number;
  /**
   * Flushes at a time, each on a connection of the pool; 4 when left out. One that has met passing trouble leaves its place to
   * others while it is attempted again.
   */
  readonly maxConcurrentFlushes?: number;
  /** A flush takes no further request beyond this many rows (10,000) or bytes (16 MiB). */
  readonly maxFlushRows?: number;
  readonly maxFlushBytes?: number;
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

/** Counters of the append log since the process started, for metrics. */
export interface AppendCounters {
  requests: number;
  rowsStored: number;
  rowsDeduped: number;
  /** Transactions begun, those that failed included. */
  transactions: number;
  retries: number;
  /** Requests refused because a row could not be stored. */
  refusedData: number;
  refusedQuota: number;
  refusedOverload: number;
}

interface Request extends Charged {
  readonly bytes: number;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (reason: unknown) => void;
}

/** The requests of one tenant and kind, in the order of their arrival. */
interface AppendQueue {
  readonly key: string;
  readonly tenant: Tenant;
  readonly table: TelemetryTable;
  readonly waiting: Request[];
}

/** Of tenants whose last flush had no answer for a second, at a time. */
const slowFlushes = 4;

function keyOf({ projectId, environment }: Tenant): string {
  return `${projectId} ${environment}`;
}

/** The memory of a waiting request besides its rows, in bytes, so that requests without rows are bounded too. */
const requestBytes = 500;

export interface AppendCharges {
  /** The quota whose state is answered. */
  readonly quota: QuotaCharge;
  /** Charged together with it: all of them or none. */
  readonly besides?: readonly QuotaCharge[];
}

export class AppendLog {
  readonly counters: AppendCounters = {
    requests: 0,
    rowsStored: 0,
    rowsDeduped: 0,
    transactions: 0,
    retries: 0,
    refusedData: 0,
    refusedQuota: 0,
    refusedOverload: 0,
  };
  readonly #pool: Pool;
  readonly #limits: Required<Omit<AppendLogOptions, "now" | "onStacks" | "onIssues" | "onDue">>;
  readonly #attempts: Attempts;
  readonly #tables: Readonly<Record<TelemetryKind, TelemetryTable>>;
  readonly #places: Places;
  /** For tenants whose last flush had no answer for a second: they do not begin where others would wait for them. */
  readonly #slowPlaces: Places;
  /** Their keys: `<project> <environment>`. */
  readonly #slow = new Set<string>();
  readonly #queues = new Map<string, AppendQueue>();
  /** Queues that have requests and no flush, longest waiting first. */
  readonly #ready: AppendQueue[] = [];
  #pendingRows = 0;
  #pendingBytes = 0;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(pool: Pool, { now, onStacks, onIssues, onDue, ...limits }: AppendLogOptions = {}) {
    this.#pool = pool;
    const recent = {
      events: new RecentReceipts(eventRecords),
      spans: new RecentRecords(spanRecords),
      logs: new RecentRecords(logRecords),
    };
    onOtherServer(pool, () => {
      for (const records of Object.values(recent)) records.forgetAll();
    });
    this.#tables = {
      events: eventsTable({ recent: recent.events, onDue: (tenant) => onDue?.(tenant, "events") }),
      spans: spansTable({ recent: recent.spans, onDue: (tenant) => onDue?.(tenant, "spans") }),
      logs: logsTable({ recent: recent.logs, onDue: (tenant) => onDue?.(tenant, "logs") }),
      web_vitals: vitalsTable,
    };
    this.#limits = {
      maxPendingRows: 200_000,
      maxPendingBytes: 256 * 1024 * 1024,
      maxConcurrentFlushes: 4,
      maxFlushRows: 10_000,
      maxFlushBytes: 16 * 1024 * 1024,
      retryMs: 5_000,
      ...limits,
    };
    const { retryMs } = this.#limits;
    this.#attempts = new Attempts({ pool, now, onStacks, onIssues, retryMs, counters: this.counters });
    this.#places = new Places(this.#limits.maxConcurrentFlushes, () => this.#start());
    this.#slowPlaces = new Places(slowFlushes, () => this.#start(), 0);
  }

  /** Rows and bytes that wait for their commit now. */
  get pending(): { readonly rows: number; readonly bytes: number } {
    return { rows: this.#pendingRows, bytes: this.#pendingBytes };
  }

  /**
   * Stores the batch whole and resolves after its commit. Throws Problem PAYLOAD_TOO_LARGE when it is more than a whole
   * quota, RATE_LIMITED when it is more than is left of it,
   * VALIDATION_FAILED when a row holds what PostgreSQL refuses, OVERLOADED when too much is waiting or the database
   * stays away for five seconds, and nothing is stored. After OVERLOADED a repeat is safe: what was stored after all is
   * deduplicated.
   */
  append(tenant: Tenant, batch: Batch, { quota, besides = [] }: AppendCharges): Promise<AppendOutcome> {
    this.counters.requests++;
    for (const charge of [quota, ...besides]) {
      const tooLarge = beyondQuota(charge);
      if (tooLarge !== null) return Promise.reject(tooLarge);
    }
    const table = this.#tables[batch.kind];
    const bytes = requestBytes + table.weigh(batch);
    if (
      this.#drained !== undefined ||
      this.#pendingRows + batch.rows.length > this.#limits.maxPendingRows ||
      this.#pendingBytes + bytes > this.#limits.maxPendingBytes
    ) {
      this.counters.refusedOverload++;
      return Promise.reject(overloaded());
    }
    this.#pendingRows += batch.rows.length;
    this.#pendingBytes += bytes;
    const { promise, resolve, reject } = Promise.withResolvers<AppendOutcome>();
    const key = `${keyOf(tenant)} ${batch.kind}`;
    let queue = this.#queues.get(key);
    if (queue === undefined) {
      queue = { key, tenant, table, waiting: [] };
      this.#queues.set(key, queue);
      this.#ready.push(queue);
      // Requests that arrived in the same turn of the event loop share the flush.
      setImmediate(() => this.#start());
    }
    queue.waiting.push({ batch, quota, besides, bytes, resolve, reject });
    return promise;
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
    this.#drained ??= Promise.withResolvers();
    this.#finishDrain();
    return this.#drained.promise;
  }

  #start(): void {
    for (const [places, slow] of [
      [this.#places, false],
      [this.#slowPlaces, true],
    ] as const) {
      while (places.areFree) {
        const next = this.#ready.findIndex(({ tenant }) => this.#slow.has(keyOf(tenant)) === slow);
        const [queue] = next === -1 ? [] : this.#ready.splice(next, 1);
        if (queue === undefined) break;
        void this.#run(queue, places);
      }
    }
  }

  async #run(queue: AppendQueue, places: Places): Promise<void> {
    const tenant = keyOf(queue.tenant);
    let isSlow = false;
    const place = places.take(() => {
      isSlow = true;
      this.#slow.add(tenant);
    });
    await this.#store(queue, this.#take(queue), place);
    place.leave();
    if (!isSlow) this.#slow.delete(tenant);
    if (queue.waiting.length > 0) this.#ready.push(queue);
    else this.#queues.delete(queue.key);
    this.#start();
    this.#finishDrain();
  }

  /** As many waiting requests as one flush may hold, and at least one. */
  #take({ waiting }: AppendQueue): Request[] {
    let rows = 0;
    let bytes = 0;
    let count = 0;
    for (const request of waiting) {
      rows += request.batch.rows.length;
      bytes += request.bytes;
      if (count > 0 && (rows > this.#limits.maxFlushRows || bytes > this.#limits.maxFlushBytes)) break;
      count++;
    }
    return waiting.splice(0, count);
  }

  /** Answers every request, whatever happens. */
  async #store(queue: AppendQueue, requests: readonly Request[], place: Place): Promise<void> {
    const { tenant, table } = queue;
    try {
      const admission = () => new ChargedFlush(tenant, table, requests);
      const answers = await this.#attempts.flush(admission, { tenant, table }, place);
      for (const [index, request] of requests.entries()) this.#settle(request, answers[index]);
    } catch (error) {
      if (error instanceof GivenUp && error.failure === "data" && requests.length > 1) {
        // Halves find the culprit in few transactions and keep the order.
        const middle = requests.length >> 1;
        await this.#store(queue, requests.slice(0, middle), place);
        await this.#store(queue, requests.slice(middle), place);
        return;
      }
      const refused = refusal(error);
      for (const request of requests) this.#settle(request, refused);
      // They have waited as long, and would wait as long again.
      if (isOverload(refused)) for (const request of queue.waiting.splice(0)) this.#settle(request, refused);
    }
  }

  #settle(request: Request, answer: AppendOutcome | Error | undefined): void {
    this.#pendingRows -= request.batch.rows.length;
    this.#pendingBytes -= request.bytes;
    if (answer !== undefined && !(answer instanceof Error)) {
      this.counters.rowsStored += answer.stored;
      this.counters.rowsDeduped += answer.deduped;
      request.resolve(answer);
      return;
    }
    const code = answer instanceof Problem ? answer.code : undefined;
    if (code === "RATE_LIMITED") this.counters.refusedQuota++;
    else if (code === "OVERLOADED") this.counters.refusedOverload++;
    else if (code === "VALIDATION_FAILED") this.counters.refusedData++;
    request.reject(answer ?? new Error("A flush left a request unanswered"));
  }

  #finishDrain(): void {
    if (this.#queues.size === 0) this.#drained?.resolve();
  }
}
