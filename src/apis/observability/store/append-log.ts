/**
 * The way of telemetry into the database. Requests of one tenant and kind that arrive while a flush is under way are
 * committed together by the next one, so that the rate of commits does not bound the rate of requests, and a request
 * is answered only after its commit.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { CopyEncoder } from "#src/storage/copy.ts";
import type { Tenant } from "../records.ts";
import { eventsTable } from "./events-table.ts";
import { classify } from "./failure.ts";
import { type AppendOutcome, type Charged, CommitUnanswered, flush, type UnansweredCommit } from "./flush.ts";
import { logsTable } from "./logs-table.ts";
import { ensurePartitions, type TelemetryKind } from "./partitions.ts";
import { beyondQuota, type QuotaCharge } from "./quota.ts";
import { SourceRegistry } from "./source-registry.ts";
import { spansTable } from "./spans-table.ts";
import type { Batch, LogBatch, TelemetryTable } from "./table.ts";
import { forgetUnanswered, isUntimed } from "./unanswered-exports.ts";
import { vitalsTable } from "./vitals-table.ts";

export interface AppendLogOptions {
  /** Rows of this process that may wait for their commit; 200,000 when left out. */
  readonly maxPendingRows?: number;
  /** The same in bytes, roughly; 256 MiB when left out. */
  readonly maxPendingBytes?: number;
  /** Flushes at a time, each on a connection of the pool; 4 when left out. */
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
}

/** What the append log has done since the process started; for metrics. */
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

const tables: Readonly<Record<TelemetryKind, TelemetryTable>> = {
  events: eventsTable,
  spans: spansTable,
  logs: logsTable,
  web_vitals: vitalsTable,
};

/** What a waiting request takes besides its rows, in bytes: one without rows is bounded too. */
const requestBytes = 500;
/** An encoder that grew beyond this is not kept, in bytes. */
const maxIdleEncoderBytes = 4 * 1024 * 1024;
const firstRetryPauseMs = 50;
const longestRetryPauseMs = 800;
const overloadRetrySeconds = 2;

export interface AppendCharges {
  /** Whose state is answered. */
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
  readonly #limits: Required<Omit<AppendLogOptions, "now" | "onStacks">>;
  readonly #now: (() => number) | undefined;
  readonly #onStacks: ((tenant: Tenant) => void) | undefined;
  readonly #sources = new SourceRegistry();
  readonly #encoders: CopyEncoder[] = [];
  readonly #queues = new Map<string, AppendQueue>();
  /** Queues that have requests and no flush, longest waiting first. */
  readonly #ready: AppendQueue[] = [];
  #flushes = 0;
  #pendingRows = 0;
  #pendingBytes = 0;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(pool: Pool, { now, onStacks, ...limits }: AppendLogOptions = {}) {
    this.#pool = pool;
    this.#now = now;
    this.#onStacks = onStacks;
    this.#limits = {
      maxPendingRows: 200_000,
      maxPendingBytes: 256 * 1024 * 1024,
      maxConcurrentFlushes: 4,
      maxFlushRows: 10_000,
      maxFlushBytes: 16 * 1024 * 1024,
      retryMs: 5_000,
      ...limits,
    };
  }

  /** Rows and bytes that wait for their commit now. */
  get pending(): { readonly rows: number; readonly bytes: number } {
    return { rows: this.#pendingRows, bytes: this.#pendingBytes };
  }

  /**
   * Stores the batch whole and resolves after its commit. Throws Problem PAYLOAD_TOO_LARGE when it is more than a whole
   * quota, RATE_LIMITED when it is more than is left of it,
   * VALIDATION_FAILED when a row holds what PostgreSQL refuses, OVERLOADED when too much is waiting or the database
   * stays away for five seconds, and nothing is stored. After OVERLOADED a repeat is safe: what was stored after all is deduplicated.
   */
  append(tenant: Tenant, batch: Batch, { quota, besides = [] }: AppendCharges): Promise<AppendOutcome> {
    this.counters.requests++;
    for (const charge of [quota, ...besides]) {
      const tooLarge = beyondQuota(charge);
      if (tooLarge !== null) return Promise.reject(tooLarge);
    }
    const table = tables[batch.kind];
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
    const key = `${tenant.projectId} ${tenant.environment} ${batch.kind}`;
    let queue = this.#queues.get(key);
    if (queue === undefined) {
      queue = { key, tenant, table, waiting: [] };
      this.#queues.set(key, queue);
      this.#ready.push(queue);
      // What has arrived in the same turn of the event loop shares the flush.
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
    while (this.#flushes < this.#limits.maxConcurrentFlushes) {
      const queue = this.#ready.shift();
      if (queue === undefined) return;
      this.#flushes++;
      void this.#run(queue);
    }
  }

  async #run(queue: AppendQueue): Promise<void> {
    const encoder = this.#encoders.pop() ?? new CopyEncoder();
    await this.#store(queue, this.#take(queue), encoder);
    if (encoder.capacity <= maxIdleEncoderBytes) this.#encoders.push(encoder);
    this.#flushes--;
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
  async #store(queue: AppendQueue, requests: readonly Request[], encoder: CopyEncoder): Promise<void> {
    const startedAt = performance.now();
    const unanswered: UnansweredCommit[] = [];
    for (let pauseMs = firstRetryPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestRetryPauseMs)) {
      try {
        this.counters.transactions++;
        const answers = await flush(
          requests,
          {
            pool: this.#pool,
            tenant: queue.tenant,
            table: queue.table,
            encoder,
            sources: this.#sources,
            now: this.#now,
            onStacks: this.#onStacks,
          },
          unanswered,
        );
        for (const [index, request] of requests.entries()) this.#settle(request, answers[index]);
        return;
      } catch (thrown) {
        const error = thrown instanceof CommitUnanswered ? thrown.cause : thrown;
        const failure = classify(error);
        if (failure === "passing") {
          if (thrown instanceof CommitUnanswered) unanswered.push(thrown.attempt);
          // Another server may answer next, without the last things that this one has written.
          this.#sources.forget();
        }
        if (failure === "data" && requests.length > 1) {
          // Halves find the culprit in few transactions and keep the order.
          const middle = requests.length >> 1;
          await this.#store(queue, requests.slice(0, middle), encoder);
          await this.#store(queue, requests.slice(middle), encoder);
          return;
        }
        const passing = failure === "passing" || failure === "partition";
        if (!passing || performance.now() - startedAt + pauseMs > this.#limits.retryMs) {
          for (const request of requests) this.#settle(request, refusal(failure, error));
          return;
        }
        this.counters.retries++;
        if (failure === "partition") await this.#makePartitions();
        await delay(pauseMs);
      }
    }
  }

  /** The job that makes partitions ahead of time has not run for days; the next attempt tells whether this helped. */
  async #makePartitions(): Promise<void> {
    await ensurePartitions(this.#pool, this.#now === undefined ? {} : { now: new Date(this.#now()) }).catch(() => {});
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

function overloaded(cause?: unknown): Problem {
  return new Problem("OVERLOADED", { headers: { "Retry-After": String(overloadRetrySeconds) }, cause });
}

function refusal(failure: ReturnType<typeof classify>, error: unknown): Error {
  if (failure === "data") {
    return new Problem("VALIDATION_FAILED", { detail: "A record holds a value that cannot be stored.", cause: error });
  }
  if (failure === "fault") return error instanceof Error ? error : new Error(String(error));
  return overloaded(error);
}
