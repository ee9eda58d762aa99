/** Abbreviation tables (DWARF 5, section 7.5.3), compiled for the walk over a unit. */
import { MalformedObjectError, type PagedBytes } from "../byte-source.ts";
import { DataReader } from "../data-reader.ts";
import type { ReadingBudget } from "../reading-budget.ts";
import { attribute, form, tag } from "./constants.ts";
import { type Encoding, fixedSize } from "./forms.ts";

/** Where the walk puts the attributes that it reads. */
export const slot = {
  sibling: 0,
  name: 1,
  linkageName: 2,
  lowPc: 3,
  highPc: 4,
  ranges: 5,
  origin: 6,
  specification: 7,
  callFile: 8,
  callLine: 9,
  callColumn: 10,
  stmtList: 11,
  compDir: 12,
  strOffsetsBase: 13,
  addrBase: 14,
  rnglistsBase: 15,
} as const;
export const slotCount = 16;

const slots: ReadonlyMap<number, number> = new Map([
  [attribute.sibling, slot.sibling],
  [attribute.name, slot.name],
  [attribute.linkageName, slot.linkageName],
  [attribute.mipsLinkageName, slot.linkageName],
  [attribute.lowPc, slot.lowPc],
  [attribute.highPc, slot.highPc],
  [attribute.ranges, slot.ranges],
  [attribute.abstractOrigin, slot.origin],
  [attribute.specification, slot.specification],
  [attribute.callFile, slot.callFile],
  [attribute.callLine, slot.callLine],
  [attribute.callColumn, slot.callColumn],
  [attribute.stmtList, slot.stmtList],
  [attribute.compDir, slot.compDir],
  [attribute.strOffsetsBase, slot.strOffsetsBase],
  [attribute.addrBase, slot.addrBase],
  [attribute.rnglistsBase, slot.rnglistsBase],
]);

export interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  readonly forms: readonly number[];
  /** The slot of each attribute, -1 for attributes that are not read. */
  readonly slots: readonly number[];
  /** The values of DW_FORM_implicit_const attributes, 0 for all others. */
  readonly constants: readonly number[];
  /** Bytes of all attributes together where that is always the same, else -1. */
  readonly size: number;
  /** Whether it can be passed over without a look at any attribute. */
  readonly isLeaf: boolean;
}

/** Of one table; compilers make hundreds, and tools that join units thousands. */
const mostAbbreviations = 65_536;
/** Of one abbreviation, and of all in a table. */
const mostAttributes = 1_000;
const mostTableAttributes = 1_000_000;
/** Most abbreviations and attributes of tables that are kept. */
const kept = 1_000_000;

/** The tables of `.debug_abbrev`, each read once for an encoding. */
export class AbbreviationTables {
  readonly #section: PagedBytes;
  readonly #budget: ReadingBudget;
  readonly #tables = new Map<string, (Abbreviation | undefined)[]>();
  #kept = 0;

  constructor(section: PagedBytes, budget: ReadingBudget) {
    this.#section = section;
    this.#budget = budget;
  }

  /** The abbreviations by their code. Throws MalformedObjectError and BudgetSpentError. */
  at(offset: number, encoding: Encoding): readonly (Abbreviation | undefined)[] {
    const key = `${offset}/${encoding.version}/${encoding.addressSize}/${encoding.is64}`;
    const known = this.#tables.get(key);
    if (known !== undefined) return known;
    const { table, size } = this.#read(offset, encoding);
    // Units of one file mostly share few tables, or have one each that is not needed again.
    if (this.#tables.size >= 64 || this.#kept + size > kept) {
      this.#tables.clear();
      this.#kept = 0;
    }
    this.#tables.set(key, table);
    this.#kept += size;
    return table;
  }

  #read(offset: number, encoding: Encoding): Table {
    for (let length = 8 * 1024; ; length *= 8) {
      const reader = new DataReader(this.#section.upTo(offset, length));
      try {
        return parse(reader, encoding);
      } catch (error) {
        if (!(error instanceof MalformedObjectError) || reader.bytes.length < length) throw error;
      } finally {
        this.#budget.spend("parsed", reader.position);
      }
    }
  }
}

interface Table {
  readonly table: (Abbreviation | undefined)[];
  /** Abbreviations and their attributes. */
  readonly size: number;
}

function parse(reader: DataReader, encoding: Encoding): Table {
  const table: (Abbreviation | undefined)[] = [];
  let attributes = 0;
  for (let count = 0; ; count++) {
    const code = reader.uleb();
    if (code === 0) return { table, size: count + attributes };
    if (code > mostAbbreviations || count > mostAbbreviations || attributes > mostTableAttributes)
      throw new MalformedObjectError(`Abbreviation ${code}, after ${count} with ${attributes} attributes`);
    const tagCode = reader.uleb();
    const hasChildren = reader.u8() !== 0;
    const forms: number[] = [];
    const places: number[] = [];
    const constants: number[] = [];
    let size = 0;
    for (;;) {
      const name = reader.uleb();
      const formCode = reader.uleb();
      const constant = formCode === form.implicitConst ? reader.sleb() : 0;
      if (name === 0 && formCode === 0) break;
      if (forms.length >= mostAttributes) throw new MalformedObjectError(`More than ${mostAttributes} attributes`);
      forms.push(formCode);
      places.push(slots.get(name) ?? -1);
      constants.push(constant);
      const length = fixedSize(formCode, encoding);
      size = size < 0 || length < 0 ? -1 : size + length;
    }
    attributes += forms.length;
    const isFunction = tagCode === tag.subprogram || tagCode === tag.inlinedSubroutine;
    table[code] = {
      tag: tagCode,
      hasChildren,
      forms,
      slots: places,
      constants,
      size,
      isLeaf: !hasChildren && !isFunction,
    };
  }
}
