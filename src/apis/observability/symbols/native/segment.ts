/**
 * The segments of a symbol index: the lines of one unit, or a few thousand functions of a symbol table, as compressed
 * columns. Each is read for itself, so that a crash needs a few of them and not the whole index.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { MalformedObjectError } from "./byte-source.ts";
import type { UnitLines } from "./dwarf/stretches.ts";

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

/** The same as they are written. */
export interface WrittenSymbolRun extends Omit<SymbolRun, "names" | "fileNames" | "bytes"> {
  readonly names: readonly string[];
  readonly fileNames: readonly string[];
}

const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
/** A segment comes from a unit, which is bounded; this bounds a damaged one. */
const mostSegmentBytes = 1024 * 1024 * 1024;

class Columns {
  readonly #parts: Buffer[] = [];

  add(values: Uint32Array | Uint16Array): void {
    this.#addBytes(Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  }

  /** Each column begins at a multiple of four bytes, so that it can be read where it is. */
  #addBytes(bytes: Buffer): void {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    this.#parts.push(length, bytes, Buffer.alloc(padded(bytes.length) - bytes.length));
  }

  /** Ascending numbers as their differences, which compress better. */
  addAscending(values: Uint32Array): void {
    this.add(values.map((value, index) => value - (index === 0 ? 0 : (values[index - 1] as number))));
  }

  addTexts(texts: readonly string[]): void {
    const bytes = texts.map((text) => Buffer.from(text));
    this.add(Uint32Array.from(bytes, ({ length }) => length));
    this.#addBytes(Buffer.concat(bytes));
  }

  compressed(): Buffer {
    return zstdCompressSync(Buffer.concat(this.#parts), compression);
  }
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

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
    this.#position = start + padded(end - start);
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

export function encodeUnit(unit: UnitLines): Buffer {
  const columns = new Columns();
  columns.addAscending(unit.starts);
  columns.add(unit.files);
  columns.add(unit.lines);
  columns.add(unit.columns);
  columns.add(unit.scopes);
  const { names, parents, callFiles, callLines, callColumns } = unit.scopeTable;
  for (const column of [names, parents, callFiles, callLines]) columns.add(column);
  columns.add(callColumns);
  columns.addTexts(unit.texts);
  return columns.compressed();
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

export function encodeSymbols({ starts, sizes, names, files, fileNames }: WrittenSymbolRun): Buffer {
  const columns = new Columns();
  columns.addAscending(starts);
  columns.add(sizes);
  columns.addTexts(names);
  columns.add(files);
  columns.addTexts(fileNames);
  return columns.compressed();
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
