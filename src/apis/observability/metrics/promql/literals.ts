/** Texts and numbers as PromQL writes them. */
import { QueryError } from "./query-error.ts";
import { durationMs } from "./time.ts";

const simpleEscapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  "\\": 92,
};
const escapes = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))|[^\\]+|\\/gs;

/** The text of a literal in quotes or backticks; escapes are Go's. Throws QueryError bad_data. */
export function textOf(literal: string): string {
  const quote = literal[0];
  const inner = literal.slice(1, -1);
  const text = quote === "`" || !inner.includes("\\") ? inner : unescaped(inner, quote ?? "");
  if (text.includes("\0")) throw new QueryError("bad_data", "text holds U+0000, which no label can");
  return text;
}

function unescaped(text: string, quote: string): string {
  const parts: Buffer[] = [];
  for (const [whole, byte, short, long, octal, letter] of text.matchAll(escapes)) {
    const code = short ?? long;
    if (whole[0] !== "\\") parts.push(Buffer.from(whole));
    else if (byte !== undefined) parts.push(Buffer.of(Number.parseInt(byte, 16)));
    else if (code !== undefined) parts.push(character(Number.parseInt(code, 16)));
    else if (octal !== undefined && Number.parseInt(octal, 8) < 256) parts.push(Buffer.of(Number.parseInt(octal, 8)));
    else if (letter !== undefined && letter === quote) parts.push(Buffer.from(letter));
    else if (letter !== undefined && simpleEscapes[letter] !== undefined) parts.push(Buffer.of(simpleEscapes[letter]));
    else throw new QueryError("bad_data", `parse error: invalid escape in text: ${JSON.stringify(whole)}`);
  }
  return Buffer.concat(parts).toString("utf8");
}

function character(code: number): Buffer {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  if (code > 0x10ffff || isSurrogate)
    throw new QueryError("bad_data", "parse error: escape is not a Unicode character");
  return Buffer.from(String.fromCodePoint(code));
}

/** A number: decimal, hexadecimal, `Inf`, `NaN`, or a duration in seconds. Throws QueryError bad_data. */
export function numberOf(literal: string): number {
  const text = literal.toLowerCase().replaceAll("_", "");
  if (text === "inf") return Number.POSITIVE_INFINITY;
  if (text === "nan") return Number.NaN;
  const ms = durationMs(text);
  if (ms !== null && text !== "0") return ms / 1_000;
  const value = Number(text);
  if (Number.isNaN(value)) throw new QueryError("bad_data", `parse error: ${literal} is not a number`);
  return value;
}
