/** Concurrency that is limited in all and per group, so that a slow group holds up itself and nobody else. */

export interface GroupLimits {
  /** Items that are worked on at the same time. */
  readonly most: number;
  /** The same, of one group. */
  readonly mostPerGroup: number;
}

/**
 * Works on the items, in their order within each group. An item whose work gives false closes its group: what was not begun
 * of it is left. Throws what `work` throws, when the work that runs has ended.
 */
export async function runGrouped<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
  { most, mostPerGroup }: GroupLimits,
  work: (item: Item) => Promise<boolean>,
): Promise<void> {
  const waiting = [...items];
  const running = new Map<string, number>();
  const closed = new Set<string>();

  // A worker exits when nothing can start: the items left wait for others of their group, whose workers come back to them.
  async function worker(): Promise<void> {
    for (;;) {
      const index = waiting.findIndex((item) => (running.get(groupOf(item)) ?? 0) < mostPerGroup);
      const [item] = index === -1 ? [] : waiting.splice(index, 1);
      if (item === undefined) return;
      const group = groupOf(item);
      if (closed.has(group)) continue;
      running.set(group, (running.get(group) ?? 0) + 1);
      try {
        if (!(await work(item))) closed.add(group);
      } finally {
        running.set(group, (running.get(group) ?? 0) - 1);
      }
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: most }, worker));
  for (const result of ended) if (result.status === "rejected") throw result.reason;
}
