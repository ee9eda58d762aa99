/**
 * JSON from strangers (RFC 8259): UTF-8 only, bounded in depth, and without what PostgreSQL's text cannot hold: NUL
 * characters, and halves of surrogate pairs, which would come back as U+FFFD. Both can only come in as escapes.
 */
import { isUtf8 } from "node:buffer";
import { type FieldError, maxFindings, Problem } from "#src/http/problem.ts";
import { escapePointer } from "./findings.ts";

/** Deepest nesting of arrays and objects that is taken. */
export const maxDepth = 64;

/** A text this short cannot nest deep enough to hurt a recursive walk, so its depth is not counted. */
const shortText = 2048;

/** Throws Problem MALFORMED_JSON, with the place where the text goes wrong. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem("MALFORMED_JSON", { detail: "The body is not valid UTF-8." });
  return parseJsonText(afterMark(bytes).toString("utf8"), "/body", [nul, halfPair]);
}

/** The text behind a byte order mark, which is to be ignored where it comes all the same (RFC 8259, 8.1). */
export function afterMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** What may be wrong with a text or name. */
interface TextFault {
  readonly code: string;
  readonly what: string;
  /** Matches every JSON in which it occurs. */
  readonly escape: RegExp;
  readonly isIn: (text: string) => boolean;
}

const nul: TextFault = {
  code: "nul",
  what: "the NUL character (U+0000)",
  escape: /\\u0000/,
  isIn: (text) => text.includes("\0"),
};

const halfPair: TextFault = {
  code: "unicode",
  what: "half of a surrogate pair",
  escape: /\\u[dD][89a-fA-F]/,
  isIn: (text) => !text.isWellFormed(),
};

/** `at` is the pointer to the text in the request. Throws Problem MALFORMED_JSON. */
export function parseJsonText(text: string, at = "/body", refused: readonly TextFault[] = [nul]): unknown {
  let value: unknown;
  if (text.length > shortText && isTooDeep(text)) {
    throw new Problem("MALFORMED_JSON", { detail: `The JSON is nested deeper than ${maxDepth} levels.` });
  }
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem("MALFORMED_JSON", { detail: `The body is not valid JSON: ${whyMalformed(text, error)}.` });
  }
  // Hardly any JSON has such escapes, and looking for their beginning takes next to no time.
  const suspected = text.includes("\\u") ? refused.filter((fault) => fault.escape.test(text)) : [];
  if (suspected.length > 0) {
    const fieldErrors = findFaults(value, at, suspected);
    const detail = `Text may not contain ${suspected.map(({ what }) => what).join(" or ")}.`;
    if (fieldErrors.length > 0) throw new Problem("MALFORMED_JSON", { detail, fieldErrors });
  }
  return value;
}

function whyMalformed(text: string, error: unknown): string {
  if (text.trim() === "") return "it is empty";
  const position = / at position (\d+)/.exec((error as Error).message)?.[1];
  if (position !== undefined) return `it goes wrong at character ${position}`;
  const token = /^Unexpected token (.{1,8}), /.exec((error as Error).message)?.[1];
  return token === undefined ? "it ends too early" : `unexpected ${token}`;
}

/** Counts brackets outside strings. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > maxDepth) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
    }
  }
  return false;
}

/** The index of the quote that ends the string starting at `quote`. */
function endOfString(text: string, quote: number): number {
  let end = text.indexOf('"', quote + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** Every string and name in the value that contains U+0000. */
export function findNul(value: unknown, at: string): FieldError[] {
  return findFaults(value, at, [nul]);
}

function findFaults(value: unknown, at: string, faults: readonly TextFault[]): FieldError[] {
  const findings: FieldError[] = [];
  const inspect = (text: string, path: string, contains: string): void => {
    for (const { code, what, isIn } of faults)
      if (isIn(text)) findings.push({ path, code, message: `${contains} ${what}` });
  };
  const visit = (part: unknown, path: string): void => {
    if (findings.length >= maxFindings) return;
    if (typeof part === "string") inspect(part, path, "contains");
    else if (Array.isArray(part)) for (const [index, item] of part.entries()) visit(item, `${path}/${index}`);
    else if (typeof part === "object" && part !== null) {
      for (const [name, item] of Object.entries(part)) {
        const inside = `${path}/${escapePointer(name.toWellFormed().replaceAll("\0", "\\u0000"))}`;
        inspect(name, inside, "has a name that contains");
        visit(item, inside);
      }
    }
  };
  visit(value, at);
  return findings.slice(0, maxFindings);
}
