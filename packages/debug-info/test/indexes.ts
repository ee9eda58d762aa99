/** The fixtures, and symbol indexes in memory. */
import { readFileSync } from "node:fs";
import type { ObjectFile } from "../src/native/object-file.ts";
import { SymbolIndex } from "../src/native/symbol-index.ts";
import { writeSymbolIndex } from "../src/native/write-symbol-index.ts";

const fixtures = new URL("fixtures/", import.meta.url);

/** A committed file of a real toolchain. */
export const fixture = (name: string): Buffer => readFileSync(new URL(name, fixtures));

/** The index of an object, and what was found in it. */
export function indexOf(file: ObjectFile) {
  const pieces: Buffer[] = [];
  const summary = writeSymbolIndex(file, (piece) => pieces.push(piece));
  return { summary, bytes: Buffer.concat(pieces) };
}

/** `reads` is told how many bytes are read each time. */
export function openIndex(bytes: Buffer, reads: number[] = []): Promise<SymbolIndex> {
  const read = async (offset: number, length: number) => {
    reads.push(length);
    return bytes.subarray(offset, offset + length);
  };
  return SymbolIndex.open({ size: bytes.length, read });
}
