/** Pages of label indexes as a process keeps them: those that queries have needed last, of all tenants within one bound. */
import { LRUCache } from "lru-cache";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { DamagedBytes } from "../codec/bytes.ts";
import { Directory, SeriesPage, ValuePage } from "./pages.ts";
import { type IndexAbout, readDirectory, readIndexPages } from "./tables.ts";

/** In bytes. */
const maxBytes = 64 * 1024 * 1024;
/** Pages of one statement. */
const readAhead = 16;

export interface IndexPagesOptions {
  /** 64 MiB when left out. */
  readonly maxBytes?: number;
}

type Page = SeriesPage | ValuePage | Directory;

/** Contents never change, and ids are given once, so what is kept is true as long as its index is there. */
export class IndexPages {
  readonly #kept: LRUCache<string, Page>;

  constructor(options: IndexPagesOptions = {}) {
    this.#kept = new LRUCache({ maxSize: options.maxBytes ?? maxBytes, sizeCalculation: ({ size }) => size });
  }

  async directory(on: Queryable, tenant: Tenant, about: IndexAbout): Promise<Directory> {
    const kept = this.#kept.get(about.indexId);
    if (kept instanceof Directory) return kept;
    const payload = await readDirectory(on, tenant, about);
    if (payload === null) throw new DamagedBytes("a label index has no directory");
    const directory = new Directory(payload);
    this.#kept.set(about.indexId, directory);
    return directory;
  }

  seriesPages(on: Queryable, tenant: Tenant, about: IndexAbout, pages: readonly number[]): AsyncGenerator<SeriesPage> {
    return this.#pages(on, tenant, about, pages, SeriesPage);
  }

  valuePages(on: Queryable, tenant: Tenant, about: IndexAbout, pages: readonly number[]): AsyncGenerator<ValuePage> {
    return this.#pages(on, tenant, about, pages, ValuePage);
  }

  /** In the order given; what is not kept is read some pages at a time. */
  async *#pages<Kind extends SeriesPage | ValuePage>(
    on: Queryable,
    tenant: Tenant,
    about: IndexAbout,
    pages: readonly number[],
    kind: new (payload: Buffer) => Kind,
  ): AsyncGenerator<Kind> {
    const keyOf = (page: number) => `${about.indexId} ${page}`;
    for (let start = 0; start < pages.length; start += readAhead) {
      const wanted = pages.slice(start, start + readAhead);
      const kept = wanted.map((page) => this.#kept.get(keyOf(page)));
      const missing = wanted.filter((_, i) => kept[i] === undefined);
      const read = missing.length === 0 ? null : await readIndexPages(on, tenant, about, missing);
      for (const [i, page] of wanted.entries()) {
        let found = kept[i];
        if (found === undefined) {
          const payload = read?.get(page);
          if (payload === undefined) throw new DamagedBytes(`page ${page} of a label index is missing`);
          found = new kind(payload);
          this.#kept.set(keyOf(page), found);
        }
        if (!(found instanceof kind)) throw new DamagedBytes(`page ${page} of a label index is of another kind`);
        yield found;
      }
    }
  }
}
