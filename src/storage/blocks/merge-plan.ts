/** The choice of segments to merge: often enough that a read opens few, rarely enough that each item is rewritten few times. */

/** The segments that one compaction wrote for one day and bucket. */
export interface SegmentSet {
  readonly sequence: number;
  /** How often its oldest items have been merged. */
  readonly level: number;
  readonly items: number;
  /** The segments of the set. */
  readonly parts: number;
  /** Whether it lies among the segments of days that are not over. */
  readonly fresh: boolean;
}

/** Number of sets of one level that become one set of the next. */
export const setsPerLevel = 8;

/**
 * The sets to merge into one, given in the order of their sequences; they always follow each other, since a merged set
 * keeps its place. Empty when nothing is to be done. A day that is over becomes one set; what comes late is put beside it
 * as long as it is too little to be worth rewriting the rest. With `mostParts` no merge takes more segments: sets of about so many stay as
 * they are, and only move when their day is over.
 */
export function planMerge(
  sets: readonly SegmentSet[],
  dayIsOver: boolean,
  mostParts = Number.POSITIVE_INFINITY,
): readonly SegmentSet[] {
  const bounded = mostParts < Number.POSITIVE_INFINITY;
  if (dayIsOver && bounded)
    return fitting(
      sets.filter((set) => set.fresh),
      mostParts,
    );
  if (dayIsOver) {
    const all = sets.reduce((sum, { items }) => sum + items, 0);
    const largest = Math.max(...sets.map(({ items }) => items));
    if (sets.length > 1 && (all - largest) * 4 >= largest) return sets;
    // The latest: all before them have been settled together.
    const fresh = sets.filter((set) => set.fresh);
    if (fresh.length > 0) return fresh;
  }
  // Levels fall from the earliest set to the latest, so those of one level follow each other.
  for (const { level } of sets.toReversed()) {
    const peers = sets.filter((set) => set.level === level && set.parts * 2 <= mostParts);
    if (peers.length >= setsPerLevel) return bounded ? fitting(peers, mostParts) : peers;
  }
  return [];
}

/** The first of them that have no more segments together, and at least one. */
function fitting(sets: readonly SegmentSet[], mostParts: number): readonly SegmentSet[] {
  let sum = 0;
  const beyond = sets.findIndex(({ parts }, index) => {
    sum += parts;
    return index > 0 && sum > mostParts;
  });
  return beyond < 0 ? sets : sets.slice(0, beyond);
}
