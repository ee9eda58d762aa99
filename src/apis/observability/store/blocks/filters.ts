/**
 * Filters by which a reader skips blocks and segments: Bloom filters of tokens (values that a record is found by, such as its service or a
 * tag), and maps of the trigrams in its text. They give false positives, never false negatives. Both are evaluated in the database, which
 * reads a byte of a filter instead of the whole.
 */

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
  #bits = new Uint8Array(mostGramBits / 8);
  #grams = 0;

  add(bytes: Uint8Array): void {
    const bits = this.#bits;
    let [first, second] = [lower(bytes[0] ?? 0), lower(bytes[1] ?? 0)];
    for (let at = 2; at < bytes.length; at++) {
      const third = lower(bytes[at] as number);
      const bit = gramBit(first, second, third);
      bits[bit >>> 3] = (bits[bit >>> 3] as number) | (1 << (bit & 7));
      first = second;
      second = third;
    }
    this.#grams += Math.max(0, bytes.length - 2);
  }

  /** As few bytes as so many trigrams need. */
  get map(): Buffer {
    let length = mostGramBits / 8;
    while (length > 64 && this.#grams < length) length /= 2;
    const map = Buffer.alloc(length);
    for (const [at, byte] of this.#bits.entries()) map[at & (length - 1)] = (map[at & (length - 1)] as number) | byte;
    return map;
  }
}

const lower = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte);

function gramBit(first: number, second: number, third: number): number {
  return mixed((first << 16) | (second << 8) | third) & (mostGramBits - 1);
}

/** Conditions in SQL that each segment with a text meets that has `part` in it, in any case. Trigrams beyond ASCII have cases of their own. */
export function hasGrams(part: string): string[] {
  const bits = new Set<number>();
  for (const run of part.match(/[\0-\x7f]{3,}/g) ?? [])
    for (let at = 2; at < run.length; at++)
      bits.add(gramBit(lower(run.charCodeAt(at - 2)), lower(run.charCodeAt(at - 1)), lower(run.charCodeAt(at))));
  return [...bits]
    .slice(0, mostTestedGrams)
    .map(
      (bit) => `get_bit(substring(grams FROM (${bit >>> 3} & (octet_length(grams) - 1)) + 1 FOR 1), ${bit & 7}) = 1`,
    );
}

/** More would make the statement long, and rule out little else. */
const mostTestedGrams = 16;
