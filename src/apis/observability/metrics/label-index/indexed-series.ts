/** One label index, asked: which of its series pass matchers, and what they are. Reads the pages that it takes, and no others. */
import { Slice } from "#src/http/event-loop.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../../records.ts";
import { compareText, passing } from "../labels.ts";
import type { LabelMatcher } from "../store.ts";
import { Bitmap } from "./bitmap.ts";
import type { IndexPages } from "./index-pages.ts";
import type { Directory, DirectoryLabel, IndexedSeries, ValuePage } from "./pages.ts";
import type { IndexAbout } from "./tables.ts";

/** So few candidates are looked at one by one rather than through the values of one more label. */
const fewCandidates = 1_000;

export interface Candidates {
  readonly positions: Bitmap;
  /** Matchers that their labels have to pass, too. */
  readonly untested: readonly LabelMatcher[];
}

export class IndexedSeriesReader {
  readonly #connection: QueryConnection;
  readonly #tenant: Tenant;
  readonly #about: IndexAbout;
  readonly #pages: IndexPages;
  readonly directory: Directory;

  private constructor(
    connection: QueryConnection,
    tenant: Tenant,
    about: IndexAbout,
    pages: IndexPages,
    directory: Directory,
  ) {
    this.#connection = connection;
    this.#tenant = tenant;
    this.#about = about;
    this.#pages = pages;
    this.directory = directory;
  }

  static async open(connection: QueryConnection, tenant: Tenant, about: IndexAbout, pages: IndexPages) {
    const directory = await pages.directory(connection, tenant, about);
    return new IndexedSeriesReader(connection, tenant, about, pages, directory);
  }

  /** Those that pass all matchers. */
  async positions(matchers: readonly LabelMatcher[]): Promise<Bitmap> {
    return (await this.candidates(matchers, 0)).positions;
  }

  /**
   * Those that may pass all matchers. Where there are few, `few` or fewer than a label has values, what is left to test is
   * tested by who reads them anyway.
   */
  async candidates(matchers: readonly LabelMatcher[], few = fewCandidates): Promise<Candidates> {
    const { series, labels } = this.directory;
    const withoutLabel = (matcher: LabelMatcher) => matcher.matches("");
    const rank = (matcher: LabelMatcher) => (withoutLabel(matcher) ? 2 : matcher.values === undefined ? 1 : 0);
    const ordered = matchers.toSorted((a, b) => rank(a) - rank(b));
    let positions: Bitmap | null = null;
    for (const [index, matcher] of ordered.entries()) {
      const label = labels.get(matcher.name);
      if (label === undefined) {
        if (!withoutLabel(matcher)) return { positions: new Bitmap(series), untested: [] };
        continue;
      }
      if (positions !== null && few > 0 && rank(matcher) > 0) {
        if (positions.size <= Math.max(few, label.values)) return { positions, untested: ordered.slice(index) };
      }
      const found: Bitmap = await this.#having(label, matcher, !withoutLabel(matcher));
      if (withoutLabel(matcher)) {
        positions ??= Bitmap.full(series);
        positions.andNot(found);
      } else if (positions === null) positions = found;
      else positions.and(found);
    }
    return { positions: positions ?? Bitmap.full(series), untested: [] };
  }

  /** The series with a value of the label that the matcher passes, or that it does not. */
  async #having(label: DirectoryLabel, { values, matches }: LabelMatcher, expected: boolean): Promise<Bitmap> {
    const having = new Bitmap(this.directory.series);
    const known = expected && values !== undefined ? values : null;
    const pages = known === null ? label.pages.map(({ page }) => page) : pagesOf(label, known);
    const wanted = known === null ? null : new Set(known);
    const slice = new Slice();
    for await (const page of this.#pages.valuePages(this.#connection, this.#tenant, this.#about, pages)) {
      await this.#pause(slice);
      for (const [at, value] of page.values.entries()) {
        // A pattern may take milliseconds for a single value.
        if (slice.isOver) await this.#pause(slice);
        if (wanted === null ? matches(value) === expected : wanted.has(value)) page.addTo(having, at);
      }
    }
    return having;
  }

  /** The series of these positions that pass what is untested, in the order of their labels, some at a time. */
  async *series({ positions, untested }: Candidates): AsyncGenerator<readonly IndexedSeries[]> {
    const pageNumbers: number[] = [];
    const ofPage: number[][] = [];
    const { firsts } = this.directory;
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
    for await (const found of this.#pages.seriesPages(this.#connection, this.#tenant, this.#about, pageNumbers)) {
      await this.#pause(slice);
      const all: IndexedSeries[] = [];
      for (const at of ofPage[nth++] ?? []) {
        all.push({
          id: found.ids[at] as number,
          lastDay: found.lastDays[at] as number,
          labels: found.labels(at),
        });
      }
      yield untested.length === 0 ? all : await passing(all, [untested], this.#connection.signal);
    }
  }

  /** All values of a label, some at a time. */
  async *values(name: string): AsyncGenerator<Pick<ValuePage, "values" | "lastDays">> {
    const pages = this.directory.labels.get(name)?.pages.map(({ page }) => page) ?? [];
    const slice = new Slice();
    for await (const page of this.#pages.valuePages(this.#connection, this.#tenant, this.#about, pages)) {
      await this.#pause(slice);
      yield page;
    }
  }

  async #pause(slice: Slice): Promise<void> {
    this.#connection.signal.throwIfAborted();
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
