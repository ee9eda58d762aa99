/** `info()`: series with labels of the info series that has their `instance` and `job` (Prometheus, promql/info.go). */
import { Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { nameLabel } from "../../label-bytes.ts";
import { labelValue } from "../../labels.ts";
import { QueryError } from "../errors.ts";
import { type Call, type Matcher, unwrapped } from "../syntax/tree.ts";
import { sameLabels } from "./duplicates.ts";
import type { Evaluator } from "./evaluator.ts";
import { absent, Grid, pauseAfter } from "./grid.ts";
import { infoSelector, isOfName, usualName, writtenMatchers } from "./info-selector.ts";
import { keyOf, keyOfOnly, type LabelSet, noLabels, shownLabels, withLabel } from "./labels.ts";
import { newestRows } from "./selection-rows.ts";

const identifying = ["instance", "job"] as const;
export function* enriched(evaluator: Evaluator, call: Call): Sliceable<Grid> {
  const base = yield* evaluator.grid(unwrapped(call.arguments[0] ?? call));
  const written = writtenMatchers(call);
  const ofNames = written === null ? [usualName] : written.filter(isOfName);
  const stays = base.labels.map((labels) => ofNames.some(({ matches }) => matches(labelValue(labels, nameLabel))));
  const isAsked = (row: number) => stays[row] !== true && base.has(row);
  const known = identifying.map(
    (name) => new Set(base.labels.flatMap((labels, row) => (isAsked(row) ? labelValue(labels, name) || [] : []))),
  );
  const any = known.some(({ size }) => size > 0);
  // Where nothing can be found, Prometheus counts the name among the labels that are wanted.
  const wanted = (written ?? []).filter((each) => !any || !isOfName(each));
  const info = new Grid(evaluator.query.budget, evaluator.steps, 0);
  const wants = (labels: LabelSet) =>
    known.every(({ size }, index) => size === 0 || known[index]?.has(labelValue(labels, identifying[index] ?? "")));
  if (any) yield* newestRows(evaluator, infoSelector(call), (row) => info.addRow(row), { ofTime: true, wants });
  const enrichment = new Enrichment(evaluator, base, info, stays, wanted);
  yield* enrichment.run();
  base.release();
  info.release();
  return enrichment.result;
}

class Enrichment {
  readonly #base: Grid;
  readonly #info: Grid;
  readonly #stays: readonly boolean[];
  readonly #wanted: readonly Matcher[];
  /** Info series by the name and the identifying labels that they are found by. */
  readonly #bySignature: ReadonlyMap<string, readonly number[]>;
  readonly #names: ReadonlySet<string>;
  readonly #rows = new Map<string, number>();
  readonly result: Grid;

  constructor(
    { query, steps }: Evaluator,
    base: Grid,
    info: Grid,
    stays: readonly boolean[],
    wanted: readonly Matcher[],
  ) {
    this.#base = base;
    this.#info = info;
    this.#stays = stays;
    this.#wanted = wanted;
    this.#names = new Set(info.labels.map((labels) => labelValue(labels, nameLabel)));
    this.#bySignature = Map.groupBy(info.labels.keys(), (row) => {
      const labels = info.labels[row] ?? noLabels;
      return signature(labelValue(labels, nameLabel), labels);
    });
    this.result = new Grid(query.budget, steps, base.length);
  }

  *run(): Sliceable<void> {
    yield* this.#unambiguous();
    const pauses = new Pauses(pauseAfter / 8);
    for (const [row, labels] of this.#base.labels.entries()) {
      const candidates = this.#stays[row] ? [] : this.#candidates(labels);
      const labelled = new Map<string, number>();
      for (let step = 0; step < this.#base.steps; step++) {
        if (this.#base.kinds[row * this.#base.steps + step] !== absent) this.#step(row, step, candidates, labelled);
      }
      if (pauses.isDue((1 + candidates.length) * this.#base.steps)) yield;
    }
  }

  /** Two info series of the same may not have samples of one moment. */
  *#unambiguous(): Sliceable<void> {
    for (const rows of this.#bySignature.values()) {
      for (let step = 0; rows.length > 1 && step < this.#info.steps; step++) this.#newest(rows, step);
      yield;
    }
  }

  #candidates(labels: LabelSet): readonly (readonly number[])[] {
    return [...this.#names].map((name) => this.#bySignature.get(signature(name, labels)) ?? []);
  }

  /** The row whose sample is the latest at the step; -1 for none. */
  #newest(rows: readonly number[], step: number): number {
    const { kinds, values, steps, labels } = this.#info;
    let newest = -1;
    for (const row of rows) {
      if (kinds[row * steps + step] === absent) continue;
      const at = values[row * steps + step] as number;
      const before = newest < 0 ? Number.NEGATIVE_INFINITY : (values[newest * steps + step] as number);
      if (at === before) {
        const [existing, other] = [newest, row].map(
          (each) => `${shownLabels(labels[each] ?? noLabels)} @ ${Math.round(at * 1_000)}`,
        );
        throw new QueryError("execution", `found duplicate series for info metric: existing ${existing}, new ${other}`);
      }
      if (at > before) newest = row;
    }
    return newest;
  }

  #step(row: number, step: number, candidates: readonly (readonly number[])[], labelled: Map<string, number>): void {
    const found = candidates.map((rows) => this.#newest(rows, step)).filter((each) => each >= 0);
    const key = found.join();
    let place = labelled.get(key);
    if (place === undefined) {
      place = this.#placeOf(row, found);
      labelled.set(key, place);
    }
    if (place < 0) return;
    const { steps } = this.#base;
    if (this.result.kinds[place + step] !== absent) throw sameLabels();
    this.result.copy(place + step, this.#base, row * steps + step);
  }

  /** Where the series goes with the labels of these info series; -1 where it is left out. */
  #placeOf(row: number, found: readonly number[]): number {
    const base = this.#base.labels[row] ?? noLabels;
    let labels = base;
    if (!this.#stays[row]) {
      const added = this.#added(base, found);
      if (added.size === 0 && this.#wanted.some(({ matches }) => !matches(""))) return -1;
      for (const [name, value] of added) labels = withLabel(labels, name, value);
    }
    const key = keyOf(labels);
    const place = this.#rows.get(key) ?? this.result.add(labels);
    this.#rows.set(key, place);
    return place;
  }

  #added(base: LabelSet, found: readonly number[]): ReadonlyMap<string, string> {
    const names = new Set(this.#wanted.map(({ name }) => name));
    const added = new Map<string, string>();
    for (const info of found) {
      const labels = this.#info.labels[info] ?? noLabels;
      for (let at = 0; at < labels.length; at += 2) {
        const [name = "", value = ""] = [labels[at], labels[at + 1]];
        if (name === nameLabel || (names.size > 0 && !names.has(name))) continue;
        if ((added.get(name) ?? value) !== value) throw new QueryError("execution", `conflicting label: ${name}`);
        if (labelValue(base, name) === "") added.set(name, value);
      }
    }
    return added;
  }
}

function signature(name: string, labels: LabelSet): string {
  return `${name}\0${keyOfOnly(labels, identifying)}`;
}
