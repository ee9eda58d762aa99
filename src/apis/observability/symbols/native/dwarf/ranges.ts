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

/** Entries of a range list that are looked at; a list of more is damaged. */
const mostRanges = 1_000_000;

/**
 * Calls `each` for every range of an entry, empty ones included. Throws MalformedObjectError when a list is damaged.
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
      if (sections.ranges !== undefined) oldList(sections.ranges, value, unit, each);
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

/** Reads a list that may go over the edge of what was fetched: more is fetched, and the list is read again. */
function readList(
  section: PagedBytes,
  offset: number,
  read: (reader: DataReader) => [number, number][],
): [number, number][] {
  for (let length = 4096; ; length *= 8) {
    const bytes = section.upTo(offset, length);
    try {
      return read(new DataReader(bytes));
    } catch (error) {
      if (!(error instanceof MalformedObjectError) || bytes.length < length) throw error;
    }
  }
}

function oldList(
  section: PagedBytes,
  offset: number,
  unit: UnitContext,
  each: (start: number, end: number) => void,
): void {
  const size = unit.header.addressSize;
  const marker = size === 4 ? 0xffff_ffff : 2 ** 64;
  const ranges = readList(section, offset, (reader) => {
    const list: [number, number][] = [];
    let base = unit.base;
    for (let count = 0; count < mostRanges; count++) {
      const start = reader.unsigned(size);
      const end = reader.unsigned(size);
      if (start === 0 && end === 0) return list;
      if (start === marker) base = end;
      else list.push([base + start, base + end]);
    }
    throw new MalformedObjectError("A range list without an end");
  });
  for (const [start, end] of ranges) each(start, end);
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
  const ranges = readList(section, offset, (reader) => {
    const list: [number, number][] = [];
    let base = unit.base;
    for (let count = 0; count < mostRanges; count++) {
      // DW_RLE_* (DWARF 5, section 7.25)
      switch (reader.u8()) {
        case 0:
          return list;
        case 1:
          base = indexed(reader.uleb());
          break;
        case 2: {
          const start = indexed(reader.uleb());
          list.push([start, indexed(reader.uleb())]);
          break;
        }
        case 3: {
          const start = indexed(reader.uleb());
          list.push([start, start + reader.uleb()]);
          break;
        }
        case 4: {
          const start = reader.uleb();
          list.push([base + start, base + reader.uleb()]);
          break;
        }
        case 5:
          base = reader.unsigned(addressSize);
          break;
        case 6: {
          const start = reader.unsigned(addressSize);
          list.push([start, reader.unsigned(addressSize)]);
          break;
        }
        case 7: {
          const start = reader.unsigned(addressSize);
          list.push([start, start + reader.uleb()]);
          break;
        }
        default:
          throw new MalformedObjectError("A range list with an entry of no known kind");
      }
    }
    throw new MalformedObjectError("A range list without an end");
  });
  for (const [start, end] of ranges) each(start, end);
}
