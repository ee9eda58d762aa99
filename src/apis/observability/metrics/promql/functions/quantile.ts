/** The q-quantile of values, which are sorted in place; between two of them it is interpolated. NaN sorts first. */
export function quantileOf(q: number, values: Float64Array): number {
  const count = values.length;
  if (count === 0 || Number.isNaN(q)) return Number.NaN;
  if (q < 0) return Number.NEGATIVE_INFINITY;
  if (q > 1) return Number.POSITIVE_INFINITY;
  values.sort();
  // A typed array sorts NaN last, Prometheus first.
  let nans = 0;
  while (nans < count && Number.isNaN(values[count - 1 - nans])) nans++;
  if (nans > 0 && nans < count) {
    values.copyWithin(nans, 0, count - nans);
    values.fill(Number.NaN, 0, nans);
  }
  const rank = q * (count - 1);
  const lower = Math.max(0, Math.floor(rank));
  const upper = Math.min(count - 1, lower + 1);
  const weight = rank - Math.floor(rank);
  return (values[lower] as number) * (1 - weight) + (values[upper] as number) * weight;
}
