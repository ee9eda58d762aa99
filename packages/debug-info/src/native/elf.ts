/** ELF files of Android, Linux and Flutter: System V ABI, little-endian, 32 and 64 bit. */
import { inflateSync, zstdDecompressSync } from "node:zlib";
import { type ByteSource, bufferSource, MalformedObjectError, PagedBytes, partOf } from "./byte-source.ts";
import { DataReader } from "./data-reader.ts";
import { type AddressRange, debugIdOf, type FunctionSymbol, type ObjectFile, type SectionName } from "./object-file.ts";
import { ReadingBudget } from "./reading-budget.ts";

/** e_machine; arm and x86 as Android names them. */
const machines: Readonly<Record<number, string>> = {
  3: "x86",
  40: "armv7",
  62: "x86_64",
  183: "arm64",
  243: "riscv64",
};

const sectionTypes = { symbols: 2, note: 7, empty: 8, dynamicSymbols: 11 };
const flagAllocated = 2;
const flagExecutable = 4;
const flagCompressed = 0x800;
const noteBuildId = 3;
const segmentLoad = 1;
const symbolFunction = 2;
const symbolFile = 4;
const bindingLocal = 0;
/** STT_GNU_IFUNC */
const symbolIndirectFunction = 10;
const mostSections = 65_535;

interface Section {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly address: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

export function isElf(start: Uint8Array): boolean {
  return start[0] === 0x7f && start[1] === 0x45 && start[2] === 0x4c && start[3] === 0x46;
}

/** Bytes of all compressed sections of an object: they are held in memory as long as it is read. */
const mostInflatedBytes = 512 * 1024 * 1024;
/** Bytes of one header in a table of them; the ABI has at most 64, and lets them grow. */
const largestHeader = 1024;
/** Bytes of a section's name that are looked at: those that are read here are shorter. */
const nameBytes = 32;

/** Reads the headers of an ELF file. Throws MalformedObjectError, and BudgetSpentError like everything that reads on. */
export function openElf(source: ByteSource, budget = new ReadingBudget(source.size)): ObjectFile {
  const ident = source.read(0, 20);
  const is64 = ident[4] === 2;
  if (!isElf(ident) || (!is64 && ident[4] !== 1)) throw new MalformedObjectError("Not an ELF file");
  if (ident[5] !== 1) throw new MalformedObjectError("Big-endian ELF files are not read");
  const machine = ident.readUInt16LE(18);
  const header = new DataReader(source.read(0, is64 ? 64 : 52), is64 ? 32 : 28);
  const word = is64 ? 8 : 4;
  const segmentsAt = header.unsigned(word);
  const sectionsAt = header.unsigned(word);
  header.skip(4 + 2);
  const segmentSize = header.u16();
  const segmentCount = header.u16();
  const sectionSize = header.u16();
  const sectionCount = header.u16();
  const namesIndex = header.u16();

  const sections = readSections(source, { is64, at: sectionsAt, size: sectionSize, count: sectionCount, namesIndex });
  const code: AddressRange[] = sections
    .filter(({ flags, size }) => (flags & flagAllocated) !== 0 && (flags & flagExecutable) !== 0 && size > 0)
    .map(({ address, size }) => ({ start: address, end: address + size }))
    .sort((one, other) => one.start - other.start);

  const decompressed = new Map<string, ByteSource>();
  let inflatedBytes = 0;
  const section = (name: SectionName): ByteSource | undefined => {
    const known = decompressed.get(name);
    if (known !== undefined) return known;
    const found = sections.find((one) => one.name === `.${name}` || one.name === `.z${name}`);
    if (found === undefined || found.type === sectionTypes.empty || found.size === 0) return undefined;
    const bytes = partOf(source, found.offset, found.size);
    if ((found.flags & flagCompressed) === 0 && !found.name.startsWith(".z")) return bytes;
    const compressed = compressedSection(bytes, (found.flags & flagCompressed) !== 0, is64);
    inflatedBytes += compressed.size;
    if (inflatedBytes > mostInflatedBytes)
      throw new MalformedObjectError(
        `Compressed sections of more than ${mostInflatedBytes} bytes: send them as they are`,
      );
    budget.spend("inflated", compressed.size);
    const plain = bufferSource(inflated(compressed));
    decompressed.set(name, plain);
    return plain;
  };
  const symbolTable =
    sections.find(({ type, size }) => type === sectionTypes.symbols && size > 0) ??
    sections.find(({ type, size }) => type === sectionTypes.dynamicSymbols && size > 0);
  const has = (name: SectionName) =>
    sections.some(
      (one) => (one.name === `.${name}` || one.name === `.z${name}`) && one.type !== sectionTypes.empty && one.size > 0,
    );

  return {
    format: "elf",
    platforms: [],
    arch: machines[machine] ?? `0x${machine.toString(16)}`,
    debugId: buildId(source, sections, budget),
    budget,
    imageBase: imageBase(source, { is64, at: segmentsAt, size: segmentSize, count: segmentCount }),
    code,
    hasDebugInfo: has("debug_info") && has("debug_abbrev"),
    hasSymbols: symbolTable !== undefined && symbolTable.type !== sectionTypes.empty,
    section,
    symbols: () =>
      symbolTable === undefined ? [] : functionSymbols(source, sections, symbolTable, { is64, machine, budget }),
  };
}

interface Table {
  readonly is64: boolean;
  readonly at: number;
  readonly size: number;
  readonly count: number;
}

function readSections(source: ByteSource, table: Table & { readonly namesIndex: number }): Section[] {
  const { is64, at, size } = table;
  if (at === 0) return [];
  const least = is64 ? 64 : 40;
  if (size < least || size > largestHeader) throw new MalformedObjectError(`Section headers of ${size} bytes`);
  const word = is64 ? 8 : 4;
  const read = (bytes: Buffer, index: number) => {
    const reader = new DataReader(bytes, index * size);
    const name = reader.u32();
    const type = reader.u32();
    const flags = reader.unsigned(word);
    const address = reader.unsigned(word);
    const offset = reader.unsigned(word);
    return { name, type, flags, address, offset, size: reader.unsigned(word), link: reader.u32() };
  };
  // With 65,280 sections or more, the first header holds the numbers that do not fit (System V ABI, "extended numbering").
  const first = read(source.read(at, least), 0);
  const count = table.count === 0 ? first.size : table.count;
  const namesIndex = table.namesIndex === 0xffff ? first.link : table.namesIndex;
  if (count > mostSections) throw new MalformedObjectError(`${count} sections`);
  const headers = source.read(at, size * (count - 1) + least);
  const raw = Array.from({ length: count }, (_, index) => read(headers, index));
  const nameTable = raw[namesIndex];
  if (nameTable === undefined || nameTable.type === sectionTypes.empty) return raw.map((one) => ({ ...one, name: "" }));
  const names = new PagedBytes(partOf(source, nameTable.offset, nameTable.size));
  return raw.map((one) => ({ ...one, name: sectionName(names.upTo(one.name, nameBytes)) }));
}

/** Empty for a longer one than is looked at. */
function sectionName(start: Buffer): string {
  return start.toString("latin1", 0, Math.max(0, start.indexOf(0)));
}

/** The notes of a file that was stripped to `.debug` are kept, also where its code is not. */
function buildId(source: ByteSource, sections: readonly Section[], budget: ReadingBudget): string | null {
  for (const { type, offset, size } of sections) {
    if (type !== sectionTypes.note || size > 1024 * 1024) continue;
    budget.spend("parsed", size);
    const reader = new DataReader(source.read(offset, size));
    while (reader.remaining >= 12) {
      const nameSize = reader.u32();
      const length = reader.u32();
      const kind = reader.u32();
      const name = reader.take(nameSize);
      reader.skip(Math.min(padding(nameSize), reader.remaining));
      const description = reader.take(length);
      reader.skip(Math.min(padding(length), reader.remaining));
      if (kind === noteBuildId && name.toString("latin1").startsWith("GNU") && length > 0)
        return debugIdOf(description);
    }
  }
  return null;
}

function padding(length: number): number {
  return (4 - (length % 4)) % 4;
}

/** The page-aligned address of the first segment that is loaded from the start of the file on. */
function imageBase(source: ByteSource, { is64, at, size, count }: Table): number {
  if (at === 0 || count === 0) return 0;
  if (size > largestHeader) throw new MalformedObjectError(`Program headers of ${size} bytes`);
  const segments = source.read(at, size * count);
  let lowest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < count; index++) {
    const reader = new DataReader(segments, index * size);
    if (reader.u32() !== segmentLoad) continue;
    if (is64) reader.skip(4);
    const offset = reader.unsigned(is64 ? 8 : 4);
    const address = reader.unsigned(is64 ? 8 : 4);
    lowest = Math.min(lowest, address - offset);
  }
  return Number.isFinite(lowest) ? Math.max(0, lowest) : 0;
}

interface CompressedSection {
  readonly method: number;
  /** What it says that it becomes, in bytes. */
  readonly size: number;
  readonly packed: () => Buffer;
}

/** SHF_COMPRESSED (gABI: a header, then zlib or zstd), or the older `.zdebug_` form ("ZLIB" and a big-endian size). */
function compressedSection(bytes: ByteSource, withHeader: boolean, is64: boolean): CompressedSection {
  const headerSize = withHeader ? (is64 ? 24 : 12) : 12;
  const header = bytes.read(0, headerSize);
  let method = 1;
  let size: number;
  if (withHeader) {
    method = header.readUInt32LE(0);
    size = is64 ? Number(header.readBigUInt64LE(8)) : header.readUInt32LE(4);
  } else {
    if (header.toString("latin1", 0, 4) !== "ZLIB")
      throw new MalformedObjectError("A compressed section without its mark");
    size = Number(header.readBigUInt64BE(4));
  }
  return { method, size, packed: () => bytes.read(headerSize, bytes.size - headerSize) };
}

function inflated({ method, size, packed }: CompressedSection): Buffer {
  const most = { maxOutputLength: Math.max(1, size) };
  let plain: Buffer;
  try {
    if (method === 1) plain = inflateSync(packed(), most);
    else if (method === 2) plain = zstdDecompressSync(packed(), most);
    else throw new MalformedObjectError(`Compression method ${method}`);
  } catch (error) {
    if (error instanceof MalformedObjectError) throw error;
    throw new MalformedObjectError("A compressed section that cannot be decompressed", { cause: error });
  }
  if (plain.length !== size) throw new MalformedObjectError("A compressed section of another size than it says");
  return plain;
}

function* functionSymbols(
  source: ByteSource,
  sections: readonly Section[],
  table: Section,
  { is64, machine, budget }: { readonly is64: boolean; readonly machine: number; readonly budget: ReadingBudget },
): Generator<FunctionSymbol> {
  const texts = sections[table.link];
  if (texts === undefined || texts.type === sectionTypes.empty) return;
  const names = new PagedBytes(partOf(source, texts.offset, texts.size));
  const textAt = (offset: number) => {
    const text = names.text(offset);
    budget.spend("names", text.length);
    return text;
  };
  const entry = is64 ? 24 : 16;
  const batch = 4096;
  const count = Math.floor(table.size / entry);
  // A symbol that names a file comes before those of its static functions.
  let file: string | null = null;
  for (let from = 0; from < count; from += batch) {
    const rows = Math.min(batch, count - from);
    const reader = new DataReader(source.read(table.offset + from * entry, rows * entry));
    for (let row = 0; row < rows; row++) {
      reader.seek(row * entry);
      const name = reader.u32();
      let info: number;
      let section: number;
      let value: number;
      let size: number;
      if (is64) {
        info = reader.u8();
        reader.skip(1);
        section = reader.u16();
        value = reader.u64();
        size = reader.u64();
      } else {
        value = reader.u32();
        size = reader.u32();
        info = reader.u8();
        reader.skip(1);
        section = reader.u16();
      }
      const type = info & 0xf;
      if (type === symbolFile) file = name === 0 ? null : textAt(name);
      if ((type !== symbolFunction && type !== symbolIndirectFunction) || section === 0 || name === 0) continue;
      // The lowest bit of an ARM function's address says that it is Thumb code.
      yield {
        address: machine === 40 ? value - (value % 2) : value,
        size,
        name: textAt(name),
        file: info >> 4 === bindingLocal ? file : null,
      };
    }
  }
}
