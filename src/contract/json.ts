/**
 * Parses untrusted JSON (RFC 8259): UTF-8 only and limited in depth. It refuses characters that PostgreSQL's text cannot hold: NUL, and
 * halves of surrogate pairs, which would be stored as U+FFFD. In valid UTF-8, both can only occur as escapes.
 */
import { isUtf8 } from "node:buffer";
import { type FieldError, maxFindings, Problem } from "#src/http/problem.ts";
import { escapePointer } from "./findings.ts";
import { shapeFault } from "./json-shape.ts";

/** Parses a body. Throws Problem MALFORMED_JSON, which names the place of the fault. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem("MALFORMED_JSON", { detail: "The body is not valid UTF-8." });
  return parseJsonText(afterMark(bytes).toString("utf8"), "/body", [nul, halfPair]);
}

/** The bytes after a byte order mark, which parsers may ignore (RFC 8259, 8.1). */
export function afterMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** A kind of character that texts and names must not contain. */
interface TextFault {
  readonly code: string;
  readonly what: string;
  /** Matches every JSON text in which the fault occurs. */
  readonly escape: RegExp;
  readonly isIn: (text: string) => boolean;
}

const nul: TextFault = {
  code: "nul",
  what: "the NUL character (U+0000)",
  // `{4}` keeps V8 from searching for plain text, which takes seven times as long in texts with many backslashes.
  escape: /\\u0{4}/,
  isIn: (text) => text.includes("\0"),
};

const halfPair: TextFault = {
  code: "unicode",
  what: "half of a surrogate pair",
  escape: /\\u[dD][89a-fA-F]/,
  isIn: (text) => !text.isWellFormed(),
};

/** Why a JSON text is refused. */
export interface JsonFault {
  /** A sentence, for the caller. */
  readonly detail: string;
  /** The places of forbidden characters; empty when the text is not valid JSON. */
  readonly fieldErrors: readonly FieldError[];
}

/** Parses a JSON text. `at` is the JSON pointer to the text in the request. Throws Problem MALFORMED_JSON. */
export function parseJsonText(text: string, at = "/body", refused: readonly TextFault[] = [nul]): unknown {
  const read = readJsonText(text, at, refused);
  if ("value" in read) return read.value;
  throw new Problem("MALFORMED_JSON", read);
}

/**
 * Like `parseJsonText`, but returns the fault instead of throwing it: a request may hold thousands of texts. `offset` is the position of
 * the text in the body.
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
  // Most JSON has no escapes, and searching for a single character is very fast.
  const suspected = text.includes("\\") ? refused.filter((fault) => fault.escape.test(text)) : [];
  if (suspected.length > 0) {
    const fieldErrors = findFaults(value, at, suspected);
    const detail = `Text may not contain ${suspected.map(({ what }) => what).join(" or ")}.`;
    if (fieldErrors.length > 0) return { detail, fieldErrors };
  }
  return { value };
}

/** JSON.parse, with errors that have no stack trace: a stack trace costs more than the parsing. */
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

/** Returns a finding for every string and name in the value that contains U+0000. */
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
