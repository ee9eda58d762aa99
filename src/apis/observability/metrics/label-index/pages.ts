/**
 * The label index of many series, in pages that are read one by one. Series stand in the order of their labels; their
 * positions there are what the pages speak of.
 *
 * - A series page: some series with their ids and labels. The days on which they were seen are in a table of their own.
 * - A value page: some values of one label in their order, each with the positions of the series that have it.
 * - The directory: which positions and values begin which page. Pages of series come first, then those of each label in turn.
 */
import { type ByteReader, ByteWriter, DamagedBytes } from "../codec/bytes.ts";
import { compressedBeside, decompressed } from "../codec/compression.ts";
import type { Labels } from "../store.ts";
import type { Bitmap } from "./bitmap.ts";

const version = 2;

export interface IndexedSeries {
  readonly id: number;
  readonly labels: Labels;
}

/** A count that lies is found before memory is taken for it: each of what is counted takes a byte at least. */
function readCount(reader: ByteReader): number {
  const count = reader.varint();
  if (count > reader.end - reader.at) throw new DamagedBytes("there is less than it says");
  return count;
}

export class SeriesPage {
  readonly ids: Uint32Array;
  readonly #texts: readonly string[];
  /** Where the texts of each series begin in `#refs`; one more than there are series. */
  readonly #starts: Uint32Array;
  readonly #refs: Uint32Array;
  /** Its memory, in bytes, roughly. */
  readonly size: number;

  static encode(series: readonly IndexedSeries[]): Promise<Buffer> {
    const texts = new Map<string, number>();
    const refs = new ByteWriter(16 * series.length);
    const writer = new ByteWriter(64 * series.length);
    writer.varint(series.length);
    let id = 0;
    for (const { id: next, labels } of series) {
      writer.signed(next - id);
      writer.varint(labels.length);
      id = next;
      for (const text of labels) {
        let ref = texts.get(text);
        if (ref === undefined) {
          ref = texts.size;
          texts.set(text, ref);
        }
        refs.varint(ref);
      }
    }
    writer.varint(texts.size);
    for (const text of texts.keys()) writer.text(text);
    writer.append(refs.written);
    return compressedBeside(writer.written, version, "small");
  }

  /** Throws DamagedBytes. */
  constructor(payload: Buffer) {
    const reader = decompressed(payload, version);
    const count = readCount(reader);
    this.ids = new Uint32Array(count);
    this.#starts = new Uint32Array(count + 1);
    let id = 0;
    let end = 0;
    for (let i = 0; i < count; i++) {
      id += reader.signed();
      end += readCount(reader);
      this.ids[i] = id;
      this.#starts[i + 1] = end;
    }
    const texts: string[] = [];
    let characters = 0;
    for (let left = readCount(reader); left > 0; left--)
      characters += texts[texts.push(reader.text()) - 1]?.length ?? 0;
    this.#texts = texts;
    if (end > reader.end - reader.at) throw new DamagedBytes("there are fewer labels than it says");
    this.#refs = new Uint32Array(end);
    for (let i = 0; i < end; i++) this.#refs[i] = reader.varint();
    this.size = 8 * count + 4 * end + 40 * texts.length + 2 * characters + 200;
  }

  get length(): number {
    return this.ids.length;
  }

  labels(at: number): Labels {
    const end = this.#starts[at + 1] as number;
    const labels: string[] = [];
    for (let ref = this.#starts[at] as number; ref < end; ref++) {
      labels.push(this.#texts[this.#refs[ref] as number] as string);
    }
    return labels;
  }
}

/** One value of a label, as it is written. */
export interface ValueEntry {
  readonly value: string;
  /** Rising. */
  readonly positions: Uint32Array;
}

export class ValuePage {
  readonly values: readonly string[];
  /** How many series have the value. */
  readonly counts: Uint32Array;
  readonly #reader: ByteReader;
  /** Where the positions of each value begin. */
  readonly #starts: Uint32Array;
  readonly size: number;

  static encode(entries: readonly ValueEntry[]): Promise<Buffer> {
    const writer = new ByteWriter(1 << 16);
    const positions = new ByteWriter(1 << 16);
    writer.varint(entries.length);
    for (const { value, positions: of } of entries) {
      const before = positions.length;
      writeRuns(positions, of);
      writer.text(value);
      writer.varint(of.length);
      writer.varint(positions.length - before);
    }
    writer.append(positions.written);
    return compressedBeside(writer.written, version, "small");
  }

  /** Throws DamagedBytes. */
  constructor(payload: Buffer) {
    const reader = decompressed(payload, version);
    const count = readCount(reader);
    const values: string[] = [];
    this.counts = new Uint32Array(count);
    this.#starts = new Uint32Array(count);
    let characters = 0;
    let end = 0;
    for (let i = 0; i < count; i++) {
      const value = reader.text();
      values.push(value);
      characters += value.length;
      this.counts[i] = reader.varint();
      this.#starts[i] = end;
      end += reader.varint();
    }
    for (let i = 0; i < count; i++) this.#starts[i] = (this.#starts[i] as number) + reader.at;
    reader.skip(end);
    this.values = values;
    this.#reader = reader;
    this.size = 48 * count + 2 * characters + reader.bytes.length + 200;
  }

  /** Adds the positions of the series that have the value. */
  addTo(set: Bitmap, value: number): void {
    for (const [first, count] of this.#runs(value)) set.add(first, count);
  }

  /** Whether one of the series has the value. */
  isOf(set: Bitmap, value: number): boolean {
    for (const [first, count] of this.#runs(value)) if (set.hasAny(first, count)) return true;
    return false;
  }

  *#runs(value: number): Generator<readonly [first: number, count: number]> {
    const reader = this.#reader;
    reader.at = this.#starts[value] as number;
    let left = this.counts[value] as number;
    let next = 0;
    while (left > 0) {
      const step = reader.varint();
      const run = step % 2 === 0 ? 1 : reader.varint();
      next += Math.floor(step / 2);
      yield [next, run];
      next += run;
      left -= run;
    }
  }
}

/** Runs of numbers that follow each other: the gap before each, doubled, and one more when its length follows. */
function writeRuns(writer: ByteWriter, positions: Uint32Array): void {
  let next = 0;
  for (let at = 0; at < positions.length; ) {
    const first = positions[at] as number;
    let run = 1;
    while (at + run < positions.length && positions[at + run] === first + run) run++;
    writer.varint(2 * (first - next) + (run > 1 ? 1 : 0));
    if (run > 1) writer.varint(run);
    next = first + run;
    at += run;
  }
}

export interface DirectoryLabel {
  readonly name: string;
  /** How many values it has. */
  readonly values: number;
  readonly pages: readonly DirectoryPage[];
}

export interface DirectoryPage {
  readonly page: number;
  /** Its first value; the last one is before the next page's first. */
  readonly first: string;
}

export interface DirectoryLists {
  readonly ids: Uint32Array;
  readonly firsts: readonly number[];
  readonly labels: readonly DirectoryLabel[];
}

/** The written index: pages by their numbers, and the directory over them. */
export interface WrittenIndex {
  readonly series: number;
  readonly pages: readonly Buffer[];
  readonly directory: Buffer;
}

export class Directory {
  /** Of the series, by their positions. */
  readonly ids: Uint32Array;
  /** The first position of each series page. */
  readonly firsts: Uint32Array;
  readonly labels: ReadonlyMap<string, DirectoryLabel>;
  readonly size: number;

  static encode({ ids, firsts, labels }: DirectoryLists): Promise<Buffer> {
    const writer = new ByteWriter();
    writer.varint(ids.length);
    let last = 0;
    for (const id of ids) {
      writer.signed(id - last);
      last = id;
    }
    writer.varint(firsts.length);
    for (const first of firsts) writer.varint(first);
    writer.varint(labels.length);
    for (const { name, values, pages } of labels) {
      writer.text(name);
      writer.varint(values);
      writer.varint(pages.length);
      for (const { page, first } of pages) {
        writer.varint(page);
        writer.text(first);
      }
    }
    return compressedBeside(writer.written, version, "small");
  }

  /** Throws DamagedBytes. */
  constructor(payload: Buffer) {
    const reader = decompressed(payload, version);
    this.ids = new Uint32Array(readCount(reader));
    let last = 0;
    for (let i = 0; i < this.ids.length; i++) {
      last += reader.signed();
      this.ids[i] = last;
    }
    this.firsts = Uint32Array.from({ length: readCount(reader) }, () => reader.varint());
    const labels = new Map<string, DirectoryLabel>();
    for (let left = readCount(reader); left > 0; left--) {
      const name = reader.text();
      const values = reader.varint();
      const pages = Array.from({ length: readCount(reader) }, () => {
        const page = reader.varint();
        return { page, first: reader.text() };
      });
      labels.set(name, { name, values, pages });
    }
    this.labels = labels;
    this.size = 4 * reader.bytes.length + 4 * this.ids.length + 1_000;
  }
}
