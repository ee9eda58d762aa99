import { isUtf8 } from "node:buffer";
import { shapeFault } from "#src/contract/json-shape.ts";
import type { Sliceable } from "#src/http/event-loop.ts";
import { OtlpDecodeError } from "../faults.ts";
import { limits } from "../limits.ts";
import { type JsonScan, scanJson } from "./scan.ts";

/** A parsed JSON body. */
export interface JsonBody {
  readonly value: unknown;
  /** True when a string may hold U+0000 or a lone surrogate, which only escapes can bring into valid UTF-8. */
  readonly hasSuspectEscapes: boolean;
}

/** JSON of more bytes is parsed element by element, in bytes. */
const pieceBytes = 64 * 1024;
/** Elements that are no longer together are parsed together. */
const runBytes = 16 * 1024;
/** Lists in lists down to the records: resources, scopes, records. */
const recordLevel = 3;
/** Lists in lists that are taken apart: what a record has of attributes or data points, and what these hold. */
const listLevels = 6;

/**
 * Parses JSON so that integers stay exact: one that a double may not hold is text, as if it had been sent in quotes. Long
 * bodies are parsed in pieces, between which one may pause: the elements of lists.
 * Throws OtlpDecodeError when the body is not UTF-8, not JSON, nested too deep, or holds too much.
 */
export function* parseJson(bytes: Buffer): Sliceable<JsonBody> {
  if (!isUtf8(bytes)) throw new OtlpDecodeError("the body is not valid UTF-8");
  const scan = yield* scanJson(bytes);
  const { hasSuspectEscapes } = scan;
  const value = yield* new JsonPieces(bytes, scan).value(0, bytes.length, 0);
  return { value, hasSuspectEscapes };
}

const space = 0x20;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Where the elements of a list begin, each a byte behind the end of the one before, and where the last one ends. */
interface Elements {
  readonly starts: readonly number[];
  readonly end: number;
}

class JsonPieces {
  readonly #bytes: Buffer;
  /** Where the numbers are that become text: start and end of each, in order. */
  readonly #longNumbers: readonly number[];
  readonly #longContainers: ReadonlyMap<number, number>;
  #elements = 0;

  constructor(bytes: Buffer, { longNumbers, longContainers }: JsonScan) {
    this.#bytes = bytes;
    this.#longNumbers = longNumbers;
    this.#longContainers = longContainers;
  }

  /** The value between two positions, which lies so deep in lists. */
  *value(start: number, end: number, level: number): Sliceable<unknown> {
    if (level >= recordLevel && end - start > limits.recordBytes) throw tooLong();
    if (end - start <= pieceBytes || level === listLevels || !this.#isObject(start, end))
      return this.#whole(start, end);
    const { frame, lists } = yield* this.#cut(start, end);
    const object = this.#parse(frame, start);
    for (const list of listsIn(object)) yield* this.#fill(list, lists[list.pop() as number] as Elements, level + 1);
    return object;
  }

  /** Parses the elements into the list: long ones in pieces of their own, others as many at once as are long together. */
  *#fill(list: unknown[], { starts, end }: Elements, level: number): Sliceable<void> {
    const endOf = (index: number) => (starts[index + 1] ?? end + 1) - 1;
    for (let first = 0; first < starts.length; ) {
      const start = starts[first] as number;
      let next = first + 1;
      if (endOf(first) - start > runBytes) list.push(yield* this.value(start, endOf(first), level));
      else {
        while (next < starts.length && endOf(next) - start <= runBytes) next++;
        const run = this.#parse(`[${this.#text(start, endOf(next - 1))}]`, start - 1);
        for (const element of run as unknown[]) list.push(element);
      }
      first = next;
      yield;
    }
  }

  /**
   * The text of an object in which each of its outermost lists holds nothing but its number, and where the elements of
   * these lists are.
   */
  *#cut(start: number, end: number): Sliceable<{ frame: string; lists: readonly Elements[] }> {
    const bytes = this.#bytes;
    const lists: Elements[] = [];
    const frame: string[] = [];
    let frameBytes = 0;
    let from = start;
    let depth = 0;
    /** Of the list that is being cut; 0 outside of any. */
    let listDepth = 0;
    let starts: number[] = [];
    /** The last byte that is no white space. */
    let last = start;
    const keep = (to: number) => {
      frameBytes += to - from;
      if (frameBytes > limits.recordBytes) throw tooLong();
      frame.push(this.#text(from, to));
    };
    let pauseAt = start + pieceBytes;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      if (depth === listDepth && depth !== 0 && (byte === openObject || byte === openArray)) {
        // An element: a long one is stepped over.
        const elementEnd = this.#longContainers.get(at);
        if (elementEnd !== undefined && elementEnd < end) {
          at = elementEnd;
          last = at;
          continue;
        }
      }
      switch (byte) {
        case quote:
          at++;
          while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
          break;
        case openObject:
          depth++;
          break;
        case openArray:
          depth++;
          if (listDepth !== 0) break;
          listDepth = depth;
          keep(at + 1);
          starts = [this.#begin(at + 1)];
          break;
        case comma:
          if (depth === listDepth) starts.push(this.#begin(at + 1));
          break;
        case closeObject:
        case closeArray:
          if (depth-- !== listDepth) break;
          frame.push(String(lists.length));
          lists.push({ starts: last < (starts[0] as number) ? [] : starts, end: at });
          from = at;
          listDepth = 0;
      }
      if (byte > space) last = at;
      if (at < pauseAt) continue;
      pauseAt = at + pieceBytes;
      yield;
    }
    keep(end);
    const text = frame.join("");
    checkShape(text);
    return { frame: text, lists };
  }

  /** Counts an element, which begins there. */
  #begin(at: number): number {
    if (++this.#elements > limits.elements)
      throw new OtlpDecodeError(`a request may hold at most ${limits.elements} elements of lists`);
    return at;
  }

  #whole(start: number, end: number): unknown {
    if (end - start > limits.recordBytes) throw tooLong();
    const text = this.#text(start, end);
    checkShape(text);
    return this.#parse(text, start);
  }

  #isObject(start: number, end: number): boolean {
    return /^[ \t\r\n]*\{/.test(this.#bytes.toString("latin1", start, Math.min(end, start + 64)));
  }

  #text(start: number, end: number): string {
    let text = "";
    let from = start;
    for (let at = this.#firstLongNumber(start); (this.#longNumbers[at] ?? end) < end; at += 2) {
      const [numberStart, numberEnd] = [this.#longNumbers[at] as number, this.#longNumbers[at + 1] as number];
      text += `${this.#bytes.toString("utf8", from, numberStart)}"${this.#bytes.toString("latin1", numberStart, numberEnd)}"`;
      from = numberEnd;
    }
    return text + this.#bytes.toString("utf8", from, end);
  }

  /** The index of the first long number behind a position, by bisection. */
  #firstLongNumber(start: number): number {
    let low = 0;
    let high = this.#longNumbers.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#longNumbers[middle * 2] as number) < start) low = middle + 1;
      else high = middle;
    }
    return low * 2;
  }

  #parse(text: string, start: number): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      // V8's message quotes the body; only the position is passed on.
      const position = /position (\d+)/.exec(String(error))?.[1];
      const where = position === undefined ? "" : ` at position ${start + Number(position)}`;
      throw new OtlpDecodeError(`the body is not valid JSON${where}`);
    }
  }
}

/** The lists that were cut: those that are in no other. */
function* listsIn(value: unknown): Generator<unknown[]> {
  if (Array.isArray(value)) yield value;
  else if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) yield* listsIn(member);
}

/** Throws OtlpDecodeError for what would take long to parse without a pause. */
function checkShape(text: string): void {
  const fault = text.length > pieceBytes ? shapeFault(text) : null;
  if (fault !== null) throw new OtlpDecodeError(`what is in one record, or beside the lists, ${fault}`);
}

function tooLong(): OtlpDecodeError {
  return new OtlpDecodeError(
    `one record, or what is in a request, resource or scope besides its lists, may be at most ${limits.recordBytes} bytes`,
  );
}
