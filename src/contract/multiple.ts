/** Whether a number is a multiple of a step. In binary, 19.99 / 0.01 is no whole number: multiples of decimals are compared as decimals. */
export function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(step)) return value % step === 0;
  return Number((Math.round(value / step) * step).toPrecision(15)) === value;
}
