/** Mach-O files of Apple's platforms, alone or several in one fat file (mach-o/loader.h, mach-o/fat.h). */
import { type ByteSource, MalformedObjectError, PagedBytes, partOf } from "./byte-source.ts";
import { DataReader } from "./data-reader.ts";
import { type AddressRange, debugIdOf, type FunctionSymbol, type ObjectFile, type SectionName } from "./object-file.ts";
import { ReadingBudget } from "./reading-budget.ts";

const magic32 = 0xfeedface;
const magic64 = 0xfeedfacf;
const fatMagic32 = 0xcafebabe;
const fatMagic64 = 0xcafebabf;
const commandSegment = 1;
const commandSymbols = 2;
const commandSegment64 = 0x19;
const commandUuid = 0x1b;
const commandBuildVersion = 0x32;
/** Commands of older tools, each for one platform. */
const platformCommands: Readonly<Record<number, string>> = { 36: "macos", 37: "ios", 47: "tvos", 48: "watchos" };
/** By the number in a build version; simulators are the platform that they simulate. */
const platformNumbers: Readonly<Record<number, string>> = {
  1: "macos",
  2: "ios",
  3: "tvos",
  4: "watchos",
  6: "catalyst",
  7: "ios",
  8: "tvos",
  9: "watchos",
  11: "visionos",
  12: "visionos",
};
const mostCommands = 65_536;
/** A Java class file has the same first bytes as a fat file, and its version where that has the number of its parts. */
const mostArchitectures = 42;
const sectionHasInstructions = 0x8000_0400;

export function isMachO(start: Uint8Array): boolean {
  if (start.length < 8) return false;
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const little = view.getUint32(0, true);
  const big = view.getUint32(0, false);
  if (little === magic32 || little === magic64) return true;
  return (big === fatMagic32 || big === fatMagic64) && view.getUint32(4, false) <= mostArchitectures;
}

/** Reads the headers of all objects of a file, one for each architecture. Throws MalformedObjectError and BudgetSpentError. */
export function openMachO(source: ByteSource, budget = new ReadingBudget(source.size)): ObjectFile[] {
  const start = source.read(0, 8);
  const magic = start.readUInt32BE(0);
  if (magic !== fatMagic32 && magic !== fatMagic64) return [openThin(source, budget)];
  const count = start.readUInt32BE(4);
  if (count === 0 || count > mostArchitectures) throw new MalformedObjectError(`A fat file of ${count} parts`);
  const entry = magic === fatMagic64 ? 32 : 20;
  const table = source.read(8, count * entry);
  const parts = Array.from({ length: count }, (_, index) => {
    const at = index * entry + 8;
    const offset = magic === fatMagic64 ? Number(table.readBigUInt64BE(at)) : table.readUInt32BE(at);
    const size = magic === fatMagic64 ? Number(table.readBigUInt64BE(at + 8)) : table.readUInt32BE(at + 4);
    return { offset, size };
  });
  parts.sort((one, other) => one.offset - other.offset);
  if (parts.some(({ offset, size }, index) => offset + size > (parts[index + 1]?.offset ?? source.size)))
    throw new MalformedObjectError("A fat file whose parts overlap or reach beyond its end");
  return parts.map(({ offset, size }) => openThin(partOf(source, offset, size), budget));
}

/** cputype and, where it matters, cpusubtype. */
function architecture(type: number, subtype: number): string {
  switch (type) {
    case 7:
      return "x86";
    case 0x0100_0007:
      return (subtype & 0xff) === 8 ? "x86_64h" : "x86_64";
    case 12:
      return { 6: "armv6", 9: "armv7", 11: "armv7s", 12: "armv7k" }[subtype & 0xff] ?? "arm";
    case 0x0100_000c:
      return (subtype & 0xff) === 2 ? "arm64e" : "arm64";
    case 0x0200_000c:
      return "arm64_32";
    default:
      return `0x${type.toString(16)}`;
  }
}

interface SymbolTable {
  readonly at: number;
  readonly count: number;
  readonly textsAt: number;
  readonly textsSize: number;
}

function openThin(source: ByteSource, budget: ReadingBudget): ObjectFile {
  const magic = source.read(0, 4).readUInt32LE(0);
  if (magic !== magic32 && magic !== magic64) throw new MalformedObjectError("Not a little-endian Mach-O file");
  const is64 = magic === magic64;
  const headerSize = is64 ? 32 : 28;
  const header = new DataReader(source.read(0, headerSize), 4);
  const cpuType = header.u32();
  const cpuSubtype = header.u32();
  header.skip(4);
  const commandCount = header.u32();
  const commandsSize = header.u32();
  if (commandCount > mostCommands) throw new MalformedObjectError(`${commandCount} load commands`);
  const commands = new DataReader(source.read(headerSize, commandsSize));

  const sections = new Map<string, { readonly offset: number; readonly size: number }>();
  const code: AddressRange[] = [];
  const codeSections = new Set<number>();
  let sectionNumber = 0;
  const platforms = new Set<string | undefined>();
  let debugId: string | null = null;
  let imageBase: number | undefined;
  let table: SymbolTable | undefined;
  for (let index = 0; index < commandCount; index++) {
    const at = commands.position;
    const command = commands.u32();
    const size = commands.u32();
    if (size < 8) throw new MalformedObjectError(`A load command of ${size} bytes`);
    if (command === commandUuid) debugId = debugIdOf(commands.take(16));
    else if (command === commandBuildVersion) platforms.add(platformNumbers[commands.u32()]);
    else if (command in platformCommands) platforms.add(platformCommands[command]);
    else if (command === commandSymbols) {
      table = { at: commands.u32(), count: commands.u32(), textsAt: commands.u32(), textsSize: commands.u32() };
    } else if (command === commandSegment || command === commandSegment64) {
      const word = command === commandSegment64 ? 8 : 4;
      const segment = fixedText(commands.take(16));
      const address = commands.unsigned(word);
      if (segment === "__TEXT") imageBase = address;
      commands.skip(word * 3 + 8);
      const count = commands.u32();
      commands.skip(4);
      for (let one = 0; one < count; one++) {
        sectionNumber += 1;
        const name = fixedText(commands.take(16));
        const inSegment = fixedText(commands.take(16));
        const start = commands.unsigned(word);
        const length = commands.unsigned(word);
        const offset = commands.u32();
        commands.skip(12);
        const flags = commands.u32();
        commands.skip(word === 8 ? 12 : 8);
        if (inSegment === "__DWARF") sections.set(name, { offset, size: length });
        if ((flags & sectionHasInstructions) !== 0 && length > 0) {
          codeSections.add(sectionNumber);
          code.push({ start, end: start + length });
        }
      }
    }
    commands.seek(at + size);
  }
  code.sort((one, other) => one.start - other.start);

  // The names of sections are cut at 16 characters.
  const find = (name: SectionName) => sections.get(`__${name}`.slice(0, 16));
  return {
    format: "mach-o",
    arch: architecture(cpuType, cpuSubtype),
    debugId,
    platforms: [...platforms].filter((platform) => platform !== undefined),
    budget,
    imageBase: imageBase ?? 0,
    code,
    hasDebugInfo: find("debug_info") !== undefined && find("debug_abbrev") !== undefined,
    hasSymbols: table !== undefined && table.count > 0,
    section(name) {
      const found = find(name);
      return found === undefined || found.size === 0 ? undefined : partOf(source, found.offset, found.size);
    },
    symbols: () =>
      table === undefined ? [] : functionSymbols(source, table, { is64, codeSections, thumb: cpuType === 12, budget }),
  };
}

function fixedText(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("latin1", 0, end < 0 ? bytes.length : end);
}

/** nlist entries that are defined in a section of code; debugging entries (stabs) have other bits. */
function* functionSymbols(
  source: ByteSource,
  { at, count, textsAt, textsSize }: SymbolTable,
  {
    is64,
    codeSections,
    thumb,
    budget,
  }: {
    readonly is64: boolean;
    readonly codeSections: ReadonlySet<number>;
    readonly thumb: boolean;
    readonly budget: ReadingBudget;
  },
): Generator<FunctionSymbol> {
  const names = new PagedBytes(partOf(source, textsAt, textsSize));
  const entry = is64 ? 16 : 12;
  const batch = 4096;
  for (let from = 0; from < count; from += batch) {
    const rows = Math.min(batch, count - from);
    const reader = new DataReader(source.read(at + from * entry, rows * entry));
    for (let row = 0; row < rows; row++) {
      reader.seek(row * entry);
      const name = reader.u32();
      const type = reader.u8();
      const section = reader.u8();
      reader.skip(2);
      const value = reader.unsigned(is64 ? 8 : 4);
      const isDebugging = (type & 0xe0) !== 0;
      const isInSection = (type & 0x0e) === 0x0e;
      if (isDebugging || !isInSection || !codeSections.has(section) || name === 0) continue;
      // Every name of C begins with one more underscore than its source has.
      const text = names.text(name);
      budget.spend("names", text.length);
      const address = thumb ? value - (value % 2) : value;
      yield { address, size: 0, name: text.startsWith("_") ? text.slice(1) : text, file: null };
    }
  }
}
