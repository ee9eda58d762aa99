/**
 * An inverted index over the labels of one tenant's series, in memory: for each label its values, for each value the series
 * that have it. Series are known by their position here, and by the id under which their samples are stored.
 */
import type { Sliceable } from "#src/http/event-loop.ts";
import { compareText } from "./labels.ts";
import { type LabelMatcher, type Labels, SelectionTooLarge } from "./store.ts";

/** One value of one label. */
interface Posting {
  /** In the order in which they were found. */
  readonly number: number;
  readonly label: LabelIndex;
  readonly value: string;
  /** Positions of the series that have it, rising. */
  readonly series: number[];
}

interface LabelIndex {
  readonly name: string;
  readonly values: Map<string, Posting>;
}

/** Between two pauses. */
const sliceSeries = 8_192;

/** Roughly what a label and a value take beside their texts, a posting of several series and of one series more, and a series itself, in bytes. */
const labelBytes = 400;
const valueBytes = 200;
const listBytes = 128;
const postingBytes = 8;
const seriesBytes = 12;

export class SeriesIndex {
  readonly #labels = new Map<string, LabelIndex>();
  readonly #postings: Posting[] = [];
  #ids = new Uint32Array(64);
  #lastDays = new Int32Array(64);
  /** Where the series' postings begin in `#refs`; one more than there are series. */
  #starts = new Uint32Array(65);
  #refs = new Uint32Array(512);
  #length = 0;
  #bytes = 0;

  get length(): number {
    return this.#length;
  }

  /** Its memory, in bytes, roughly. */
  get size(): number {
    return this.#bytes;
  }

  /** Adds a series that is not there yet. `lastDay`: the last day on which it is known to have samples. */
  add(id: number, labels: Labels, lastDay: number): void {
    const position = this.#length++;
    if (position === this.#ids.length) this.#grow();
    this.#ids[position] = id;
    this.#lastDays[position] = lastDay;
    let end = this.#starts[position] as number;
    if (end + labels.length > this.#refs.length) {
      const refs = new Uint32Array(2 * this.#refs.length + labels.length);
      refs.set(this.#refs);
      this.#refs = refs;
    }
    for (let i = 0; i < labels.length; i += 2) {
      this.#refs[end++] = this.#post(labels[i] as string, labels[i + 1] as string, position);
    }
    this.#starts[position + 1] = end;
    this.#bytes += seriesBytes + labels.length * (postingBytes + 4);
  }

  #post(name: string, value: string, position: number): number {
    let label = this.#labels.get(name);
    if (label === undefined) {
      label = { name, values: new Map() };
      this.#labels.set(name, label);
      this.#bytes += labelBytes + 2 * name.length;
    }
    const known = label.values.get(value);
    if (known !== undefined) {
      if (known.series.push(position) === 2) this.#bytes += listBytes;
      return known.number;
    }
    const posting = { number: this.#postings.length, label, value, series: [position] };
    label.values.set(value, posting);
    this.#bytes += valueBytes + 2 * value.length;
    this.#postings.push(posting);
    return posting.number;
  }

  id(position: number): number {
    return this.#ids[position] as number;
  }

  lastDay(position: number): number {
    return this.#lastDays[position] as number;
  }

  labels(position: number): Labels {
    const labels: string[] = [];
    for (let ref = this.#starts[position] as number; ref < (this.#starts[position + 1] as number); ref++) {
      const { label, value } = this.#postings[this.#refs[ref] as number] as Posting;
      labels.push(label.name, value);
    }
    return labels;
  }

  /** In the order of their labels: names, then values, by their code points. */
  compare(a: number, b: number): number {
    let left = this.#starts[a] as number;
    let right = this.#starts[b] as number;
    const leftEnd = this.#starts[a + 1] as number;
    const rightEnd = this.#starts[b + 1] as number;
    for (; left < leftEnd && right < rightEnd; left++, right++) {
      const x = this.#refs[left] as number;
      const y = this.#refs[right] as number;
      if (x === y) continue;
      const one = this.#postings[x] as Posting;
      const other = this.#postings[y] as Posting;
      return one.label === other.label
        ? compareText(one.value, other.value)
        : compareText(one.label.name, other.label.name);
    }
    return leftEnd - left - (rightEnd - right);
  }

  /** Hands over the names of labels of series that were seen on the day or later. */
  *namesSince(day: number, visit: (name: string) => void): Sliceable<void> {
    for (const { name, values } of this.#labels.values()) {
      for (const posting of values.values()) {
        if (!(yield* this.#seenSince(posting, day))) continue;
        visit(name);
        break;
      }
      yield;
    }
  }

  /** Hands over the values of a label of series that were seen on the day or later. */
  *valuesSince(name: string, day: number, visit: (value: string) => void): Sliceable<void> {
    for (const posting of this.#labels.get(name)?.values.values() ?? []) {
      if (yield* this.#seenSince(posting, day)) visit(posting.value);
      yield;
    }
  }

  *#seenSince({ series }: Posting, day: number): Sliceable<boolean> {
    for (let looked = 0; looked < series.length; looked++) {
      if (this.lastDay(series[looked] as number) >= day) return true;
      if (looked % sliceSeries === sliceSeries - 1) yield;
    }
    return false;
  }

  /** Positions of the series that pass all matchers, rising. Throws SelectionTooLarge beyond `limit`. */
  *match(matchers: readonly LabelMatcher[], limit: number): Sliceable<number[]> {
    const tests: Test[] = [];
    for (const matcher of matchers) tests.push(yield* this.#test(matcher));
    tests.sort((a, b) => a.size - b.size);
    const [narrowest, ...others] = tests;
    const found: number[] = [];
    let looked = 0;
    for (const position of this.#candidates(narrowest)) {
      if (++looked % sliceSeries === 0) yield;
      if (!others.every((test) => this.#passes(position, test))) continue;
      if (found.push(position) > limit) throw new SelectionTooLarge("series", limit);
    }
    return Array.from(Uint32Array.from(found).sort());
  }

  /** The test for a matcher, by the values that exist. */
  *#test({ name, matches, values }: LabelMatcher): Sliceable<Test> {
    const label = this.#labels.get(name);
    const withoutLabel = matches("");
    const passing = new Set<Posting>();
    if (label !== undefined && values !== undefined) {
      for (const value of values) {
        const posting = label.values.get(value);
        if (posting !== undefined) passing.add(posting);
      }
    } else if (label !== undefined) {
      for (const [value, posting] of label.values) {
        // A pattern may take a millisecond for a single value.
        yield;
        if (matches(value)) passing.add(posting);
      }
    }
    let size = withoutLabel ? this.#length : 0;
    if (!withoutLabel) for (const { series } of passing) size += series.length;
    return { label, passing, withoutLabel, size };
  }

  *#candidates(narrowest: Test | undefined): Generator<number> {
    if (narrowest === undefined) {
      for (let position = 0; position < this.#length; position++) yield position;
    } else if (narrowest.withoutLabel) {
      for (let position = 0; position < this.#length; position++) if (this.#passes(position, narrowest)) yield position;
    } else {
      for (const { series } of narrowest.passing) yield* series;
    }
  }

  #passes(position: number, { label, passing, withoutLabel }: Test): boolean {
    if (label === undefined) return withoutLabel;
    const end = this.#starts[position + 1] as number;
    for (let ref = this.#starts[position] as number; ref < end; ref++) {
      const posting = this.#postings[this.#refs[ref] as number] as Posting;
      if (posting.label === label) return passing.has(posting);
    }
    return withoutLabel;
  }

  #grow(): void {
    const capacity = 2 * this.#ids.length;
    const ids = new Uint32Array(capacity);
    ids.set(this.#ids);
    this.#ids = ids;
    const lastDays = new Int32Array(capacity);
    lastDays.set(this.#lastDays);
    this.#lastDays = lastDays;
    const starts = new Uint32Array(capacity + 1);
    starts.set(this.#starts);
    this.#starts = starts;
  }
}

interface Test {
  readonly label: LabelIndex | undefined;
  readonly passing: ReadonlySet<Posting>;
  /** Whether a series without the label passes. */
  readonly withoutLabel: boolean;
  /** Most series that can pass. */
  readonly size: number;
}
