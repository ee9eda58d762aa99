/**
 * Lets a process run one job of an owner and kind at a time. Other jobs of that owner stay in the queue: workers skip their flag
 * (graphile-worker's forbidden flags), so they take no slots from other owners. Jobs whose last run failed after a long time, for
 * example because their owner's cluster node does not answer, share one slot of the pool.
 */
import type { Job as QueuedJob, WorkerEvents } from "graphile-worker";
import type { Job } from "./job.ts";

/** The flag of a job; null for a kind whose jobs have no owner. */
export function ownerFlag<Payload>({ name, owner }: Job<Payload, never>, payload: Payload): string | null {
  return owner === null ? null : `${name} ${owner(payload)}`;
}

/** A job that fails after this time counts as stuck (milliseconds). */
const longMs = 5_000;
/** Most flags of stuck jobs that are remembered. */
const mostStuck = 1_000;

/** Tracks the running jobs of a pool and says which flags its workers must skip. */
export class OwnerTurns {
  readonly #running = new Map<string, number>();
  /** Flags of stuck jobs, oldest first. */
  readonly #stuck = new Set<string>();
  readonly #longMs: number;
  /** The look-up of a job that is under way. Look-ups run one at a time, because each must know the job that the one before found. */
  #looking: Promise<void> = Promise.resolve();
  #looked: () => void = () => {};

  /** Listens to the events of one worker pool, whose option `forbiddenFlags` calls `forbidden`. */
  constructor(events: WorkerEvents, givenLongMs = longMs) {
    this.#longMs = givenLongMs;
    const begun = new Map<string, number>();
    events.on("job:start", ({ job }) => {
      begun.set(job.id, performance.now());
      this.#count(job, 1);
      this.#looked();
    });
    events.on("worker:getJob:empty", () => this.#looked());
    events.on("worker:getJob:error", () => this.#looked());
    events.on("job:complete", ({ job, error }) => {
      const ms = performance.now() - (begun.get(job.id) ?? 0);
      begun.delete(job.id);
      this.#count(job, -1);
      this.#note(job, error !== null, ms);
    });
  }

  /** Waits until no other worker looks for a job, then returns the flags to skip. */
  async forbidden(): Promise<string[]> {
    const before = this.#looking;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#looking = promise;
    await before;
    this.#looked = resolve;
    const running = [...this.#running.keys()];
    return running.some((flag) => this.#stuck.has(flag)) ? [...new Set([...running, ...this.#stuck])] : running;
  }

  #note({ flags }: Pick<QueuedJob, "flags">, hasFailed: boolean, ms: number): void {
    for (const flag of Object.keys(flags ?? {})) {
      // A stuck job stays stuck until it succeeds, even when a later attempt fails sooner.
      const isStuck = hasFailed && (ms >= this.#longMs || this.#stuck.has(flag));
      this.#stuck.delete(flag);
      if (isStuck) this.#stuck.add(flag);
    }
    const [oldest] = this.#stuck;
    if (oldest !== undefined && this.#stuck.size > mostStuck) this.#stuck.delete(oldest);
  }

  #count({ flags }: Pick<QueuedJob, "flags">, change: 1 | -1): void {
    for (const flag of Object.keys(flags ?? {})) {
      const count = (this.#running.get(flag) ?? 0) + change;
      if (count > 0) this.#running.set(flag, count);
      else this.#running.delete(flag);
    }
  }
}
