/** Any fields of OTLP messages, in OTLP's JSON form. */
import fc from "fast-check";
import { anyCharacter } from "#test/support/any-character.ts";
import type { Message } from "./requests.ts";

/** Text that can be stored: any code points but U+0000. A few cannot, and have their record refused. */
const storable = fc.string({ unit: anyCharacter, maxLength: 12 }).map((value) => value.replaceAll("\0", "\u0001"));
export const text = fc.oneof({ weight: 99, arbitrary: storable }, { weight: 1, arbitrary: fc.constant("a\0b") });
/** Times that can be stored, and a few past 2^63 ns. */
export const uint64 = fc.oneof(
  { weight: 99, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String) },
  { weight: 1, arbitrary: fc.constant(String(2n ** 63n)) },
);
export const uint32 = fc.nat({ max: 2 ** 32 - 1 });
export const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
/** JSON.stringify knows no negative zero. */
export const double = fc.double().map((value) => (Number.isFinite(value) ? value + 0 : String(value)));
const base64 = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("base64"));
export const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((id) => Buffer.from(id).toString("hex"));

export const { anyValue, attributes } = fc.letrec<{ anyValue: Message; attributes: Message[] }>((tie) => ({
  anyValue: fc.oneof(
    { maxDepth: 4 },
    fc.constant({}),
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: int64 }),
    fc.record({ doubleValue: double }),
    fc.record({ bytesValue: base64 }),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie("anyValue"), { maxLength: 3 }) }) }),
    fc.record({ kvlistValue: fc.record({ values: tie("attributes") }) }),
  ),
  attributes: fc.array(fc.record({ key: text, value: tie("anyValue") }), { maxLength: 3 }),
}));

/** Of a record any fields may be missing. */
export const some = { requiredKeys: [] };
