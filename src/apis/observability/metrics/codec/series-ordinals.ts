/** Dense numbers (ordinals) of series by their ids. Ids grow over the years, so memory is taken only around those that are used. */

const pageBits = 12;
const pageMask = (1 << pageBits) - 1;

export class SeriesOrdinals {
  readonly #pages: (Int32Array | undefined)[] = [];

  /** The ordinal of each id is its position. */
  static of(ids: ArrayLike<number>): SeriesOrdinals {
    const ordinals = new SeriesOrdinals();
    for (let ordinal = 0; ordinal < ids.length; ordinal++) ordinals.set(ids[ordinal] as number, ordinal);
    return ordinals;
  }

  set(id: number, ordinal: number): void {
    let page = this.#pages[id >>> pageBits];
    if (page === undefined) {
      page = new Int32Array(1 << pageBits).fill(-1);
      this.#pages[id >>> pageBits] = page;
    }
    page[id & pageMask] = ordinal;
  }

  /** The ordinal of an id; −1 for none. */
  get(id: number): number {
    const page = this.#pages[id >>> pageBits];
    return page === undefined ? -1 : (page[id & pageMask] as number);
  }

  /** Renumbers the ids that have an ordinal, from 0 in ascending order of the ids. Returns the ids in that order. */
  rank(): Uint32Array<ArrayBuffer> {
    const ids: number[] = [];
    for (const [page, ordinals] of this.#pages.entries()) {
      if (ordinals === undefined) continue;
      for (let i = 0; i < ordinals.length; i++) {
        if ((ordinals[i] as number) < 0) continue;
        ordinals[i] = ids.length;
        ids.push(page * (1 << pageBits) + i);
      }
    }
    return Uint32Array.from(ids);
  }
}
