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
}

interface Waiting<Request, Result> {
  readonly request: Request;
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
  #closed: PromiseWithResolvers<void> | undefined;

  constructor(options: GroupCommitOptions<Request, Result>) {
    this.#options = options;
  }

  /** Resolves after the commit. Rejects with what the commit threw, or with `overloaded`. */
  submit(group: string, request: Request): Promise<Result> {
    if (this.#closed !== undefined || this.#pending >= this.#options.maxPending)
      return Promise.reject(this.#options.overloaded());
    this.#pending++;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = this.#groups.get(group);
    if (waiting !== undefined) {
      waiting.push({ request, resolve, reject });
      return promise;
    }
    this.#groups.set(group, [{ request, resolve, reject }]);
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
    const batch = waiting.splice(0, this.#options.maxBatch);
    try {
      const requests = batch.map(({ request }) => request);
      const results = await this.#options.commit(group, requests);
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#running--;
    this.#pending -= batch.length;
    if (waiting.length > 0) this.#ready.push(group);
    else this.#groups.delete(group);
    this.#start();
    this.#finishClosing();
  }

  #finishClosing(): void {
    if (this.#pending === 0) this.#closed?.resolve();
  }
}
