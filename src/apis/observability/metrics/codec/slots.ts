/** Numbers given to series by their ids. Ids grow over the years, so memory is taken only around those that are used. */

const pageBits = 12;
const pageMask = (1 << pageBits) - 1;

export class Slots {
  readonly #pages: (Int32Array | undefined)[] = [];

  /** Numbers ids by their position. */
  static of(ids: ArrayLike<number>): Slots {
    const slots = new Slots();
    for (let slot = 0; slot < ids.length; slot++) slots.set(ids[slot] as number, slot);
    return slots;
  }

  set(id: number, slot: number): void {
    let page = this.#pages[id >>> pageBits];
    if (page === undefined) {
      page = new Int32Array(1 << pageBits).fill(-1);
      this.#pages[id >>> pageBits] = page;
    }
    page[id & pageMask] = slot;
  }

  /** −1 for none. */
  get(id: number): number {
    const page = this.#pages[id >>> pageBits];
    return page === undefined ? -1 : (page[id & pageMask] as number);
  }

  /** Numbers all ids that have a number anew, from 0 on in the order of the ids. Returns the ids in that order. */
  rank(): Uint32Array<ArrayBuffer> {
    const ids: number[] = [];
    for (const [page, slots] of this.#pages.entries()) {
      if (slots === undefined) continue;
      for (let i = 0; i < slots.length; i++) {
        if ((slots[i] as number) < 0) continue;
        slots[i] = ids.length;
        ids.push(page * (1 << pageBits) + i);
      }
    }
    return Uint32Array.from(ids);
  }
}
