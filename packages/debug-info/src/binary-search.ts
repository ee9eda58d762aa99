/** The first of `count` places where a condition holds that holds for all places after it, too; `count` where there is none. */
export function firstPlace(count: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
