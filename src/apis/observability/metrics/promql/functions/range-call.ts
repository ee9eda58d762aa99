/** The input of a function over a range: one series at one step. */
import type { Window } from "../evaluation/selecting.ts";
import type { FloatHistogram } from "../histograms/histogram.ts";

export interface RangeCall {
  /** At least one sample. */
  window: Window;
  /** The moment of evaluation, and the range that the window shows, in ms since the epoch. */
  moment: number;
  rangeFrom: number;
  rangeTo: number;
  /** The other arguments, in their order. */
  readonly parameters: number[];
  /** Of the series; empty where it has none. */
  metricName: string;
  /** To be called in loops over histograms, of which each takes microseconds. Throws QueryError timeout past the deadline. */
  readonly checkTime: () => void;
  readonly warn: (text: string) => void;
  readonly inform: (text: string) => void;
}

/** Null: no value at this step. */
export type RangeFunction = (call: RangeCall) => number | FloatHistogram | null;

export const countOfFloats = ({ window }: RangeCall) => window.to - window.from;
export const countOfHistograms = ({ window }: RangeCall) => window.histogramsTo - window.histogramsFrom;

export function histogramsOf({ window }: RangeCall): readonly FloatHistogram[] {
  return window.histograms.slice(window.histogramsFrom, window.histogramsTo);
}

/** A function of numbers, for which histograms are left out with a notice. */
export function ofFloats(least: number, calculate: (call: RangeCall) => number): RangeFunction {
  return (call) => {
    const floats = countOfFloats(call);
    if (floats > 0 && countOfHistograms(call) > 0) informIgnored(call);
    return floats < least ? null : calculate(call);
  };
}

function informIgnored({ inform, metricName }: RangeCall): void {
  inform(
    `ignored histograms in a range containing both floats and histograms for metric name ${JSON.stringify(metricName)}`,
  );
}

/** Warns of floats beside histograms, and gives what there is of them together: no value. */
export function warnMixed({ warn, metricName }: RangeCall): null {
  warn(`encountered a mix of histograms and floats for metric name ${JSON.stringify(metricName)}`);
  return null;
}

/** Warns of histograms whose buckets do not fit together, and gives what there is of them: no value. */
export function warnIncompatible({ warn, metricName }: RangeCall): null {
  const mixed = "vector contains a mix of histograms with exponential and custom buckets schemas";
  warn(`${mixed} for metric name ${JSON.stringify(metricName)}`);
  return null;
}

export const boundsReconciled = (operation: string) => `mismatched custom buckets were reconciled during ${operation}`;
export const resetsCollided = (operation: string) => `conflicting counter resets during histogram ${operation}`;
