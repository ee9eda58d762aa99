/** Writes the symbol index of an object file; symbol-index.ts says what is in it, and reads it. */
import { MalformedObjectError } from "./byte-source.ts";
import { none, type UnitLines } from "./dwarf/stretches.ts";
import { UnitReader } from "./dwarf/unit-lines.ts";
import { DebugSections } from "./dwarf/units.ts";
import { IndexWriter } from "./index-writer.ts";
import { type FunctionSymbol, type ObjectFile, rangeBefore } from "./object-file.ts";

/** What was found in a file, for those who wait for it. */
export interface IndexSummary {
  readonly units: number;
  /** Units that could not be read, and why the first of them could not; their functions are known by the symbol table. */
  readonly damagedUnits: number;
  readonly damage: string | null;
  readonly symbols: number;
  /** Bytes of the index. */
  readonly size: number;
}

const mostSymbols = 8_000_000;

/**
 * Writes the index of an object, piece by piece, unit by unit: memory is bounded by the largest unit, the table
 * of symbols and the texts that are known again. Throws MalformedObjectError when the file is damaged beyond a unit,
 * BudgetSpentError, and what `write` throws.
 */
export function writeSymbolIndex(file: ObjectFile, write: (piece: Buffer) => void): IndexSummary {
  if (!Number.isSafeInteger(file.imageBase))
    throw new MalformedObjectError(`Its image base is beyond all addresses: ${file.imageBase}`);
  const writer = new IndexWriter(write, (bytes) => file.budget.spend("index", bytes));
  let units = 0;
  let damagedUnits = 0;
  let damage: string | null = null;
  if (file.hasDebugInfo) {
    const sections = new DebugSections(file);
    const headers = sections.units();
    const reader = new UnitReader(sections, headers, file);
    for (const header of headers) {
      let unit: UnitLines | undefined;
      try {
        unit = reader.read(header);
      } catch (error) {
        if (!(error instanceof MalformedObjectError)) throw error;
        damagedUnits += 1;
        damage ??= error.message;
      }
      if (unit === undefined) continue;
      units += 1;
      writer.addUnit(unit);
    }
  }
  const symbols = sortedSymbols(file);
  writer.addSymbols(symbols);
  return { units, damagedUnits, damage, symbols: symbols.length, size: writer.finish(file.imageBase) };
}

/** One symbol for an address: the longest one; of those, the one that the table names last. Addresses count from the image base. */
function sortedSymbols(file: ObjectFile): FunctionSymbol[] {
  const symbols: Writable<FunctionSymbol>[] = [];
  for (const symbol of file.symbols()) {
    if (symbols.length >= mostSymbols) throw new MalformedObjectError(`More than ${mostSymbols} symbols`);
    const relative = symbol.address - file.imageBase;
    if (relative >= 0 && relative < none) symbols.push({ ...symbol, address: relative });
  }
  // Mach-O does not say how long a function is: at most to the end of the code that it is in.
  for (const symbol of symbols) if (symbol.size === 0) symbol.size = restOfCode(file, symbol.address);
  symbols.sort((one, other) => one.address - other.address || one.size - other.size);
  return symbols.filter(({ address }, index) => address !== symbols[index + 1]?.address);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function restOfCode({ code, imageBase }: ObjectFile, address: number): number {
  const range = rangeBefore(code, address + imageBase);
  return range === undefined || range.start > address + imageBase ? 0 : range.end - imageBase - address;
}
