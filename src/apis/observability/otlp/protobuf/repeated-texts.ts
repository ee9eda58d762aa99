import type { ProtobufReader } from "./reader.ts";
import { readText } from "./values.ts";

/** Longer texts (bytes) are not remembered. */
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
    let slot = this.bytes;
    if (this.bytes <= longest) {
      for (let i = start; i < end; i++) slot = (Math.imul(slot, 31) + (reader.bytes[i] as number)) | 0;
      slot &= slots - 1;
      const known = this.#known[slot];
      if (known !== undefined && isSame(reader.bytes, known, start, end)) return known.text;
    }
    reader.pos = field;
    const text = readText(reader);
    if (this.bytes <= longest) this.#known[slot] = { start, end, text };
    return text;
  }
}

function isSame(bytes: Uint8Array, known: Known, start: number, end: number): boolean {
  if (known.end - known.start !== end - start) return false;
  for (let i = start, j = known.start; i < end; i++, j++) if (bytes[i] !== bytes[j]) return false;
  return true;
}
