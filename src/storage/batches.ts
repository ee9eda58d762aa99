/**
 * Group commit. Requests of one group that arrive while its batch runs wait and share the next one. So the rate of commits (one
 * fsync each) or of round trips does not bound the rate of requests, and a lock that many requests need is taken once.
 */
import { setImmediate } from "node:timers/promises";
import { isOverload } from "./passing.ts";
import { type Place, Places } from "./places.ts";

export interface BatchesOptions<Request, Result> {
  /**
   * Does what these requests of one group ask; the results in their order. When it throws, all of them fail with that error, and when
   * that is Problem OVERLOADED, those that wait behind them as well. It waits for another attempt by `pause` (milliseconds), which lets another group's batch begin.
   */
  readonly run: (group: string, requests: readonly Request[], pause: Place["pause"]) => Promise<readonly Result[]>;
  /** The error for requests when too much is waiting or the queue is closed. */
  readonly overloaded: () => Error;
  /** Most requests in one batch. */
  readonly maxBatch: number;
  /** Most requests that wait, over all groups. */
  readonly maxPending: number;
  /** Batches at a time, each of another group. */
  readonly maxConcurrent: number;
  /** The weight of a request, in any unit; 0 when left out. */
  readonly weigh?: (request: Request) => number;
  /** A batch takes no further request beyond this weight. */
  readonly maxBatchWeight?: number;
  /** Most weight that waits, over all groups. */
  readonly maxPendingWeight?: number;
}

interface Waiting<Request, Result> {
  readonly request: Request;
  readonly weight: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

export class Batches<Request, Result> {
  readonly #options: BatchesOptions<Request, Result>;
  readonly #groups = new Map<string, Waiting<Request, Result>[]>();
  /** Groups that have requests and no batch under way, longest waiting first. */
  readonly #ready: string[] = [];
  readonly #places: Places;
  #pending = 0;
  #pendingWeight = 0;
  #closed: PromiseWithResolvers<void> | undefined;

  constructor(options: BatchesOptions<Request, Result>) {
    this.#options = options;
    this.#places = new Places(options.maxConcurrent, () => this.#start());
  }

  /** Resolves after the batch. Rejects with what it threw, or with `overloaded`. */
  submit(group: string, request: Request): Promise<Result> {
    const { weigh, maxPending, maxPendingWeight = Number.POSITIVE_INFINITY, overloaded } = this.#options;
    const weight = weigh?.(request) ?? 0;
    if (this.#closed !== undefined || this.#pending >= maxPending || this.#pendingWeight + weight > maxPendingWeight)
      return Promise.reject(overloaded());
    this.#pending++;
    this.#pendingWeight += weight;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = this.#groups.get(group);
    if (waiting !== undefined) {
      waiting.push({ request, weight, resolve, reject });
      return promise;
    }
    this.#groups.set(group, [{ request, weight, resolve, reject }]);
    this.#ready.push(group);
    // Requests that arrive in the same turn of the event loop share the batch.
    void setImmediate().then(() => this.#start());
    return promise;
  }

  /** Takes no more requests and resolves when those that wait are answered. */
  close(): Promise<void> {
    this.#closed ??= Promise.withResolvers();
    this.#finishClosing();
    return this.#closed.promise;
  }

  #start(): void {
    while (this.#places.areFree) {
      const group = this.#ready.shift();
      if (group === undefined) return;
      void this.#run(group, this.#places.take());
    }
  }

  async #run(group: string, place: Place): Promise<void> {
    const waiting = this.#groups.get(group) ?? [];
    const batch = waiting.splice(0, this.#batchLength(waiting));
    const requests = batch.map(({ request }) => request);
    const outcome = await this.#options.run(group, requests, place.pause).then(
      (results) => ({ results }),
      (error: unknown) => ({ error }),
    );
    place.leave();
    // They have waited as long, and would wait as long again.
    if ("error" in outcome && isOverload(outcome.error)) batch.push(...waiting.splice(0));
    if (waiting.length > 0) this.#ready.push(group);
    else this.#groups.delete(group);
    this.#start();
    // The next batch is on its way to the database by now, and each of its steps comes before the answers that are left.
    for (const [index, { weight, resolve, reject }] of batch.entries()) {
      await setImmediate();
      if ("error" in outcome) reject(outcome.error);
      else resolve(outcome.results[index] as Result);
      this.#pending--;
      this.#pendingWeight -= weight;
    }
    this.#finishClosing();
  }

  /** As many as one batch may hold, and at least one. */
  #batchLength(waiting: readonly Waiting<Request, Result>[]): number {
    const { maxBatch, maxBatchWeight = Number.POSITIVE_INFINITY } = this.#options;
    let weight = 0;
    const beyond = waiting.findIndex((one, index) => {
      weight += one.weight;
      return index === maxBatch || (index > 0 && weight > maxBatchWeight);
    });
    return beyond < 0 ? waiting.length : beyond;
  }

  #finishClosing(): void {
    if (this.#pending === 0) this.#closed?.resolve();
  }
}
