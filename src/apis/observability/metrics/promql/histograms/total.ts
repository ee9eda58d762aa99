/** The sum or the mean of histograms that come one after the other. */
import { added, subtracted } from "./arithmetic.ts";
import { divided, type FloatHistogram } from "./histogram.ts";

export class HistogramTotal {
  /** Null once exponential buckets have met custom ones: they have no sum. */
  value: FloatHistogram | null;
  readonly #isMean: boolean;
  #count = 1;
  #anyReset: boolean;
  #anyNotReset: boolean;

  constructor(first: FloatHistogram, isMean: boolean) {
    this.value = first;
    this.#isMean = isMean;
    this.#anyReset = first.hint === "reset";
    this.#anyNotReset = first.hint === "not_reset";
  }

  /** Whether one said that its counter was reset, and another that it was not. */
  get resetsCollide(): boolean {
    return this.#anyReset && this.#anyNotReset;
  }

  /** Returns whether custom bounds differed, and those of both were kept. */
  add(each: FloatHistogram): boolean {
    if (this.value === null) return false;
    this.#count++;
    this.#anyReset ||= each.hint === "reset";
    this.#anyNotReset ||= each.hint === "not_reset";
    const more = this.#isMean ? subtracted(divided(each, this.#count), divided(this.value, this.#count)) : null;
    const total = this.#isMean && more === null ? null : added(this.value, more?.histogram ?? each);
    this.value = total?.histogram ?? null;
    return total !== null && (total.boundsReconciled || more?.boundsReconciled === true);
  }
}
