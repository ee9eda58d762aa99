/**
 * Of the jobs of one owner and kind, one runs at a time in a process. The others stay in the queue: their flag is among those that
 * workers pass over (graphile-worker's forbidden flags), so that they take no slot from the jobs of others.
 */
import type { Job as QueuedJob, WorkerEvents } from "graphile-worker";
import type { Job } from "./job.ts";

/** The flag of a job; null for a kind whose jobs belong to nobody. */
export function ownerFlag<Payload>({ name, owner }: Job<Payload, never>, payload: Payload): string | null {
  return owner === null ? null : `${name} ${owner(payload)}`;
}

export class OwnerTurns {
  readonly #running = new Map<string, number>();
  /** The look for a job that goes on; they go on one at a time, since each must know what the one before has found. */
  #looking: Promise<void> = Promise.resolve();
  #looked: () => void = () => {};

  /** Listens to the events of one pool of workers, whose `forbiddenFlags` are this object's. */
  constructor(events: WorkerEvents) {
    events.on("job:start", ({ job }) => {
      this.#count(job, 1);
      this.#looked();
    });
    events.on("worker:getJob:empty", () => this.#looked());
    events.on("worker:getJob:error", () => this.#looked());
    events.on("job:complete", ({ job }) => this.#count(job, -1));
  }

  /** Waits until no other worker looks for a job, and says whose jobs to pass over. */
  async forbidden(): Promise<string[]> {
    const before = this.#looking;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#looking = promise;
    await before;
    this.#looked = resolve;
    return [...this.#running.keys()];
  }

  #count({ flags }: Pick<QueuedJob, "flags">, change: 1 | -1): void {
    for (const flag of Object.keys(flags ?? {})) {
      const count = (this.#running.get(flag) ?? 0) + change;
      if (count > 0) this.#running.set(flag, count);
      else this.#running.delete(flag);
    }
  }
}
