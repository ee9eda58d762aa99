import { expect } from "chai";
import fc from "fast-check";
import { quantileOf } from "#src/apis/observability/metrics/promql/functions/quantile.ts";

/** By sorting all. */
function expected(q: number, values: readonly number[]): number {
  const order = (value: number) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value);
  const sorted = values.toSorted((a, b) => {
    if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? -1 : 1;
    return order(a) === order(b) ? 0 : order(a) - order(b);
  });
  const rank = q * (sorted.length - 1);
  const lower = Math.floor(rank);
  const share = rank - lower;
  return (sorted[lower] as number) * (1 - share) + (sorted[Math.min(lower + 1, sorted.length - 1)] as number) * share;
}

describe("quantiles", () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double(), fc.constant(Number.NaN));
  const lengths = {
    few: { minLength: 1, maxLength: 512 },
    many: { minLength: 513, maxLength: 2_000, size: "max" },
  } as const;

  for (const [name, length] of Object.entries(lengths))
    it(`of ${name} values are those of the sorted values, NaN first`, () => {
      fc.assert(
        fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.array(value, length), (q, values) => {
          const found = quantileOf(q, Float64Array.from(values));
          // Zeros of either sign are equal.
          expect(found + 0).to.deep.equal(expected(q, values) + 0);
        }),
      );
    });

  it("outside of 0 to 1 are infinite, and of nothing not a number", () => {
    expect(quantileOf(-0.1, Float64Array.of(1))).to.equal(Number.NEGATIVE_INFINITY);
    expect(quantileOf(1.1, Float64Array.of(1))).to.equal(Number.POSITIVE_INFINITY);
    expect(quantileOf(0.5, new Float64Array())).to.be.NaN;
    expect(quantileOf(Number.NaN, Float64Array.of(1))).to.be.NaN;
  });
});
