/** Sums of floats with what rounding has lost (Kahan's summation in Neumaier's form), as Prometheus adds. */

export interface Compensated {
  sum: number;
  /** What is to be added to the sum in the end. */
  lost: number;
}

export function addTo(total: Compensated, value: number): void {
  const { sum } = total;
  const next = sum + value;
  if (next === Number.POSITIVE_INFINITY || next === Number.NEGATIVE_INFINITY) total.lost = 0;
  else if (Math.abs(sum) >= Math.abs(value)) total.lost += sum - next + value;
  else total.lost += value - next + sum;
  total.sum = next;
}
