/** Writes the label index of series that are in memory. */
import { inSlices } from "#src/http/event-loop.ts";
import { compareText } from "../labels.ts";
import type { SeriesIndex } from "../series-index.ts";
import { slicedSort } from "../sliced-sort.ts";
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

/** Sorts the series, and writes their index. Throws the signal's reason when it is aborted. */
export async function writeIndex(index: SeriesIndex, signal: AbortSignal | undefined): Promise<WrittenIndex> {
  await inSlices(untilAborted(index.sort(), signal));
  const pages: Buffer[] = [];
  const firsts: number[] = [];
  for (let at = 0; at < index.length; ) {
    firsts.push(at);
    const series: IndexedSeries[] = [];
    const { series: most, characters: mostCharacters } = mostOfSeries;
    for (let characters = 0; at < index.length && series.length < most && characters < mostCharacters; at++) {
      const labels = index.labels(at);
      for (const text of labels) characters += text.length;
      series.push({ id: index.id(at), labels });
    }
    pages.push(await SeriesPage.encode(series));
  }
  const labels: DirectoryLabel[] = [];
  for (const name of [...index.names].sort(compareText)) labels.push(await writeLabel(index, name, pages, signal));
  const ids = Uint32Array.from({ length: index.length }, (_, at) => index.id(at));
  return { series: index.length, pages, directory: await Directory.encode({ ids, firsts, labels }) };
}

/** Adds the pages of a label's values, in their order. */
async function writeLabel(
  index: SeriesIndex,
  name: string,
  pages: Buffer[],
  signal: AbortSignal | undefined,
): Promise<DirectoryLabel> {
  const byValue = slicedSort([...index.valuesOf(name)], ([a], [b]) => compareText(a, b));
  const values = await inSlices(untilAborted(byValue, signal));
  const ofLabel: DirectoryLabel["pages"][number][] = [];
  for (let at = 0; at < values.length; ) {
    ofLabel.push({ page: pages.length, first: values[at]?.[0] ?? "" });
    const entries: ValueEntry[] = [];
    let [positions, characters] = [0, 0];
    const { values: most, positions: mostPositions, characters: mostCharacters } = mostOfValues;
    for (; entries.length < most && positions < mostPositions && characters < mostCharacters; at++) {
      const [value, { series } = { series: [] }] = values[at] ?? [];
      if (value === undefined) break;
      entries.push({ value, positions: Uint32Array.from(series) });
      positions += series.length;
      characters += value.length;
    }
    pages.push(await ValuePage.encode(entries));
  }
  return { name, values: values.length, pages: ofLabel };
}
