/** Work in lanes, so that a slow lane holds up itself and nobody else. */

export interface LaneLimits {
  /** Items that are worked on at the same time. */
  readonly most: number;
  /** The same, of one lane. */
  readonly mostPerLane: number;
}

/**
 * Works on the items, in their order within each lane. An item whose work gives false closes its lane: what was not begun
 * of it is left. Throws what `work` throws, when the work that runs has ended.
 */
export async function inFairLanes<Item>(
  items: readonly Item[],
  laneOf: (item: Item) => string,
  { most, mostPerLane }: LaneLimits,
  work: (item: Item) => Promise<boolean>,
): Promise<void> {
  const waiting = [...items];
  const running = new Map<string, number>();
  const closed = new Set<string>();

  // Who finds nothing may go: an item that cannot begin waits for others of its lane, and they come back to it.
  async function worker(): Promise<void> {
    for (;;) {
      const index = waiting.findIndex((item) => (running.get(laneOf(item)) ?? 0) < mostPerLane);
      const [item] = index === -1 ? [] : waiting.splice(index, 1);
      if (item === undefined) return;
      const lane = laneOf(item);
      if (closed.has(lane)) continue;
      running.set(lane, (running.get(lane) ?? 0) + 1);
      try {
        if (!(await work(item))) closed.add(lane);
      } finally {
        running.set(lane, (running.get(lane) ?? 0) - 1);
      }
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: most }, worker));
  for (const result of ended) if (result.status === "rejected") throw result.reason;
}
