/** Quantiles and fractions of classic histograms, whose buckets are series with the label `le` (Prometheus, promql/quantile.go). */

/** The upper bound, and what is counted up to it. */
export interface ClassicBucket {
  readonly upper: number;
  count: number;
}

/** Relative differences between neighbours that come from adding floats. */
const smallDelta = 1e-12;
const smallestNormal = 2.2250738585072014e-308;

/** `buckets` rise by their bounds and are changed. Tells whether counts fell where they cannot. */
export function classicQuantile(
  q: number,
  buckets: ClassicBucket[],
): { readonly value: number; readonly forced: boolean } {
  const none = (value: number) => ({ value, forced: false });
  if (Number.isNaN(q)) return none(Number.NaN);
  if (q < 0) return none(Number.NEGATIVE_INFINITY);
  if (q > 1) return none(Number.POSITIVE_INFINITY);
  if (buckets.at(-1)?.upper !== Number.POSITIVE_INFINITY) return none(Number.NaN);
  const distinct = coalesced(buckets);
  const forced = madeMonotonic(distinct);
  const last = distinct.length - 1;
  const observations = distinct[last]?.count ?? 0;
  if (last < 1 || observations === 0) return none(Number.NaN);
  const rank = q * observations;
  let at = 0;
  while (at < last && !((distinct[at]?.count ?? 0) >= rank)) at++;
  const { upper, count } = distinct[at] ?? { upper: Number.NaN, count: 0 };
  const before = distinct[at - 1];
  if (at === last) return { value: before?.upper ?? Number.NaN, forced };
  if (before === undefined) return { value: upper <= 0 ? upper : upper * (rank / count), forced };
  const share = (rank - before.count) / (count - before.count);
  return { value: before.upper + (upper - before.upper) * share, forced };
}

/** `buckets` rise by their bounds and are changed. */
export function classicFraction(lower: number, upper: number, buckets: ClassicBucket[]): number {
  if (buckets.at(-1)?.upper !== Number.POSITIVE_INFINITY) return Number.NaN;
  const distinct = coalesced(buckets);
  const count = distinct.at(-1)?.count ?? 0;
  if (count === 0 || Number.isNaN(lower) || Number.isNaN(upper)) return Number.NaN;
  if (lower >= upper) return 0;
  const rankOf = (value: number): number => {
    let rank = 0;
    let from = (distinct[0]?.upper ?? 0) <= 0 ? Number.NEGATIVE_INFINITY : 0;
    for (const bucket of distinct) {
      if (from >= value) return rank;
      if (bucket.upper > value) {
        // Within a bucket that is endless there is nothing to interpolate.
        if (from === Number.NEGATIVE_INFINITY) return bucket.count;
        return rank + ((bucket.count - rank) * (value - from)) / (bucket.upper - from);
      }
      rank = bucket.count;
      from = bucket.upper;
    }
    return count;
  };
  const limited = (rank: number) => Math.min(rank, count);
  return (limited(rankOf(upper)) - limited(rankOf(lower))) / count;
}

/** Buckets with the same bound are one. */
function coalesced(buckets: ClassicBucket[]): ClassicBucket[] {
  if (buckets.every(({ upper }, at) => at === 0 || upper !== buckets[at - 1]?.upper)) return buckets;
  const distinct: ClassicBucket[] = [];
  for (const bucket of buckets) {
    const last = distinct.at(-1);
    if (last !== undefined && last.upper === bucket.upper) last.count += bucket.count;
    else distinct.push(bucket);
  }
  return distinct;
}

function madeMonotonic(buckets: ClassicBucket[]): boolean {
  let forced = false;
  let before = buckets[0]?.count ?? 0;
  for (let at = 1; at < buckets.length; at++) {
    const bucket = buckets[at] as ClassicBucket;
    const { count } = bucket;
    if (count === before) continue;
    if (almostEqual(before, count)) bucket.count = before;
    else if (count < before) {
      bucket.count = before;
      forced = true;
    } else before = count;
  }
  return forced;
}

/** Prometheus, util/almost. */
function almostEqual(a: number, b: number): boolean {
  if (Number.isNaN(a) && Number.isNaN(b)) return true;
  if (a === b) return true;
  const difference = Math.abs(a - b);
  const sum = Math.abs(a) + Math.abs(b);
  if (a === 0 || b === 0 || sum < smallestNormal) return difference < smallDelta * smallestNormal;
  return difference / Math.min(sum, Number.MAX_VALUE) < smallDelta;
}
