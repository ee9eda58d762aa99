/** How many of some items are taken at a time. */

/** The amount that an item adds to a sum, and the most that the sum may be. */
type Bound<Item> = readonly [measure: (item: Item) => number, most: number];

/** The number of items, from the first on, whose sums stay within all bounds; at least one of them. */
export function countWithin<Item>(items: readonly Item[], ...bounds: readonly Bound<Item>[]): number {
  let count = items.length;
  for (const [measure, most] of bounds) {
    let sum = 0;
    const beyond = items.findIndex((item, index) => {
      sum += measure(item);
      return index > 0 && sum > most;
    });
    if (beyond >= 0 && beyond < count) count = beyond;
  }
  return count;
}

/** The number of items up to and including the one that makes the sum exceed `most`; all of them when the sum stays within it. */
export function countReaching<Item>(items: readonly Item[], ...[measure, most]: Bound<Item>): number {
  let sum = 0;
  const passes = items.findIndex((item) => {
    sum += measure(item);
    return sum > most;
  });
  return passes < 0 ? items.length : passes + 1;
}
