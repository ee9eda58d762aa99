/** What a unit says of each of its addresses: file, line, column, and the functions inlined there. */
import { MalformedObjectError } from "../byte-source.ts";
import { DataReader } from "../data-reader.ts";
import type { AddressRange } from "../object-file.ts";
import { type Abbreviation, slot } from "./abbreviations.ts";
import { form, tag, unitType } from "./constants.ts";
import { skipForm } from "./forms.ts";
import { FunctionNames } from "./function-names.ts";
import { type LineTable, readLineTable } from "./line-program.ts";
import { eachRange, type UnitContext } from "./ranges.ts";
import { type DebugSections, type Entry, emptyEntry, readEntry, type UnitHeader, unitBases } from "./units.ts";

/** In place of the index of a text or a scope: there is none. */
export const none = 0xffff_ffff;

/**
 * The addresses of a unit, cut into stretches of one source position each. All addresses count from the image base.
 * A stretch goes on to the start of the next one; one with neither file nor scope belongs to no function of the unit.
 */
export interface UnitLines {
  readonly starts: Uint32Array;
  readonly files: Uint32Array;
  readonly lines: Uint32Array;
  readonly columns: Uint16Array;
  readonly scopes: Uint32Array;
  readonly scopeTable: ScopeTable;
  readonly texts: readonly string[];
}

/** Functions and inlined calls: a scope with a parent was inlined into it, at the position of its call. */
export interface ScopeTable {
  readonly names: Uint32Array;
  readonly parents: Uint32Array;
  readonly callFiles: Uint32Array;
  readonly callLines: Uint32Array;
  readonly callColumns: Uint16Array;
}

interface Scope {
  /** The entry that is asked for its name. All calls of a function share its origin, and the answer. */
  readonly named: number;
  readonly parent: number;
  readonly callFile: number;
  readonly callLine: number;
  readonly callColumn: number;
}

/** Larger units are left to the symbol table: whole-program optimisation of something enormous, or damage. */
const mostUnitBytes = 256 * 1024 * 1024;
const mostDepth = 512;
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
   * Throws MalformedObjectError.
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
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle] as AddressRange).end <= start) low = middle + 1;
      else high = middle;
    }
    const range = ranges[low];
    return range !== undefined && start >= range.start && start < range.end;
  }

  #addLines({ addresses, sequences }: LineTable, painter: Painter): void {
    for (let index = 0; index < sequences.length; index += 2) {
      const first = sequences[index] as number;
      const last = (sequences[index + 1] as number) - 1;
      if (!this.#isCode(addresses[first] as number, addresses[last] as number)) continue;
      for (let row = first; row < last; row++) {
        const start = addresses[row] as number;
        const end = addresses[row + 1] as number;
        if (end > start) painter.addLine(start - this.#imageBase, end - this.#imageBase, row);
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

/** Numbers in an array that grows. */
class Numbers {
  #values = new Uint32Array(1024);
  length = 0;

  push(one: number, two: number, three: number): void {
    if (this.length + 3 > this.#values.length) {
      const values = this.#values;
      this.#values = new Uint32Array(values.length * 2);
      this.#values.set(values);
    }
    this.#values[this.length] = one;
    this.#values[this.length + 1] = two;
    this.#values[this.length + 2] = three;
    this.length += 3;
  }

  get values(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }
}

/** Lays lines, then functions, then what is inlined in them over the addresses; what is laid later covers. */
class Painter {
  readonly #lines = new Numbers();
  readonly #scopes = new Numbers();

  addLine(start: number, end: number, row: number): void {
    this.#lines.push(start, end, row);
  }

  addScope(start: number, end: number, scope: number): void {
    this.#scopes.push(start, end, scope);
  }

  finish(
    scopes: readonly Scope[],
    table: LineTable | undefined,
    nameOf: (scope: Scope) => string | null,
  ): UnitLines | undefined {
    const lines = this.#lines.values;
    const ranges = this.#scopes.values;
    if (lines.length === 0 && ranges.length === 0) return undefined;
    const bounds = boundaries(lines, ranges);
    const rowAt = new Uint32Array(bounds.length).fill(none);
    const scopeAt = new Uint32Array(bounds.length).fill(none);
    paint(bounds, lines, rowAt);
    paint(bounds, ranges, scopeAt);
    return new Stretches(scopes, table, nameOf).of(bounds, rowAt, scopeAt);
  }
}

function boundaries(...spans: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(spans.reduce((sum, { length }) => sum + (length / 3) * 2, 0));
  let count = 0;
  for (const span of spans) {
    for (let index = 0; index < span.length; index += 3) {
      all[count++] = span[index] as number;
      all[count++] = span[index + 1] as number;
    }
  }
  all.sort();
  let kept = 0;
  for (let index = 0; index < all.length; index++) {
    if (index === 0 || all[index] !== all[index - 1]) all[kept++] = all[index] as number;
  }
  return all.subarray(0, kept);
}

function paint(bounds: Uint32Array, spans: Uint32Array, onto: Uint32Array): void {
  let next = 0;
  for (let index = 0; index < spans.length; index += 3) {
    const start = spans[index] as number;
    const end = spans[index + 1] as number;
    // Rows follow each other, so that the search is rarely needed.
    let at = bounds[next] === start ? next : lowerBound(bounds, start);
    for (; at < bounds.length && (bounds[at] as number) < end; at++) onto[at] = spans[index + 2] as number;
    next = at;
  }
}

function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Joins neighbours that say the same, and keeps the texts and scopes that are used. */
class Stretches {
  readonly #scopes: readonly Scope[];
  readonly #table: LineTable | undefined;
  readonly #nameOf: (scope: Scope) => string | null;
  readonly #texts: string[] = [];
  readonly #textIndex = new Map<string, number>();
  readonly #files = new Map<number, number>();
  readonly #kept: Scope[] = [];
  readonly #keptIndex = new Map<number, number>();

  constructor(scopes: readonly Scope[], table: LineTable | undefined, nameOf: (scope: Scope) => string | null) {
    this.#scopes = scopes;
    this.#table = table;
    this.#nameOf = nameOf;
  }

  of(bounds: Uint32Array, rowAt: Uint32Array, scopeAt: Uint32Array): UnitLines {
    const starts = new Uint32Array(bounds.length);
    const files = new Uint32Array(bounds.length);
    const lines = new Uint32Array(bounds.length);
    const columns = new Uint16Array(bounds.length);
    const scopes = new Uint32Array(bounds.length);
    let count = 0;
    for (let index = 0; index < bounds.length; index++) {
      const row = rowAt[index] as number;
      const scopeIndex = scopeAt[index] as number;
      const file = row === none || this.#table === undefined ? none : this.#file(this.#table.files[row] as number);
      const line = row === none ? 0 : (this.#table?.lines[row] ?? 0);
      const column = row === none ? 0 : (this.#table?.columns[row] ?? 0);
      const scope = scopeIndex === none ? none : this.#scope(scopeIndex);
      const before = count - 1;
      if (
        before >= 0 &&
        files[before] === file &&
        lines[before] === line &&
        columns[before] === column &&
        scopes[before] === scope
      )
        continue;
      starts[count] = bounds[index] as number;
      files[count] = file;
      lines[count] = line;
      columns[count] = column;
      scopes[count] = scope;
      count += 1;
    }
    return {
      starts: starts.subarray(0, count),
      files: files.subarray(0, count),
      lines: lines.subarray(0, count),
      columns: columns.subarray(0, count),
      scopes: scopes.subarray(0, count),
      scopeTable: this.#scopeTable(),
      texts: this.#texts,
    };
  }

  #scopeTable(): ScopeTable {
    // Keeping a scope keeps its parents, and these were counted first.
    const kept = this.#kept;
    return {
      names: Uint32Array.from(kept, (scope) => this.#text(this.#nameOf(scope))),
      parents: Uint32Array.from(kept, ({ parent }) =>
        parent === none ? none : (this.#keptIndex.get(parent) as number),
      ),
      callFiles: Uint32Array.from(kept, ({ callFile }) =>
        callFile === none || this.#table === undefined ? none : this.#file(callFile),
      ),
      callLines: Uint32Array.from(kept, ({ callLine }) => callLine),
      callColumns: Uint16Array.from(kept, ({ callColumn }) => callColumn),
    };
  }

  #scope(index: number): number {
    const known = this.#keptIndex.get(index);
    if (known !== undefined) return known;
    const scope = this.#scopes[index] as Scope;
    if (scope.parent !== none) this.#scope(scope.parent);
    const place = this.#kept.length;
    this.#kept.push(scope);
    this.#keptIndex.set(index, place);
    return place;
  }

  #file(index: number): number {
    let place = this.#files.get(index);
    if (place === undefined) {
      place = this.#text(this.#table?.file(index) ?? null);
      this.#files.set(index, place);
    }
    return place;
  }

  #text(text: string | null): number {
    if (text === null) return none;
    let place = this.#textIndex.get(text);
    if (place === undefined) {
      place = this.#texts.length;
      this.#texts.push(text);
      this.#textIndex.set(text, place);
    }
    return place;
  }
}
