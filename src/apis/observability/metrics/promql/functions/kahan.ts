/** Sums and means of floats with what rounding has lost (Kahan's summation in Neumaier's form), as Prometheus adds. */

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

export interface Mean extends Compensated {
  /** Whether `sum` is the mean itself, because the sum would overflow. */
  isMoved: boolean;
}

/** `count` values are in the mean afterwards; the first one is there from the beginning. */
export function addToMean(mean: Mean, value: number, count: number): void {
  if (!mean.isMoved) {
    const { sum, lost } = mean;
    addTo(mean, value);
    if (mean.sum !== Number.POSITIVE_INFINITY && mean.sum !== Number.NEGATIVE_INFINITY) return;
    mean.isMoved = true;
    mean.sum = sum / (count - 1);
    mean.lost = lost / (count - 1);
  }
  const share = (count - 1) / count;
  mean.sum *= share;
  mean.lost *= share;
  addTo(mean, value / count);
}
