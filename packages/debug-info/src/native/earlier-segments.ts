/**
 * The segments of indexes that earlier versions wrote (`ASI2`): the lines of a block, or a few thousand functions of a symbol
 * table, with their texts, as compressed columns that are decoded whole.
 */
import { zstdDecompressSync } from "node:zlib";
import { MalformedObjectError } from "./byte-source.ts";
import { none, type UnitLines } from "./dwarf/stretches.ts";
import { positionOf, type SourceFrame } from "./source-frame.ts";
import { lastAtOrBelow } from "./spans.ts";

/** Texts by their index, made when they are asked for: of thousands, a crash needs a few. */
export interface Texts {
  at(index: number): string | undefined;
}

/** A segment in memory. */
interface Decoded {
  /** What it takes. */
  readonly bytes: number;
}

/** The lines of a unit as they are read back. */
export type DecodedUnit = Omit<UnitLines, "texts"> & Decoded & { readonly texts: Texts };

/** Functions of a symbol table, in ascending order of their addresses, which count from the image base. */
export interface SymbolRun extends Decoded {
  readonly starts: Uint32Array;
  /** In bytes; 0 for a function that reaches to the next one. */
  readonly sizes: Uint32Array;
  readonly names: Texts;
  /** The source file of each, in `fileNames`, plus one; 0 where it is not known. */
  readonly files: Uint32Array;
  readonly fileNames: Texts;
}

/** A segment comes from a unit, which is bounded; this bounds a damaged one. */
const mostSegmentBytes = 1024 * 1024 * 1024;

class ColumnReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(compressed: Buffer) {
    const bytes = zstdDecompressSync(compressed, { maxOutputLength: mostSegmentBytes });
    this.#bytes = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  }

  /** Of everything: what is read are views of this memory. */
  get size(): number {
    return this.#bytes.length;
  }

  bytes(): Buffer {
    const start = this.#position + 4;
    if (start > this.#bytes.length) throw new MalformedObjectError("The symbol index ended early");
    const end = start + this.#bytes.readUInt32LE(this.#position);
    if (end > this.#bytes.length) throw new MalformedObjectError("The symbol index ended early");
    this.#position = start + Math.ceil((end - start) / 4) * 4;
    return this.#bytes.subarray(start, end);
  }

  numbers(): Uint32Array {
    const { buffer, byteOffset, length } = this.bytes();
    return new Uint32Array(buffer, byteOffset, Math.floor(length / 4));
  }

  shorts(): Uint16Array {
    const { buffer, byteOffset, length } = this.bytes();
    return new Uint16Array(buffer, byteOffset, Math.floor(length / 2));
  }

  ascending(): Uint32Array {
    const values = this.numbers();
    for (let index = 1; index < values.length; index++)
      values[index] = (values[index] as number) + (values[index - 1] as number);
    return values;
  }

  texts(): Texts {
    // Lengths, so that their sums are where the texts end.
    const ends = this.ascending();
    const all = this.bytes();
    return {
      at(index) {
        const to = ends[index];
        return to === undefined ? undefined : all.toString("utf8", index === 0 ? 0 : ends[index - 1], to);
      },
    };
  }
}

export function decodeUnit(compressed: Buffer): DecodedUnit {
  const columns = new ColumnReader(compressed);
  return {
    bytes: columns.size,
    starts: columns.ascending(),
    files: columns.numbers(),
    lines: columns.numbers(),
    columns: columns.shorts(),
    scopes: columns.numbers(),
    scopeTable: {
      names: columns.numbers(),
      parents: columns.numbers(),
      callFiles: columns.numbers(),
      callLines: columns.numbers(),
      callColumns: columns.shorts(),
    },
    texts: columns.texts(),
  };
}

export function decodeSymbols(compressed: Buffer): SymbolRun {
  const columns = new ColumnReader(compressed);
  return {
    bytes: columns.size,
    starts: columns.ascending(),
    sizes: columns.numbers(),
    names: columns.texts(),
    files: columns.numbers(),
    fileNames: columns.texts(),
  };
}

export function earlierSymbolIn(
  run: SymbolRun,
  address: number,
): { readonly name: string; readonly file: string | null } | null {
  const row = lastAtOrBelow(run.starts, address);
  if (row < 0) return null;
  const size = run.sizes[row] as number;
  if (size !== 0 && address >= (run.starts[row] as number) + size) return null;
  const fileNumber = run.files[row] as number;
  return { name: run.names.at(row) ?? "", file: fileNumber === 0 ? null : (run.fileNames.at(fileNumber - 1) ?? null) };
}

export function earlierFramesIn(unit: DecodedUnit, address: number): SourceFrame[] {
  const row = lastAtOrBelow(unit.starts, address);
  if (row < 0) return [];
  const text = (index: number | undefined) =>
    index === undefined || index === none ? null : (unit.texts.at(index) ?? null);
  const position = (file: number | undefined, line = 0, column = 0) => ({
    file: text(file),
    ...positionOf(line, column),
  });
  let at = position(unit.files[row], unit.lines[row], unit.columns[row]);
  let scope = unit.scopes[row] as number;
  if (scope === none) return at.file === null ? [] : [{ function: null, ...at, inlined: false }];
  const { names, parents, callFiles, callLines, callColumns } = unit.scopeTable;
  const frames: SourceFrame[] = [];
  while (scope !== none) {
    const parent = parents[scope] ?? none;
    frames.push({ function: text(names[scope]), ...at, inlined: parent !== none });
    at = position(callFiles[scope], callLines[scope], callColumns[scope]);
    scope = parent;
  }
  return frames;
}
