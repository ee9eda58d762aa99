/** Finds archives anywhere in a file: what a viewer takes for an image, an unpacker may take for something else. */

/** Fewest bytes of a ZIP archive's end, its end-of-central-directory record (APPNOTE.TXT, 4.3.16). */
const endBytes = 22;
const endMark = Buffer.from("PK\x05\x06", "latin1");
const directoryMark = Buffer.from("PK\x01\x02", "latin1");
/** In front of the end of an archive whose sizes do not fit into it (4.3.15). */
const locatorMark = Buffer.from("PK\x06\x07", "latin1");
const locatorBytes = 20;
/** Unpackers look for these from the file's beginning on: RAR 4 and 5, 7z, XZ, Cabinet. */
const marks = ["526172211a0700", "526172211a070100", "377abcaf271c", "fd377a585a00", "4d53434600000000"].map((hex) =>
  Buffer.from(hex, "hex"),
);
/** A tar archive has its mark in its first block (POSIX.1-2017, pax: ustar), whatever the name before it looks like. */
const tarMark = { at: 257, bytes: Buffer.from("ustar", "latin1") } as const;
/** No image has so many ends of archives by chance. */
const mostSuspects = 16;

/** Reads `length` bytes of the file; fewer at its end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** Reads a file once, in any pieces, from its beginning to its end. */
export class ArchiveCheck {
  #last = Buffer.alloc(0);
  /** Where `#last` begins. */
  #position = 0;
  #found = false;
  /** Where central directories would begin, if what looks like the end of an archive were one. */
  readonly #suspects: number[] = [];

  add(chunk: Buffer): void {
    if (this.#found) return;
    const bytes = Buffer.concat([this.#last, chunk]);
    this.#found = marks.some((mark) => bytes.includes(mark)) || this.#endsIn(bytes);
    // Bytes that may continue in the next piece. A ZIP's locator stands before its end.
    const kept = bytes.subarray(-(locatorBytes + endBytes - 1));
    this.#position += bytes.length - kept.length;
    this.#last = Buffer.from(kept);
  }

  async isArchive(read: ReadAt): Promise<boolean> {
    if (this.#found || this.#suspects.length > mostSuspects) return true;
    if ((await read(tarMark.at, tarMark.bytes.length)).equals(tarMark.bytes)) return true;
    for (const at of this.#suspects) if ((await read(at, directoryMark.length)).equals(directoryMark)) return true;
    return false;
  }

  /** Whether an archive ends here for certain; where that depends on its directory, it is remembered. */
  #endsIn(bytes: Buffer): boolean {
    for (
      let at = bytes.indexOf(endMark);
      at !== -1 && at + endBytes <= bytes.length;
      at = bytes.indexOf(endMark, at + 1)
    ) {
      const isEmpty = bytes.subarray(at + 4, at + 20).every((byte) => byte === 0);
      const hasLocator = at >= locatorBytes && bytes.subarray(at - locatorBytes).indexOf(locatorMark) === 0;
      if (isEmpty || hasLocator) return true;
      const directory = this.#position + at - bytes.readUInt32LE(at + 12);
      if (directory >= 0 && this.#suspects.length <= mostSuspects) this.#suspects.push(directory);
    }
    return false;
  }
}
