/**
 * The mappings of a source map (ECMA-426, 5.3): segments of base64 VLQ. They stay the text that they are, with a mark at every 256th
 * segment from which reading begins: an array of all would be ten times as large.
 */
import { firstPlace } from "../binary-search.ts";

const comma = 0x2c;
const semicolon = 0x3b;
const markEvery = 256;

/** By the code of the character; what is no digit counts as 0. */
const digits = new Uint8Array(128);
for (const [value, digit] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  digits[digit.charCodeAt(0)] = value;

/** Reads one segment after the other. Its fields are those of the last one; all count from 0. */
export class SegmentReader {
  generatedLine = 0;
  generatedColumn = 0;
  source = 0;
  line = 0;
  column = 0;
  name = 0;
  /** Fields that the last segment has: the generated column; three with source, line and column more; one with a name more. */
  fields = 0;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** False at the end. */
  next(): boolean {
    const text = this.#text;
    for (; ; this.#at++) {
      if (this.#at >= text.length) return false;
      const code = text.charCodeAt(this.#at);
      if (code === semicolon) {
        this.generatedLine++;
        this.generatedColumn = 0;
      } else if (code !== comma) break;
    }
    this.fields = 0;
    let value = 0;
    let shift = 0;
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at);
      if (code === comma || code === semicolon) break;
      const digit = digits[code] ?? 0;
      value |= (digit & 31) << shift;
      shift += 5;
      if ((digit & 32) !== 0) continue;
      this.#add(signed(value));
      value = 0;
      shift = 0;
    }
    return true;
  }

  /** Numbers beyond 32 bits wrap around: no map has them. */
  #add(difference: number): void {
    switch (this.fields++) {
      case 0:
        this.generatedColumn = (this.generatedColumn + difference) | 0;
        break;
      case 1:
        this.source = (this.source + difference) | 0;
        break;
      case 2:
        this.line = (this.line + difference) | 0;
        break;
      case 3:
        this.column = (this.column + difference) | 0;
        break;
      case 4:
        this.name = (this.name + difference) | 0;
    }
  }

  copy(): SegmentReader {
    return new SegmentReader(this.#text).become(this);
  }

  become(other: SegmentReader): this {
    this.generatedLine = other.generatedLine;
    this.generatedColumn = other.generatedColumn;
    this.source = other.source;
    this.line = other.line;
    this.column = other.column;
    this.name = other.name;
    this.fields = other.fields;
    this.#at = other.#at;
    return this;
  }
}

/** The sign is the lowest bit; minus zero is the least number (ECMA-426, 5.2). */
function signed(value: number): number {
  const size = value >>> 1;
  if ((value & 1) === 0) return size;
  return size === 0 ? -0x8000_0000 : -size;
}

interface Mark {
  /** Of the segment that `reader` reads next. */
  readonly generatedLine: number;
  readonly generatedColumn: number;
  readonly reader: SegmentReader;
}

export class Mappings {
  readonly #start: SegmentReader;
  readonly #marks: Mark[] = [];
  /** Whether the columns of all lines rise. */
  #isSorted = true;

  constructor(text: string) {
    this.#start = new SegmentReader(text);
    const reader = this.#start.copy();
    let before = this.#start;
    let line = -1;
    let column = 0;
    for (let left = markEvery; reader.next(); ) {
      const { generatedLine, generatedColumn } = reader;
      if (generatedLine === line && generatedColumn < column) this.#isSorted = false;
      line = generatedLine;
      column = generatedColumn;
      if (--left > 1) continue;
      if (left === 1) before = reader.copy();
      else {
        this.#marks.push({ generatedLine, generatedColumn, reader: before });
        left = markEvery;
      }
    }
  }

  /**
   * The last segment of the line that begins at the column or before it, and before `end`; of several at the column itself the first.
   * Null when there is none.
   */
  segmentAt(line: number, column: number, end = Number.POSITIVE_INFINITY): SegmentReader | null {
    const reader = this.#readerBefore(line, this.#isSorted ? column : Number.NEGATIVE_INFINITY);
    let found: SegmentReader | null = null;
    while (reader.next() && reader.generatedLine <= line) {
      const { generatedLine, generatedColumn } = reader;
      if (generatedLine < line) continue;
      if (generatedColumn > column || generatedColumn >= end) {
        if (this.#isSorted) break;
        continue;
      }
      if (found === null) found = reader.copy();
      else if (generatedColumn >= found.generatedColumn) found.become(reader);
      if (generatedColumn === column) break;
    }
    return found;
  }

  /** At the last mark before the place. */
  #readerBefore(line: number, column: number): SegmentReader {
    const next = firstPlace(this.#marks.length, (place) => {
      const { generatedLine, generatedColumn } = this.#marks[place] as Mark;
      return generatedLine > line || (generatedLine === line && generatedColumn >= column);
    });
    return (this.#marks[next - 1]?.reader ?? this.#start).copy();
  }
}
