/** Source positions laid over the addresses of a unit. */
import { firstPlace } from "../../binary-search.ts";
import { MalformedObjectError } from "../byte-source.ts";
import type { LineTable } from "./line-program.ts";

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

/** A function or an inlined call, as a unit has it. */
export interface Scope {
  /** The entry that is asked for its name. All calls of a function share its origin, and the answer. */
  readonly named: number;
  readonly parent: number;
  readonly callFile: number;
  readonly callLine: number;
  readonly callColumn: number;
}

/** Ranges of a unit that are held together. */
const mostSpans = 8 * 1024 * 1024;
/** Characters of the names and files of a unit. */
const mostCharacters = 64 * 1024 * 1024;

/** Numbers in an array that grows. */
class Numbers {
  #values = new Uint32Array(96);
  length = 0;

  push(one: number, two: number, three: number): void {
    if (this.length + 3 > this.#values.length) {
      const values = this.#values;
      if (this.length > 3 * mostSpans) throw new MalformedObjectError(`More than ${mostSpans} ranges in one unit`);
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
export class Painter {
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

/**
 * From the last span to the first, each where nothing is yet: so every place is painted once, however many spans lie over
 * it. `free` leads from a place towards the next one without paint (a union-find forest with path halving).
 */
function paint(bounds: Uint32Array, spans: Uint32Array, onto: Uint32Array): void {
  const free = Uint32Array.from({ length: bounds.length + 1 }, (_, index) => index);
  const nextFree = (from: number): number => {
    let at = from;
    for (let next = free[at] as number; next !== at; next = free[at] as number) {
      const after = free[next] as number;
      free[at] = after;
      at = after;
    }
    return at;
  };
  let last = 0;
  for (let index = spans.length - 3; index >= 0; index -= 3) {
    const start = spans[index] as number;
    const end = spans[index + 1] as number;
    // Rows follow each other, so that the search is rarely needed.
    const isBefore = last > 0 && bounds[last - 1] === start;
    const first = isBefore ? last - 1 : firstPlace(bounds.length, (place) => (bounds[place] as number) >= start);
    last = first;
    for (let at = nextFree(first); at < bounds.length && (bounds[at] as number) < end; at = nextFree(at)) {
      onto[at] = spans[index + 2] as number;
      free[at] = at + 1;
    }
  }
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
  #characters = 0;

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
      this.#characters += text.length;
      if (this.#characters > mostCharacters)
        throw new MalformedObjectError(`More than ${mostCharacters} characters of names in one unit`);
      place = this.#texts.length;
      this.#texts.push(text);
      this.#textIndex.set(text, place);
    }
    return place;
  }
}
