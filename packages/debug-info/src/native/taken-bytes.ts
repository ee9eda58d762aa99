/** Which bytes of a zip archive its entries have. */

/** Of a local file header, before the name (APPNOTE 4.3.7). */
export const localHeaderBytes = 30;

/** Entries that share bytes are one file told twice: a small archive that unpacks to any size. */
export class TakenBytes {
  /** Ascending. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** False, and nothing is taken, where another entry has some of the bytes. */
  add(start: number, length: number): boolean {
    let place = this.#starts.length;
    // Archives list their entries in the order of their bytes, nearly always.
    if (place > 0 && start < (this.#ends[place - 1] as number)) {
      const after = this.#starts.findIndex((one) => one >= start);
      place = after < 0 ? place : after;
    }
    const isFree =
      (place === 0 || (this.#ends[place - 1] as number) <= start) &&
      (place === this.#starts.length || start + length <= (this.#starts[place] as number));
    if (!isFree) return false;
    this.#starts.splice(place, 0, start);
    this.#ends.splice(place, 0, start + length);
    return true;
  }
}
