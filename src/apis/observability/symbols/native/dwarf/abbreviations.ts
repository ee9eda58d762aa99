/** Abbreviation tables (DWARF 5, section 7.5.3), compiled for the walk over a unit. */
import { MalformedObjectError, type PagedBytes } from "../byte-source.ts";
import { DataReader } from "../data-reader.ts";
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
  /** The slot of each attribute, -1 for those that nobody reads. */
  readonly slots: readonly number[];
  /** The values of DW_FORM_implicit_const attributes, 0 for all others. */
  readonly constants: readonly number[];
  /** Bytes of all attributes together where that is always the same, else -1. */
  readonly size: number;
  /** Whether it can be passed over without a look at any attribute. */
  readonly isLeaf: boolean;
}

const mostAbbreviations = 1_000_000;
const mostAttributes = 1_000;

/** The tables of `.debug_abbrev`, each read once for an encoding. */
export class AbbreviationTables {
  readonly #section: PagedBytes;
  readonly #tables = new Map<string, (Abbreviation | undefined)[]>();

  constructor(section: PagedBytes) {
    this.#section = section;
  }

  /** The abbreviations by their code. Throws MalformedObjectError. */
  at(offset: number, encoding: Encoding): readonly (Abbreviation | undefined)[] {
    const key = `${offset}/${encoding.version}/${encoding.addressSize}/${encoding.is64}`;
    const known = this.#tables.get(key);
    if (known !== undefined) return known;
    const table = this.#read(offset, encoding);
    // Units of one file mostly share few tables, or have one each that is not needed again.
    if (this.#tables.size >= 64) this.#tables.clear();
    this.#tables.set(key, table);
    return table;
  }

  #read(offset: number, encoding: Encoding): (Abbreviation | undefined)[] {
    for (let length = 64 * 1024; ; length *= 4) {
      const bytes = this.#section.upTo(offset, length);
      try {
        return parse(new DataReader(bytes), encoding);
      } catch (error) {
        if (!(error instanceof MalformedObjectError) || bytes.length < length) throw error;
      }
    }
  }
}

function parse(reader: DataReader, encoding: Encoding): (Abbreviation | undefined)[] {
  const table: (Abbreviation | undefined)[] = [];
  for (let count = 0; ; count++) {
    const code = reader.uleb();
    if (code === 0) return table;
    if (code > mostAbbreviations || count > mostAbbreviations) throw new MalformedObjectError(`Abbreviation ${code}`);
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
