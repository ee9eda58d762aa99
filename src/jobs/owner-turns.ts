/**
 * A process runs one job of an owner and kind at a time. The others stay in the queue: workers skip their flag (graphile-worker's
 * forbidden flags), so they take no slot from the jobs of other owners. Jobs that last failed after a long time, for example because
 * their owner's node of a cluster is silent, share one slot of the pool.
 */
import type { Job as QueuedJob, WorkerEvents } from "graphile-worker";
import type { Job } from "./job.ts";

/** The flag of a job; null for a kind whose jobs have no owner. */
export function ownerFlag<Payload>({ name, owner }: Job<Payload, never>, payload: Payload): string | null {
  return owner === null ? null : `${name} ${owner(payload)}`;
}

/** A job that fails after this time has held up others (milliseconds). */
const longMs = 5_000;
/** Most flags of such jobs that are remembered. */
const mostStuck = 1_000;

export class OwnerTurns {
  readonly #running = new Map<string, number>();
  /** Flags of jobs that last failed after a long time, the oldest first. */
  readonly #stuck = new Set<string>();
  readonly #longMs: number;
  /** The search for a job that is under way. Searches run one at a time, since each must know what the one before found. */
  #looking: Promise<void> = Promise.resolve();
  #looked: () => void = () => {};

  /** Listens to the events of one pool of workers, whose `forbiddenFlags` are this object's. */
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

  /** Waits until no other worker looks for a job, and says whose jobs to pass over. */
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
      // One that is stuck stays so until it succeeds: the next attempt may fail sooner.
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
