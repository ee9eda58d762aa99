/** What the parts of an evaluation know of each other: they ask for the values of a node, and get them at all steps. */
import type { Sliceable } from "#src/http/event-loop.ts";
import type { SourceSeries } from "../source.ts";
import type { Node, VectorSelector } from "../syntax/tree.ts";
import type { Annotations, Budget } from "./budget.ts";
import type { Grid, Row } from "./grid.ts";
import type { Ends, Period } from "./plan.ts";

/** What is the same everywhere in a query. */
export interface QueryState {
  readonly ends: Ends;
  /** How long the newest sample of a series counts, in ms. */
  readonly lookbackMs: number;
  readonly budget: Budget;
  /** When the query has to end, as performance.now() says it. */
  readonly deadline: number;
  readonly annotations: Annotations;
  readonly series: ReadonlyMap<VectorSelector, readonly SourceSeries[]>;
}

/** Numbers at each step; one that is the same at all of them is there once. */
export class Scalars {
  readonly #values: Float64Array;

  constructor(values: Float64Array) {
    this.#values = values;
  }

  static constant(value: number): Scalars {
    return new Scalars(Float64Array.of(value));
  }

  at(step: number): number {
    return this.#values[this.#values.length === 1 ? 0 : step] as number;
  }
}

/** Series that are calculated one after the other. */
export interface SeriesOneByOne {
  /** How many there are, as far as that is known before. */
  readonly length: number;
  /** Visits them once, each in buffers that are used again. */
  readonly rows: (visit: (row: Row) => void) => Sliceable<void>;
}

/** Evaluates nodes over one period. Its work pauses by yielding; what fails throws QueryError. */
export interface Evaluator {
  readonly query: QueryState;
  readonly period: Period;
  readonly steps: number;
  /** Notes samples that a step looked at: what statistics of a query tell. */
  count(samples: number, step: number): void;
  /** The values of a vector or a scalar; the caller may change them, and says when it needs them no more. */
  grid(node: Node): Sliceable<Grid>;
  /** The same one series after the other, in buffers that are used again: for who does not need all at once. */
  rows(node: Node, visit: (row: Row) => void): Sliceable<void>;
  scalars(node: Node): Sliceable<Scalars>;
  /** The same query over another period. */
  over(period: Period): Evaluator & { readonly samples: number };
}
