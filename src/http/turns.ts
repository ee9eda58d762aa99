/** Work that takes turns: so much of one kind at the same time, the rest in the order of coming, and never a long queue. */
import { Problem } from "./problem.ts";

export interface TurnLimits {
  /** Of one key, at the same time. */
  readonly most: number;
  /** Of one key, beside those; whoever comes after is asked to come back. */
  readonly mostWaiting: number;
}

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

export class Turns {
  readonly #limits: TurnLimits;
  /** Only of keys that something is done for. */
  readonly #lanes = new Map<string, Lane>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Does `work` when its turn has come. Throws what it throws, and Problem OVERLOADED where too many wait already. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = { running: 0, waiting: [] };
      this.#lanes.set(key, lane);
    }
    const { running, waiting } = lane;
    if (running < this.#limits.most) lane.running++;
    else if (waiting.length < this.#limits.mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new Problem("OVERLOADED", { headers: { "Retry-After": "5" } });
    try {
      return await work();
    } finally {
      // The turn is handed on, so that nobody who comes now gets ahead of who waits.
      const next = waiting.shift();
      if (next !== undefined) next();
      else if (--lane.running === 0) this.#lanes.delete(key);
    }
  }
}
