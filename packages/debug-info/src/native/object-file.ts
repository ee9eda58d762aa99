/** What symbolication needs of an object file, whatever its format. */
import { firstPlace } from "../binary-search.ts";
import type { ByteSource } from "./byte-source.ts";
import type { ReadingBudget } from "./reading-budget.ts";

/** A function of a symbol table. */
export interface FunctionSymbol {
  /** As the file counts, not as loaded. */
  readonly address: number;
  /** In bytes; 0 where the table does not say. */
  readonly size: number;
  /** As in the table, that is, mangled. */
  readonly name: string;
  /** The source file that a static function is of, by its name alone; null where the table does not say. */
  readonly file: string | null;
}

export interface AddressRange {
  readonly start: number;
  /** The first address after it. */
  readonly end: number;
}

/** The sections that are read, by their ELF name without the dot. */
export type SectionName =
  | "debug_info"
  | "debug_abbrev"
  | "debug_line"
  | "debug_line_str"
  | "debug_str"
  | "debug_str_offsets"
  | "debug_addr"
  | "debug_ranges"
  | "debug_rnglists";

export interface ObjectFile {
  readonly format: "elf" | "mach-o";
  /** `x86_64`, `x86`, `arm64`, `arm64e`, `armv7` …; the number in hexadecimal for one that has no name here. */
  readonly arch: string;
  /** The UUID of a Mach-O file, the first 16 bytes of an ELF build id as one; null when the file has neither. Lower case. */
  readonly debugId: string | null;
  /** Apple's platforms that it was built for, by the names of uploads; none where it does not say. */
  readonly platforms: readonly string[];
  /** The address that the file itself gives the place where its image is loaded (`image_addr` of a crash). */
  readonly imageBase: number;
  /** Where code is, in ascending order. */
  readonly code: readonly AddressRange[];
  /** Whether it has debugging information that is read here: DWARF 2 to 5, not split over other files. */
  readonly hasDebugInfo: boolean;
  /** Whether it has a symbol table with functions in it. */
  readonly hasSymbols: boolean;
  /** What reading it may still cost; other objects of the same upload share it. */
  readonly budget: ReadingBudget;
  /** A section, decompressed. Throws MalformedObjectError when the file lies about it. */
  section(name: SectionName): ByteSource | undefined;
  /** The functions of its symbol table, in the order of the table. */
  symbols(): Iterable<FunctionSymbol>;
}

/** The first range of ascending ones that ends after an address, which is in it unless it begins later. */
export function rangeBefore(ranges: readonly AddressRange[], address: number): AddressRange | undefined {
  return ranges[firstPlace(ranges.length, (place) => (ranges[place] as AddressRange).end > address)];
}

/** The first 16 bytes as a UUID, in their order; shorter ids are filled up with zeros. */
export function debugIdOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.subarray(0, 16)).toString("hex").padEnd(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * A debug id in its other byte order: its first three groups turned round, as Breakpad and Microsoft write the bytes
 * of a build id.
 */
export function otherByteOrder(debugId: string): string {
  const [first = "", second = "", third = "", ...rest] = debugId.split("-");
  const turned = (hex: string) => Buffer.from(hex, "hex").reverse().toString("hex");
  return [turned(first), turned(second), turned(third), ...rest].join("-");
}
