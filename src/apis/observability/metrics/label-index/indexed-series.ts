/** One label index, asked: which of its series pass matchers, and what they are. Reads the pages that it takes, and no others. */
import { Slice } from "#src/http/event-loop.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../../records.ts";
import type { KeptContents } from "../kept-contents.ts";
import { compareText, passing } from "../labels.ts";
import { type Candidates, MatchedSeries } from "../matched-series.ts";
import type { LabelMatcher } from "../store.ts";
import { Bitmap } from "./bitmap.ts";
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
    super();
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

  protected async having({ name, values, matches }: LabelMatcher, expected: boolean): Promise<Bitmap> {
    const having = new Bitmap(this.length);
    const known = expected && values !== undefined ? values : null;
    const wanted = known === null ? null : new Set(known);
    const slice = new Slice();
    for await (const page of this.#valuePages(name, slice, known)) {
      for (const [at, value] of page.values.entries()) {
        // A pattern may take milliseconds for a single value.
        if (slice.isOver) await this.#pause(slice);
        if (wanted === null ? matches(value) === expected : wanted.has(value)) page.addTo(having, at);
      }
    }
    return having;
  }

  async *series({ positions, untested }: Candidates): AsyncGenerator<readonly IndexedSeries[]> {
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
    const slice = new Slice();
    let nth = 0;
    for await (const found of this.#pages(pageNumbers, SeriesPage)) {
      await this.#pause(slice);
      const all: IndexedSeries[] = [];
      for (const at of ofPage[nth++] ?? []) {
        all.push({ id: found.ids[at] as number, labels: found.labels(at) });
      }
      yield untested.length === 0 ? all : await passing(all, [untested], this.#index.connection.signal);
    }
  }

  async *values(name: string, of: Bitmap | null): AsyncGenerator<readonly string[]> {
    for await (const page of this.#valuePages(name))
      yield of === null ? page.values : page.values.filter((_, at) => page.isOf(of, at));
  }

  /** The pages of all values of a label, or of some. */
  async *#valuePages(name: string, slice = new Slice(), known: readonly string[] | null = null) {
    const label = this.#index.directory.labels.get(name);
    if (label === undefined) return;
    const pages = known === null ? label.pages.map(({ page }) => page) : pagesOf(label, known);
    for await (const page of this.#pages(pages, ValuePage)) {
      await this.#pause(slice);
      yield page;
    }
  }

  #pages<Page extends SeriesPage | ValuePage>(wanted: readonly number[], kind: new (payload: Buffer) => Page) {
    const { connection, tenant, about, kept } = this.#index;
    return kept.pages(connection, tenant, about, wanted, kind);
  }

  async #pause(slice: Slice): Promise<void> {
    this.#index.connection.signal.throwIfAborted();
    if (slice.isOver) await slice.next();
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
