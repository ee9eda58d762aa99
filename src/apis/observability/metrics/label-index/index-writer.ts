/** Makes a label index out of series that come in the order of their labels. */
import { inSlices, type Sliceable } from "#src/http/event-loop.ts";
import { compareText } from "../labels.ts";
import { slicedSort } from "../sliced-sort.ts";
import { Directory, type DirectoryLabel, type IndexedSeries, SeriesPage, type ValueEntry, ValuePage } from "./pages.ts";

/** The size of a page, roughly: some ten kilobytes stored, and read without a pause. */
const mostOfPage = { series: 2_048, values: 2_048, positions: 65_536, characters: 131_072 } as const;

/** The written index: pages by their numbers, and the directory over them. */
export interface WrittenIndex {
  readonly series: number;
  readonly pages: readonly Buffer[];
  readonly directory: Buffer;
}

/** Numbers that are added one by one. */
class Column {
  numbers = new Uint32Array(64);
  length = 0;

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[this.length++] = number;
  }
}

/** The state of one label, until all series have come. */
class LabelColumns {
  /** The number of each value. */
  readonly values = new Map<string, number>();
  /** Of each series that has the label, its position and the number of its value. */
  readonly positions = new Column();
  readonly valueNumbers = new Column();

  add(position: number, value: string): void {
    let number = this.values.get(value);
    if (number === undefined) {
      number = this.values.size;
      this.values.set(value, number);
    }
    this.positions.push(position);
    this.valueNumbers.push(number);
  }

  /** The values in their order, each with its positions. */
  *entries(): Sliceable<ValueEntry[]> {
    const { length, numbers } = this.valueNumbers;
    const starts = new Uint32Array(this.values.size + 1);
    for (let i = 0; i < length; i++) {
      if (i % 65_536 === 65_535) yield;
      (starts[(numbers[i] as number) + 1] as number)++;
    }
    yield;
    for (let value = 0; value < this.values.size; value++) {
      starts[value + 1] = (starts[value + 1] as number) + (starts[value] as number);
    }
    const next = starts.slice();
    const grouped = new Uint32Array(length);
    for (let i = 0; i < length; i++) {
      if (i % 65_536 === 65_535) yield;
      const value = numbers[i] as number;
      grouped[next[value] as number] = this.positions.numbers[i] as number;
      (next[value] as number)++;
    }
    const sorted = yield* slicedSort([...this.values], ([a], [b]) => compareText(a, b));
    const entries: ValueEntry[] = [];
    for (const [value, number] of sorted) {
      if (entries.length % 8_192 === 8_191) yield;
      const positions = grouped.subarray(starts[number], starts[number + 1]);
      entries.push({ value, positions });
    }
    return entries;
  }
}

export class IndexWriter {
  readonly #pages: Buffer[] = [];
  readonly #firsts: number[] = [];
  readonly #labels = new Map<string, LabelColumns>();
  readonly #ids = new Column();
  #series: IndexedSeries[] = [];
  #characters = 0;

  /** Whether `flush` is due before the next one. */
  get isFull(): boolean {
    return this.#series.length >= mostOfPage.series || this.#characters >= mostOfPage.characters * 4;
  }

  add(series: IndexedSeries): void {
    const { id, labels } = series;
    for (let i = 0; i < labels.length; i += 2) {
      const name = labels[i] as string;
      let columns = this.#labels.get(name);
      if (columns === undefined) {
        columns = new LabelColumns();
        this.#labels.set(name, columns);
      }
      const value = labels[i + 1] as string;
      columns.add(this.#ids.length, value);
      this.#characters += name.length + value.length;
    }
    this.#ids.push(id);
    this.#series.push(series);
  }

  async flush(): Promise<void> {
    if (this.#series.length === 0) return;
    this.#firsts.push(this.#ids.length - this.#series.length);
    this.#pages.push(await SeriesPage.encode(this.#series));
    this.#series = [];
    this.#characters = 0;
  }

  async finish(): Promise<WrittenIndex> {
    await this.flush();
    const labels: DirectoryLabel[] = [];
    for (const name of [...this.#labels.keys()].sort(compareText)) {
      const columns = this.#labels.get(name);
      if (columns === undefined) continue;
      labels.push(await this.#writeLabel(name, columns));
      this.#labels.delete(name);
    }
    const { length: series, numbers } = this.#ids;
    const directory = await Directory.encode({ ids: numbers.subarray(0, series), firsts: this.#firsts, labels });
    return { series, pages: this.#pages, directory };
  }

  async #writeLabel(name: string, columns: LabelColumns): Promise<DirectoryLabel> {
    const entries = await inSlices(columns.entries());
    const pages: DirectoryLabel["pages"][number][] = [];
    for (let start = 0; start < entries.length; ) {
      let end = start;
      let positions = 0;
      let characters = 0;
      const { values: most, positions: mostPositions, characters: mostCharacters } = mostOfPage;
      while (end < entries.length && end - start < most && positions < mostPositions && characters < mostCharacters) {
        const entry = entries[end++] as ValueEntry;
        positions += entry.positions.length;
        characters += entry.value.length;
      }
      pages.push({ page: this.#pages.length, first: entries[start]?.value ?? "" });
      this.#pages.push(await ValuePage.encode(entries.slice(start, end)));
      start = end;
    }
    return { name, values: entries.length, pages };
  }
}
