/** What a unit says of each of its addresses: file, line, column, and the functions inlined there. */
import { MalformedObjectError } from "../byte-source.ts";
import { DataReader } from "../data-reader.ts";
import { type AddressRange, rangeBefore } from "../object-file.ts";
import { type Abbreviation, slot } from "./abbreviations.ts";
import { form, tag, unitType } from "./constants.ts";
import { skipForm } from "./forms.ts";
import { FunctionNames } from "./function-names.ts";
import { type LineTable, readLineTable } from "./line-program.ts";
import { eachRange, type UnitContext } from "./ranges.ts";
import { none, Painter, type Scope, type UnitLines } from "./stretches.ts";
import { type DebugSections, type Entry, emptyEntry, readEntry, type UnitHeader, unitBases } from "./units.ts";

/** Larger units are left to the symbol table: whole-program optimisation of something enormous, or damage. */
const mostUnitBytes = 256 * 1024 * 1024;
const mostDepth = 512;
/** Functions and inlined calls of a unit, which are held together. */
const mostScopes = 2_000_000;
const largestImage = 0xffff_ffff;

/** Reads units, one after the other. */
export class UnitReader {
  readonly #sections: DebugSections;
  readonly #imageBase: number;
  readonly #code: readonly AddressRange[];
  readonly #names: FunctionNames;
  readonly #entry: Entry = emptyEntry();

  constructor(
    sections: DebugSections,
    units: readonly UnitHeader[],
    { imageBase, code }: { readonly imageBase: number; readonly code: readonly AddressRange[] },
  ) {
    this.#sections = sections;
    this.#imageBase = imageBase;
    this.#code = code;
    this.#names = new FunctionNames(sections, units);
  }

  /**
   * Undefined for a unit that has no code: of types, left out by the linker, or split into another file.
   * Throws MalformedObjectError and BudgetSpentError.
   */
  read(header: UnitHeader): UnitLines | undefined {
    if (header.type !== unitType.compile && header.type !== unitType.partial) return undefined;
    const size = header.end - header.start;
    if (size > mostUnitBytes) throw new MalformedObjectError(`A unit of ${size} bytes`);
    const bytes = this.#sections.info.read(header.start, size);
    const abbreviations = this.#sections.abbreviations.at(header.abbreviations, header);
    const reader = new DataReader(bytes, header.headerSize);
    const rootCode = reader.uleb();
    const root = abbreviations[rootCode];
    if (root === undefined) throw new MalformedObjectError(`The unit at ${header.start} has no first entry`);
    const entry = this.#entry;
    readEntry(reader, root, header, entry);
    const bases = unitBases(entry, header);
    const text = (place: number) =>
      entry.forms[place] === 0
        ? null
        : this.#sections.textOf(entry.forms[place] as number, entry.values[place] as number, { bytes, header, bases });
    const directory = text(slot.compDir);
    const stmtList = entry.forms[slot.stmtList] === 0 ? undefined : entry.values[slot.stmtList];
    const lowPc =
      entry.forms[slot.lowPc] === 0
        ? 0
        : this.#sections.addressOf(entry.forms[slot.lowPc] as number, entry.values[slot.lowPc] as number, {
            header,
            bases,
          });
    const unit: UnitContext = { header, bytes, bases, base: lowPc };
    const lines =
      stmtList === undefined
        ? undefined
        : readLineTable(this.#sections, stmtList, { addressSize: header.addressSize, directory, bases });
    const painter = new Painter();
    if (lines !== undefined) this.#addLines(lines, painter);
    const scopes = root.hasChildren ? this.#walk(reader, unit, abbreviations, painter) : [];
    return painter.finish(scopes, lines, (scope) => this.#names.of(scope.named, unit, abbreviations));
  }

  /** Whether an address is of the image's code: what the linker left out is at 0 or beyond everything. */
  #isCode(start: number, end: number): boolean {
    if (!(end > start) || start < this.#imageBase || end - this.#imageBase > largestImage) return false;
    const ranges = this.#code;
    // Files that hold debugging information only may not say where code is.
    if (ranges.length === 0) return start > 0;
    const range = rangeBefore(ranges, start);
    return range !== undefined && start >= range.start;
  }

  #addLines({ addresses, sequences }: LineTable, painter: Painter): void {
    for (let index = 0; index < sequences.length; index += 2) {
      const first = sequences[index] as number;
      const last = (sequences[index + 1] as number) - 1;
      const [low, high] = [addresses[first] as number, addresses[last] as number];
      if (!this.#isCode(low, high)) continue;
      for (let row = first; row < last; row++) {
        const start = addresses[row] as number;
        const end = addresses[row + 1] as number;
        if (end > start && start >= low && end <= high)
          painter.addLine(start - this.#imageBase, end - this.#imageBase, row);
      }
    }
  }

  /** Finds the functions and inlined calls with their addresses. */
  #walk(
    reader: DataReader,
    unit: UnitContext,
    abbreviations: readonly (Abbreviation | undefined)[],
    painter: Painter,
  ): Scope[] {
    const { header, bytes } = unit;
    const entry = this.#entry;
    const scopes: Scope[] = [];
    // The scope that each open entry is in.
    const open: number[] = [none];
    const { values, forms } = entry;
    while (open.length > 0 && reader.position < bytes.length) {
      const at = reader.position;
      const code = reader.uleb();
      if (code === 0) {
        open.pop();
        continue;
      }
      const abbreviation = abbreviations[code];
      if (abbreviation === undefined)
        throw new MalformedObjectError(`No abbreviation ${code} for the entry at ${header.start + at}`);
      if (abbreviation.isLeaf) {
        if (abbreviation.size >= 0) reader.skip(abbreviation.size);
        else for (const one of abbreviation.forms) skipForm(reader, one, header);
        continue;
      }
      readEntry(reader, abbreviation, header, entry);
      let scope = open[open.length - 1] as number;
      const isInlined = abbreviation.tag === tag.inlinedSubroutine;
      if (isInlined || abbreviation.tag === tag.subprogram) {
        const hasCode = forms[slot.ranges] !== 0 || forms[slot.lowPc] !== 0;
        if (hasCode && !(isInlined && scope === none)) {
          const index = scopes.length;
          if (index >= mostScopes) throw new MalformedObjectError(`More than ${mostScopes} functions in one unit`);
          eachRange(this.#sections, unit, entry, (start, end) => {
            if (this.#isCode(start, end)) painter.addScope(start - this.#imageBase, end - this.#imageBase, index);
          });
          scopes.push({
            named: isInlined && forms[slot.origin] !== 0 ? (values[slot.origin] as number) : header.start + at,
            parent: isInlined ? scope : none,
            callFile: forms[slot.callFile] === 0 ? none : (values[slot.callFile] as number),
            callLine: forms[slot.callLine] === 0 ? 0 : (values[slot.callLine] as number),
            callColumn: forms[slot.callColumn] === 0 ? 0 : (values[slot.callColumn] as number),
          });
          scope = index;
        } else scope = none;
      }
      if (!abbreviation.hasChildren) continue;
      const canHoldCode = scope !== none || !holdsNoCode(abbreviation.tag);
      if (!canHoldCode && forms[slot.sibling] !== 0 && forms[slot.sibling] !== form.refAddr) {
        const sibling = (values[slot.sibling] as number) - header.start;
        if (sibling > at && sibling <= bytes.length) {
          reader.seek(sibling);
          continue;
        }
      }
      if (open.length >= mostDepth) throw new MalformedObjectError(`Entries nested more than ${mostDepth} deep`);
      open.push(scope);
    }
    return scopes;
  }
}

/** Functions without code of their own, and types that are not classes: a lambda's body is inside its class. */
function holdsNoCode(code: number): boolean {
  return code === tag.arrayType || code === tag.enumerationType;
}
