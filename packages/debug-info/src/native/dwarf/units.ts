/** The units of `.debug_info` (DWARF 5, section 7.5.1), and the sections that their attributes point into. */
import { type ByteSource, longestText, MalformedObjectError, PagedBytes } from "../byte-source.ts";
import { DataReader } from "../data-reader.ts";
import type { ObjectFile } from "../object-file.ts";
import type { ReadingBudget } from "../reading-budget.ts";
import { type Abbreviation, AbbreviationTables, slot, slotCount } from "./abbreviations.ts";
import { form, unitType } from "./constants.ts";
import { type Encoding, readForm, skipForm } from "./forms.ts";

export interface UnitHeader extends Encoding {
  /** Where it begins in `.debug_info`. */
  readonly start: number;
  /** The first byte after it. */
  readonly end: number;
  /** Where its first entry is, counted from its start. */
  readonly headerSize: number;
  readonly type: number;
  readonly abbreviations: number;
}

/** The attributes of one entry, by slot; a form of 0 says that it has none. */
export interface Entry {
  readonly values: Float64Array;
  readonly forms: Uint16Array;
}

export function emptyEntry(): Entry {
  return { values: new Float64Array(slotCount), forms: new Uint16Array(slotCount) };
}

/** What the first entry of a unit says about the rest of it. */
export interface UnitBases {
  readonly strOffsets: number;
  readonly addresses: number;
  readonly rangeLists: number;
}

const mostUnits = 1_000_000;
const versions = { least: 2, most: 5 };

/** The sections of a file's debugging information. */
export class DebugSections {
  readonly info: ByteSource;
  readonly abbreviations: AbbreviationTables;
  readonly text: PagedBytes | undefined;
  readonly lineText: PagedBytes | undefined;
  readonly strOffsets: PagedBytes | undefined;
  readonly addresses: PagedBytes | undefined;
  readonly ranges: PagedBytes | undefined;
  readonly rangeLists: PagedBytes | undefined;
  readonly lines: ByteSource | undefined;
  readonly budget: ReadingBudget;

  /** Throws MalformedObjectError when there is no debugging information or a section cannot be decompressed. */
  constructor(file: ObjectFile) {
    const paged = (name: Parameters<ObjectFile["section"]>[0]) => {
      const source = file.section(name);
      return source === undefined ? undefined : new PagedBytes(source);
    };
    const info = file.section("debug_info");
    const abbreviations = paged("debug_abbrev");
    if (info === undefined || abbreviations === undefined) throw new MalformedObjectError("No debugging information");
    this.info = info;
    this.budget = file.budget;
    this.abbreviations = new AbbreviationTables(abbreviations, file.budget);
    this.text = paged("debug_str");
    this.lineText = paged("debug_line_str");
    this.strOffsets = paged("debug_str_offsets");
    this.addresses = paged("debug_addr");
    this.ranges = paged("debug_ranges");
    this.rangeLists = paged("debug_rnglists");
    this.lines = file.section("debug_line");
  }

  /** The headers of all units, in their order. Throws MalformedObjectError. */
  units(): UnitHeader[] {
    const units: UnitHeader[] = [];
    for (let start = 0; start < this.info.size; ) {
      const header = unitHeader(this.info, start);
      if (header === undefined) break;
      if (units.length >= mostUnits) throw new MalformedObjectError(`More than ${mostUnits} units`);
      units.push(header);
      start = header.end;
    }
    return units;
  }

  /** Text that an attribute names; null for forms that point out of the file. Throws MalformedObjectError and BudgetSpentError. */
  textOf(
    code: number,
    value: number,
    unit: { readonly bytes: Buffer; readonly header: Encoding; readonly bases: UnitBases },
  ): string | null {
    const text = this.#textOf(code, value, unit);
    this.budget.spend("names", text?.length ?? 0);
    return text;
  }

  #textOf(
    code: number,
    value: number,
    unit: { readonly bytes: Buffer; readonly header: Encoding; readonly bases: UnitBases },
  ): string | null {
    switch (code) {
      case form.string: {
        const bytes = unit.bytes.subarray(value, value + longestText);
        const end = bytes.indexOf(0);
        if (end < 0) throw new MalformedObjectError(`The text at ${value} of the unit does not end`);
        return bytes.toString("utf8", 0, end);
      }
      case form.strp:
        return this.text?.text(value) ?? null;
      case form.lineStrp:
        return this.lineText?.text(value) ?? null;
      case form.strx:
      case form.strx1:
      case form.strx2:
      case form.strx3:
      case form.strx4: {
        const size = unit.header.is64 ? 8 : 4;
        const at = this.strOffsets?.upTo(unit.bases.strOffsets + value * size, size);
        return at === undefined ? null : (this.text?.text(new DataReader(at).offset(unit.header.is64)) ?? null);
      }
      default:
        return null;
    }
  }

  /** The address in an attribute, or behind its index. Throws MalformedObjectError. */
  addressOf(
    code: number,
    value: number,
    { header, bases }: { readonly header: Encoding; readonly bases: UnitBases },
  ): number {
    return code === form.addr ? value : this.indexedAddress(value, header.addressSize, bases.addresses);
  }

  indexedAddress(index: number, size: number, base: number): number {
    if (this.addresses === undefined) throw new MalformedObjectError("An address by index, and no .debug_addr");
    return new DataReader(this.addresses.upTo(base + index * size, size)).unsigned(size);
  }
}

function unitHeader(info: ByteSource, start: number): UnitHeader | undefined {
  const available = Math.min(64, info.size - start);
  // Zeros at the end of a section are padding.
  if (available < 12) return undefined;
  const reader = new DataReader(info.read(start, available));
  let length = reader.u32();
  const is64 = length === 0xffff_ffff;
  if (is64) length = reader.u64();
  if (length === 0) return undefined;
  const end = start + reader.position + length;
  if (end > info.size) throw new MalformedObjectError(`The unit at ${start} reaches beyond .debug_info`);
  const version = reader.u16();
  if (version < versions.least || version > versions.most) throw new MalformedObjectError(`DWARF version ${version}`);
  let type: number = unitType.compile;
  let abbreviations: number;
  let addressSize: number;
  if (version >= 5) {
    type = reader.u8();
    addressSize = reader.u8();
    abbreviations = reader.offset(is64);
    if (type === unitType.skeleton || type === unitType.splitCompile) reader.skip(8);
    else if (type === unitType.type || type === unitType.splitType) reader.skip(is64 ? 16 : 12);
  } else {
    abbreviations = reader.offset(is64);
    addressSize = reader.u8();
  }
  if (addressSize !== 4 && addressSize !== 8) throw new MalformedObjectError(`Addresses of ${addressSize} bytes`);
  return { start, end, headerSize: reader.position, type, version, addressSize, is64, abbreviations };
}

/**
 * Reads the attributes of an entry that have a slot. References become offsets in `.debug_info`. Throws
 * MalformedObjectError.
 */
export function readEntry(reader: DataReader, abbreviation: Abbreviation, header: UnitHeader, into: Entry): void {
  const { forms, slots, constants } = abbreviation;
  into.forms.fill(0);
  for (let index = 0; index < forms.length; index++) {
    let code = forms[index] as number;
    const place = slots[index] as number;
    if (place < 0) {
      skipForm(reader, code, header);
      continue;
    }
    if (code === form.indirect) code = reader.uleb();
    let value = code === form.implicitConst ? (constants[index] as number) : readForm(reader, code, header);
    switch (code) {
      case form.ref1:
      case form.ref2:
      case form.ref4:
      case form.ref8:
      case form.refUdata:
        value += header.start;
        break;
      case form.refSig8:
      case form.refSup4:
      case form.refSup8:
      case form.gnuRefAlt:
      case form.gnuStrpAlt:
      case form.strpSup:
        // They point into another file.
        continue;
      default:
    }
    into.values[place] = value;
    into.forms[place] = code;
  }
}

/** Where the tables of a unit begin; the defaults are those that producers use in files of one unit. */
export function unitBases(root: Entry, header: UnitHeader): UnitBases {
  const value = (place: number, otherwise: number) =>
    root.forms[place] === 0 ? otherwise : (root.values[place] as number);
  const tableHeader = header.is64 ? 16 : 8;
  return {
    strOffsets: value(slot.strOffsetsBase, tableHeader),
    addresses: value(slot.addrBase, tableHeader),
    rangeLists: value(slot.rnglistsBase, header.is64 ? 20 : 12),
  };
}
