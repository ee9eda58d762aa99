/**
 * A unit cut into blocks, each with all that its own addresses need but the texts, which stand in pages: a crash reads as
 * much as it asks about. What may be missing is written as one more than its number, and 0 where it is.
 */
import { ColumnsReader, encodeColumn, encodeCounts } from "./columns.ts";
import { none, type UnitLines } from "./dwarf/stretches.ts";

/** Stretches of a block. Smaller ones repeat more scopes, larger ones are more to read for one address. */
const stretchesInBlock = 256;

/** Rows of a unit: from the first, without the last. */
export interface BlockOfUnit {
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
}

/** `idOf` gives the ids of texts. */
export function* blocksOf(unit: UnitLines, idOf: (text: string) => number): Generator<BlockOfUnit> {
  const { length } = unit.starts;
  const textIds = new Map<number, number>();
  const textId = (index: number): number => {
    if (index === none) return none;
    let id = textIds.get(index);
    if (id === undefined) {
      id = idOf(unit.texts[index] as string);
      textIds.set(index, id);
    }
    return id;
  };
  const step = length <= stretchesInBlock * 1.5 ? length : stretchesInBlock;
  for (let from = 0; from < length; from += step) {
    const to = Math.min(from + step, length);
    yield { from, to, bytes: new Block(unit, textId).of(from, to) };
  }
}

/** Keeps the scopes and texts that are used. */
class Block {
  readonly #unit: UnitLines;
  readonly #textId: (index: number) => number;
  readonly #texts: number[] = [];
  readonly #textPlaces = new Map<number, number>();
  readonly #scopes: number[] = [];
  readonly #scopePlaces = new Map<number, number>();

  constructor(unit: UnitLines, textId: (index: number) => number) {
    this.#unit = unit;
    this.#textId = textId;
  }

  of(from: number, to: number): Buffer {
    const { starts, lines, columns, scopeTable } = this.#unit;
    // The last stretch ends where that of the next block begins.
    const end = starts.subarray(to, to + 1);
    const count = to - from + end.length;
    const filled = <Rows extends Uint32Array | Uint16Array>(rows: Rows, values: ArrayLike<number>): Rows => {
      rows.set(values);
      return rows;
    };
    const files = this.#unit.files.subarray(from, to).map((text) => this.#text(text));
    const scopes = this.#unit.scopes.subarray(from, to).map((scope) => this.#scope(scope));
    const kept = Uint32Array.from(this.#scopes);
    const scopeColumns = [
      kept.map((scope) => this.#text(scopeTable.names[scope] as number)),
      kept.map((scope) => (this.#scopePlaces.get(scopeTable.parents[scope] as number) ?? none) + 1),
      kept.map((scope) => this.#text(scopeTable.callFiles[scope] as number)),
      kept.map((scope) => scopeTable.callLines[scope] as number),
      Uint16Array.from(kept, (scope) => scopeTable.callColumns[scope] as number),
    ];
    const all = [
      starts.subarray(from, from + count),
      filled(new Uint32Array(count), files),
      filled(new Uint32Array(count), lines.subarray(from, to)),
      filled(new Uint16Array(count), columns.subarray(from, to)),
      filled(new Uint32Array(count), scopes),
      ...scopeColumns,
      Uint32Array.from(this.#texts),
    ];
    return Buffer.concat([encodeCounts(count, kept.length, this.#texts.length), ...all.map(encodeColumn)]);
  }

  /** One more than its place. Keeping a scope keeps those that it was inlined into, before it. */
  #scope(index: number): number {
    if (index === none) return 0;
    const known = this.#scopePlaces.get(index);
    if (known !== undefined) return known + 1;
    this.#scope(this.#unit.scopeTable.parents[index] as number);
    const place = this.#scopes.push(index) - 1;
    this.#scopePlaces.set(index, place);
    return place + 1;
  }

  /** One more than its place. */
  #text(index: number): number {
    if (index === none) return 0;
    let place = this.#textPlaces.get(index);
    if (place === undefined) {
      place = this.#texts.push(this.#textId(index)) - 1;
      this.#textPlaces.set(index, place);
    }
    return place + 1;
  }
}

/** A frame whose texts are ids; `none` where it has none. */
export interface PlacedFrame {
  readonly function: number;
  readonly file: number;
  readonly line: number;
  readonly column: number;
  readonly inlined: boolean;
}

/** The functions at an address, the innermost first. Throws MalformedObjectError for a damaged block. */
export function framesIn(block: Uint8Array, address: number): PlacedFrame[] {
  const reader = new ColumnsReader(block);
  const rowCount = reader.count();
  const scopeCount = reader.count();
  const textCount = reader.count();
  const starts = reader.column(rowCount);
  const row = starts.lastAtOrBelow(address);
  if (row < 0) return [];
  const files = reader.column(rowCount);
  const lines = reader.column(rowCount);
  const columns = reader.column(rowCount);
  const scopes = reader.column(rowCount);
  const names = reader.column(scopeCount);
  const parents = reader.column(scopeCount);
  const callFiles = reader.column(scopeCount);
  const callLines = reader.column(scopeCount);
  const callColumns = reader.column(scopeCount);
  const texts = reader.column(textCount);
  const text = (place: number) => (place === 0 || place > textCount ? none : texts.at(place - 1));
  let at = { file: text(files.at(row)), line: lines.at(row), column: columns.at(row) };
  let scope = scopes.at(row) - 1;
  if (scope < 0) return at.file === none ? [] : [{ function: none, ...at, inlined: false }];
  const frames: PlacedFrame[] = [];
  while (scope >= 0 && scope < scopeCount) {
    const parent = parents.at(scope) - 1;
    frames.push({ function: text(names.at(scope)), ...at, inlined: parent >= 0 });
    at = { file: text(callFiles.at(scope)), line: callLines.at(scope), column: callColumns.at(scope) };
    // Parents stand before their children, so that there is an end.
    scope = parent < scope ? parent : -1;
  }
  return frames;
}
