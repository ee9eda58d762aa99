import { expect } from "chai";
import fc from "fast-check";
import { none, type UnitLines } from "../src/native/dwarf/stretches.ts";
import { IndexWriter } from "../src/native/index-writer.ts";
import { KeptSegments } from "../src/native/kept-segments.ts";
import type { FunctionSymbol } from "../src/native/object-file.ts";
import type { SourceFrame } from "../src/native/source-frame.ts";
import { SymbolIndex } from "../src/native/symbol-index.ts";
import { runs } from "./runs.ts";

function written(fill: (writer: IndexWriter) => void) {
  const pieces: Buffer[] = [];
  const writer = new IndexWriter((piece) => pieces.push(piece));
  fill(writer);
  const size = writer.finish(0x40_0000);
  const bytes = Buffer.concat(pieces);
  expect(bytes.length).to.equal(size);
  const reads: number[] = [];
  const read = async (offset: number, length: number) => {
    reads.push(length);
    return bytes.subarray(offset, offset + length);
  };
  return { size, reads, open: (keptBytes?: number) => SymbolIndex.open({ size, read }, new KeptSegments(keptBytes)) };
}

const text = fc.oneof(
  { arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }), weight: 99 },
  { arbitrary: fc.integer({ min: 1, max: 20_000 }).map((length) => "n".repeat(length)), weight: 1 },
);
const number32 = fc.oneof(fc.nat(200), fc.nat(70_000), fc.integer({ min: 0, max: 0xffff_ffff }));
const column = fc.oneof(fc.nat(100), fc.nat(0xffff));
const any = fc.nat(1_000_000);
const maybe = fc.option(any, { freq: 4 });

/** Rows, scopes and texts of any number; a row or a scope says which of them it has by a number that is taken modulo. */
const aUnit: fc.Arbitrary<UnitLines> = fc
  .record({
    first: fc.nat(0x7000_0000),
    rows: fc.array(
      fc.record({ bytes: fc.integer({ min: 1, max: 90 }), file: maybe, line: number32, column, scope: maybe }),
      { maxLength: 900, size: "max" },
    ),
    scopes: fc.array(
      fc.record({ name: maybe, parent: maybe, callFile: maybe, callLine: number32, callColumn: column }),
      { maxLength: 400, size: "max" },
    ),
    texts: fc.uniqueArray(text, { minLength: 1, maxLength: 60 }),
  })
  .map(({ first, rows, scopes, texts }) => {
    const which = (number: number | null, count: number) => (number === null || count === 0 ? none : number % count);
    let at = first;
    const starts = rows.map(({ bytes }) => {
      at += bytes;
      return at;
    });
    return {
      starts: Uint32Array.from(starts),
      files: Uint32Array.from(rows, ({ file }) => which(file, texts.length)),
      lines: Uint32Array.from(rows, ({ line }) => line),
      columns: Uint16Array.from(rows, (row) => row.column),
      scopes: Uint32Array.from(rows, ({ scope }) => which(scope, scopes.length)),
      scopeTable: {
        names: Uint32Array.from(scopes, ({ name }) => which(name, texts.length)),
        parents: Uint32Array.from(scopes, ({ parent }, place) => which(parent, place)),
        callFiles: Uint32Array.from(scopes, ({ callFile }) => which(callFile, texts.length)),
        callLines: Uint32Array.from(scopes, ({ callLine }) => callLine),
        callColumns: Uint16Array.from(scopes, ({ callColumn }) => callColumn),
      },
      texts,
    };
  });

/** What a unit says of an address, as its tables have it. */
function framesOf(unit: UnitLines, address: number): SourceFrame[] {
  const row = unit.starts.findLastIndex((start) => start <= address);
  if (row < 0 || row === unit.starts.length - 1) return [];
  const textAt = (index: number | undefined) => unit.texts[index ?? none] ?? null;
  const place = (file: number | undefined, line: number | undefined, at: number | undefined) => ({
    file: textAt(file),
    line: line || null,
    column: (line && at) || null,
  });
  const { names, parents, callFiles, callLines, callColumns } = unit.scopeTable;
  let position = place(unit.files[row], unit.lines[row], unit.columns[row]);
  let scope = unit.scopes[row] as number;
  if (scope === none) return position.file === null ? [] : [{ function: null, ...position, inlined: false }];
  const frames: SourceFrame[] = [];
  for (; scope !== none; scope = parents[scope] as number) {
    frames.push({ function: textAt(names[scope]), ...position, inlined: parents[scope] !== none });
    position = place(callFiles[scope], callLines[scope], callColumns[scope]);
  }
  return frames;
}

const aSymbolTable: fc.Arbitrary<FunctionSymbol[]> = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 60 }), size: fc.nat(70), name: text, file: fc.option(text) }), {
    maxLength: 1_200,
    size: "max",
  })
  .map((symbols) => {
    let address = 0;
    return symbols.map(({ gap, size, name, file }) => {
      address += gap;
      return { address, size, name, file };
    });
  });

function symbolFrames(symbols: readonly FunctionSymbol[], address: number): SourceFrame[] {
  const found = symbols.findLast((symbol) => symbol.address <= address);
  if (found === undefined || (found.size > 0 && address >= found.address + found.size)) return [];
  return [{ function: found.name, file: found.file, line: null, column: null, inlined: false }];
}

describe("symbol index, written and read", () => {
  it("says of an address what the unit's tables say, however many blocks they are cut into", async () => {
    await fc.assert(
      fc.asyncProperty(aUnit, fc.array(any, { maxLength: 30 }), async (unit, anywhere) => {
        const index = await written((writer) => writer.addUnit(unit)).open();
        const { starts } = unit;
        const [first = 0, last = 0] = [starts[0], starts.at(-1)];
        const addresses = [
          ...[first - 1, first, last - 1, last].filter((address) => address >= 0),
          ...anywhere.flatMap((number) => [starts[number % starts.length] ?? 0, first + (number % (last - first + 1))]),
        ];
        for (const address of addresses)
          expect(await index.framesAt(address)).to.deep.equal(framesOf(unit, address), `at ${address}`);
      }),
      { numRuns: runs(300) },
    );
  });

  it("says of an address what the table of symbols says, however many runs it is cut into", async () => {
    await fc.assert(
      fc.asyncProperty(aSymbolTable, fc.array(any, { maxLength: 30 }), async (symbols, anywhere) => {
        const index = await written((writer) => writer.addSymbols(symbols)).open();
        const last = symbols.at(-1)?.address ?? 0;
        for (const address of [0, last, last + 100, ...anywhere.map((number) => number % (last + 1))])
          expect(await index.framesAt(address)).to.deep.equal(symbolFrames(symbols, address), `at ${address}`);
      }),
      { numRuns: runs(300) },
    );
  });

  /** A unit whose every function has a name of its own. */
  function namedUnit(start: number, names: readonly string[]): UnitLines {
    const rows = names.map((_, place) => place);
    return {
      starts: Uint32Array.from([...rows, names.length], (row) => start + 16 * row),
      files: Uint32Array.from([...rows.map(() => 0), none]),
      lines: Uint32Array.from([...rows.map((row) => row + 1), 0]),
      columns: new Uint16Array(rows.length + 1),
      scopes: Uint32Array.from([...rows, none]),
      scopeTable: {
        names: Uint32Array.from(rows, (row) => row + 1),
        parents: new Uint32Array(rows.length).fill(none),
        callFiles: new Uint32Array(rows.length).fill(none),
        callLines: new Uint32Array(rows.length),
        callColumns: new Uint16Array(rows.length),
      },
      texts: ["shop.cpp", ...names],
    };
  }
  const names = Array.from({ length: 200 }, (_, place) => `_ZN4shop${"basket".repeat(30)}${place * 7919}Ev`);

  it("has a name once, however many units have it", async () => {
    const [one, twenty] = [1, 20].map((count) =>
      written((writer) => {
        for (let unit = 0; unit < count; unit++) writer.addUnit(namedUnit(unit * 0x1_0000, names));
      }),
    );
    const ofNames = names.join("").length;
    expect((twenty?.size ?? 0) - (one?.size ?? 0)).to.be.below(ofNames);
    const index = await twenty?.open();
    for (const unit of [0, 7, 19])
      expect(await index?.framesAt(unit * 0x1_0000 + 16 * 150 + 3)).to.deep.equal([
        { function: names[150], file: "shop.cpp", line: 151, column: null, inlined: false },
      ]);
  });

  it("answers alike when nothing that was read is kept", async () => {
    const { open, reads } = written((writer) => {
      for (let unit = 0; unit < 20; unit++) writer.addUnit(namedUnit(unit * 0x1_0000, names));
    });
    const [keeping, forgetting] = [await open(), await open(1)];
    const addresses = Array.from({ length: 100 }, (_, place) => (place % 20) * 0x1_0000 + place * 31);
    for (const address of addresses)
      expect(await forgetting.framesAt(address)).to.deep.equal(await keeping.framesAt(address));
    reads.length = 0;
    for (const address of addresses) await keeping.framesAt(address);
    expect(reads).to.deep.equal([]);
  });
});
