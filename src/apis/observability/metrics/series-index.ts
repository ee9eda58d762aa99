/**
 * An inverted index over the labels of one tenant's series, in memory: for each label its values, for each value the series
 * that have it. Series are known by their position here, and by the id under which their samples are stored.
 */
import type { Sliceable } from "#src/http/event-loop.ts";
import { grown } from "./grown.ts";
import { decodeLabels } from "./label-bytes.ts";
import type { SeriesRow } from "./label-index/tables.ts";
import { compareText } from "./labels.ts";
import { slicedOrder } from "./sliced-sort.ts";
import type { Labels } from "./store.ts";

/** One value of one label. */
interface Posting {
  /** In the order in which they were found. */
  readonly number: number;
  readonly label: LabelIndex;
  readonly value: string;
  /** Positions of the series that have it, rising. */
  readonly series: number[];
}

const noValues: ReadonlyMap<string, Posting> = new Map();

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
const seriesBytes = 8;

export class SeriesIndex {
  readonly #labels = new Map<string, LabelIndex>();
  readonly #postings: Posting[] = [];
  #ids = new Uint32Array(64);
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

  /** Adds series that are not there yet, until the index takes `mostBytes`. Returns the last one that was added. */
  *addRows(rows: readonly SeriesRow[], mostBytes = Number.POSITIVE_INFINITY): Sliceable<SeriesRow | undefined> {
    for (const row of rows) {
      this.#add(row.series_id, decodeLabels(row.labels));
      if (this.#bytes >= mostBytes) return row;
      yield;
    }
    return rows.at(-1);
  }

  #add(id: number, labels: Labels): void {
    const position = this.#length++;
    if (position === this.#ids.length) {
      this.#ids = grown(this.#ids, 2 * position);
      this.#starts = grown(this.#starts, 2 * position + 1);
    }
    this.#ids[position] = id;
    let end = this.#starts[position] as number;
    if (end + labels.length > this.#refs.length) this.#refs = grown(this.#refs, 2 * this.#refs.length + labels.length);
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

  /** Gives the series new positions: those in the order of their labels. */
  *sort(): Sliceable<void> {
    const order = yield* slicedOrder(this.#length, (a, b) => this.compare(a, b));
    const ids = new Uint32Array(this.#length);
    const starts = new Uint32Array(this.#length + 1);
    const refs = new Uint32Array(this.#starts[this.#length] as number);
    // Of each posting, how many of its series have their new position.
    const placed = new Uint32Array(this.#postings.length);
    for (let position = 0, end = 0; position < order.length; position++) {
      if (position % sliceSeries === sliceSeries - 1) yield;
      const before = order[position] as number;
      ids[position] = this.#ids[before] as number;
      for (let at = this.#starts[before] as number; at < (this.#starts[before + 1] as number); at++) {
        const ref = this.#refs[at] as number;
        refs[end++] = ref;
        const { series } = this.#postings[ref] as Posting;
        series[placed[ref] as number] = position;
        placed[ref] = (placed[ref] as number) + 1;
      }
      starts[position + 1] = end;
    }
    this.#ids = ids;
    this.#starts = starts;
    this.#refs = refs;
  }

  get names(): Iterable<string> {
    return this.#labels.keys();
  }

  /** The values of a label, each with the positions of the series that have it, rising. */
  valuesOf(name: string): ReadonlyMap<string, Pick<Posting, "series">> {
    return this.#labels.get(name)?.values ?? noValues;
  }
}
