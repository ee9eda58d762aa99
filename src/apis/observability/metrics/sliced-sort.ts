/** Sorting by merging, with pauses; equal items keep their order. */

/** Comparisons between two pauses: those of label sets look at up to 64 KB each. */
export const sliceComparisons = 128;

/** Sorts into a new array. */
export function slicedSort<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[], void> {
  return mergeSort(items.slice(), new Array<T>(items.length), compare);
}

/** The positions below `count` in the order of what is there. */
export function slicedOrder(count: number, compare: (a: number, b: number) => number) {
  const positions = new Uint32Array(count);
  for (let i = 0; i < count; i++) positions[i] = i;
  return mergeSort(positions, new Uint32Array(count), compare);
}

interface Cells<T> {
  readonly length: number;
  [index: number]: T;
}

/** Both are used up; one of them is the result. */
function* mergeSort<T, Of extends Cells<T>>(
  items: Of,
  room: Of,
  compare: (a: T, b: T) => number,
): Generator<void, Of, void> {
  let [from, into]: [Cells<T>, Cells<T>] = [items, room];
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
  return from as Of;
}
