/** Writes the label index of series that are in memory. */
import { inSlices, type Sliceable } from "#src/http/event-loop.ts";
import { compareText } from "../labels.ts";
import type { SeriesIndex } from "../series-index.ts";
import { slicedOrder, slicedSort } from "../sliced-sort.ts";
import { untilAborted } from "../until-aborted.ts";
import {
  Directory,
  type DirectoryLabel,
  type IndexedSeries,
  SeriesPage,
  type ValueEntry,
  ValuePage,
  type WrittenIndex,
} from "./pages.ts";

/** The size of a page, roughly: some ten kilobytes stored, and read without a pause. */
const mostOfSeries = { series: 2_048, characters: 524_288 } as const;
const mostOfValues = { values: 2_048, positions: 65_536, characters: 131_072 } as const;

/** Throws the signal's reason when it is aborted. */
export async function writeIndex(index: SeriesIndex, signal: AbortSignal | undefined): Promise<WrittenIndex> {
  const sorting = slicedOrder(index.length, (a, b) => index.compare(a, b));
  const order = await inSlices(untilAborted(sorting, signal));
  const ranks = new Uint32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank] as number] = rank;
  const pages: Buffer[] = [];
  const firsts: number[] = [];
  for (let at = 0; at < order.length; ) {
    firsts.push(at);
    const series: IndexedSeries[] = [];
    const { series: most, characters: mostCharacters } = mostOfSeries;
    for (let characters = 0; at < order.length && series.length < most && characters < mostCharacters; at++) {
      const position = order[at] as number;
      const labels = index.labels(position);
      for (const text of labels) characters += text.length;
      series.push({ id: index.id(position), labels });
    }
    pages.push(await SeriesPage.encode(series));
  }
  const labels: DirectoryLabel[] = [];
  for (const name of [...index.names].sort(compareText)) {
    const entries = await inSlices(untilAborted(entriesOf(index, name, ranks), signal));
    labels.push(await writeLabel(name, entries, pages));
  }
  const ids = Uint32Array.from(order, (position) => index.id(position));
  return { series: index.length, pages, directory: await Directory.encode({ ids, firsts, labels }) };
}

/** The values of a label in their order, each with the positions of its series in theirs. */
function* entriesOf(index: SeriesIndex, name: string, ranks: Uint32Array): Sliceable<ValueEntry[]> {
  const entries: ValueEntry[] = [];
  for (const [value, { series }] of yield* slicedSort([...index.valuesOf(name)], ([a], [b]) => compareText(a, b))) {
    entries.push({ value, positions: Uint32Array.from(series, (position) => ranks[position] as number).sort() });
    yield;
  }
  return entries;
}

async function writeLabel(name: string, entries: readonly ValueEntry[], pages: Buffer[]): Promise<DirectoryLabel> {
  const ofLabel: DirectoryLabel["pages"][number][] = [];
  for (let start = 0; start < entries.length; ) {
    let end = start;
    let positions = 0;
    let characters = 0;
    const { values: most, positions: mostPositions, characters: mostCharacters } = mostOfValues;
    while (end < entries.length && end - start < most && positions < mostPositions && characters < mostCharacters) {
      const entry = entries[end++] as ValueEntry;
      positions += entry.positions.length;
      characters += entry.value.length;
    }
    ofLabel.push({ page: pages.length, first: entries[start]?.value ?? "" });
    pages.push(await ValuePage.encode(entries.slice(start, end)));
    start = end;
  }
  return { name, values: entries.length, pages: ofLabel };
}
