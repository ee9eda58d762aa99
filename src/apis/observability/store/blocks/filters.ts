/**
 * Filters by which a reader skips blocks and segments: Bloom filters of tokens (values that a record is found by, such as its service or a
 * tag), and maps of the trigrams in its text. They give false positives, never false negatives. Both are evaluated in the database, which
 * reads a byte of a long filter instead of the whole.
 */
import type { Sliceable } from "#src/http/event-loop.ts";

/**
 * Bits per token. The rate of false positives is about 1 in 1,000, and 1 in 8,600 for ids: a page of traces looks for twenty ids in
 * thousands of segments, and each false positive decompresses the heads of 8,192 spans.
 */
const bitsPerToken = { filter: 16, ids: 24 } as const;
const probes = 6;

/** The columns of the filters: that of ids, of which a search may want many, and that of all else. */
export type FilterColumn = keyof typeof bitsPerToken;

/** The two hashes of a token, from which all its bits follow. */
export type TokenHash = readonly [number, number];

/** A token names a quality and its value. */
export function tokenHash(quality: string, value: string): TokenHash {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (const text of [quality, "\0", value]) {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ unit, 0x5bd1e995);
      b ^= b >>> 13;
    }
  }
  return [mixed(a ^ (b >>> 7)), (mixed(b) | 1) >>> 0];
}

/** MurmurHash3's finalizer. */
export function mixed(word: number): number {
  let mixing = word ^ (word >>> 16);
  mixing = Math.imul(mixing, 0x85ebca6b);
  mixing ^= mixing >>> 13;
  mixing = Math.imul(mixing, 0xc2b2ae35);
  return (mixing ^ (mixing >>> 16)) >>> 0;
}

export class TokenSet {
  readonly #bits: number;
  /** The second hash by the first. */
  readonly #hashes = new Map<number, number>();
  /** Those with a first hash that another has: about none. */
  readonly #others: TokenHash[] = [];
  readonly #known = new Set<string>();

  constructor(column: FilterColumn) {
    this.#bits = bitsPerToken[column];
  }

  add(quality: string, value: string): void {
    const token = `${quality}\0${value}`;
    if (this.#known.has(token)) return;
    // Longer values are rare: they are hashed again instead of being kept.
    if (value.length < 256) this.#known.add(token);
    this.addHash(tokenHash(quality, value));
  }

  /** For tokens of which hardly one is there twice. */
  addHash(hash: TokenHash): void {
    const [first, step] = hash;
    const known = this.#hashes.get(first);
    if (known === undefined) this.#hashes.set(first, step);
    else if (known !== step) this.#others.push(hash);
  }

  get filter(): Buffer {
    const count = this.#hashes.size + this.#others.length;
    const filter = Buffer.alloc(Math.max(8, Math.ceil((count * this.#bits) / 8)));
    const bits = 8 * filter.length;
    for (const [first, step] of [...this.#hashes, ...this.#others])
      for (let probe = 0; probe < probes; probe++) {
        const bit = (first + probe * step) % bits;
        filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
      }
    return filter;
  }
}

/** Whether a column's filter may have one of the tokens: a condition in SQL, whose parameters `bind` takes. */
export function hasToken(column: FilterColumn, hashes: readonly TokenHash[], bind: (value: unknown) => string): string {
  if (hashes.length <= mostWritten)
    return `(${hashes.map(([first, step]) => testOf(column, String(first), String(step))).join(" OR ") || "false"})`;
  const [firsts, steps] = [bind(hashes.map(([first]) => first)), bind(hashes.map(([, step]) => step))];
  return `EXISTS (SELECT FROM unnest(${firsts}::bigint[], ${steps}::bigint[]) AS token (first, step)
    WHERE ${testOf(column, "token.first", "token.step")})`;
}

/** More tokens than these are parameters. */
const mostWritten = 8;

function testOf(column: FilterColumn, first: string, step: string): string {
  const tests = Array.from({ length: probes }, (_, probe) => {
    const bit = `((${first} + ${probe}::bigint * ${step}) % (8 * octet_length(${column})))`;
    return `get_bit(substring(${column} FROM (${bit} / 8)::integer + 1 FOR 1), ${bit} % 8) = 1`;
  });
  return `(${tests.join(" AND ")})`;
}

const mostGramBits = 65_536;

/** A map with a bit for each hashed trigram of bytes, letters of ASCII in lower case. */
export class GramMap {
  readonly #bits = new Uint8Array(mostGramBits / 8);

  add(bytes: Uint8Array): void {
    if (bytes.length < 3) return;
    const bits = this.#bits;
    let gram = ((lowered[bytes[0] as number] as number) << 8) | (lowered[bytes[1] as number] as number);
    for (let at = 2; at < bytes.length; at++) {
      gram = ((gram << 8) | (lowered[bytes[at] as number] as number)) & 0xffffff;
      const bit = gramBit(gram);
      bits[bit >>> 3] = (bits[bit >>> 3] as number) | (1 << (bit & 7));
    }
  }

  /** Adds the bytes of texts that stand one after the other: trigrams that begin in one and end in the next, too. */
  *addAll(bytes: Uint8Array): Sliceable<void> {
    for (let start = 0; start < bytes.length; start += bytesAtOnce) {
      yield;
      this.add(bytes.subarray(start, start + bytesAtOnce + 2));
    }
  }

  /** The smallest map of which at most an eighth of the bits is set, if there is one. */
  get map(): Buffer {
    const bits = this.#bits;
    let set = 0;
    for (let at = 0; at < bits.length; at++) set += bitsIn[bits[at] as number] as number;
    let { length } = bits;
    while (length > 1 && set <= length / 2) length /= 2;
    const map = Buffer.alloc(length);
    for (let at = 0; at < bits.length; at++) map[at % length] = (map[at % length] as number) | (bits[at] as number);
    return map;
  }
}

/** Bytes between two pauses: 0.1 ms. */
const bytesAtOnce = 64 * 1024;

/** How many bits each byte has set. */
const bitsIn = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

/** Each byte, letters of ASCII in lower case. */
const lowered = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte));

/** Three bytes by a multiplicative hash (Knuth, The Art of Computer Programming, 6.4). */
const gramBit = (gram: number): number => Math.imul(gram, 0x9e3779b1) >>> 16;

/**
 * Whether a map may be of texts that have all of the parts in them, in any case: a condition in SQL with at most so many tests. Trigrams beyond
 * ASCII have cases of their own, and are not tested.
 */
export function hasGrams(parts: readonly string[], most = mostTestedGrams): string {
  const bits = new Set<number>();
  for (const run of parts.flatMap((part) => part.match(/[\0-\x7f]{3,}/g) ?? [])) {
    const bytes = Buffer.from(run.toLowerCase());
    for (let at = 0; at + 2 < bytes.length; at++) bits.add(gramBit(bytes.readUIntBE(at, 3)));
  }
  const tests = [...bits]
    .slice(0, most)
    .map(
      (bit) => `get_bit(substring(grams FROM (${bit >>> 3} & (octet_length(grams) - 1)) + 1 FOR 1), ${bit & 7}) = 1`,
    );
  return `(${tests.join(" AND ") || "true"})`;
}

/** More would make the statement long, and rule out little else. */
export const mostTestedGrams = 16;
