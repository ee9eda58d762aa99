/** Decides which segments to merge: often enough that a read opens few segments, and seldom enough that items are rewritten few times. */

import { countWithin } from "../fitting.ts";

/** The segments that one compaction wrote for one day and bucket. */
export interface SegmentSet {
  readonly sequence: number;
  /** How often its oldest items have been merged. */
  readonly level: number;
  readonly items: number;
  /** The segments of the set. */
  readonly parts: number;
  /** Whether it is in the partition of days that are not over (`freshDay`). */
  readonly fresh: boolean;
}

/** Number of sets of one level that are merged into one set of the next level. */
export const setsPerLevel = 8;

/**
 * The sets to merge into one; empty when nothing is to be done. `sets` are in the order of their sequences, and so are the chosen ones,
 * without a gap: a merged set takes the last sequence of its inputs.
 *
 * - While the day goes on, `setsPerLevel` sets of one level become a set of the next level.
 * - When the day is over, its sets become one. Items that come later stay in sets of their own while they are fewer than a quarter of
 *   the largest set.
 * - With `mostParts`, no merge takes more segments than that. Sets of about that size are not merged again; they only move to the day's
 *   own partition when the day is over.
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

/** The first sets that together have at most `mostParts` segments, and at least one set. */
function fitting(sets: readonly SegmentSet[], mostParts: number): readonly SegmentSet[] {
  return sets.slice(0, countWithin(sets, [({ parts }) => parts, mostParts]));
}
