/** Some hundred functions of a symbol table, whose names stand in pages. */
import { ColumnsReader, encodeColumn, encodeCounts } from "./columns.ts";
import { none } from "./dwarf/stretches.ts";
import type { FunctionSymbol } from "./object-file.ts";

/** In ascending order of their addresses, which count from the image base. `idOf` gives the ids of texts. */
export function encodeRun(symbols: readonly FunctionSymbol[], idOf: (text: string) => number): Buffer {
  const columns = [
    Uint32Array.from(symbols, ({ address }) => address),
    Uint32Array.from(symbols, ({ size }) => Math.min(size, none)),
    Uint32Array.from(symbols, ({ name }) => idOf(name)),
    Uint32Array.from(symbols, ({ file }) => (file === null ? 0 : idOf(file) + 1)),
  ];
  return Buffer.concat([encodeCounts(symbols.length), ...columns.map(encodeColumn)]);
}

/** A symbol whose texts are ids; `none` for a file that is not known. */
export interface PlacedSymbol {
  readonly name: number;
  readonly file: number;
}

/** Throws MalformedObjectError for a damaged run. */
export function symbolIn(run: Uint8Array, address: number): PlacedSymbol | null {
  const reader = new ColumnsReader(run);
  const count = reader.count();
  const starts = reader.column(count);
  const row = starts.lastAtOrBelow(address);
  if (row < 0) return null;
  const sizes = reader.column(count);
  const names = reader.column(count);
  const files = reader.column(count);
  const size = sizes.at(row);
  // One without a size reaches to the next.
  if (size !== 0 && address >= starts.at(row) + size) return null;
  const file = files.at(row);
  return { name: names.at(row), file: file === 0 ? none : file - 1 };
}
