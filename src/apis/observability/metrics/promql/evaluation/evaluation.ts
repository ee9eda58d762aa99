/** Evaluates a tree over a period: to each kind of node what calculates it. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { scaled } from "../histograms/histogram.ts";
import { type Call, type Node, unwrapped, type VectorSelector } from "../syntax/tree.ts";
import { aggregated } from "./aggregation.ts";
import { betweenScalars, binary } from "./binary.ts";
import { tooManySamples } from "./budget.ts";
import { chosen, quantiles } from "./choosing.ts";
import { countedValues } from "./counted-values.ts";
import { withoutNames } from "./duplicates.ts";
import { type Evaluator, type QueryState, Scalars, type SeriesOneByOne } from "./evaluator.ts";
import { float, Grid, histogram, pauseAfter, type Row } from "./grid.ts";
import { noLabels } from "./labels.ts";
import { isInvariant, type Period, stepsOf } from "./plan.ts";
import { matrixArgument, newestRows, rangeRows, type Visit } from "./selection-rows.ts";
import { onlyFloats, vectorFunctions, whereAbsent } from "./vector-functions.ts";

/** Steps of one evaluation, subqueries included: going through those of one series takes a few milliseconds. */
const mostSteps = 1_000_000;

export class Evaluation implements Evaluator {
  readonly query: QueryState;
  readonly period: Period;
  readonly steps: number;
  /** Looked at so far, each as often as a step needed it; what subqueries look at is counted by who looks at their values. */
  samples = 0;
  readonly #samplesOfSteps: Float64Array | null;

  /** `samplesOfSteps`: where what each step looks at is added up, if anybody asks. */
  constructor(query: QueryState, period: Period, samplesOfSteps: Float64Array | null = null) {
    this.#samplesOfSteps = samplesOfSteps;
    this.query = query;
    this.period = period;
    this.steps = stepsOf(period);
    if (this.steps > mostSteps) throw tooManySamples();
  }

  over(period: Period): Evaluation {
    return new Evaluation(this.query, period);
  }

  count(samples: number, step: number): void {
    this.samples += samples;
    if (this.#samplesOfSteps !== null) this.#samplesOfSteps[step] = (this.#samplesOfSteps[step] ?? 0) + samples;
  }

  *grid(node: Node): Sliceable<Grid> {
    if (this.#isOnce(node)) return yield* this.#repeated(node);
    const series = yield* this.#series(node);
    if (series !== null) {
      const grid = new Grid(this.query.budget, this.steps, series.length);
      yield* series.rows((row: Row) => grid.addRow(row));
      return grid;
    }
    switch (node.kind) {
      case "parentheses":
        return yield* this.grid(node.expr);
      case "aggregation":
        if (node.operator === "quantile") return yield* quantiles(this, node);
        return node.parameter === null ? yield* aggregated(this, node) : yield* chosen(this, node);
      case "unary":
        if (node.type === "vector")
          return node.operator === "-" ? yield* this.#negated(node.expr) : yield* this.grid(node.expr);
        break;
      case "binary":
        if (node.type === "vector") return yield* binary(this, node);
        break;
      case "call":
        if (node.type === "vector") return yield* this.#called(node);
        break;
      default:
    }
    return this.#ofScalars(yield* this.scalars(node));
  }

  *rows(node: Node, visit: Visit): Sliceable<void> {
    const inner = unwrapped(node);
    const series = this.#isOnce(inner) ? null : yield* this.#series(inner);
    if (series !== null) {
      yield* series.rows(visit);
      return;
    }
    const grid = yield* this.grid(inner);
    for (let index = 0; index < grid.length; index++) {
      visit(grid.row(index));
      yield;
    }
    grid.release();
  }

  /** The series of nodes that are calculated one series after the other; null for other nodes. */
  *#series(node: Node): Sliceable<SeriesOneByOne | null> {
    const countOf = (selector: VectorSelector) => this.query.series.get(selector)?.length ?? 0;
    if (node.kind === "vectorSelector")
      return { length: countOf(node), rows: (visit) => newestRows(this, node, visit) };
    if (node.kind === "aggregation" && node.operator === "count_values") return yield* countedValues(this, node);
    const range = node.kind === "call" ? matrixArgument(node) : null;
    if (node.kind !== "call" || range === null || node.function.name === "absent_over_time") return null;
    const length = range.kind === "matrixSelector" ? countOf(range.selector) : 0;
    return { length, rows: (visit) => rangeRows(this, node, range, visit) };
  }

  *scalars(node: Node): Sliceable<Scalars> {
    switch (node.kind) {
      case "number":
        return Scalars.constant(node.value);
      case "parentheses":
        return yield* this.scalars(node.expr);
      case "unary": {
        const inner = yield* this.scalars(node.expr);
        return node.operator === "+" ? inner : yield* this.#scalars((step) => -inner.at(step));
      }
      case "binary":
        if (this.#isOnce(node)) return yield* this.#once((inner) => inner.scalars(node));
        return yield* betweenScalars(this, node);
      case "call":
        return yield* this.#scalarCall(node);
      default:
        throw new Error(`${node.kind} is no scalar`);
    }
  }

  /** Whether one evaluation does for all steps. */
  #isOnce(node: Node): boolean {
    return this.steps > 1 && isInvariant(node);
  }

  *#once<T>(work: (inner: Evaluation) => Sliceable<T>): Sliceable<T> {
    const inner = this.over({ ...this.period, end: this.period.start });
    const result = yield* work(inner);
    for (let step = 0; step < this.steps; step++) this.count(inner.samples, step);
    return result;
  }

  *#repeated(node: Node): Sliceable<Grid> {
    const once = yield* this.#once((inner) => inner.grid(node));
    const result = new Grid(this.query.budget, this.steps, once.length);
    for (let index = 0; index < once.length; index++) {
      if (!once.has(index)) continue;
      const at = result.add(once.labels[index] ?? noLabels);
      const each = once.histograms?.[index];
      if (once.kinds[index] === histogram && each !== undefined)
        for (let step = 0; step < this.steps; step++) result.setHistogram(at + step, each);
      else {
        result.values.fill(once.values[index] as number, at, at + this.steps);
        result.kinds.fill(float, at, at + this.steps);
      }
      yield;
    }
    once.release();
    return result;
  }

  *#called(call: Call): Sliceable<Grid> {
    const range = matrixArgument(call);
    if (range !== null) return yield* whereAbsent(this, call, (visit) => rangeRows(this, call, range, visit));
    const calculate = vectorFunctions.get(call.function.name);
    if (calculate === undefined) throw new Error(`${call.function.name} is not calculated`);
    return yield* calculate(this, call);
  }

  *#negated(node: Node): Sliceable<Grid> {
    const grid = yield* this.grid(node);
    yield* grid.visit((at) => {
      const each = grid.histograms?.[at];
      if (grid.kinds[at] === histogram && each !== undefined) grid.setHistogram(at, scaled(each, -1));
      else grid.values[at] = -(grid.values[at] as number);
    });
    return yield* withoutNames(this, grid);
  }

  *#scalarCall(call: Call): Sliceable<Scalars> {
    switch (call.function.name) {
      case "pi":
        return Scalars.constant(Math.PI);
      case "time":
        return yield* this.#scalars((step) => (this.period.start + step * this.period.step) / 1_000);
      default:
        return new Scalars(yield* onlyFloats(this, unwrapped(call.arguments[0] ?? call)));
    }
  }

  *#scalars(valueAt: (step: number) => number): Sliceable<Scalars> {
    const values = new Float64Array(this.steps);
    for (let step = 0; step < values.length; step++) {
      values[step] = valueAt(step);
      if (step % pauseAfter === pauseAfter - 1) yield;
    }
    return new Scalars(values);
  }

  #ofScalars(scalars: Scalars): Grid {
    const grid = new Grid(this.query.budget, this.steps, 1);
    grid.add(noLabels);
    for (let step = 0; step < this.steps; step++) grid.set(step, scalars.at(step));
    return grid;
  }
}
