/** Binary search: the first of `count` positions at which `holds` is true; `count` when there is none. It must be true at all later positions. */
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
