/**
 * JSON from strangers (RFC 8259): UTF-8 only, bounded in depth, and without what PostgreSQL's text cannot hold: NUL
 * characters, and halves of surrogate pairs, which would come back as U+FFFD. Both can only come in as escapes.
 */
import { isUtf8 } from "node:buffer";
import { type FieldError, maxFindings, Problem } from "#src/http/problem.ts";
import { escapePointer } from "./findings.ts";
import { shapeFault } from "./json-shape.ts";

/** Throws Problem MALFORMED_JSON, with the place where the text goes wrong. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem("MALFORMED_JSON", { detail: "The body is not valid UTF-8." });
  return parseJsonText(afterMark(bytes).toString("utf8"), "/body", [nul, halfPair]);
}

/** The text behind a byte order mark, which is to be ignored where it comes all the same (RFC 8259, 8.1). */
export function afterMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** Faults of a text or name. */
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
  // Not as a plain text: V8 searches for these seven times as long where there are many backslashes.
  escape: /\\u0{4}/,
  isIn: (text) => text.includes("\0"),
};

const halfPair: TextFault = {
  code: "unicode",
  what: "half of a surrogate pair",
  escape: /\\u[dD][89a-fA-F]/,
  isIn: (text) => !text.isWellFormed(),
};

/** The fault of a text that is refused as JSON. */
export interface JsonFault {
  /** A sentence, for the caller. */
  readonly detail: string;
  /** Where texts in it hold what they may not; empty when it is no JSON at all. */
  readonly fieldErrors: readonly FieldError[];
}

/** `at` is the pointer to the text in the request. Throws Problem MALFORMED_JSON. */
export function parseJsonText(text: string, at = "/body", refused: readonly TextFault[] = [nul]): unknown {
  const read = readJsonText(text, at, refused);
  if ("value" in read) return read.value;
  throw new Problem("MALFORMED_JSON", read);
}

/**
 * As `parseJsonText`, for texts of which a request may hold thousands: nothing is thrown. `offset` is where the text
 * begins in the one that the caller sent.
 */
export function readJsonText(
  text: string,
  at: string,
  refused: readonly TextFault[] = [nul],
  offset = 0,
): { readonly value: unknown } | JsonFault {
  const shape = shapeFault(text, offset);
  if (shape !== null) return { detail: `The JSON ${shape}.`, fieldErrors: [] };
  const { value, error } = parseQuietly(text);
  if (error !== undefined) {
    return { detail: `The body is not valid JSON: ${whyMalformed(text, error, offset)}.`, fieldErrors: [] };
  }
  // Most JSON has no escapes, and looking for one character takes next to no time.
  const suspected = text.includes("\\") ? refused.filter((fault) => fault.escape.test(text)) : [];
  if (suspected.length > 0) {
    const fieldErrors = findFaults(value, at, suspected);
    const detail = `Text may not contain ${suspected.map(({ what }) => what).join(" or ")}.`;
    if (fieldErrors.length > 0) return { detail, fieldErrors };
  }
  return { value };
}

/** JSON.parse whose error has no stack trace, which would cost more than the parsing. */
function parseQuietly(text: string): { readonly value?: unknown; readonly error?: Error } {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: error as Error };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function whyMalformed(text: string, { message }: Error, offset: number): string {
  if (text.trim() === "") return offset === 0 ? "it is empty" : `it goes wrong at character ${offset}`;
  const position = / at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return `it goes wrong at character ${offset + Number(position)}`;
  const token = /^Unexpected token (.{1,8}), /.exec(message)?.[1];
  return token === undefined ? "it ends too early" : `unexpected ${token}`;
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
