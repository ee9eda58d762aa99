/** Concurrency that is limited in all and per group, so that a slow group holds up itself and nobody else. */
import { FairSlots } from "#src/http/fair-slots.ts";

export interface GroupLimits {
  /** Items that are worked on at the same time. */
  readonly most: number;
  /** The same, of one group. */
  readonly mostPerGroup: number;
}

/**
 * Works on the items, in their order within each group. An item whose work gives false closes its group: what was not begun
 * of it is left. Throws what `work` throws, when the work that runs has ended; then nothing more is begun.
 */
export async function runGrouped<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
  { most, mostPerGroup }: GroupLimits,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const slots = new FairSlots({ slots: most, perOwner: mostPerGroup });
  const closed = new Set<string>();
  const failures: unknown[] = [];
  const workInTurn = (item: Item) => {
    const group = groupOf(item);
    return slots.run(group, async () => {
      if (closed.has(group) || failures.length > 0) return;
      if ((await work(item)) === false) closed.add(group);
    });
  };
  await Promise.all(items.map((item) => workInTurn(item).catch((error: unknown) => failures.push(error))));
  if (failures.length > 0) throw failures[0];
}
