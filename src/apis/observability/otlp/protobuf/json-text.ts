import { isUtf8 } from "node:buffer";
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
 * JSON text under construction, as UTF-8 bytes: strings are copied from the request four bytes at a time, escaped where
 * they must be, and the whole text becomes one JavaScript string at the end. One instance serves a whole request.
 */
export class JsonText {
  length = 0;
  /** True when some string needed an escape since the last `clear`. */
  escaped = false;
  private bytes = Buffer.allocUnsafe(4096);
  private view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
  private ascii = true;

  clear(): void {
    this.length = 0;
    this.escaped = false;
    this.ascii = true;
  }

  /** Drops what is there and begins a list; its elements start at position 1. */
  openList(): void {
    this.clear();
    this.byte(openBracket);
  }

  /** Ends the list that `openList` began and returns the text. Throws RecordFault when it is not UTF-8. */
  closeList(): string {
    if (this.length === 1) return "[]";
    this.byte(closeBracket);
    return this.take();
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

  /** The text so far as a string; the instance is then empty again. Throws RecordFault when it is not UTF-8. */
  take(): string {
    const text = this.ascii ? this.bytes.toString("latin1", 0, this.length) : this.utf8();
    this.clear();
    return text;
  }

  private utf8(): string {
    // Strings are separated by ASCII quotes, so the whole is valid UTF-8 exactly when every string in it is.
    if (!isUtf8(this.bytes.subarray(0, this.length))) throw new RecordFault(reasons.notUnicode);
    return this.bytes.toString("utf8", 0, this.length);
  }

  private grow(by: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + by));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
    this.view = new DataView(larger.buffer, larger.byteOffset, larger.byteLength);
  }
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
