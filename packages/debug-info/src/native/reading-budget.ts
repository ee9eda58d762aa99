/** Bounds the cost of reading one uploaded file (work and memory) by the file's size, whatever sizes the file declares. */

/** Thrown when a file needs more than a file of its size may. The message names the exceeded allowance, for the sender. */
export class BudgetSpentError extends Error {
  override readonly name = "BudgetSpentError";
}

const mebibyte = 1024 * 1024;

/**
 * Allowances: `least` for any file, plus `perByte` for each byte. Decompressed bytes are allowed by the bytes sent; everything else by the
 * bytes sent and the bytes decompressed from them.
 *
 * Compilers and linkers stay far below: sections and archives compress to a third or a tenth, a line row takes a byte
 * or more, and so does an address range. Names are read once for each function that has them.
 */
const allowances = {
  unpacked: { least: 4 * mebibyte, perByte: 32, unit: "bytes in its archive" },
  inflated: { least: mebibyte, perByte: 32, unit: "bytes in compressed sections" },
  rows: { least: 256 * 1024, perByte: 2, unit: "line rows" },
  ranges: { least: 256 * 1024, perByte: 1, unit: "address ranges" },
  names: { least: 4 * mebibyte, perByte: 32, unit: "characters of names" },
  /** Tables that units share and entries that hold names, each time that they are read. */
  parsed: { least: 16 * mebibyte, perByte: 64, unit: "bytes of tables to be read again and again" },
  index: { least: 16 * mebibyte, perByte: 32, unit: "bytes of symbol index" },
} as const;

export type Cost = keyof typeof allowances;

/** One for each uploaded file: all objects of an archive, and all sections of an object, share it. */
export class ReadingBudget {
  readonly #bytes: number;
  readonly #spent: Record<Cost, number> = {
    unpacked: 0,
    inflated: 0,
    rows: 0,
    ranges: 0,
    names: 0,
    parsed: 0,
    index: 0,
  };

  /** `bytes`: the size of the file as it was sent. */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  spent(cost: Cost): number {
    return this.#spent[cost];
  }

  allowed(cost: Cost): number {
    const { least, perByte } = allowances[cost];
    const { unpacked, inflated } = this.#spent;
    const isOfSentBytes = cost === "unpacked" || cost === "inflated";
    return least + perByte * (isOfSentBytes ? this.#bytes : this.#bytes + unpacked + inflated);
  }

  /** To be called before the work is done. Throws BudgetSpentError. */
  spend(cost: Cost, amount: number): void {
    const spent = this.#spent[cost] + amount;
    const allowed = this.allowed(cost);
    if (spent > allowed) {
      throw new BudgetSpentError(
        `It has more than ${allowed} ${allowances[cost].unit}, the most that a file of ${this.#bytes} bytes may have`,
      );
    }
    this.#spent[cost] = spent;
  }
}
