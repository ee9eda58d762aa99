/** Uses of a quota in the last 60 seconds, for quotas over any 60 seconds rather than a calendar minute. */
import type { QuotaState } from "#src/http/rate-limit.ts";

const windowMs = 60_000;

/** Uses of one second of the clock, which count as long as the last of them. */
interface Use {
  readonly at: number;
  readonly amount: number;
}

/** As it is stored; times are milliseconds since the epoch. */
export interface StoredUses {
  /** Of the last use. */
  readonly at: number;
  readonly used: number;
  /** Of each use, how long before the last one it was in ms, and how much: in turn, the earliest first. */
  readonly recent: readonly number[];
}

export class SlidingWindow {
  readonly #now: number;
  /** The earliest first: at most one for each second. */
  readonly #uses: Use[] = [];

  /**
   * A `now` before the last use counts as its time: clocks of servers differ. Uses that are further ahead are forgotten: they were stored
   * before the clock was set back.
   */
  constructor(now: number, { at, recent }: Pick<StoredUses, "at" | "recent">) {
    const isAhead = at > now + windowMs;
    this.#now = isAhead ? now : Math.max(now, at);
    if (isAhead) return;
    for (let index = 0; index + 1 < recent.length; index += 2) {
      const use = { at: at - (recent[index] ?? 0), amount: recent[index + 1] ?? 0 };
      if (use.at + windowMs > this.#now) this.#uses.push(use);
    }
  }

  get used(): number {
    return this.#uses.reduce((sum, { amount }) => sum + amount, 0);
  }

  take(amount: number): void {
    const last = this.#uses.at(-1);
    const isSameSecond = last !== undefined && secondOf(last.at) === secondOf(this.#now);
    if (isSameSecond) this.#uses.pop();
    this.#uses.push({ at: this.#now, amount: amount + (isSameSecond ? last.amount : 0) });
  }

  /** It resets, in part, when the earliest use does not count any more. */
  state(limit: number): QuotaState {
    const first = this.#uses[0]?.at ?? this.#now - windowMs;
    return {
      limit,
      remaining: Math.max(0, limit - this.used),
      resetSeconds: Math.max(1, Math.ceil((first + windowMs - this.#now) / 1000)),
    };
  }

  get stored(): StoredUses {
    const at = this.#uses.at(-1)?.at ?? this.#now;
    return { at, used: this.used, recent: this.#uses.flatMap((use) => [at - use.at, use.amount]) };
  }
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}
