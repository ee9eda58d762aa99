/** How much is folded at once, and how soon again: what keeps floods of errors from taking the time that ingest needs. */
import type { Tenant } from "../records.ts";

/** What waits to be folded, as far as a fold looks. */
export interface Waiting {
  readonly events: number;
  /** Since the oldest of it was received (ms). */
  readonly forMs: number;
}

/** Events that are folded at once whatever comes, by readers too. */
const few = 1_000;
/** Their groups take some tens of megabytes. */
const most = 250_000;

/** Folding takes this share of one thread until something waits so long (ms), then more and more of it, and all of it from `allMs` on. */
const usualShare = 1 / 20;
const usualMs = 30_000;
const allMs = 60_000;

function shareOf({ forMs }: Waiting): number {
  return Math.min(1, Math.max(usualShare, (forMs - usualMs) / (allMs - usualMs)));
}

/** Events that a job folds of those that wait: many change each issue once. */
export function pacedEvents(waiting: Waiting): number {
  return Math.min(most, Math.max(few, waiting.events * shareOf(waiting)));
}

/** Events that a reader waits for: all, or none where those are many. */
export function readersEvents({ events }: Waiting): number {
  return events <= few ? events : 0;
}

/** Until when this process leaves the events of tenants waiting. */
export class FoldPace {
  /** In ms since the epoch. */
  readonly #next = new Map<string, number>();

  /** When the next fold may begin. */
  next({ projectId, environment }: Tenant): Date {
    const key = `${projectId} ${environment}`;
    const next = this.#next.get(key) ?? 0;
    if (next > Date.now()) return new Date(next);
    this.#next.delete(key);
    return new Date();
  }

  /** After a fold of so many events that took so long (ms). */
  folded({ projectId, environment }: Tenant, events: number, waiting: Waiting, tookMs: number): void {
    if (events < few) return;
    const pause = Math.min(usualMs, tookMs * (1 / shareOf(waiting) - 1));
    this.#next.set(`${projectId} ${environment}`, Date.now() + pause);
  }
}
