import { isUtf8 } from "node:buffer";
import { OtlpDecodeError } from "../faults.ts";
import { limits } from "../limits.ts";

/** A parsed JSON body. */
export interface JsonBody {
  readonly value: unknown;
  /** True when a string may hold U+0000 or a lone surrogate, which only escapes can bring into valid UTF-8. */
  readonly hasSuspectEscapes: boolean;
}

/** A number literal that a double may not hold exactly. It may also match inside a string, which only costs time. */
const longNumber = /[:[,]\s*-?(?:\d{16}|\d+(?:\.\d+)?[eE]\+?[12]\d)/;
const suspectEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * Parses JSON so that integers stay exact: an integer that a double cannot hold is a bigint. Throws OtlpDecodeError
 * when the body is not UTF-8, not JSON, nested too deep, or holds too many objects.
 */
export function parseJson(bytes: Buffer): JsonBody {
  if (!isUtf8(bytes)) throw new OtlpDecodeError("the body is not valid UTF-8");
  checkShape(bytes);
  const text = bytes.toString("utf8");
  const hasSuspectEscapes = suspectEscape.test(text);
  try {
    return { value: longNumber.test(text) ? parseExactly(text) : JSON.parse(text), hasSuspectEscapes };
  } catch (error) {
    // V8's message quotes the body; only the position is passed on.
    const position = /position \d+/.exec(String(error))?.[0];
    throw new OtlpDecodeError(`the body is not valid JSON${position === undefined ? "" : ` at ${position}`}`);
  }
}

/** JSON.parse with the reviver's third argument, which shows the literal (ECMAScript, JSON.parse source text access). */
const parseWithSource: (
  text: string,
  reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown = JSON.parse;

function parseExactly(text: string): unknown {
  return parseWithSource(text, (_key, value, context) => {
    if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
    return exactInteger(context?.source ?? "") ?? value;
  });
}

const decimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const longestDecimal = 40;

/** The integer that decimal text such as `12`, `1.5e3` or `12.0` stands for; undefined when it is none or is huge. */
export function exactInteger(text: string): bigint | undefined {
  if (text.length > longestDecimal) return undefined;
  const parts = decimal.exec(text);
  if (parts === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const shift = Number(exponent) - fraction.length;
  if (shift > longestDecimal) return digits === 0n ? 0n : undefined;
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

const quote = 0x22;
const backslash = 0x5c;

/** Counts brackets outside strings, before anything is built from them. */
function checkShape(bytes: Buffer): void {
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at++;
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limits.jsonDepth) {
        throw new OtlpDecodeError(`the body is nested deeper than ${limits.jsonDepth} levels at byte ${at}`);
      }
      if (++containers > limits.jsonContainers) {
        throw new OtlpDecodeError(`the body holds more than ${limits.jsonContainers} objects and arrays`);
      }
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    }
  }
}
