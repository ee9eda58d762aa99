/**
 * The values of several series at the same steps. Memory is one block for all of them: of series `row` and step `step` the value
 * is at `row * steps + step`, and never an object of its own.
 */
import type { Sliceable } from "#src/http/event-loop.ts";
import { grown } from "../../grown.ts";
import type { FloatHistogram } from "../histograms/histogram.ts";
import type { Budget } from "./budget.ts";
import type { LabelSet } from "./labels.ts";

/** The kinds of value that a series has at a step. */
export const absent = 0;
export const float = 1;
export const histogram = 2;

/** Work between two pauses: about a millisecond's. */
export const pauseAfter = 100_000;

/** A series at all steps: views of a grid, or of a buffer that is used again for the next series. */
export interface Row {
  readonly labels: LabelSet;
  readonly values: Float64Array;
  /** `absent`, `float` or `histogram`, for each step. */
  readonly kinds: Uint8Array;
  /** Null when there is none at any step. */
  readonly histograms: readonly (FloatHistogram | undefined)[] | null;
}

export class Grid {
  readonly steps: number;
  readonly labels: LabelSet[] = [];
  values: Float64Array;
  kinds: Uint8Array;
  histograms: (FloatHistogram | undefined)[] | null = null;
  readonly #budget: Budget;
  #capacity: number;

  /** Throws QueryError execution when the query may hold no more. */
  constructor(budget: Budget, steps: number, capacity: number) {
    budget.hold(capacity * steps);
    this.#budget = budget;
    this.#capacity = capacity;
    this.steps = steps;
    this.values = new Float64Array(capacity * steps);
    this.kinds = new Uint8Array(capacity * steps);
  }

  get length(): number {
    return this.labels.length;
  }

  /** What its values hold, and with each histogram a reference to it. */
  get bytes(): number {
    return this.values.byteLength + this.kinds.byteLength + 8 * (this.histograms?.length ?? 0);
  }

  /** Where a new series begins, without a value so far. */
  add(labels: LabelSet): number {
    if (this.labels.length === this.#capacity) this.#grow();
    return (this.labels.push(labels) - 1) * this.steps;
  }

  #grow(): void {
    const capacity = Math.max(4, 2 * this.#capacity);
    this.#budget.hold((capacity - this.#capacity) * this.steps);
    this.#capacity = capacity;
    this.values = grown(this.values, capacity * this.steps);
    this.kinds = grown(this.kinds, capacity * this.steps);
  }

  addRow({ labels, values, kinds, histograms }: Row): void {
    const at = this.add(labels);
    this.values.set(values, at);
    this.kinds.set(kinds, at);
    if (histograms === null) return;
    for (let step = 0; step < this.steps; step++) {
      const each = histograms[step];
      if (kinds[step] === histogram && each !== undefined) this.setHistogram(at + step, each);
    }
  }

  set(at: number, value: number): void {
    this.values[at] = value;
    this.kinds[at] = float;
  }

  setHistogram(at: number, value: FloatHistogram): void {
    this.histograms ??= [];
    this.histograms[at] = value;
    this.kinds[at] = histogram;
  }

  /** Takes over what there is at a place of another grid. */
  copy(at: number, from: Grid, place: number): void {
    const kind = from.kinds[place] as number;
    const each = from.histograms?.[place];
    if (kind === histogram && each !== undefined) this.setHistogram(at, each);
    else {
      this.values[at] = from.values[place] as number;
      this.kinds[at] = kind;
    }
  }

  /** Visits each place with its step, in the order of the rows, and pauses meanwhile. */
  *visit(visitor: (at: number, step: number) => void): Sliceable<void> {
    const places = this.length * this.steps;
    for (let at = 0, step = 0; at < places; ) {
      for (const end = Math.min(places, at + pauseAfter); at < end; at++) {
        visitor(at, step++);
        if (step === this.steps) step = 0;
      }
      yield;
    }
  }

  row(index: number): Row {
    const from = index * this.steps;
    const to = from + this.steps;
    return {
      labels: this.labels[index] as LabelSet,
      values: this.values.subarray(from, to),
      kinds: this.kinds.subarray(from, to),
      histograms: this.histograms === null ? null : this.histograms.slice(from, to),
    };
  }

  /** Whether the series has anything at any step. */
  has(index: number): boolean {
    const to = (index + 1) * this.steps;
    for (let at = index * this.steps; at < to; at++) if (this.kinds[at] !== absent) return true;
    return false;
  }

  /** Says that the grid is not needed any more. */
  release(): void {
    this.#budget.hold(-this.#capacity * this.steps);
    this.#capacity = 0;
  }
}
