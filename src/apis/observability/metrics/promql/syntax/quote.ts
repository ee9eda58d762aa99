/** Text in quotes, written and read as Go does (strconv.Quote, util/strutil.Unquote). */
import { isUtf8 } from "node:buffer";

const escaped: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};
/** What Go does not print as it is: all but graphic characters and the space. */
const notPrinted = /[\\"]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

export function quote(text: string): string {
  const inner = text.replace(notPrinted, (char) => {
    const short = escaped[char];
    if (short !== undefined) return short;
    const code = char.codePointAt(0) ?? 0;
    const hex = (digits: number) => code.toString(16).padStart(digits, "0");
    if (code < 0x80) return `\\x${hex(2)}`;
    return code < 0x10000 ? `\\u${hex(4)}` : `\\U${hex(8)}`;
  });
  return `"${inner}"`;
}

const bytes: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11, "\\": 92 };
const escapes = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))|[^\\]+|\\/gs;

/**
 * The text of a literal in quotes or backticks. Null when an escape is none of Go's, or the text is not UTF-8 or holds U+0000,
 * which no label can.
 */
export function unquote(literal: string): string | null {
  const inner = literal.slice(1, -1);
  if (literal[0] === "`" || !inner.includes("\\")) return inner.includes("\0") ? null : inner;
  const parts: Buffer[] = [];
  for (const [whole, byte, short, long, octal, letter] of inner.matchAll(escapes)) {
    const code = Number.parseInt(short ?? long ?? byte ?? "", 16);
    const small = letter === undefined ? undefined : bytes[letter];
    if (whole[0] !== "\\") parts.push(Buffer.from(whole));
    else if (byte !== undefined) parts.push(Buffer.of(code));
    else if (isCharacter(code)) parts.push(Buffer.from(String.fromCodePoint(code)));
    else if (octal !== undefined && Number.parseInt(octal, 8) < 256) parts.push(Buffer.of(Number.parseInt(octal, 8)));
    else if (letter !== undefined && letter === literal[0]) parts.push(Buffer.from(letter));
    else if (small !== undefined) parts.push(Buffer.of(small));
    else return null;
  }
  const whole = Buffer.concat(parts);
  return whole.includes(0) || !isUtf8(whole) ? null : whole.toString();
}

const isCharacter = (code: number) => code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
