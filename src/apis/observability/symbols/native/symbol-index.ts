/**
 * The symbol index of an object file: everything that symbolication asks, in a file of segments that a few reads find
 * their way through.
 *
 * Layout: segments, then the directory (compressed), then a footer of fixed length that says where the directory is.
 * The directory has the address ranges of the units and of the runs of symbols, each with the number of its segment.
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { MalformedObjectError } from "./byte-source.ts";
import { none, type UnitLines, UnitReader } from "./dwarf/unit-lines.ts";
import { DebugSections } from "./dwarf/units.ts";
import type { FunctionSymbol, ObjectFile } from "./object-file.ts";
import {
  type DecodedUnit,
  decodeSymbols,
  decodeUnit,
  encodeSymbols,
  encodeUnit,
  type SymbolRun,
  type WrittenSymbolRun,
} from "./segment.ts";

/** One function at an address; several of them where calls were inlined, the innermost first. */
export interface SourceFrame {
  /** As the linker knows it, that is, mangled; null when the file does not say. */
  readonly function: string | null;
  readonly file: string | null;
  /** Null when the file does not say. */
  readonly line: number | null;
  readonly column: number | null;
  /** Whether the function was inlined into the one of the next frame. */
  readonly inlined: boolean;
}

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

const magic = 0x41_53_49_31;
const footerSize = 24;
const symbolsInRun = 4096;
/** Between functions of a unit there is padding; so many bytes of it do not make two ranges of the directory. */
const padding = 32;
const mostSymbols = 20_000_000;

interface Span {
  readonly start: number;
  readonly end: number;
  readonly segment: number;
}

/**
 * Writes the index of an object, piece by piece, unit by unit: memory is bounded by the largest unit and the table
 * of symbols. Throws MalformedObjectError when the file is damaged beyond a unit, and what `write` throws.
 */
export function writeSymbolIndex(file: ObjectFile, write: (piece: Buffer) => void): IndexSummary {
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
      unitSpans.push(...spansOf(unit, put(encodeUnit(unit))));
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
  const range = code.find(({ start, end }) => address + imageBase >= start && address + imageBase < end);
  return range === undefined ? 0 : range.end - imageBase - address;
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

/** Reads a part of an index, wherever it is kept. */
export interface IndexSource {
  /** In bytes. */
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
}

/** Decoded segments that are kept, by their compressed bytes. */
const keptSegmentBytes = 16 * 1024 * 1024;

/** An open symbol index. */
export class SymbolIndex {
  readonly #source: IndexSource;
  readonly #segments: Float64Array;
  readonly #units: Uint32Array;
  readonly #symbols: Uint32Array;
  readonly #decoded = new LRUCache<number, Promise<DecodedUnit | SymbolRun>>({
    maxSize: keptSegmentBytes,
    sizeCalculation: (_, segment) => Math.max(1, this.#segments[segment * 2 + 1] ?? 1),
  });
  /** What addresses of the file count from. */
  readonly imageBase: number;

  private constructor(
    source: IndexSource,
    imageBase: number,
    segments: Float64Array,
    units: Uint32Array,
    symbols: Uint32Array,
  ) {
    this.#source = source;
    this.imageBase = imageBase;
    this.#segments = segments;
    this.#units = units;
    this.#symbols = symbols;
  }

  /** Reads the directory. Throws MalformedObjectError for anything but an index. */
  static async open(source: IndexSource): Promise<SymbolIndex> {
    if (source.size < footerSize) throw new MalformedObjectError("Not a symbol index");
    const footer = await source.read(source.size - footerSize, footerSize);
    if (footer.readUInt32LE(0) !== magic) throw new MalformedObjectError("Not a symbol index");
    const length = footer.readUInt32LE(4);
    const offset = Number(footer.readBigUInt64LE(8));
    const bytes = zstdDecompressSync(await source.read(offset, length));
    const [segmentCount = 0, unitCount = 0, symbolCount = 0] = [0, 4, 8].map((at) => bytes.readUInt32LE(at));
    let at = 12;
    const segments = new Float64Array(segmentCount * 2);
    for (let index = 0; index < segmentCount; index++, at += 12) {
      segments[index * 2] = bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
      segments[index * 2 + 1] = bytes.readUInt32LE(at + 8);
    }
    const table = (count: number) => {
      const numbers = new Uint32Array(count * 3);
      for (let index = 0; index < numbers.length; index++, at += 4) numbers[index] = bytes.readUInt32LE(at);
      return numbers;
    };
    return new SymbolIndex(source, Number(footer.readBigUInt64LE(16)), segments, table(unitCount), table(symbolCount));
  }

  /**
   * The functions at an address that counts from where the image was loaded, the innermost first; empty when the
   * file knows nothing of it. For a caller's address, give the one before it: it is where the call goes on.
   */
  async framesAt(address: number): Promise<SourceFrame[]> {
    const unitSegment = findSpan(this.#units, address);
    const symbolSegment = findSpan(this.#symbols, address);
    const symbol =
      symbolSegment === undefined ? null : symbolAt((await this.#segment(symbolSegment)) as SymbolRun, address);
    const frames =
      unitSegment === undefined ? [] : framesIn((await this.#segment(unitSegment)) as DecodedUnit, address);
    if (frames.length === 0) {
      return symbol === null
        ? []
        : [{ function: symbol.name, file: symbol.file, line: null, column: null, inlined: false }];
    }
    const outermost = frames.at(-1) as SourceFrame;
    return symbol !== null && saysMore(symbol.name, outermost.function)
      ? [...frames.slice(0, -1), { ...outermost, function: symbol.name }]
      : frames;
  }

  /** The frames of many addresses, in their order. Neighbours share what has to be read. */
  async framesOf(addresses: readonly number[]): Promise<SourceFrame[][]> {
    const found = new Map<number, SourceFrame[]>();
    for (const address of [...new Set(addresses)].sort((one, other) => one - other)) {
      found.set(address, await this.framesAt(address));
    }
    return addresses.map((address) => found.get(address) ?? []);
  }

  #segment(index: number): Promise<DecodedUnit | SymbolRun> {
    let segment = this.#decoded.get(index);
    if (segment === undefined) {
      segment = this.#source
        .read(this.#segments[index * 2] as number, this.#segments[index * 2 + 1] as number)
        .then((bytes) => (this.#isSymbols(index) ? decodeSymbols(bytes) : decodeUnit(bytes)));
      segment.catch(() => this.#decoded.delete(index));
      this.#decoded.set(index, segment);
    }
    return segment;
  }

  /** Units come first, then the runs of symbols. */
  #isSymbols(segment: number): boolean {
    return this.#symbols.length > 0 && segment >= (this.#symbols[2] as number);
  }
}

/** Mangled by C++, Rust or Swift. */
const mangled = /^(_Z|_R|_?\$[sS]|_T0)/;

/**
 * Whether the linker's name says more than that of the debugging information: it tells the clones apart that a
 * compiler makes of a function (`name.cold`, `name.part.0`), and has the whole name of a lambda (`operator()`).
 * Where linkers fold functions that are the same, it may be another one's.
 */
function saysMore(symbol: string, name: string | null): boolean {
  return name === null || symbol.startsWith(`${name}.`) || (mangled.test(symbol) && !mangled.test(name));
}

/** The last of ascending numbers that is not above the value; -1 when all are. `stride` numbers make one row. */
function lastAtOrBelow(sorted: Uint32Array, value: number, stride: number): number {
  let low = 0;
  let high = sorted.length / stride;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle * stride] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function findSpan(spans: Uint32Array, address: number): number | undefined {
  const row = lastAtOrBelow(spans, address, 3);
  return row < 0 || address >= (spans[row * 3 + 1] as number) ? undefined : spans[row * 3 + 2];
}

function symbolAt(run: SymbolRun, address: number): { readonly name: string; readonly file: string | null } | null {
  const row = lastAtOrBelow(run.starts, address, 1);
  if (row < 0) return null;
  const size = run.sizes[row] as number;
  if (size !== 0 && address >= (run.starts[row] as number) + size) return null;
  const fileNumber = run.files[row] as number;
  return { name: run.names.at(row) ?? "", file: fileNumber === 0 ? null : (run.fileNames.at(fileNumber - 1) ?? null) };
}

function framesIn(unit: DecodedUnit, address: number): SourceFrame[] {
  const row = lastAtOrBelow(unit.starts, address, 1);
  if (row < 0) return [];
  const text = (index: number | undefined) =>
    index === undefined || index === none ? null : (unit.texts.at(index) ?? null);
  const position = (file: number | undefined, line: number | undefined, column: number | undefined) => ({
    file: text(file),
    line: line === undefined || line === 0 ? null : line,
    // Line 0 is code of no line at all, and its column that of the row before.
    column: line === 0 || column === undefined || column === 0 ? null : column,
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
