/** Writes a symbol index of units and symbols, whatever they were read from; symbol-index.ts reads it. */
import { blocksOf } from "./blocks.ts";
import { encodeDirectory } from "./directory.ts";
import { none, type UnitLines } from "./dwarf/stretches.ts";
import type { FunctionSymbol } from "./object-file.ts";
import { addSpan, disjoint, type Span } from "./spans.ts";
import { encodeRun } from "./symbol-runs.ts";
import { TextPages } from "./text-pages.ts";

const symbolsInRun = 512;
/** Of a segment and of a span in the directory. */
const directoryBytes = 12;

export class IndexWriter {
  readonly #write: (piece: Buffer) => void;
  readonly #spend: (bytes: number) => void;
  readonly #texts: TextPages;
  readonly #segments: { offset: number; length: number }[] = [];
  readonly #units: Span[] = [];
  readonly #symbols: Span[] = [];
  #position = 0;

  /** `spend` is told what is written, before it is compressed. */
  constructor(write: (piece: Buffer) => void, spend: (bytes: number) => void = () => {}) {
    this.#write = write;
    this.#spend = spend;
    this.#texts = new TextPages((page) => this.#put(page), spend);
  }

  addUnit(unit: UnitLines): void {
    for (const { from, to, bytes } of blocksOf(unit, (text) => this.#texts.idOf(text))) {
      const spans = spansOf(unit, from, to, this.#segments.length);
      this.#spend(bytes.length + directoryBytes * (1 + spans.length));
      this.#put(bytes);
      // Spread into a call, a list of a million would be too many arguments.
      for (const span of spans) this.#units.push(span);
    }
  }

  /** In ascending order of their addresses, which count from the image base; one for each address. */
  addSymbols(symbols: readonly FunctionSymbol[]): void {
    for (let from = 0; from < symbols.length; from += symbolsInRun) {
      const run = symbols.slice(from, from + symbolsInRun);
      const segment = this.#put(encodeRun(run, (text) => this.#texts.idOf(text)));
      const next = symbols[from + symbolsInRun];
      this.#symbols.push({ start: (run[0] as FunctionSymbol).address, end: next?.address ?? none, segment });
    }
  }

  /** Writes the rest. The bytes of the whole index. */
  finish(imageBase: number): number {
    const pages = this.#texts.finish();
    const segments = this.#segments;
    const directory = { imageBase, segments, units: disjoint(this.#units), symbols: this.#symbols, pages };
    const end = encodeDirectory(directory, this.#position);
    this.#write(end);
    return this.#position + end.length;
  }

  /** The number of the segment that a piece becomes. */
  #put(piece: Buffer): number {
    this.#write(piece);
    this.#segments.push({ offset: this.#position, length: piece.length });
    this.#position += piece.length;
    return this.#segments.length - 1;
  }
}

/** The addresses that rows of a unit know of, without those that it only ends at. */
function spansOf({ starts, files, scopes }: UnitLines, from: number, to: number, segment: number): Span[] {
  const spans: Span[] = [];
  for (let row = from; row < to && row + 1 < starts.length; row++) {
    if (files[row] === none && scopes[row] === none) continue;
    addSpan(spans, { start: starts[row] as number, end: starts[row + 1] as number, segment });
  }
  return spans;
}
