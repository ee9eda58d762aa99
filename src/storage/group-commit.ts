/**
 * Commits together what arrives together. Requests of one group that come while its commit is under way wait and share the
 * next one, so that the rate of commits (one fsync each) does not bound the rate of requests, and locks that many requests
 * need are taken once for all of them. A request is answered only after its commit.
 */

export interface GroupCommitOptions<Request, Result> {
  /**
   * Commits these requests of one group in one transaction; the results in their order. When it throws, nothing is
   * committed and every request of the batch fails with that error.
   */
  readonly commit: (group: string, requests: readonly Request[]) => Promise<readonly Result[]>;
  /** What a request hears when too much is waiting or the queue is closed. */
  readonly overloaded: () => Error;
  /** Most requests in one commit. */
  readonly maxBatch: number;
  /** Most requests that wait, over all groups. */
  readonly maxPending: number;
  /** Commits at a time, each of another group. */
  readonly maxConcurrent: number;
  /** What a request weighs, in whatever unit; requests weigh nothing when left out. */
  readonly weigh?: (request: Request) => number;
  /** A commit takes no further request beyond this weight. */
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

export class GroupCommit<Request, Result> {
  readonly #options: GroupCommitOptions<Request, Result>;
  readonly #groups = new Map<string, Waiting<Request, Result>[]>();
  /** Groups that have requests and no commit under way, longest waiting first. */
  readonly #ready: string[] = [];
  #running = 0;
  #pending = 0;
  #pendingWeight = 0;
  #closed: PromiseWithResolvers<void> | undefined;

  constructor(options: GroupCommitOptions<Request, Result>) {
    this.#options = options;
  }

  /** Resolves after the commit. Rejects with what the commit threw, or with `overloaded`. */
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
    // What arrives in the same turn of the event loop shares the commit.
    setImmediate(() => this.#start());
    return promise;
  }

  /** Takes no more requests and resolves when those that wait are answered. */
  close(): Promise<void> {
    this.#closed ??= Promise.withResolvers();
    this.#finishClosing();
    return this.#closed.promise;
  }

  #start(): void {
    while (this.#running < this.#options.maxConcurrent) {
      const group = this.#ready.shift();
      if (group === undefined) return;
      this.#running++;
      void this.#commit(group);
    }
  }

  async #commit(group: string): Promise<void> {
    const waiting = this.#groups.get(group) ?? [];
    const batch = waiting.splice(0, this.#batchLength(waiting));
    try {
      const requests = batch.map(({ request }) => request);
      const results = await this.#options.commit(group, requests);
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#running--;
    this.#pending -= batch.length;
    for (const { weight } of batch) this.#pendingWeight -= weight;
    if (waiting.length > 0) this.#ready.push(group);
    else this.#groups.delete(group);
    this.#start();
    this.#finishClosing();
  }

  /** As many as one commit may hold, and at least one. */
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
