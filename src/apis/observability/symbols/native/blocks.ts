/** A unit cut into blocks, each with all that its own addresses need: a crash reads as much as it asks about. */
import { none, type ScopeTable, type UnitLines } from "./dwarf/stretches.ts";

/** Stretches of a block. Smaller ones repeat more names, larger ones take longer to read for one address. */
const stretchesInBlock = 256;

export function* blocksOf(unit: UnitLines): Generator<UnitLines> {
  const { length } = unit.starts;
  if (length <= stretchesInBlock * 1.5) {
    yield unit;
    return;
  }
  for (let from = 0; from < length; from += stretchesInBlock) {
    yield new Block(unit).of(from, Math.min(from + stretchesInBlock, length));
  }
}

/** Keeps the scopes and texts that are used. */
class Block {
  readonly #unit: UnitLines;
  readonly #texts: string[] = [];
  readonly #textIndex = new Map<number, number>();
  readonly #scopes: number[] = [];
  readonly #scopeIndex = new Map<number, number>();

  constructor(unit: UnitLines) {
    this.#unit = unit;
  }

  of(from: number, to: number): UnitLines {
    const { starts, files, lines, columns, scopes } = this.#unit;
    const next = starts[to];
    // The last stretch ends where that of the next block begins.
    const count = to - from + (next === undefined ? 0 : 1);
    const block = {
      starts: new Uint32Array(count),
      files: new Uint32Array(count).fill(none),
      lines: new Uint32Array(count),
      columns: new Uint16Array(count),
      scopes: new Uint32Array(count).fill(none),
    };
    block.starts.set(starts.subarray(from, from + count));
    block.lines.set(lines.subarray(from, to));
    block.columns.set(columns.subarray(from, to));
    for (let row = from; row < to; row++) {
      block.files[row - from] = this.#text(files[row] as number);
      block.scopes[row - from] = this.#scope(scopes[row] as number);
    }
    return { ...block, scopeTable: this.#scopeTable(), texts: this.#texts };
  }

  #scopeTable(): ScopeTable {
    const { names, parents, callFiles, callLines, callColumns } = this.#unit.scopeTable;
    const kept = Uint32Array.from(this.#scopes);
    return {
      names: kept.map((scope) => this.#text(names[scope] as number)),
      parents: kept.map((scope) => this.#scopeIndex.get(parents[scope] as number) ?? none),
      callFiles: kept.map((scope) => this.#text(callFiles[scope] as number)),
      callLines: kept.map((scope) => callLines[scope] as number),
      callColumns: Uint16Array.from(kept, (scope) => callColumns[scope] as number),
    };
  }

  /** Keeping a scope keeps those that it was inlined into. */
  #scope(index: number): number {
    if (index === none) return none;
    const known = this.#scopeIndex.get(index);
    if (known !== undefined) return known;
    this.#scope(this.#unit.scopeTable.parents[index] as number);
    const place = this.#scopes.length;
    this.#scopes.push(index);
    this.#scopeIndex.set(index, place);
    return place;
  }

  #text(index: number): number {
    if (index === none) return none;
    let place = this.#textIndex.get(index);
    if (place === undefined) {
      place = this.#texts.length;
      this.#texts.push(this.#unit.texts[index] as string);
      this.#textIndex.set(index, place);
    }
    return place;
  }
}
