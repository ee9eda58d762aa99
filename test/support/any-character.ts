import fc from "fast-check";

/** Any code point but halves of surrogate pairs. What fast-check calls `binary` takes a second to prepare in each process. */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  )
  .map((point) => String.fromCodePoint(point));
