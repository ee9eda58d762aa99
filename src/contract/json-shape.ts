/** Limits of JSON texts, checked before they are parsed. Their length in bytes is limited where they are read. */
import { maxNameLength } from "#src/http/long-text.ts";

/** Deepest nesting of arrays and objects. */
export const maxDepth = 64;
/** Most values in one JSON text or one record of a batch. Arrays, objects and their contents all count. */
export const maxValues = 100_000;
/**
 * Most names of members in one JSON text or record, counting repeated names each time. Objects with different names cost the parser
 * most: 1.5 µs a name, fifty times as much as a number.
 */
export const maxNames = 20_000;
/** Longest number (characters). A double needs at most 24. */
export const maxNumberLength = 400;

/** Texts of at most this length (UTF-16 units) are not checked: they cannot nest deep enough to harm a recursive walk. */
const shortText = 2048;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const minus = 0x2d;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Why a JSON text that begins at `offset` exceeds the limits, as the end of a sentence; null when it does not. */
export function shapeFault(text: string, offset = 0): string | null {
  if (text.length <= shortText) return null;
  let depth = 0;
  let values = 1;
  let names = 0;
  let lastString = 0;
  let lastLength = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    switch (code) {
      case quote:
        lastString = at;
        at = endOfString(text, at);
        lastLength = at - lastString - 1;
        break;
      case comma:
        values++;
        break;
      case colon:
        if (lastLength > maxNameLength)
          return `holds a name of more than ${maxNameLength} characters, at character ${offset + lastString}`;
        if (++names > maxNames) return `holds more than ${maxNames} names`;
        break;
      case openArray:
      case openObject:
        values++;
        if (++depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
        break;
      case closeArray:
      case closeObject:
        depth--;
        break;
      default:
        if (code === minus || isDigit(code)) {
          const end = endOfNumber(text, at);
          if (end - at > maxNumberLength) return `holds a number of more than ${maxNumberLength} characters`;
          at = end - 1;
        }
    }
    if (values > maxValues) return `holds more than ${maxValues} values`;
  }
  return null;
}

/** The index of the quote that ends the string starting at `start`; the length of the text when there is none. */
function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (end === -1) return text.length;
  let first = end;
  while (text.charCodeAt(first - 1) === backslash) first--;
  if ((end - first) % 2 === 0) return end;
  // Character by character: searching for the next quote again and again is slow when nearly all quotes are escaped.
  for (let at = end + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return text.length;
}

/** The index after the number at `start`: after all digits, signs, points and exponent letters. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && code !== 0x2e && (code | 0x20) !== 0x65 && code !== 0x2b && code !== minus) break;
  }
  return at;
}

/** A part of a text. */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Characters that are scanned between two pauses. */
const charactersAtOnce = 64 * 1024;

/**
 * Finds the elements of a JSON array without parsing them. They are valid JSON if the whole text is. Yields the elements one by one, and
 * null after every 65,536 characters, so that the caller can pause. An element with too many values ends at the first surplus value.
 * Returns null, or the position at which the text turns out not to be an array.
 */
export function* elementsOf(text: string): Generator<Piece | null, number | null> {
  let start = text.indexOf("[") + 1;
  let depth = 1;
  let values = 0;
  let isEmpty = true;
  let pauseAt = start + charactersAtOnce;
  for (let at = start; at < text.length; at++) {
    if (at >= pauseAt) {
      pauseAt = at + charactersAtOnce;
      yield null;
    }
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openArray:
      case openObject:
        depth++;
        values++;
        break;
      case closeArray:
      case closeObject:
        if (--depth > 0) break;
        if (text.charCodeAt(at) !== closeArray) return at;
        if (!isEmpty || !isBlank(text, start, at)) yield { start, end: at };
        return isBlank(text, at + 1, text.length) ? null : at + 1;
      case comma:
        values++;
        if (depth > 1) break;
        isEmpty = false;
        values = 0;
        yield { start, end: at };
        start = at + 1;
    }
    if (values > maxValues) {
      yield { start, end: at + 1 };
      return at;
    }
  }
  return text.length;
}

/** Whether this part of the text is only white space (RFC 8259, 2). */
function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return false;
  }
  return true;
}
