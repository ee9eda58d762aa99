/**
 * The texts of a symbol index, functions' names and files: each stands once, in a compressed page that all blocks share.
 * An id is the number of the page and the place in it.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { MalformedObjectError } from "./byte-source.ts";

/** Bytes of a page before it is compressed, unless one text alone is longer. Larger ones take longer to read for one name. */
const pageBytes = 16 * 1024;
/** More do not fit, with four bytes for each. */
const textsInPage = 4096;
/** Bytes of memory, about, for the texts that are known when they come again, and for each beside its characters. */
const mostKnownBytes = 12 * 1024 * 1024;
const knownEntryBytes = 64;
/** A page of one text is bounded by the readers of texts; this bounds a damaged one. */
const mostPageBytes = 16 * 1024 * 1024;
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 6 } };

export const pageOf = (id: number): number => Math.floor(id / textsInPage);

/** Gives texts their ids, and writes them by pages. */
export class TextPages {
  readonly #put: (page: Buffer) => number;
  readonly #spend: (bytes: number) => void;
  readonly #segments: number[] = [];
  readonly #known = new Map<string, number>();
  #knownBytes = 0;
  #open: Buffer[] = [];
  #openBytes = 0;

  /** `put` writes a page as a segment and gives its number; `spend` is told what a new text takes. */
  constructor(put: (page: Buffer) => number, spend: (bytes: number) => void) {
    this.#put = put;
    this.#spend = spend;
  }

  idOf(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    this.#spend(bytes.length + 4);
    if (this.#openBytes + bytes.length + 4 > pageBytes - 4) this.#close();
    const id = this.#segments.length * textsInPage + this.#open.length;
    this.#open.push(bytes);
    this.#openBytes += bytes.length + 4;
    if (this.#knownBytes > mostKnownBytes) {
      this.#known.clear();
      this.#knownBytes = 0;
    }
    this.#known.set(text, id);
    this.#knownBytes += knownEntryBytes + text.length;
    return id;
  }

  /** Writes what is open. The segments of all pages. */
  finish(): readonly number[] {
    this.#close();
    return this.#segments;
  }

  #close(): void {
    if (this.#open.length === 0) return;
    const head = Buffer.alloc(4 * (this.#open.length + 1));
    head.writeUInt32LE(this.#open.length);
    let end = head.length;
    this.#open.forEach((text, place) => {
      end += text.length;
      head.writeUInt32LE(end, 4 * (place + 1));
    });
    this.#segments.push(this.#put(zstdCompressSync(Buffer.concat([head, ...this.#open]), compression)));
    this.#open = [];
    this.#openBytes = 0;
  }
}

/** The bytes of a page as it was before it was compressed. */
export function decodePage(compressed: Buffer): Buffer {
  const page = zstdDecompressSync(compressed, { maxOutputLength: mostPageBytes });
  const isWhole = page.length >= 4 && page.length >= 4 * (page.readUInt32LE() + 1);
  if (!isWhole) throw new MalformedObjectError("The symbol index ended early");
  return page;
}

/** Null for an id that the page does not have. */
export function textIn(page: Buffer, id: number): string | null {
  const place = id % textsInPage;
  const count = page.readUInt32LE();
  if (place >= count) return null;
  const start = place === 0 ? 4 * (count + 1) : page.readUInt32LE(4 * place);
  return page.toString("utf8", start, page.readUInt32LE(4 * (place + 1)));
}
