/**
 * Batches: requests of one group that arrive while its batch runs wait and share the next batch. So the rate of round trips, or of
 * commits (`GroupCommit`), does not limit the rate of requests.
 */
import { setImmediate } from "node:timers/promises";
import { countWithin } from "./fitting.ts";
import { isOverload, overloaded } from "./passing.ts";
import { type Permit, Permits, type Silent } from "./permits.ts";

/** The requests of a batch, in the order of their arrival. */
export type Requests<Request> = readonly [Request, ...Request[]];

/** The results of the requests, in their order. An Error fails only its own request. */
export type Results<Result> = readonly (Result | Error)[];

export interface BatchLimits<Request> {
  /** The size of a request towards `maxBatch` and `maxPending`; 1 when left out. */
  readonly sizeOf?: (request: Request) => number;
  /** A batch takes no further request beyond this size, but always a first one. */
  readonly maxBatch: number;
  /** The largest total size of unanswered requests. */
  readonly maxPending: number;
  /** The bytes of a request, or another weight; 0 when left out. */
  readonly weigh?: (request: Request) => number;
  /** The same limits of weights. */
  readonly maxBatchWeight?: number;
  readonly maxPendingWeight?: number;
  /** Most batches that run at the same time, each of another group. */
  readonly maxConcurrent: number;
}

export interface BatchesOptions<Request, Result> extends BatchLimits<Request> {
  /**
   * Runs the requests of one group. When it throws, all of them fail with that error. When an error is Problem OVERLOADED, the group's
   * waiting requests fail as well.
   */
  readonly run: (group: string, requests: Requests<Request>, permit: Permit) => Promise<Results<Result>>;
  /** The owner of a group; the group itself when left out. */
  readonly ownerOf?: (group: string) => string;
  readonly silent?: Silent;
}

interface Waiting<Request, Result> {
  readonly request: Request;
  readonly size: number;
  readonly weight: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** Most batches that run at the same time for owners whose last batch had no answer for a second. */
const slowBatches = 2;
/** While another batch of the group is under way, requests are answered in at most this many iterations of the event loop. */
const mostTurns = 100;

/** Runs requests in batches. */
export class Batches<Request, Result> {
  readonly #options: BatchesOptions<Request, Result>;
  readonly #groups = new Map<string, Waiting<Request, Result>[]>();
  /** Groups that have requests and no batch under way, longest waiting first. */
  readonly #ready: string[] = [];
  readonly #permits: Permits;
  /** Permits for owners whose last batch had no answer for a second, so that other owners do not wait for them. */
  readonly #slowPermits: Permits;
  readonly #slow = new Set<string>();
  /** The number of unanswered requests, their size and their weight. */
  #unanswered = 0;
  #pending = 0;
  #pendingWeight = 0;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(options: BatchesOptions<Request, Result>) {
    this.#options = options;
    this.#permits = new Permits(options.maxConcurrent, () => this.#start(), options.silent);
    this.#slowPermits = new Permits(slowBatches, () => this.#start(), null);
  }

  /** The size and the weight of the unanswered requests. */
  get pending(): { readonly size: number; readonly weight: number } {
    return { size: this.#pending, weight: this.#pendingWeight };
  }

  /** Adds a request; resolves after its batch. Throws the request's error, or Problem OVERLOADED when too many wait or after `drain`. */
  submit(group: string, request: Request): Promise<Result> {
    const { sizeOf, weigh, maxPending, maxPendingWeight = Number.POSITIVE_INFINITY } = this.#options;
    const size = sizeOf?.(request) ?? 1;
    const weight = weigh?.(request) ?? 0;
    const isFull = this.#pending + size > maxPending || this.#pendingWeight + weight > maxPendingWeight;
    if (this.#drained !== undefined || isFull) return Promise.reject(overloaded());
    this.#unanswered++;
    this.#pending += size;
    this.#pendingWeight += weight;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const one = { request, size, weight, resolve, reject };
    const waiting = this.#groups.get(group);
    if (waiting !== undefined) {
      waiting.push(one);
      return promise;
    }
    this.#groups.set(group, [one]);
    this.#ready.push(group);
    // Requests that arrive in the same iteration of the event loop share a batch.
    void setImmediate().then(() => this.#start());
    return promise;
  }

  /** Refuses further requests. Resolves when the waiting ones are answered. */
  drain(): Promise<void> {
    this.#drained ??= Promise.withResolvers();
    this.#finishDrain();
    return this.#drained.promise;
  }

  #start(): void {
    for (const permits of [this.#permits, this.#slowPermits]) {
      while (permits.areFree) {
        const isSlow = permits === this.#slowPermits;
        const next = this.#ready.findIndex((group) => this.#slow.has(this.#ownerOf(group)) === isSlow);
        const [group] = next === -1 ? [] : this.#ready.splice(next, 1);
        if (group === undefined) break;
        void this.#run(group, permits);
      }
    }
  }

  #ownerOf(group: string): string {
    return this.#options.ownerOf?.(group) ?? group;
  }

  async #run(group: string, permits: Permits): Promise<void> {
    const waiting = this.#groups.get(group) ?? [];
    const batch = waiting.splice(0, this.#batchLength(waiting));
    const results = await this.#resultsOf(group, batch, permits);
    // The requests that wait behind this batch have waited as long, and would wait as long again.
    const overload = results.find(isOverload);
    if (overload !== undefined) for (const one of waiting.splice(0)) batch.push(one);
    const hasNext = waiting.length > 0;
    if (hasNext) this.#ready.push(group);
    else this.#groups.delete(group);
    this.#start();
    const answersPerTurn = Math.ceil(batch.length / mostTurns);
    for (const [index, { size, weight, resolve, reject }] of batch.entries()) {
      // With a next batch under way, its steps go before the remaining answers. Otherwise all are answered in one iteration, so that
      // callers who send their next request at once share a batch.
      if (hasNext && index % answersPerTurn === 0) await setImmediate();
      const result = index < results.length ? results[index] : overload;
      if (result instanceof Error) reject(result);
      else resolve(result as Result);
      this.#unanswered--;
      this.#pending -= size;
      this.#pendingWeight -= weight;
    }
    this.#finishDrain();
  }

  async #resultsOf(
    group: string,
    batch: readonly Waiting<Request, Result>[],
    permits: Permits,
  ): Promise<Results<Result>> {
    const owner = this.#ownerOf(group);
    let isSlow = false;
    const permit = permits.take(() => {
      isSlow = true;
      this.#slow.add(owner);
    });
    const requests = batch.map(({ request }) => request) as [Request, ...Request[]];
    const results = await this.#options.run(group, requests, permit).catch((thrown: unknown) => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      return batch.map(() => error);
    });
    permit.release();
    if (!isSlow) this.#slow.delete(owner);
    return results;
  }

  /** How many waiting requests the next batch takes: at least one. */
  #batchLength(waiting: readonly Waiting<Request, Result>[]): number {
    const { maxBatch, maxBatchWeight = Number.POSITIVE_INFINITY } = this.#options;
    return countWithin(waiting, [({ size }) => size, maxBatch], [({ weight }) => weight, maxBatchWeight]);
  }

  #finishDrain(): void {
    if (this.#unanswered === 0) this.#drained?.resolve();
  }
}
