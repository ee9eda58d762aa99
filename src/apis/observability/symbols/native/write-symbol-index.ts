/** Writes the symbol index of an object file; symbol-index.ts says what is in it, and reads it. */
import { zstdCompressSync } from "node:zlib";
import { blocksOf } from "./blocks.ts";
import { MalformedObjectError } from "./byte-source.ts";
import { none, type UnitLines } from "./dwarf/stretches.ts";
import { UnitReader } from "./dwarf/unit-lines.ts";
import { DebugSections } from "./dwarf/units.ts";
import { type FunctionSymbol, type ObjectFile, rangeBefore } from "./object-file.ts";
import { encodeSymbols, encodeUnit, type WrittenSymbolRun } from "./segment.ts";

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

/** `ASI2`: of another form than the first. */
export const magic = 0x41_53_49_32;
export const footerSize = 24;
const symbolsInRun = 4096;
/** Between functions of a unit there is padding; so many bytes of it do not make two ranges of the directory. */
const padding = 32;
const mostSymbols = 8_000_000;

interface Span {
  readonly start: number;
  readonly end: number;
  readonly segment: number;
}

/**
 * Writes the index of an object, piece by piece, unit by unit: memory is bounded by the largest unit and the table
 * of symbols. Throws MalformedObjectError when the file is damaged beyond a unit, BudgetSpentError, and what `write` throws.
 */
export function writeSymbolIndex(file: ObjectFile, write: (piece: Buffer) => void): IndexSummary {
  if (!Number.isSafeInteger(file.imageBase))
    throw new MalformedObjectError(`Its image base is beyond all addresses: ${file.imageBase}`);
  const segments: { offset: number; length: number }[] = [];
  let position = 0;
  const put = (piece: Buffer): number => {
    write(piece);
    segments.push({ offset: position, length: piece.length });
    position += piece.length;
    return segments.length - 1;
  };

  const unitSpans: Span[] = [];
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
      for (const block of blocksOf(unit)) {
        file.budget.spend("index", sizeOf(block));
        addAll(unitSpans, spansOf(block, put(encodeUnit(block))));
      }
    }
  }
  const symbolSpans: Span[] = [];
  const symbols = sortedSymbols(file);
  for (let from = 0; from < symbols.length; from += symbolsInRun) {
    const run = symbols.slice(from, from + symbolsInRun);
    const segment = put(encodeSymbols(runOf(run)));
    const next = symbols[from + symbolsInRun];
    symbolSpans.push({ start: (run[0] as FunctionSymbol).address, end: next?.address ?? none, segment });
  }

  const directory = zstdCompressSync(encodeDirectory(segments, disjoint(unitSpans), symbolSpans));
  write(directory);
  const footer = Buffer.alloc(footerSize);
  footer.writeUInt32LE(magic, 0);
  footer.writeUInt32LE(directory.length, 4);
  footer.writeBigUInt64LE(BigInt(position), 8);
  footer.writeBigUInt64LE(BigInt(file.imageBase), 16);
  write(footer);
  return { units, damagedUnits, damage, symbols: symbols.length, size: position + directory.length + footerSize };
}

/** Bytes of a block before it is compressed, and of its spans in the directory. */
function sizeOf({ starts, scopeTable, texts }: UnitLines): number {
  const stretchBytes = 18 + 12;
  const scopeBytes = 18;
  const textBytes = texts.reduce((sum, { length }) => sum + length + 4, 0);
  return starts.length * stretchBytes + scopeTable.names.length * scopeBytes + textBytes;
}

function runOf(symbols: readonly FunctionSymbol[]): WrittenSymbolRun {
  const fileNames = [...new Set(symbols.flatMap(({ file }) => file ?? []))];
  const places = new Map(fileNames.map((name, index) => [name, index + 1]));
  return {
    starts: Uint32Array.from(symbols, ({ address }) => address),
    sizes: Uint32Array.from(symbols, ({ size }) => Math.min(size, none)),
    names: symbols.map(({ name }) => name),
    files: Uint32Array.from(symbols, ({ file }) => (file === null ? 0 : (places.get(file) ?? 0))),
    fileNames,
  };
}

/** The addresses that a unit knows of, without those it only ends at. */
function spansOf(unit: UnitLines, segment: number): Span[] {
  const spans: Span[] = [];
  const { starts, files, scopes } = unit;
  for (let index = 0; index + 1 < starts.length; index++) {
    if (files[index] === none && scopes[index] === none) continue;
    addSpan(spans, { start: starts[index] as number, end: starts[index + 1] as number, segment });
  }
  return spans;
}

/** Spread into a call, a list of a million would be too many arguments. */
function addAll(spans: Span[], more: readonly Span[]): void {
  for (const span of more) spans.push(span);
}

/** Makes the last span longer where the next one goes on with the same segment. */
function addSpan(spans: Span[], next: Span, gap = 0): void {
  const last = spans.at(-1);
  if (last?.segment === next.segment && next.start - last.end <= gap) {
    spans[spans.length - 1] = { ...last, end: next.end };
  } else spans.push(next);
}

/** In ascending order, without overlaps: where two units claim an address, the one that begins first has it. */
function disjoint(spans: Span[]): Span[] {
  spans.sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: Span[] = [];
  let end = 0;
  for (const span of spans) {
    if (span.end <= end) continue;
    addSpan(kept, span.start < end ? { ...span, start: end } : span, padding);
    end = span.end;
  }
  return kept;
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

function encodeDirectory(
  segments: readonly { readonly offset: number; readonly length: number }[],
  ...tables: readonly Span[][]
): Buffer {
  const counts = [segments.length, ...tables.map(({ length }) => length)];
  const bytes = Buffer.alloc(
    4 * counts.length + segments.length * 12 + tables.reduce((sum, { length }) => sum + length * 12, 0),
  );
  let at = 0;
  const u32 = (value: number) => {
    at = bytes.writeUInt32LE(value, at);
  };
  counts.forEach(u32);
  for (const { offset, length } of segments) {
    u32(offset % 2 ** 32);
    u32(Math.floor(offset / 2 ** 32));
    u32(length);
  }
  for (const { start, end, segment } of tables.flat()) {
    u32(start);
    u32(end);
    u32(segment);
  }
  return bytes;
}
