/**
 * Aggregations that fold their series one by one: `sum`, `avg`, `count`, `min`, `max`, `group`, `stddev`, `stdvar`. What is held
 * is groups times steps, however many series there are.
 */

import type { Sliceable } from "#src/http/event-loop.ts";
import { grown } from "../../grown.ts";
import { nameLabel } from "../../label-bytes.ts";
import { labelValue } from "../../labels.ts";
import { addToMean, type Mean } from "../functions/kahan.ts";
import { boundsReconciled, resetsCollided } from "../functions/range-call.ts";
import { compacted } from "../histograms/histogram.ts";
import { HistogramTotal } from "../histograms/total.ts";
import { quote } from "../syntax/quote.ts";
import { type Aggregation, unwrapped } from "../syntax/tree.ts";
import type { Evaluator } from "./evaluator.ts";
import { absent, float, Grid, type Row } from "./grid.ts";
import { LabelPart, type LabelSet } from "./labels.ts";

/** The group of a series, and the labels that it has. */
export class Grouping {
  readonly #part: LabelPart;
  readonly #numbers = new Map<string, number>();
  readonly groups: LabelSet[] = [];

  constructor({ labels, without: leaves }: Pick<Aggregation, "labels" | "without">) {
    this.#part = new LabelPart(labels, leaves);
  }

  groupOf(labels: LabelSet): number {
    const key = this.#part.keyOf(labels);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.groups.length);
    return this.groups.push(this.#part.of(labels)) - 1;
  }
}

export function* aggregated(evaluator: Evaluator, node: Aggregation): Sliceable<Grid> {
  const grouping = new Grouping(node);
  const fold = new Fold(evaluator, node);
  yield* evaluator.rows(unwrapped(node.expr), (row) => fold.take(grouping.groupOf(row.labels), row));
  yield;
  return fold.finished(grouping.groups);
}

const movedMean = 2;

class Fold {
  readonly #evaluator: Evaluator;
  readonly #node: Aggregation;
  readonly #steps: number;
  /** Of a group at a step: the value so far, what rounding lost of it (or the mean), and how many there were. */
  #values = new Float64Array(0);
  #second = new Float64Array(0);
  #counts = new Float64Array(0);
  /** 0 before the first float, then 1, or `movedMean` when the value is the mean itself. */
  #seen = new Uint8Array(0);
  readonly #mean: Mean = { sum: 0, lost: 0, isMoved: false };
  readonly #histograms = new Map<number, HistogramTotal>();
  #held = 0;

  constructor(evaluator: Evaluator, node: Aggregation) {
    this.#evaluator = evaluator;
    this.#node = node;
    this.#steps = evaluator.steps;
  }

  take(group: number, row: Row): void {
    const from = group * this.#steps;
    if (from + this.#steps > this.#values.length) this.#grow(from + this.#steps);
    switch (this.#node.operator) {
      case "sum":
        this.#sum(from, row);
        return;
      case "avg":
        this.#average(from, row);
        return;
      case "count":
      case "group":
        this.#count(from, row);
        return;
      case "min":
      case "max":
        this.#extreme(from, row, this.#node.operator === "max");
        return;
      default:
        this.#variance(from, row);
        return;
    }
  }

  #grow(least: number): void {
    const size = Math.max(least, 2 * this.#values.length);
    this.#evaluator.query.budget.hold(3 * (size - this.#held));
    this.#held = size;
    this.#values = grown(this.#values, size);
    this.#second = grown(this.#second, size);
    this.#counts = grown(this.#counts, size);
    this.#seen = grown(this.#seen, size);
  }

  #sum(from: number, row: Row): void {
    const { values, kinds } = row;
    const sums = this.#values;
    const lost = this.#second;
    const seen = this.#seen;
    for (let step = 0; step < kinds.length; step++) {
      if (kinds[step] === absent) continue;
      const at = from + step;
      if (kinds[step] !== float) {
        this.#addHistogram(at, row, step);
        continue;
      }
      const value = values[step] as number;
      if (seen[at] === 0) {
        seen[at] = 1;
        sums[at] = value;
        continue;
      }
      const sum = sums[at] as number;
      const next = sum + value;
      if (next === Number.POSITIVE_INFINITY || next === Number.NEGATIVE_INFINITY) lost[at] = 0;
      else if (Math.abs(sum) >= Math.abs(value)) lost[at] = (lost[at] as number) + (sum - next + value);
      else lost[at] = (lost[at] as number) + (value - next + sum);
      sums[at] = next;
    }
  }

  #average(from: number, row: Row): void {
    const { values, kinds } = row;
    const seen = this.#seen;
    for (let step = 0; step < kinds.length; step++) {
      if (kinds[step] === absent) continue;
      const at = from + step;
      const count = (this.#counts[at] as number) + 1;
      this.#counts[at] = count;
      if (kinds[step] !== float) {
        this.#addHistogram(at, row, step);
        continue;
      }
      const value = values[step] as number;
      if (count === 1) {
        this.#values[at] = value;
        seen[at] = 1;
      } else this.#addToMean(at, value, count);
    }
  }

  #addToMean(at: number, value: number, count: number): void {
    const mean = this.#mean;
    mean.sum = this.#values[at] as number;
    mean.lost = this.#second[at] as number;
    mean.isMoved = this.#seen[at] === movedMean;
    addToMean(mean, value, count);
    this.#values[at] = mean.sum;
    this.#second[at] = mean.lost;
    this.#seen[at] = mean.isMoved ? movedMean : 1;
  }

  #count(from: number, { kinds }: Row): void {
    const seen = this.#seen;
    for (let step = 0; step < kinds.length; step++) {
      if (kinds[step] === absent) continue;
      this.#counts[from + step] = (this.#counts[from + step] as number) + 1;
      seen[from + step] = 1;
    }
  }

  #extreme(from: number, { values, kinds }: Row, largest: boolean): void {
    const seen = this.#seen;
    const found = this.#values;
    for (let step = 0; step < kinds.length; step++) {
      const at = from + step;
      if (kinds[step] === absent) continue;
      if (kinds[step] !== float) {
        this.#ignoreHistogram();
        continue;
      }
      const value = values[step] as number;
      const soFar = found[at] as number;
      if (seen[at] === 0 || Number.isNaN(soFar) || (largest ? soFar < value : soFar > value)) found[at] = value;
      seen[at] = 1;
    }
  }

  #variance(from: number, { values, kinds }: Row): void {
    const seen = this.#seen;
    for (let step = 0; step < kinds.length; step++) {
      if (kinds[step] === absent) continue;
      if (kinds[step] !== float) {
        this.#ignoreHistogram();
        continue;
      }
      const at = from + step;
      const value = values[step] as number;
      const count = (this.#counts[at] as number) + 1;
      this.#counts[at] = count;
      if (seen[at] === 0) {
        seen[at] = 1;
        this.#values[at] = Number.isFinite(value) ? 0 : Number.NaN;
        this.#second[at] = value;
        continue;
      }
      const difference = value - (this.#second[at] as number);
      const mean = (this.#second[at] as number) + difference / count;
      this.#second[at] = mean;
      this.#values[at] = (this.#values[at] as number) + difference * (value - mean);
    }
  }

  #ignoreHistogram(): void {
    const { annotations } = this.#evaluator.query;
    annotations.inform(`ignored histogram in ${this.#node.operator} aggregation`, unwrapped(this.#node.expr));
  }

  #addHistogram(at: number, { histograms, labels }: Row, step: number): void {
    const each = histograms?.[step];
    if (each === undefined) return;
    const known = this.#histograms.get(at);
    if (known === undefined) {
      this.#histograms.set(at, new HistogramTotal(each, this.#node.operator === "avg"));
      return;
    }
    if (known.value === null) return;
    const { annotations } = this.#evaluator.query;
    const place = unwrapped(this.#node.expr);
    if (known.add(each)) annotations.inform(boundsReconciled("aggregation"), place);
    if (known.value !== null) return;
    const name = quote(labelValue(labels, nameLabel));
    const mixed = "vector contains a mix of histograms with exponential and custom buckets schemas";
    annotations.warn(`${mixed} for metric name ${name}`, place);
  }

  finished(groups: readonly LabelSet[]): Grid {
    const steps = this.#steps;
    const { budget } = this.#evaluator.query;
    const grid = new Grid(budget, steps, groups.length);
    const seen = this.#seen;
    for (const [group, labels] of groups.entries()) {
      grid.add(labels);
      for (let at = group * steps; at < (group + 1) * steps; at++) {
        const histogram = this.#histograms.size === 0 ? undefined : this.#histograms.get(at);
        if (histogram !== undefined) this.#finishHistogram(grid, at, histogram, seen[at] !== 0);
        else if (seen[at] !== 0) grid.set(at, this.#result(at));
      }
    }
    budget.hold(-3 * this.#held);
    return grid;
  }

  #finishHistogram(grid: Grid, at: number, { value, resetsCollide }: HistogramTotal, alsoFloats: boolean): void {
    const { annotations } = this.#evaluator.query;
    const place = unwrapped(this.#node.expr);
    if (alsoFloats) annotations.warn("encountered a mix of histograms and floats for aggregation", place);
    if (alsoFloats || value === null) return;
    if (resetsCollide) annotations.warn(resetsCollided("aggregation"), place);
    grid.setHistogram(at, compacted(value));
  }

  #result(at: number): number {
    const value = this.#values[at] as number;
    const second = this.#second[at] as number;
    const count = this.#counts[at] as number;
    switch (this.#node.operator) {
      case "sum":
        return value + second;
      case "avg":
        return this.#seen[at] === movedMean ? value + second : value / count + second / count;
      case "count":
        return count;
      case "group":
        return 1;
      case "stdvar":
        return value / count;
      case "stddev":
        return Math.sqrt(value / count);
      default:
        return value;
    }
  }
}
