/** One label index, asked: which of its series pass matchers, and what they are. Reads the pages that it takes, and no others. */
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../../records.ts";
import type { KeptContents } from "../kept-contents.ts";
import { compareText } from "../labels.ts";
import { MatchedSeries } from "../matched-series.ts";
import type { Bitmap } from "./bitmap.ts";
import { type Directory, type DirectoryLabel, type IndexedSeries, SeriesPage, ValuePage } from "./pages.ts";
import type { IndexAbout } from "./tables.ts";

interface OpenIndex {
  readonly connection: QueryConnection;
  readonly tenant: Tenant;
  readonly about: IndexAbout;
  readonly kept: KeptContents;
  readonly directory: Directory;
}

export class IndexedSeriesReader extends MatchedSeries {
  readonly #index: OpenIndex;

  constructor(index: OpenIndex) {
    super(index.connection.signal);
    this.#index = index;
  }

  get length(): number {
    return this.#index.directory.ids.length;
  }

  protected get labelNames(): Iterable<string> {
    return this.#index.directory.labels.keys();
  }

  protected idAt(position: number): number {
    return this.#index.directory.ids[position] as number;
  }

  protected valuesOf(name: string): number {
    return this.#index.directory.labels.get(name)?.values ?? 0;
  }

  protected async *lists(name: string, wanted: readonly string[] | null): AsyncGenerator<ValuePage> {
    const label = this.#index.directory.labels.get(name);
    if (label === undefined) return;
    yield* this.#pages(wanted === null ? label.pages.map(({ page }) => page) : pagesOf(label, wanted), ValuePage);
  }

  protected async *at(positions: Bitmap): AsyncGenerator<readonly IndexedSeries[]> {
    const pageNumbers: number[] = [];
    const ofPage: number[][] = [];
    const { firsts } = this.#index.directory;
    let page = -1;
    for (const position of positions) {
      if (position >= (firsts[page + 1] ?? Number.POSITIVE_INFINITY) || page < 0) {
        while (position >= (firsts[page + 1] ?? Number.POSITIVE_INFINITY)) page++;
        pageNumbers.push(page);
        ofPage.push([]);
      }
      ofPage.at(-1)?.push(position - (firsts[page] as number));
    }
    let nth = 0;
    for await (const found of this.#pages(pageNumbers, SeriesPage))
      yield (ofPage[nth++] ?? []).map((at) => ({ id: found.ids[at] as number, labels: found.labels(at) }));
  }

  #pages<Page extends SeriesPage | ValuePage>(wanted: readonly number[], kind: new (payload: Buffer) => Page) {
    const { connection, tenant, about, kept } = this.#index;
    return kept.pages(connection, tenant, about, wanted, kind);
  }
}

/** The pages that have one of the values, if any has. */
function pagesOf({ pages }: DirectoryLabel, values: readonly string[]): number[] {
  const found = new Set<number>();
  for (const value of values) {
    let low = 0;
    let high = pages.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareText(pages[middle]?.first ?? "", value) <= 0) low = middle + 1;
      else high = middle;
    }
    const page = pages[low - 1];
    if (page !== undefined) found.add(page.page);
  }
  return [...found].sort((a, b) => a - b);
}
