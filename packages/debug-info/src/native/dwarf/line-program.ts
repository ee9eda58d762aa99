/** Line number programs (DWARF 5, section 6.2), versions 2 to 5. */
import { MalformedObjectError } from "../byte-source.ts";
import { DataReader } from "../data-reader.ts";
import type { ReadingBudget } from "../reading-budget.ts";
import { form } from "./constants.ts";
import { readForm, skipForm } from "./forms.ts";
import type { DebugSections, UnitBases } from "./units.ts";

/** Rows of all sequences, one after the other. */
export interface LineTable {
  readonly addresses: Float64Array;
  /** The indices of files; see `file`. */
  readonly files: Uint32Array;
  readonly lines: Uint32Array;
  readonly columns: Uint16Array;
  /** Where sequences begin and end, in rows: start, end, start, end … The last row of each only says where it ends. */
  readonly sequences: readonly number[];
  /** The path of a file, as absolute as the unit makes it; null for an index that the table does not have. */
  file(index: number): string | null;
}

interface FileEntry {
  readonly name: string;
  readonly directory: number;
}

const contentPath = 1;
const contentDirectory = 2;
const mostFiles = 250_000;
/** Of one unit: they are held together, like the bytes that they come from. */
const mostRows = 4 * 1024 * 1024;
const mostProgramBytes = 64 * 1024 * 1024;

/** Rows as they come, in arrays that grow. */
class Rows {
  addresses = new Float64Array(256);
  files = new Uint32Array(256);
  lines = new Uint32Array(256);
  columns = new Uint16Array(256);
  count = 0;
  readonly #budget: ReadingBudget;

  constructor(budget: ReadingBudget) {
    this.#budget = budget;
  }

  push(address: number, file: number, line: number, column: number): void {
    if (this.count === this.addresses.length) this.#grow();
    this.#budget.spend("rows", 1);
    this.addresses[this.count] = address;
    this.files[this.count] = file;
    this.lines[this.count] = line;
    this.columns[this.count] = column;
    this.count += 1;
  }

  #grow(): void {
    const size = this.count * 2;
    if (size > mostRows) throw new MalformedObjectError(`More than ${mostRows} line rows in one unit`);
    const [addresses, files, lines, columns] = [this.addresses, this.files, this.lines, this.columns];
    this.addresses = new Float64Array(size);
    this.files = new Uint32Array(size);
    this.lines = new Uint32Array(size);
    this.columns = new Uint16Array(size);
    this.addresses.set(addresses);
    this.files.set(files);
    this.lines.set(lines);
    this.columns.set(columns);
  }
}

/**
 * Reads the program at an offset of `.debug_line`; undefined when the file has no such section.
 * Throws MalformedObjectError and BudgetSpentError.
 */
export function readLineTable(
  sections: DebugSections,
  offset: number,
  unit: { readonly addressSize: number; readonly directory: string | null; readonly bases: UnitBases },
): LineTable | undefined {
  if (sections.lines === undefined) return undefined;
  const start = new DataReader(sections.lines.read(offset, Math.min(12, sections.lines.size - offset)));
  let length = start.u32();
  const is64 = length === 0xffff_ffff;
  if (is64) length = start.u64();
  if (length > mostProgramBytes) throw new MalformedObjectError(`A line program of ${length} bytes`);
  sections.budget.spend("parsed", length);
  const reader = new DataReader(sections.lines.read(offset + start.position, length));

  const version = reader.u16();
  if (version < 2 || version > 5) throw new MalformedObjectError(`Line program of version ${version}`);
  const addressSize = version >= 5 ? reader.u8() : unit.addressSize;
  if (version >= 5) reader.skip(1);
  const headerLength = reader.offset(is64);
  const program = reader.position + headerLength;
  const minimumLength = reader.u8();
  // Operations inside one instruction are those of VLIW machines, which are none of ours.
  if (version >= 4) reader.skip(1);
  reader.skip(1);
  const lineBase = reader.i8();
  const lineRange = reader.u8();
  const opcodeBase = reader.u8();
  if (lineRange === 0 || opcodeBase === 0) throw new MalformedObjectError("A line program without a range of lines");
  const operands = Array.from({ length: opcodeBase - 1 }, () => reader.u8());
  const encoding = { version, addressSize, is64 };
  const { directories, files } = version >= 5 ? entryTables(reader, sections, encoding, unit.bases) : oldTables(reader);
  reader.seek(program);

  const rows = new Rows(sections.budget);
  const sequences: number[] = [];
  let [address, file, line, column, begin] = [0, 1, 1, 0, 0];
  const endSequence = () => {
    rows.push(address, file, line, column);
    sequences.push(begin, rows.count);
    begin = rows.count;
    [address, file, line, column] = [0, 1, 1, 0];
  };
  const constAdvance = Math.floor((255 - opcodeBase) / lineRange) * minimumLength;
  while (reader.remaining > 0) {
    const opcode = reader.u8();
    if (opcode >= opcodeBase) {
      const adjusted = opcode - opcodeBase;
      const lines = adjusted % lineRange;
      address += ((adjusted - lines) / lineRange) * minimumLength;
      line += lineBase + lines;
      rows.push(address, file, line, column);
      continue;
    }
    switch (opcode) {
      case 0: {
        const size = reader.uleb();
        const next = reader.position + size;
        if (size === 0) break;
        const extended = reader.u8();
        if (extended === 1) endSequence();
        else if (extended === 2) address = reader.unsigned(size - 1);
        else if (extended === 3) files.push(oldFile(reader, files));
        reader.seek(next);
        break;
      }
      case 1:
        rows.push(address, file, line, column);
        break;
      case 2:
        address += reader.uleb() * minimumLength;
        break;
      case 3:
        line += reader.sleb();
        break;
      case 4:
        file = reader.uleb();
        break;
      case 5:
        column = reader.uleb();
        break;
      case 8:
        address += constAdvance;
        break;
      case 9:
        address += reader.u16();
        break;
      default:
        // The header says how many operands an opcode has that a reader does not know.
        for (let operand = operands[opcode - 1] ?? 0; operand > 0; operand--) reader.skipLeb();
    }
  }
  return {
    addresses: rows.addresses.subarray(0, rows.count),
    files: rows.files.subarray(0, rows.count),
    lines: rows.lines.subarray(0, rows.count),
    columns: rows.columns.subarray(0, rows.count),
    sequences,
    file: (index) => pathOf(files[version >= 5 ? index : index - 1], directories, unit.directory, version),
  };
}

/** Directories and files before DWARF 5: lists that end with an empty name; directory 0 is the unit's own. */
function oldTables(reader: DataReader): { readonly directories: readonly string[]; readonly files: FileEntry[] } {
  const directories: string[] = [];
  for (let name = reader.text(); name !== ""; name = reader.text()) {
    if (directories.length >= mostFiles) throw new MalformedObjectError("Too many directories");
    directories.push(name);
  }
  const files: FileEntry[] = [];
  while (!reader.skipZero()) {
    files.push(oldFile(reader, files));
    reader.skipLeb();
    reader.skipLeb();
  }
  return { directories, files };
}

function oldFile(reader: DataReader, before: readonly FileEntry[]): FileEntry {
  if (before.length >= mostFiles) throw new MalformedObjectError(`More than ${mostFiles} files`);
  return { name: reader.text(), directory: reader.uleb() };
}

/** The tables of DWARF 5, whose headers say what each entry holds. */
function entryTables(
  reader: DataReader,
  sections: DebugSections,
  encoding: { readonly version: number; readonly addressSize: number; readonly is64: boolean },
  bases: UnitBases,
): { readonly directories: readonly string[]; readonly files: FileEntry[] } {
  const table = (): FileEntry[] => {
    const columns = Array.from({ length: reader.u8() }, () => ({ content: reader.uleb(), code: reader.uleb() }));
    const count = reader.uleb();
    if (count > mostFiles || (columns.length === 0 && count > 0)) throw new MalformedObjectError(`${count} files`);
    sections.budget.spend("parsed", count * columns.length);
    return Array.from({ length: count }, () => {
      let name = "";
      let directory = 0;
      for (const { content, code } of columns) {
        if (content === contentPath) {
          const value = readForm(reader, code, encoding);
          name = sections.textOf(code, value, { bytes: reader.bytes, header: encoding, bases }) ?? "";
        } else if (content === contentDirectory && code !== form.block) directory = readForm(reader, code, encoding);
        else skipForm(reader, code, encoding);
      }
      return { name, directory };
    });
  };
  const directories = table().map(({ name }) => name);
  return { directories, files: table() };
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
}

function join(directory: string | null | undefined, path: string): string {
  return directory === null || directory === undefined || directory === "" || isAbsolute(path)
    ? path
    : `${directory.replace(/\/$/, "")}/${path}`;
}

function pathOf(
  file: FileEntry | undefined,
  directories: readonly string[],
  unitDirectory: string | null,
  version: number,
): string | null {
  if (file === undefined) return null;
  // Directory 0 is the unit's: named in the table from DWARF 5 on, implied before.
  const directory =
    version >= 5 ? directories[file.directory] : file.directory === 0 ? unitDirectory : directories[file.directory - 1];
  return join(unitDirectory, join(directory, file.name));
}
