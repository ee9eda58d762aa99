import type { ProtobufReader } from "./reader.ts";
import { hashOf, isSame } from "./repeated-attributes.ts";
import { readText } from "./values.ts";

/** The texts (bytes) that are remembered. */
const shortest = 4;
const longest = 128;
const slots = 64;

interface Known {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Reads strings of which few differ, such as names. One that was read a short time ago does not become a string once more. */
export class RepeatedTexts {
  /** The bytes of the text that was read last. */
  bytes = 0;
  readonly #reader: ProtobufReader;
  readonly #known = new Array<Known | undefined>(slots);

  constructor(reader: ProtobufReader) {
    this.#reader = reader;
  }

  /** Reads the string at the cursor. Throws RecordFault when it holds U+0000 or is not UTF-8. */
  read(): string {
    const reader = this.#reader;
    const field = reader.pos;
    const end = reader.delimited();
    const start = reader.pos;
    reader.pos = end;
    this.bytes = end - start;
    if (this.bytes === 0) return "";
    const isRemembered = this.bytes >= shortest && this.bytes <= longest;
    const slot = isRemembered ? hashOf(reader.view, start, end) & (slots - 1) : 0;
    const known = this.#known[slot];
    if (isRemembered && known !== undefined && isSame(reader.view, known.start, known.end, start, end))
      return known.text;
    reader.pos = field;
    const text = readText(reader);
    if (isRemembered) this.#known[slot] = { start, end, text };
    return text;
  }
}
