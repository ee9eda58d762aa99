import type { JsonText } from "./json-text.ts";
import type { ProtobufReader } from "./reader.ts";
import type { ValueWriter } from "./values.ts";

/** The attributes (bytes) that are remembered. */
const shortest = 4;
const longest = 256;
const slots = 256;
/** Of a slot: where the attribute stands in the body, where its JSON stands in the text, and how many values it holds. */
const [bodyStart, bodyEnd, textStart, textEnd, values] = [0, 1, 2, 3, 4];
const slotSize = 5;

/**
 * Writes attributes into lists of one text. An attribute that the request had a short time ago is copied from where its JSON was written
 * then: most attributes of spans repeat.
 */
export class RepeatedAttributes {
  readonly #reader: ProtobufReader;
  readonly #values: ValueWriter;
  readonly #out: JsonText;
  readonly #slots = new Int32Array(slotSize * slots);
  #listStart = 0;
  /** Where the JSON ends that was remembered last. */
  #last = 0;

  constructor(reader: ProtobufReader, values: ValueWriter, out: JsonText) {
    this.#reader = reader;
    this.#values = values;
    this.#out = out;
  }

  /** Begins a list. When the one before was dropped, what was written of it is forgotten. */
  openList(): void {
    this.#listStart = this.#out.openList();
    if (this.#last <= this.#listStart) return;
    this.#slots.fill(0);
    this.#last = 0;
  }

  /** Writes the attribute at the cursor. Throws RecordFault as `ValueWriter.attribute` does. */
  write(): void {
    const reader = this.#reader;
    const out = this.#out;
    const known = this.#slots;
    const field = reader.pos;
    const end = reader.delimited();
    const start = reader.pos;
    const isRemembered = end - start >= shortest && end - start <= longest;
    const slot = isRemembered ? slotSize * (hashOf(reader.view, start, end) & (slots - 1)) : 0;
    if (
      isRemembered &&
      isSame(reader.view, known[slot + bodyStart] as number, known[slot + bodyEnd] as number, start, end)
    ) {
      this.#values.listElement(out, this.#listStart, known[slot + values]);
      out.repeat(known[slot + textStart] as number, known[slot + textEnd] as number);
      reader.pos = end;
      return;
    }
    const before = this.#values.inRecord;
    const from = out.length + (out.length > this.#listStart ? 1 : 0);
    reader.pos = field;
    this.#values.attribute(out, this.#listStart);
    // A repetition is copied as bytes without being decoded, so only ASCII text is remembered.
    if (!isRemembered || !out.ascii) return;
    known[slot + bodyStart] = start;
    known[slot + bodyEnd] = end;
    known[slot + textStart] = from;
    known[slot + textEnd] = out.length;
    known[slot + values] = this.#values.inRecord - before;
    this.#last = out.length;
  }
}

/** A hash of at least four bytes: of their number and of three words, so that it takes the same time for all lengths. */
export function hashOf(view: DataView, start: number, end: number): number {
  const middle = (start + end) >> 1;
  let hash = Math.imul((end - start) ^ view.getInt32(start, true), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ view.getInt32(middle - 2, true), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13) ^ view.getInt32(end - 4, true), 0x9e3779b1);
  return hash ^ (hash >>> 16);
}

/** Whether the bytes from `start` are the same as those of the range that is known, at least four. */
export function isSame(view: DataView, knownStart: number, knownEnd: number, start: number, end: number): boolean {
  if (knownEnd - knownStart !== end - start) return false;
  const by = knownStart - start;
  for (let at = start; at <= end - 4; at += 4)
    if (view.getInt32(at, true) !== view.getInt32(at + by, true)) return false;
  return view.getInt32(end - 4, true) === view.getInt32(knownEnd - 4, true);
}
