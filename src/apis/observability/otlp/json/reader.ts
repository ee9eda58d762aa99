import { OtlpDecodeError, RecordFault, reasons } from "../faults.ts";
import type { JsonBody } from "./parse.ts";

/** A JSON object whose fields are still to be checked. */
export type JsonObject = { readonly [name: string]: unknown };

/**
 * Reads typed fields of proto3 JSON: names in lowerCamelCase or as in the .proto file, null as absent, absent as the
 * type's default, unknown fields ignored. Keeps the path to what is being read, so that a wrong type is reported with
 * its JSON pointer, as an OtlpDecodeError.
 */
export class JsonReader {
  readonly path: (string | number)[] = [];
  private readonly hasSuspectEscapes: boolean;

  constructor(body: JsonBody) {
    this.hasSuspectEscapes = body.hasSuspectEscapes;
  }

  /** Throws for the field `name` of the object at the path, or for what is at the path itself. */
  wrong(expected: string, name?: string): never {
    const steps = name === undefined ? this.path : [...this.path, name];
    throw new OtlpDecodeError(`${steps.map((step) => `/${step}`).join("") || "the body"}: expected ${expected}`);
  }

  /** `value`, which is at the path, as an object. */
  object(value: unknown): JsonObject {
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.wrong("an object");
    return value as JsonObject;
  }

  /** The field's value; undefined when it is absent or null. No OTLP field has the name of an Object.prototype member. */
  field(parent: JsonObject, name: string): unknown {
    return parent[name] ?? parent[originalName(name)] ?? undefined;
  }

  /** Visits the elements of a list field, with the path at the element. */
  each(parent: JsonObject, name: string, visit: (element: unknown) => void): void {
    const list = this.field(parent, name);
    if (list === undefined) return;
    if (!Array.isArray(list)) this.wrong("an array", name);
    const depth = this.path.push(name, 0);
    for (const [index, element] of list.entries()) {
      this.path[depth - 1] = index;
      visit(element);
    }
    this.path.length = depth - 2;
  }

  /** The elements of a list field, one by one, with the path at the element until the next is asked for. */
  *elements(parent: JsonObject, name: string): Generator<unknown, void> {
    const list = this.field(parent, name);
    if (list === undefined) return;
    if (!Array.isArray(list)) this.wrong("an array", name);
    const depth = this.path.push(name, 0);
    for (const [index, element] of list.entries()) {
      this.path[depth - 1] = index;
      yield element;
    }
    this.path.length = depth - 2;
  }

  /** The position, in its list, of the element that the path is at. */
  get index(): number {
    return Number(this.path.at(-1));
  }

  /** Reads a message field with the path at it; undefined when it is absent. */
  message<T>(parent: JsonObject, name: string, read: (message: JsonObject) => T): T | undefined {
    const value = this.field(parent, name);
    if (value === undefined) return undefined;
    this.path.push(name);
    const result = read(this.object(value));
    this.path.pop();
    return result;
  }

  /** Throws RecordFault when the text cannot be stored. */
  text(parent: JsonObject, name: string): string {
    const value = this.field(parent, name);
    if (value === undefined) return "";
    if (typeof value !== "string") return this.wrong("text", name);
    if (this.hasSuspectEscapes) {
      if (value.includes("\0")) throw new RecordFault(reasons.nul);
      if (!value.isWellFormed()) throw new RecordFault(reasons.notUnicode);
    }
    return value;
  }

  /** Bytes that OTLP writes in hex instead of base64: ids. Text that is not hex is no valid id, so it gives a byte. */
  id(parent: JsonObject, name: string): Uint8Array {
    const value = this.field(parent, name);
    if (value === undefined) return noBytes;
    if (typeof value !== "string") return this.wrong("text in hexadecimal", name);
    const bytes = Buffer.from(value, "hex");
    // What is not hexadecimal ends the bytes.
    return 2 * bytes.length === value.length ? bytes : notAnId;
  }

  bool(parent: JsonObject, name: string): boolean {
    const value = this.field(parent, name) ?? false;
    return typeof value === "boolean" ? value : this.wrong("true or false", name);
  }

  int32(parent: JsonObject, name: string): number {
    return Number(this.integer(parent, name, -(2n ** 31n), 2n ** 31n - 1n, "a signed 32-bit integer"));
  }

  uint32(parent: JsonObject, name: string): number {
    const value = this.field(parent, name) ?? 0;
    if (typeof value === "number" && value >>> 0 === value) return value;
    return Number(this.integer(parent, name, 0n, 2n ** 32n - 1n, "an unsigned 32-bit integer"));
  }

  uint64(parent: JsonObject, name: string): bigint {
    return this.integer(parent, name, 0n, 2n ** 64n - 1n, "an unsigned 64-bit integer as text or number");
  }

  int64(parent: JsonObject, name: string): bigint {
    return this.integer(parent, name, -(2n ** 63n), 2n ** 63n - 1n, "a signed 64-bit integer as text or number");
  }

  double(parent: JsonObject, name: string): number {
    const value = this.field(parent, name);
    if (value === "NaN" || value === "Infinity" || value === "-Infinity") return Number(value);
    const isNumber = typeof value === "number";
    const number = isNumber || (typeof value === "string" && decimalText.test(value)) ? Number(value) : Number.NaN;
    // A literal past the largest double parses as infinity.
    if (!Number.isFinite(number)) this.wrong("a double", name);
    return number;
  }

  /** An enumeration as its number, or as one of `names` by position. Negative numbers are unknown values: 0. */
  enumeration(parent: JsonObject, name: string, names: readonly string[]): number {
    const value = this.field(parent, name) ?? 0;
    if (typeof value === "number" && value >>> 0 === value && value < names.length) return value;
    const position = typeof value === "string" ? names.indexOf(value) : -1;
    if (position >= 0) return position;
    const number = this.integer(parent, name, -(2n ** 31n), 2n ** 31n - 1n, "an enumeration's number or name");
    return number < 0n ? 0 : Number(number);
  }

  private integer(parent: JsonObject, name: string, least: bigint, most: bigint, expected: string): bigint {
    const value = this.field(parent, name);
    if (value === undefined) return 0n;
    const integer = integerOf(value, least < 0n);
    if (integer === undefined || integer < least || integer > most) return this.wrong(expected, name);
    return integer;
  }
}

const noBytes: Uint8Array = Buffer.alloc(0);
const notAnId: Uint8Array = Buffer.alloc(1);
const decimalText = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const digits = /^\d{1,20}$/;

const decimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const longestDecimal = 40;

/** The integer that decimal text such as `12`, `1.5e3` or `12.0` stands for; undefined when it is none or is huge. */
function exactInteger(text: string): bigint | undefined {
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

function integerOf(value: unknown, signed: boolean): bigint | undefined {
  if (typeof value === "string") return digits.test(value) ? BigInt(value) : exactInteger(value);
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  // Values that were read from protobuf (protobuf/message.ts), not from JSON.
  if (typeof value === "bigint") return value;
  return longOf(value, signed);
}

/** The `{low, high}` halves that old JavaScript SDKs send for 64-bit values (long.js). */
function longOf(value: unknown, signed: boolean): bigint | undefined {
  if (typeof value !== "object" || value === null || !("low" in value) || !("high" in value)) return undefined;
  const { low, high } = value;
  if (!isHalf(low) || !isHalf(high)) return undefined;
  const unsigned = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  return signed ? BigInt.asIntN(64, unsigned) : unsigned;
}

function isHalf(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32;
}

const originalNames = new Map<string, string>();

/** `startTimeUnixNano` → `start_time_unix_nano`. Names come from this code only, so the map stays small. */
export function originalName(name: string): string {
  let original = originalNames.get(name);
  if (original === undefined) {
    original = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    originalNames.set(name, original);
  }
  return original;
}
