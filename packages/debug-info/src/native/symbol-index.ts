/**
 * The symbol index of an object file: everything that symbolication asks, in a file of segments that a few reads find
 * their way through. A segment is a block of a unit, a run of symbols or a page of texts.
 */
import { framesIn } from "./blocks.ts";
import { type Directory, type IndexSource, readDirectory } from "./directory.ts";
import { none } from "./dwarf/stretches.ts";
import { KeptSegments } from "./kept-segments.ts";
import { positionOf, type SourceFrame } from "./source-frame.ts";
import { segmentAt } from "./spans.ts";
import { symbolIn } from "./symbol-runs.ts";
import { decodePage, pageOf, textIn } from "./text-pages.ts";

/** A function of the symbol table. */
interface NamedSymbol {
  readonly name: string;
  readonly file: string | null;
}

/** An open symbol index. */
export class SymbolIndex {
  readonly #source: IndexSource;
  readonly #directory: Directory;
  readonly #kept: KeptSegments;
  readonly #number: number;

  private constructor(source: IndexSource, kept: KeptSegments, directory: Directory) {
    this.#source = source;
    this.#kept = kept;
    this.#number = kept.nextIndex();
    this.#directory = directory;
  }

  /** Reads the directory. Throws MalformedObjectError for anything but an index. */
  static async open(source: IndexSource, kept = new KeptSegments()): Promise<SymbolIndex> {
    return new SymbolIndex(source, kept, await readDirectory(source));
  }

  /** What addresses of the file count from. */
  get imageBase(): number {
    return this.#directory.imageBase;
  }

  /** Bytes of memory that the open index takes, without its segments. */
  get directoryBytes(): number {
    const { segments, units, symbols, pages } = this.#directory;
    return segments.byteLength + units.byteLength + symbols.byteLength + pages.byteLength;
  }

  /**
   * The functions at an address that counts from where the image was loaded, the innermost first; empty when the
   * file knows nothing of it. For a caller's address, give the one before it: it is where the call goes on.
   */
  async framesAt(address: number): Promise<SourceFrame[]> {
    const { units, symbols } = this.#directory;
    const unit = segmentAt(units, address);
    const run = segmentAt(symbols, address);
    let block = unit === undefined ? null : this.#segment(unit, asItIs);
    let functions = run === undefined ? null : this.#segment(run, asItIs);
    if (block instanceof Promise || functions instanceof Promise)
      [block, functions] = await Promise.all([block, functions]);
    const frames = block === null ? [] : framesIn(block, address);
    const symbol = functions === null ? null : symbolIn(functions, address);
    const ids: number[] = [];
    for (const frame of frames) ids.push(frame.function, frame.file);
    // Nearly always the name that the debugging information has.
    const namesAnother = symbol !== null && symbol.name !== frames.at(-1)?.function;
    if (namesAnother) ids.push(symbol.name, symbol.file);
    const found = this.#texts(ids);
    const texts = found instanceof Promise ? await found : found;
    const known = frames.map(({ line, column, inlined }, index) => ({
      function: texts[2 * index] ?? null,
      file: texts[2 * index + 1] ?? null,
      ...positionOf(line, column),
      inlined,
    }));
    return namesAnother ? withSymbol(known, { name: texts.at(-2) ?? "", file: texts.at(-1) ?? null }) : known;
  }

  /** The texts of ids, whose pages are read at the same time; null for `none`. */
  #texts(ids: readonly number[]): (string | null)[] | Promise<(string | null)[]> {
    const pages: (Buffer | Promise<Buffer> | null)[] = [];
    let isKept = true;
    for (const [index, id] of ids.entries()) {
      // Functions are often of the page, and the file, of the one before.
      const before = ids[index - 2] ?? none;
      const segment = id === none ? undefined : this.#directory.pages[pageOf(id)];
      let page: Buffer | Promise<Buffer> | null = null;
      if (segment !== undefined && before !== none && pageOf(before) === pageOf(id)) page = pages[index - 2] ?? null;
      else if (segment !== undefined) page = this.#segment(segment, decodePage);
      if (page instanceof Promise) isKept = false;
      pages.push(page);
    }
    return isKept ? textsIn(pages as Buffer[], ids) : Promise.all(pages).then((read) => textsIn(read, ids));
  }

  #segment(index: number, decode: (bytes: Buffer) => Buffer): Buffer | Promise<Buffer> {
    return this.#kept.get(this.#number, index, async () => {
      const [offset = 0, length = 0] = this.#directory.segments.subarray(index * 2, index * 2 + 2);
      return decode(await this.#source.read(offset, length));
    });
  }
}

/** Each text of its page. */
function textsIn(pages: readonly (Buffer | null)[], ids: readonly number[]): (string | null)[] {
  const texts: (string | null)[] = [];
  for (const [index, id] of ids.entries()) {
    const page = pages[index] ?? null;
    if (page === null) texts.push(null);
    else texts.push(id === ids[index - 2] ? (texts[index - 2] ?? null) : textIn(page, id));
  }
  return texts;
}

/** In memory of its own: what was read may be a view of something larger. */
function asItIs(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** The frames with what the symbol table adds to them. */
function withSymbol(frames: SourceFrame[], symbol: NamedSymbol | null): SourceFrame[] {
  if (symbol === null) return frames;
  const outermost = frames.at(-1);
  if (outermost === undefined)
    return [{ function: symbol.name, file: symbol.file, line: null, column: null, inlined: false }];
  return saysMore(symbol.name, outermost.function)
    ? [...frames.slice(0, -1), { ...outermost, function: symbol.name }]
    : frames;
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
