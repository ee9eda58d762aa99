/** Paces folding: how many events one fold takes and when the next may begin, so that floods of errors leave ingest its time. */
import { LRUCache } from "lru-cache";
import { atMost } from "#src/http/at-most.ts";
import { type Tenant, tenantName } from "../records.ts";

/** Events that wait to be folded, as far as a fold looks. */
export interface Waiting {
  readonly events: number;
  /** Time since the oldest of them was received (ms). */
  readonly forMs: number;
}

/** Events that a fold may always take, whatever the pace; readers, too, fold up to this many before they read. */
const few = 1_000;

/** Share of one thread that folding takes. It grows once events have waited `usualMs`, up to the whole thread at `allMs`. */
const usualShare = 1 / 20;
const usualMs = 30_000;
const allMs = 60_000;
/** Pause between folds of a flood (ms); shorter while it has lasted less. Rare folds are large, and change each issue once. */
const floodPauseMs = 10_000;
/** Assumed cost of an event before it was measured (ms). */
const eventMs = 0.1;
/** Most tenants whose last fold is remembered. */
const mostTenants = 1_000;

function shareOf({ forMs }: Waiting): number {
  return Math.min(1, Math.max(usualShare, (forMs - usualMs) / (allMs - usualMs)));
}

/** How many events a reader waits for: all, or none when they are more than `few`. */
export function readersEvents({ events }: Waiting): number {
  return events <= few ? events : 0;
}

interface LastFold {
  /** In ms since the epoch. */
  readonly ended: number;
  readonly next: number;
  readonly eventMs: number;
}

/** The pace of folding in this process, for each tenant with many waiting events. */
export class FoldPace {
  readonly #last = new LRUCache<string, LastFold>(atMost(mostTenants));

  /** When the next fold may begin. */
  next(tenant: Tenant): Date {
    return new Date(Math.max(Date.now(), this.#last.get(tenantName(tenant))?.next ?? 0));
  }

  /** Events that the next fold takes: as many as fit folding's share of the time since the last fold, at least `few`. */
  events(tenant: Tenant, waiting: Waiting): number {
    const share = shareOf(waiting);
    const last = this.#last.get(tenantName(tenant));
    const rested = Math.min(waiting.forMs, Date.now() - (last?.ended ?? 0));
    if (share === 1) return waiting.events;
    return Math.max(few, (rested * share) / (1 - share) / (last?.eventMs ?? eventMs));
  }

  /** Call after a fold: sets when the next may begin. */
  folded(tenant: Tenant, events: number, waiting: Waiting, tookMs: number): void {
    const key = tenantName(tenant);
    this.#last.delete(key);
    if (events < few) return;
    const ended = Date.now();
    const share = shareOf(waiting);
    // A flush is folded whole, so a fold may take longer than its share.
    const pause = Math.max(Math.min(floodPauseMs, waiting.forMs), Math.min(usualMs, tookMs / share));
    this.#last.set(key, { ended, next: ended + (1 - share) * pause, eventMs: tookMs / events });
  }
}
