import { isUtf8 } from "node:buffer";
import { ByteWriter } from "../../metrics/codec/bytes.ts";
import { RecordFault, reasons } from "../faults.ts";

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const letterU = 0x75;
const zero = 0x30;
const hexDigits = Buffer.from("0123456789abcdef");

/** Second character of a two-character escape by byte, 0 where the byte has none (the escapes of JSON.stringify). */
const shortEscapes = new Uint8Array(256);
for (const [character, letter] of ['""', "\\\\", "\bb", "\ff", "\nn", "\rr", "\tt"]) {
  shortEscapes[String(character).charCodeAt(0)] = String(letter).charCodeAt(0);
}

/** Fixed ASCII text that needs no escaping, as words of four bytes; the last word may be longer than the text. */
export interface Literal {
  readonly words: Int32Array;
  readonly length: number;
}

/** `text` must be ASCII. */
export function literal(text: string): Literal {
  const count = Math.ceil(text.length / 4);
  const bytes = Buffer.from(text.padEnd(count * 4));
  const words = Int32Array.from({ length: count }, (_, index) => bytes.readInt32LE(index * 4));
  return { words, length: text.length };
}

/**
 * JSON text under construction, as UTF-8 bytes: strings are copied from the request four bytes at a time, and escaped where
 * they must be. A text becomes one JavaScript string at the end, or stays in the bytes it was written to. One instance serves a
 * whole request.
 */
export class JsonText {
  length = 0;
  /** True when some string of this text needed an escape. */
  escaped = false;
  /** True when this text has nothing beyond ASCII. */
  ascii = true;
  private start = 0;
  private readonly out: ByteWriter;
  private bytes: Buffer;
  private view: DataView;

  /** @param out what the texts are written to; its length is set at the end of each. */
  constructor(out = new ByteWriter()) {
    this.out = out;
    this.bytes = out.bytes;
    this.view = viewOf(this.bytes);
  }

  /** Begins a text at the end of `out`; what was begun before and did not end is dropped. */
  begin(): void {
    this.length = this.out.length;
    this.start = this.length;
    this.escaped = false;
    this.ascii = true;
  }

  /** Begins a text that is a list, and returns where its elements start. */
  openList(): number {
    this.begin();
    this.byte(openBracket);
    return this.length;
  }

  /** Ends the list that `openList` began and returns the text. Throws RecordFault when it is not UTF-8. */
  closeList(): string {
    this.endList();
    return this.length === this.start ? "[]" : this.take();
  }

  /** Ends the list that `openList` began; one without elements leaves no text. Throws RecordFault when it is not UTF-8. */
  endList(): void {
    if (this.length === this.start + 1) {
      this.length = this.start;
      return;
    }
    this.byte(closeBracket);
    this.check();
  }

  /** Appends fixed text. */
  raw({ words, length }: Literal): void {
    const size = words.length * 4;
    if (this.length + size > this.bytes.length) this.grow(size);
    const view = this.view;
    const at = this.length;
    for (let i = 0; i < words.length; i++) view.setInt32(at + i * 4, words[i] as number, true);
    this.length = at + length;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.grow(1);
    this.bytes[this.length++] = value;
  }

  /** Appends ASCII text that needs no escaping. */
  rawText(text: string): void {
    const size = text.length;
    if (this.length + size > this.bytes.length) this.grow(size);
    const target = this.bytes;
    let at = this.length;
    for (let i = 0; i < size; i++) target[at++] = text.charCodeAt(i);
    this.length = at;
  }

  /**
   * Appends the bytes of a protobuf string as a JSON string. Throws RecordFault at U+0000, which PostgreSQL's text
   * and jsonb cannot hold; whether the rest is UTF-8 is checked for the whole text by `take`.
   */
  string(source: DataView, start: number, end: number): void {
    if (this.length + end - start + 2 > this.bytes.length) this.grow(end - start + 2);
    let target = this.bytes;
    let targetView = this.view;
    let at = this.length;
    let seen = 0;
    target[at++] = quote;
    for (let i = start; i < end; i++) {
      while (i + 4 <= end) {
        const four = source.getInt32(i, true);
        if (needsEscape(four)) break;
        seen |= four;
        targetView.setInt32(at, four, true);
        at += 4;
        i += 4;
      }
      if (i === end) break;
      const byte = source.getUint8(i);
      if (byte >= 0x20 && byte !== quote && byte !== backslash) {
        seen |= byte;
        target[at++] = byte;
        continue;
      }
      if (byte === 0) throw new RecordFault(reasons.nul);
      this.escaped = true;
      this.length = at;
      if (at + end - i + 6 > target.length) this.grow(end - i + 6);
      target = this.bytes;
      targetView = this.view;
      target[at++] = backslash;
      const short = shortEscapes[byte] as number;
      if (short !== 0) {
        target[at++] = short;
      } else {
        target[at++] = letterU;
        target[at++] = zero;
        target[at++] = zero;
        target[at++] = hexDigits[byte >> 4] as number;
        target[at++] = hexDigits[byte & 15] as number;
      }
    }
    target[at++] = quote;
    this.length = at;
    if ((seen & 0x80808080) !== 0) this.ascii = false;
  }

  /** Appends what was written before, to this text or an earlier one: ASCII, from `start` to before `end`. */
  repeat(start: number, end: number): void {
    const size = end - start;
    // The last word may be longer than what is copied.
    if (this.length + size + 3 > this.bytes.length) this.grow(size + 3);
    const view = this.view;
    for (let from = start, at = this.length; from < end; from += 4, at += 4)
      view.setInt32(at, view.getInt32(from, true), true);
    this.length += size;
  }

  /** Leaves the text in the bytes. */
  keep(): void {
    this.out.length = this.length;
  }

  /** The text as a string, which is dropped from the bytes. Throws RecordFault when it is not UTF-8. */
  take(): string {
    this.check();
    const text = this.bytes.toString(this.ascii ? "latin1" : "utf8", this.start, this.length);
    this.begin();
    return text;
  }

  /** Throws RecordFault when the text is not UTF-8. Its strings are separated by ASCII quotes, so each of them is checked. */
  private check(): void {
    if (!this.ascii && !isUtf8(this.bytes.subarray(this.start, this.length))) throw new RecordFault(reasons.notUnicode);
  }

  private grow(by: number): void {
    this.out.length = this.length;
    this.out.reserve(by);
    this.out.length = this.start;
    this.bytes = this.out.bytes;
    this.view = viewOf(this.bytes);
  }
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Whether one of four bytes is a control character, a quote or a backslash: "determine if a word has a byte less than
 * n" and "… equal to n" of the bit-twiddling literature, exact as to whether there is one.
 */
function needsEscape(four: number): boolean {
  const quotes = four ^ 0x22222222;
  const backslashes = four ^ 0x5c5c5c5c;
  const found =
    ((four - 0x20202020) & ~four) | ((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes);
  return (found & 0x80808080) !== 0;
}
