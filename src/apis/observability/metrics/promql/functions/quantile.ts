/** So few are sorted: that takes less than selecting among them. */
const fewValues = 512;

/** The q-quantile of values, whose order is changed; between two of them it is interpolated. NaN counts as the smallest. */
export function quantileOf(q: number, values: Float64Array): number {
  const count = values.length;
  if (count === 0 || Number.isNaN(q)) return Number.NaN;
  if (q < 0) return Number.NEGATIVE_INFINITY;
  if (q > 1) return Number.POSITIVE_INFINITY;
  const rank = q * (count - 1);
  const lower = Math.floor(rank);
  const upper = Math.min(count - 1, lower + 1);
  const weight = rank - lower;
  const nans = moveNansFirst(values);
  if (count <= fewValues) values.subarray(nans).sort();
  else {
    if (lower >= nans) select(values, lower, nans);
    // All that is greater stands behind; the next value is the smallest of it.
    if (upper > lower) moveSmallestTo(values, Math.max(upper, nans));
  }
  return (values[lower] as number) * (1 - weight) + (values[upper] as number) * weight;
}

/** Returns how many there are. */
function moveNansFirst(values: Float64Array): number {
  let nans = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (!Number.isNaN(value)) continue;
    values[at] = values[nans] as number;
    values[nans++] = value;
  }
  return nans;
}

function moveSmallestTo(values: Float64Array, place: number): void {
  let smallest = place;
  for (let at = place + 1; at < values.length; at++)
    if ((values[at] as number) < (values[smallest] as number)) smallest = at;
  swap(values, place, smallest);
}

/**
 * Moves the value of that rank to its place, smaller ones before it and greater ones behind (quickselect, Hoare 1961). Pivots are drawn, so
 * that no order of values makes it slow.
 */
function select(values: Float64Array, rank: number, from: number): void {
  let left = from;
  let right = values.length - 1;
  while (left < right) {
    const pivot = values[left + Math.floor(Math.random() * (right - left + 1))] as number;
    let low = left;
    let high = right;
    while (low <= high) {
      while ((values[low] as number) < pivot) low++;
      while ((values[high] as number) > pivot) high--;
      if (low <= high) swap(values, low++, high--);
    }
    if (rank <= high) right = high;
    else if (rank >= low) left = low;
    else return;
  }
}

function swap(values: Float64Array, one: number, other: number): void {
  const kept = values[one] as number;
  values[one] = values[other] as number;
  values[other] = kept;
}
