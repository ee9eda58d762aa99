/** Comparisons between two pauses. */
const sliceComparisons = 4_096;

/** Sorts into a new array by merging, with pauses; equal items keep their order. */
export function* slicedSort<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[], void> {
  let from = items.slice();
  let into = new Array<T>(items.length);
  let compared = 0;
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at++) {
        const takesLeft = left < middle && (right >= end || compare(from[left] as T, from[right] as T) <= 0);
        into[at] = from[takesLeft ? left++ : right++] as T;
        if (++compared % sliceComparisons === 0) yield;
      }
    }
    [from, into] = [into, from];
  }
  return from;
}
