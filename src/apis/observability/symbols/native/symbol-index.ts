/**
 * The symbol index of an object file: everything that symbolication asks, in a file of segments that a few reads find
 * their way through.
 *
 * Layout: segments, then the directory (compressed), then a footer of fixed length that says where the directory is.
 * The directory has the address ranges of the units and of the runs of symbols, each with the number of its segment.
 */
import { zstdDecompressSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { MalformedObjectError } from "./byte-source.ts";
import { none } from "./dwarf/stretches.ts";
import { type DecodedUnit, decodeSymbols, decodeUnit, type SymbolRun } from "./segment.ts";
import { footerSize, magic } from "./write-symbol-index.ts";

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

/** Reads a part of an index, wherever it is kept. */
export interface IndexSource {
  /** In bytes. */
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
}

/** Decoded segments that are kept, in bytes. */
const keptSegmentBytes = 128 * 1024 * 1024;

type Segment = DecodedUnit | SymbolRun;

/** Segments that were decoded, kept for the next address; several indexes may share them. */
export class DecodedSegments {
  readonly #kept: LRUCache<number, Segment>;
  readonly #reading = new Map<number, Promise<Segment>>();
  #indexes = 0;

  /** Keeps at most `mostBytes` in memory. */
  constructor(mostBytes = keptSegmentBytes) {
    this.#kept = new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes });
  }

  /** A number that only one index has. */
  nextIndex(): number {
    return this.#indexes++;
  }

  /** What is kept under a key, else what `read` gives. */
  get(index: number, segment: number, read: () => Promise<Segment>): Segment | Promise<Segment> {
    const key = index * mostSegments + segment;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    let reading = this.#reading.get(key);
    if (reading === undefined) {
      reading = read()
        .then((decoded) => {
          this.#kept.set(key, decoded);
          return decoded;
        })
        .finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }
}

const mostSegments = 2 ** 26;

/** An open symbol index. */
export class SymbolIndex {
  readonly #source: IndexSource;
  readonly #segments: Float64Array;
  readonly #units: Uint32Array;
  readonly #symbols: Uint32Array;
  readonly #decoded: DecodedSegments;
  readonly #number: number;
  /** What addresses of the file count from. */
  readonly imageBase: number;

  /** What the open index takes, beside its segments. */
  get directoryBytes(): number {
    return this.#segments.byteLength + this.#units.byteLength + this.#symbols.byteLength;
  }

  private constructor(
    source: IndexSource,
    decoded: DecodedSegments,
    imageBase: number,
    segments: Float64Array,
    units: Uint32Array,
    symbols: Uint32Array,
  ) {
    this.#source = source;
    this.#decoded = decoded;
    this.#number = decoded.nextIndex();
    this.imageBase = imageBase;
    this.#segments = segments;
    this.#units = units;
    this.#symbols = symbols;
  }

  /** Reads the directory. Throws MalformedObjectError for anything but an index. */
  static async open(source: IndexSource, decoded = new DecodedSegments()): Promise<SymbolIndex> {
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
    const imageBase = Number(footer.readBigUInt64LE(16));
    return new SymbolIndex(source, decoded, imageBase, segments, table(unitCount), table(symbolCount));
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

  #segment(index: number): Segment | Promise<Segment> {
    return this.#decoded.get(this.#number, index, async () => {
      const [offset = 0, length = 0] = this.#segments.subarray(index * 2, index * 2 + 2);
      const bytes = await this.#source.read(offset, length);
      return this.#isSymbols(index) ? decodeSymbols(bytes) : decodeUnit(bytes);
    });
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
