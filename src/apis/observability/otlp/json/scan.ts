/** One look at all bytes of a JSON body before anything is built from them. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { maxNameLength } from "#src/http/long-text.ts";
import { OtlpDecodeError } from "../faults.ts";
import { limits } from "../limits.ts";

export interface JsonScan {
  readonly hasSuspectEscapes: boolean;
  /** Where each object or list ends that is longer than `longContainer`, by where it begins. */
  readonly longContainers: ReadonlyMap<number, number>;
  /** Start and end of each number that a double may not hold exactly, in order. */
  readonly longNumbers: readonly number[];
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const letterU = 0x75;
const minus = 0x2d;

/** In bytes. */
const longContainer = 16 * 1024;
/** Bytes between two pauses. */
const scannedAtOnce = 64 * 1024;
/** Digits that a double always holds. */
const exactDigits = 15;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Counts brackets outside strings and looks at numbers. Throws OtlpDecodeError when there is too much of something. */
export function* scanJson(bytes: Buffer): Sliceable<JsonScan> {
  const longNumbers: number[] = [];
  const longContainers = new Map<number, number>();
  /** Where the containers begin that are open. */
  const open = new Uint32Array(limits.jsonDepth + 1);
  const { length } = bytes;
  let hasSuspectEscapes = false;
  let depth = 0;
  let containers = 0;
  let lastString = 0;
  let lastLength = 0;
  let pauseAt = scannedAtOnce;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      const start = at++;
      for (;;) {
        const stop = Math.min(length, at + scannedAtOnce);
        for (let next = bytes[at]; at < stop && next !== quote; next = bytes[at]) {
          if (next !== backslash) at++;
          else {
            hasSuspectEscapes ||= bytes[at + 1] === letterU && isSuspect(bytes, at + 2);
            at += 2;
          }
        }
        if (at - start > limits.recordBytes) throw new OtlpDecodeError(`a text is too long, at byte ${start}`);
        if (at >= length || bytes[at] === quote) break;
        yield;
      }
      lastString = start;
      lastLength = at - start - 1;
    } else if (byte === colon) {
      if (lastLength > maxNameLength) {
        throw new OtlpDecodeError(`a name may have at most ${maxNameLength} bytes, at byte ${lastString}`);
      }
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limits.jsonDepth) {
        throw new OtlpDecodeError(`the body is nested deeper than ${limits.jsonDepth} levels at byte ${at}`);
      }
      open[depth] = at;
      if (++containers > limits.jsonContainers) {
        throw new OtlpDecodeError(`the body holds more than ${limits.jsonContainers} objects and arrays`);
      }
    } else if (byte === 0x7d || byte === 0x5d) {
      const start = open[depth--] ?? at;
      if (at - start > longContainer) longContainers.set(start, at);
    } else if (isDigit(byte) || byte === minus) {
      const end = endOfNumber(bytes, at);
      if (mayBeInexact(bytes, at, end)) longNumbers.push(at, end);
      at = end - 1;
    }
    if (at < pauseAt) continue;
    pauseAt = at + scannedAtOnce;
    yield;
  }
  return { hasSuspectEscapes, longContainers, longNumbers };
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function endOfNumber(bytes: Buffer, start: number): number {
  let at = start + 1;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    const isPart = isDigit(byte) || byte === 0x2e || byte === 0x2b || byte === minus || (byte | 0x20) === 0x65;
    if (!isPart) break;
    if (at - start >= limits.numberLength) {
      throw new OtlpDecodeError(`a number may have at most ${limits.numberLength} characters, at byte ${start}`);
    }
  }
  return at;
}

/** Whether it is a whole number that is long, or is written with an exponent. */
function mayBeInexact(bytes: Buffer, start: number, end: number): boolean {
  let digits = 0;
  let at = bytes[start] === minus ? start + 1 : start;
  for (; at < end && isDigit(bytes[at] as number); at++) digits++;
  if (digits <= exactDigits) {
    while (at < end && ((bytes[at] as number) | 0x20) !== 0x65) at++;
    if (at === end) return false;
  }
  return jsonNumber.test(bytes.toString("latin1", start, end));
}

/** Whether four hexadecimal digits stand for U+0000 or half of a surrogate pair: `0000`, or `d` and 8 to f. */
function isSuspect(bytes: Buffer, at: number): boolean {
  const first = bytes[at] as number;
  const second = bytes[at + 1] as number;
  if ((first | 0x20) === 0x64) return second === 0x38 || second === 0x39 || (second | 0x20) >= 0x61;
  return first === 0x30 && second === 0x30 && bytes[at + 2] === 0x30 && bytes[at + 3] === 0x30;
}
