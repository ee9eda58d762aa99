/** The names of functions: on their entry, or on those that it comes from or completes. */

import { firstPlace } from "../../binary-search.ts";
import { MalformedObjectError } from "../byte-source.ts";
import { DataReader } from "../data-reader.ts";
import { type Abbreviation, slot } from "./abbreviations.ts";
import type { UnitContext } from "./ranges.ts";
import {
  type DebugSections,
  type Entry,
  emptyEntry,
  readEntry,
  type UnitBases,
  type UnitHeader,
  unitBases,
} from "./units.ts";

/** How many entries a name may be away from the function. */
const mostHops = 16;
/** Of names that are remembered: few are asked for again once their unit is done. */
const mostCharacters = 8 * 1024 * 1024;
/** What a name takes beside its characters. */
const nameOverhead = 64;

interface NamedEntry {
  readonly entry: Entry;
  readonly bytes: Buffer;
  readonly header: UnitHeader;
  readonly bases: UnitBases;
}

export class FunctionNames {
  readonly #sections: DebugSections;
  readonly #units: readonly UnitHeader[];
  readonly #names = new Map<number, string | null>();
  readonly #bases = new Map<number, UnitBases>();
  #characters = 0;

  constructor(sections: DebugSections, units: readonly UnitHeader[]) {
    this.#sections = sections;
    this.#units = units;
  }

  /**
   * The linkage name of the function at an offset of `.debug_info`, else its name in the source; null when it has
   * neither.
   */
  of(offset: number, unit: UnitContext, abbreviations: readonly (Abbreviation | undefined)[]): string | null {
    const known = this.#names.get(offset);
    if (known !== undefined) return known;
    const name = this.#find(offset, unit, abbreviations);
    this.#characters += nameOverhead + (name?.length ?? 0);
    if (this.#characters > mostCharacters) {
      this.#names.clear();
      this.#characters = 0;
    }
    this.#names.set(offset, name);
    return name;
  }

  #find(start: number, unit: UnitContext, abbreviations: readonly (Abbreviation | undefined)[]): string | null {
    let plain: string | null = null;
    let offset: number | undefined = start;
    for (let hop = 0; hop < mostHops && offset !== undefined; hop++) {
      const found: NamedEntry | undefined = this.#entryAt(offset, unit, abbreviations);
      if (found === undefined) break;
      const { values, forms } = found.entry;
      const text = (place: number) =>
        forms[place] === 0 ? null : this.#sections.textOf(forms[place] as number, values[place] as number, found);
      const linkage = text(slot.linkageName);
      if (linkage !== null) return linkage;
      plain ??= text(slot.name);
      offset =
        forms[slot.origin] !== 0
          ? values[slot.origin]
          : forms[slot.specification] !== 0
            ? values[slot.specification]
            : undefined;
    }
    return plain;
  }

  /** An entry, of this unit or of another one. Undefined where the offset is in no unit. */
  #entryAt(
    offset: number,
    unit: UnitContext,
    abbreviations: readonly (Abbreviation | undefined)[],
  ): NamedEntry | undefined {
    const entry = emptyEntry();
    if (offset >= unit.header.start && offset < unit.header.end) {
      const reader = new DataReader(unit.bytes, offset - unit.header.start);
      const abbreviation = abbreviations[reader.uleb()];
      if (abbreviation === undefined) return undefined;
      readEntry(reader, abbreviation, unit.header, entry);
      this.#sections.budget.spend("parsed", reader.position - (offset - unit.header.start));
      return { entry, bytes: unit.bytes, header: unit.header, bases: unit.bases };
    }
    const header = this.#unitOf(offset);
    if (header === undefined) return undefined;
    const bytes = this.#readAt(header, offset, entry);
    return bytes === undefined ? undefined : { entry, bytes, header, bases: this.#basesOf(header) };
  }

  /** Reads an entry without the unit around it. Texts in place are found in the bytes that are returned. */
  #readAt(header: UnitHeader, offset: number, into: Entry): Buffer | undefined {
    const table = this.#sections.abbreviations.at(header.abbreviations, header);
    for (let length = 512; ; length *= 8) {
      const bytes = this.#sections.info.read(offset, Math.min(length, header.end - offset));
      const reader = new DataReader(bytes);
      try {
        const abbreviation = table[reader.uleb()];
        if (abbreviation === undefined) return undefined;
        readEntry(reader, abbreviation, header, into);
        return bytes;
      } catch (error) {
        if (!(error instanceof MalformedObjectError) || bytes.length < length) throw error;
      } finally {
        this.#sections.budget.spend("parsed", reader.position);
      }
    }
  }

  #basesOf(header: UnitHeader): UnitBases {
    let bases = this.#bases.get(header.start);
    if (bases === undefined) {
      const root = emptyEntry();
      this.#readAt(header, header.start + header.headerSize, root);
      bases = unitBases(root, header);
      this.#bases.set(header.start, bases);
    }
    return bases;
  }

  #unitOf(offset: number): UnitHeader | undefined {
    const units = this.#units;
    const unit = units[firstPlace(units.length, (place) => (units[place] as UnitHeader).end > offset)];
    return unit !== undefined && offset >= unit.start + unit.headerSize ? unit : undefined;
  }
}
