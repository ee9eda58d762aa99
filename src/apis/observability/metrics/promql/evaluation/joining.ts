/** Arithmetic and comparisons between the series of two vectors, matched by their labels. */

import { Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { labelValue } from "../../labels.ts";
import { QueryError } from "../errors.ts";
import { arithmetic, compares } from "../functions/numbers.ts";
import { type ArithmeticOperator, type Binary, isComparison, type Matching } from "../syntax/tree.ts";
import { sameLabels } from "./duplicates.ts";
import { type Elements, elementOf } from "./elements.ts";
import type { Evaluator } from "./evaluator.ts";
import { absent, float, Grid, pauseAfter } from "./grid.ts";
import { keyOf, LabelPart, type LabelSet, only, shownLabels, withLabel, without, withoutName } from "./labels.ts";

/** Both sides of an operator between vectors, each series with the ordinal of its signature: the same where they match. */
export function* matchedSides(evaluator: Evaluator, { matching, left: first, right: second }: Binary) {
  if (matching === null) throw new Error("vectors are matched");
  const left = yield* evaluator.grid(first);
  const right = yield* evaluator.grid(second);
  const part = new LabelPart(matching.labels, !matching.on);
  const ordinals = new Map<string, number>();
  const ordinalsOf = function* (grid: Grid): Sliceable<Int32Array> {
    const ofRows = new Int32Array(grid.length);
    for (const [row, labels] of grid.labels.entries()) {
      const key = part.keyOf(labels);
      const ordinal = ordinals.get(key) ?? ordinals.size;
      ordinals.set(key, ordinal);
      ofRows[row] = ordinal;
      if (row % 1_024 === 0) yield;
    }
    return ofRows;
  };
  const leftOrdinals = yield* ordinalsOf(left);
  const rightOrdinals = yield* ordinalsOf(right);
  return { matching, left, right, leftOrdinals, rightOrdinals, count: ordinals.size };
}

export function* betweenVectors(evaluator: Evaluator, node: Binary): Sliceable<Grid> {
  const sides = yield* matchedSides(evaluator, node);
  const { matching, left, right, leftOrdinals, rightOrdinals } = sides;
  // The "one" side is the second from here on.
  const swapped = matching.card === "one-to-many";
  const [many, one] = swapped ? [right, left] : [left, right];
  const [manyOrdinals, oneOrdinals] = swapped ? [rightOrdinals, leftOrdinals] : [leftOrdinals, rightOrdinals];
  const simple = yield* rowByRow(new Join(evaluator, node, matching, many, one, swapped), manyOrdinals, oneOrdinals);
  if (simple !== null) {
    many.release();
    one.release();
    return simple;
  }
  const join = new Join(evaluator, node, matching, many, one, swapped);
  const found = new Int32Array(sides.count);
  const pauses = new Pauses(pauseAfter / 8);
  for (let step = 0; step < evaluator.steps; step++) {
    if (hasAny(many, step) && hasAny(one, step)) {
      found.fill(-1);
      for (let row = 0; row < one.length; row++) {
        if (one.kinds[row * one.steps + step] === absent) continue;
        const ordinal = oneOrdinals[row] as number;
        if (found[ordinal] !== -1) throw join.duplicate(row, found[ordinal] as number);
        found[ordinal] = row;
      }
      for (let row = 0; row < many.length; row++) {
        if (many.kinds[row * many.steps + step] === absent) continue;
        const ordinal = manyOrdinals[row] as number;
        const other = found[ordinal] as number;
        if (other !== -1) join.pair(row, other, ordinal, step);
      }
    }
    if (pauses.isDue(many.length + one.length + found.length)) yield;
  }
  many.release();
  one.release();
  return join.result;
}

/** One series after the other: where none has two partners, nor the labels of another in the result. Null where it is not so. */
function* rowByRow(join: Join, manyOrdinals: Int32Array, oneOrdinals: Int32Array): Sliceable<Grid | null> {
  if (!join.isOfFloats) return null;
  const others = new Map<number, number>();
  for (const [row, ordinal] of oneOrdinals.entries()) {
    if (others.has(ordinal)) return join.givenUp();
    others.set(ordinal, row);
  }
  if (join.isOneToOne && new Set(manyOrdinals).size < manyOrdinals.length) return join.givenUp();
  const pauses = new Pauses(pauseAfter / 4);
  for (const [row, ordinal] of manyOrdinals.entries()) {
    const other = others.get(ordinal);
    if (other !== undefined && !join.pairRow(row, other)) return join.givenUp();
    if (pauses.isDue(join.result.steps + 16)) yield;
  }
  return join.result;
}

function hasAny({ kinds, steps, length }: Grid, step: number): boolean {
  for (let row = 0; row < length; row++) if (kinds[row * steps + step] !== absent) return true;
  return false;
}

class Join {
  readonly #evaluator: Evaluator;
  readonly #node: Binary;
  readonly #matching: Matching;
  readonly #many: Grid;
  readonly #one: Grid;
  readonly #swapped: boolean;
  readonly #keepsName: boolean;
  readonly #element: Elements = { value: 0, histogram: undefined, kept: false };
  readonly result: Grid;
  /** Of each series of the "many" side: the one that it was joined with last, and where the result goes. */
  readonly #lastOther: Int32Array;
  readonly #lastPlace: Int32Array;
  readonly #places = new Map<string, number>();
  readonly #pairs = new Map<number, number>();
  /**
   * Of each signature, or of each result where several of a signature are allowed, the last step at which it was joined, plus one;
   * and with which signature.
   */
  readonly #matchedAt: number[] = [];
  readonly #matchedBy: number[] = [];

  constructor(evaluator: Evaluator, node: Binary, matching: Matching, many: Grid, one: Grid, swapped: boolean) {
    this.#evaluator = evaluator;
    this.#node = node;
    this.#matching = matching;
    this.#many = many;
    this.#one = one;
    this.#swapped = swapped;
    this.#keepsName = isComparison(node.operator) && !node.bool;
    this.result = new Grid(evaluator.query.budget, evaluator.steps, many.length);
    this.#lastOther = new Int32Array(many.length).fill(-1);
    this.#lastPlace = new Int32Array(many.length);
  }

  get isOneToOne(): boolean {
    return this.#matching.card === "one-to-one";
  }

  get isOfFloats(): boolean {
    return this.#many.histograms === null && this.#one.histograms === null;
  }

  givenUp(): null {
    this.result.release();
    return null;
  }

  /** At all steps; false where another series of the result has the same labels. */
  pairRow(row: number, other: number): boolean {
    const { operator, bool } = this.#node;
    if (operator === "and" || operator === "or" || operator === "unless") return false;
    const { result } = this;
    const place = this.#placeOf(row, other);
    if (this.#pairs.size > result.length) return false;
    const { values: manyValues, kinds: manyKinds, steps } = this.#many;
    const { values: oneValues, kinds: oneKinds } = this.#one;
    const comparison = isComparison(operator) ? operator : null;
    for (let step = 0, manyAt = row * steps, oneAt = other * steps; step < steps; step++, manyAt++, oneAt++) {
      if (manyKinds[manyAt] === absent || oneKinds[oneAt] === absent) continue;
      const left = (this.#swapped ? oneValues[oneAt] : manyValues[manyAt]) as number;
      const right = (this.#swapped ? manyValues[manyAt] : oneValues[oneAt]) as number;
      if (comparison === null) result.set(place + step, arithmetic(operator as ArithmeticOperator, left, right));
      else if (bool) result.set(place + step, Number(compares(comparison, left, right)));
      else if (compares(comparison, left, right)) result.set(place + step, left);
    }
    return true;
  }

  pair(row: number, other: number, ordinal: number, step: number): void {
    const { bool } = this.#node;
    const element = this.#element;
    if (!this.#calculate(row, other, step)) return;
    const place = this.#placeOf(row, other);
    const oneToOne = this.#matching.card === "one-to-one";
    const matched = oneToOne ? ordinal : place / this.result.steps;
    if (this.#matchedAt[matched] === step + 1 && this.#matchedBy[matched] === ordinal) {
      const explicit = "many-to-one matching must be explicit (group_left/group_right)";
      const unique = "grouping labels must ensure unique matches";
      throw new QueryError("execution", `multiple matches for labels: ${oneToOne ? explicit : unique}`);
    }
    this.#matchedAt[matched] = step + 1;
    this.#matchedBy[matched] = ordinal;
    if (!element.kept && !bool) return;
    const at = place + step;
    if (this.result.kinds[at] !== absent) throw sameLabels();
    if (bool) this.result.set(at, Number(element.kept));
    else if (element.histogram !== undefined) this.result.setHistogram(at, element.histogram);
    else this.result.set(at, element.value);
  }

  #calculate(row: number, other: number, step: number): boolean {
    const { steps } = this.#many;
    const [manyAt, oneAt] = [row * steps + step, other * steps + step];
    const many = this.#many.values[manyAt] as number;
    const one = this.#one.values[oneAt] as number;
    const manyHistogram = this.#many.kinds[manyAt] === float ? undefined : this.#many.histograms?.[manyAt];
    const oneHistogram = this.#one.kinds[oneAt] === float ? undefined : this.#one.histograms?.[oneAt];
    const into = this.#element;
    return this.#swapped
      ? elementOf(this.#evaluator, this.#node, one, many, oneHistogram, manyHistogram, into)
      : elementOf(this.#evaluator, this.#node, many, one, manyHistogram, oneHistogram, into);
  }

  #placeOf(row: number, other: number): number {
    if (this.#lastOther[row] === other) return this.#lastPlace[row] as number;
    const pair = row * this.#one.length + other;
    let place = this.#pairs.get(pair);
    if (place === undefined) {
      const labels = this.#labelsOf(this.#many.labels[row] ?? [], this.#one.labels[other] ?? []);
      const key = keyOf(labels);
      place = this.#places.get(key) ?? this.result.add(labels);
      this.#places.set(key, place);
      this.#pairs.set(pair, place);
    }
    this.#lastOther[row] = other;
    this.#lastPlace[row] = place;
    return place;
  }

  #labelsOf(many: LabelSet, one: LabelSet): LabelSet {
    const { card, on, labels, include } = this.#matching;
    let result = isComparison(this.#node.operator) ? many : withoutName(many);
    if (card === "one-to-one") result = on ? only(result, labels) : without(result, labels);
    for (const name of include) result = withLabel(result, name, labelValue(one, name));
    return this.#keepsName ? result : isComparison(this.#node.operator) ? withoutName(result) : result;
  }

  duplicate(row: number, earlier: number): QueryError {
    const { on, labels, card } = this.#matching;
    const here = this.#one.labels[row] ?? [];
    const group = new LabelPart(labels, !on).of(here);
    const side = card === "one-to-many" ? "left" : "right";
    const shown = [here, this.#one.labels[earlier] ?? []].map(shownLabels).join(", ");
    return new QueryError(
      "execution",
      `found duplicate series for the match group ${shownLabels(group)} on the ${side} hand-side of the operation: [${shown}]` +
        ";many-to-many matching not allowed: matching labels must be unique on one side",
    );
  }
}
