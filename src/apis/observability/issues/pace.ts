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

/** Folding takes this share of one thread until something waits so long (ms), then more and more of it, and all of it from `allMs` on. */
const usualShare = 1 / 20;
const usualMs = 30_000;
const allMs = 60_000;
/** Folds of a flood are so far apart, or as far as it has lasted (ms): what is rare is large, and changes each issue once. */
const floodPauseMs = 10_000;
/** What an event takes, before it was measured (ms). */
const eventMs = 0.1;
/** Tenants that are remembered. */
const mostTenants = 1_000;

function shareOf({ forMs }: Waiting): number {
  return Math.min(1, Math.max(usualShare, (forMs - usualMs) / (allMs - usualMs)));
}

/** Events that a reader waits for: all, or none where those are many. */
export function readersEvents({ events }: Waiting): number {
  return events <= few ? events : 0;
}

interface LastFold {
  /** In ms since the epoch. */
  readonly ended: number;
  readonly next: number;
  readonly eventMs: number;
}

/** How this process folds the events of tenants that many wait of. */
export class FoldPace {
  readonly #last = new Map<string, LastFold>();

  /** When the next fold may begin. */
  next(tenant: Tenant): Date {
    return new Date(Math.max(Date.now(), this.#last.get(keyOf(tenant))?.next ?? 0));
  }

  /** Events that it takes of those that wait: as many as fit the share of the time since the last one. */
  events(tenant: Tenant, waiting: Waiting): number {
    const share = shareOf(waiting);
    const last = this.#last.get(keyOf(tenant));
    const rested = Math.min(waiting.forMs, Date.now() - (last?.ended ?? 0));
    if (share === 1) return waiting.events;
    return Math.max(few, (rested * share) / (1 - share) / (last?.eventMs ?? eventMs));
  }

  /** After a fold of so many events that took so long (ms). */
  folded(tenant: Tenant, events: number, waiting: Waiting, tookMs: number): void {
    const key = keyOf(tenant);
    this.#last.delete(key);
    if (events < few) return;
    const [oldest] = this.#last.keys();
    if (this.#last.size >= mostTenants && oldest !== undefined) this.#last.delete(oldest);
    const ended = Date.now();
    const share = shareOf(waiting);
    // A flush is folded whole, and may take longer than was meant.
    const pause = Math.max(Math.min(floodPauseMs, waiting.forMs), Math.min(usualMs, tookMs / share));
    this.#last.set(key, { ended, next: ended + (1 - share) * pause, eventMs: tookMs / events });
  }
}

const keyOf = ({ projectId, environment }: Tenant) => `${projectId} ${environment}`;
