/** The addresses of an entry: low and high, or a list (`.debug_ranges` before DWARF 5, `.debug_rnglists` from then on). */
import { MalformedObjectError, type PagedBytes } from "../byte-source.ts";
import { DataReader } from "../data-reader.ts";
import { slot } from "./abbreviations.ts";
import { form } from "./constants.ts";
import type { DebugSections, Entry, UnitBases, UnitHeader } from "./units.ts";

export interface UnitContext {
  readonly header: UnitHeader;
  readonly bytes: Buffer;
  readonly bases: UnitBases;
  /** The address that offsets in range lists count from: the unit's own low address. */
  readonly base: number;
}

/**
 * Calls `each` for every range of an entry, empty ones included. Throws MalformedObjectError when a list is damaged, and
 * BudgetSpentError.
 */
export function eachRange(
  sections: DebugSections,
  unit: UnitContext,
  entry: Entry,
  each: (start: number, end: number) => void,
): void {
  const { values, forms } = entry;
  if (forms[slot.ranges] !== 0) {
    const value = values[slot.ranges] as number;
    if (unit.header.version < 5) {
      if (sections.ranges !== undefined) oldList(sections, sections.ranges, value, unit, each);
      return;
    }
    if (sections.rangeLists === undefined) return;
    let offset = value;
    if (forms[slot.ranges] === form.rnglistx) {
      const size = unit.header.is64 ? 8 : 4;
      const relative = sections.rangeLists.upTo(unit.bases.rangeLists + value * size, size);
      offset = unit.bases.rangeLists + new DataReader(relative).offset(unit.header.is64);
    }
    newList(sections, sections.rangeLists, offset, unit, each);
    return;
  }
  if (forms[slot.lowPc] === 0 || forms[slot.highPc] === 0) return;
  const start = sections.addressOf(forms[slot.lowPc] as number, values[slot.lowPc] as number, unit);
  const high = values[slot.highPc] as number;
  switch (forms[slot.highPc]) {
    case form.addr:
    case form.addrx:
    case form.addrx1:
    case form.addrx2:
    case form.addrx3:
    case form.addrx4:
      each(start, sections.addressOf(forms[slot.highPc] as number, high, unit));
      return;
    default:
      each(start, start + high);
  }
}

/** Bytes of a list that are fetched at once: many times those of the longest entry. */
const pieceBytes = 4096;

/**
 * Reads entry after entry until one is the end. An entry that goes over the edge of what was fetched is read again, with
 * what follows it.
 */
function readList(
  sections: DebugSections,
  section: PagedBytes,
  offset: number,
  isEnd: (reader: DataReader) => boolean,
): void {
  for (let at = offset; ; ) {
    const reader = new DataReader(section.upTo(at, pieceBytes));
    let done = 0;
    try {
      while (!isEnd(reader)) {
        sections.budget.spend("ranges", 1);
        done = reader.position;
      }
      return;
    } catch (error) {
      if (!(error instanceof MalformedObjectError) || done === 0 || reader.bytes.length < pieceBytes) throw error;
    }
    at += done;
  }
}

function oldList(
  sections: DebugSections,
  section: PagedBytes,
  offset: number,
  unit: UnitContext,
  each: (start: number, end: number) => void,
): void {
  const size = unit.header.addressSize;
  const marker = size === 4 ? 0xffff_ffff : 2 ** 64;
  let { base } = unit;
  readList(sections, section, offset, (reader) => {
    const start = reader.unsigned(size);
    const end = reader.unsigned(size);
    if (start === 0 && end === 0) return true;
    if (start === marker) base = end;
    else each(base + start, base + end);
    return false;
  });
}

function newList(
  sections: DebugSections,
  section: PagedBytes,
  offset: number,
  unit: UnitContext,
  each: (start: number, end: number) => void,
): void {
  const { addressSize } = unit.header;
  const indexed = (index: number) => sections.indexedAddress(index, addressSize, unit.bases.addresses);
  let { base } = unit;
  readList(sections, section, offset, (reader) => {
    // DW_RLE_* (DWARF 5, section 7.25)
    switch (reader.u8()) {
      case 0:
        return true;
      case 1:
        base = indexed(reader.uleb());
        return false;
      case 2: {
        const start = indexed(reader.uleb());
        each(start, indexed(reader.uleb()));
        return false;
      }
      case 3: {
        const start = indexed(reader.uleb());
        each(start, start + reader.uleb());
        return false;
      }
      case 4: {
        const start = reader.uleb();
        each(base + start, base + reader.uleb());
        return false;
      }
      case 5:
        base = reader.unsigned(addressSize);
        return false;
      case 6: {
        const start = reader.unsigned(addressSize);
        each(start, reader.unsigned(addressSize));
        return false;
      }
      case 7: {
        const start = reader.unsigned(addressSize);
        each(start, start + reader.uleb());
        return false;
      }
      default:
        throw new MalformedObjectError("A range list with an entry of no known kind");
    }
  });
}
