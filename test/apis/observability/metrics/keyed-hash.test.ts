import { expect } from "chai";
import fc from "fast-check";
import { digestWords, keyedHash, randomKey } from "#src/apis/observability/metrics/keyed-hash.ts";
import { encodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import { collidingLabels } from "#test/faults/support/colliding-labels.ts";
import { runs } from "#test/support/runs.ts";

interface Variant {
  /** Rounds for each word of the message, and for each word of the output. */
  readonly rounds: readonly [number, number];
  /** Of the output, in words of 32 bits. */
  readonly words: 1 | 2;
}

/** HalfSipHash as its authors' reference code describes it, one step after the other. */
function halfSipHash(bytes: Buffer, [k0, k1]: readonly [number, number], { rounds, words }: Variant): number[] {
  const rotated = (word: number, by: number) => (word << by) | (word >>> (32 - by));
  let [v0, v1, v2, v3] = [k0, k1, k0 ^ 0x6c796765, k1 ^ 0x74656462];
  if (words === 2) v1 ^= 0xee;
  const mix = (times: number) => {
    for (let round = 0; round < times; round++) {
      v0 = (v0 + v1) | 0;
      v1 = rotated(v1, 5) ^ v0;
      v0 = rotated(v0, 16);
      v2 = (v2 + v3) | 0;
      v3 = rotated(v3, 8) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = rotated(v3, 7) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = rotated(v1, 13) ^ v2;
      v2 = rotated(v2, 16);
    }
  };
  const padded = Buffer.concat([bytes, Buffer.alloc(4 - (bytes.length % 4))]);
  padded[padded.length - 1] = bytes.length;
  for (let at = 0; at < padded.length; at += 4) {
    const word = padded.readInt32LE(at);
    v3 ^= word;
    mix(rounds[0]);
    v0 ^= word;
  }
  v2 ^= words === 2 ? 0xee : 0xff;
  mix(rounds[1]);
  const output = [v1 ^ v3];
  if (words === 2) {
    v1 ^= 0xdd;
    mix(rounds[1]);
    output.push(v1 ^ v3);
  }
  return output;
}

const upTo = (length: number) => Buffer.from(Array.from({ length }, (_, i) => i));
const publishedKey = [0x03020100, 0x07060504] as const;

describe("the hash of label sets", () => {
  it("is HalfSipHash: what it is compared with gives the published values", () => {
    // github.com/veorq/SipHash, vectors.h, vectors_hsip64: HalfSipHash-2-4.
    const published = {
      0: "218d1f59b9b83cc8",
      1: "be552412f8387315",
      2: "064f39ef7c50eb57",
      3: "ce0f1a45f7060679",
      4: "d5e78a175be52ea1",
      7: "ff202728b07bc684",
      8: "edfee820bce4858c",
      31: "863c7f155c34117c",
      32: "28709d46d811626c",
      63: "2ea63c71bf326087",
    };
    for (const [length, hex] of Object.entries(published)) {
      const words = halfSipHash(upTo(Number(length)), publishedKey, { rounds: [2, 4], words: 2 });
      expect(Buffer.from(Int32Array.from(words).buffer).toString("hex"), `${length} bytes`).to.equal(hex);
    }
    // Linux, lib/tests/siphash_kunit.c, test_vectors_hsiphash for words of 32 bits: HalfSipHash-1-3.
    const ofOneRound = { 0: 0x5814c896, 1: 0xe7e864ca, 2: 0xbc4b0e30, 3: 0x01539939, 4: 0x7e059ea6, 63: 0x87178304 };
    for (const [length, word] of Object.entries(ofOneRound)) {
      const [first = 0] = halfSipHash(upTo(Number(length)), publishedKey, { rounds: [1, 3], words: 1 });
      expect(first >>> 0, `${length} bytes`).to.equal(word);
    }
  });

  it("is that of one round and three, with two words of output, and the length", () => {
    const bytes = fc.tuple(fc.uint8Array({ maxLength: 70 }), fc.nat({ max: 5 }));
    fc.assert(
      fc.property(bytes, fc.integer(), fc.integer(), fc.integer(), ([content, start], k0, k1, k2) => {
        const around = Buffer.concat([Buffer.alloc(start, 1), content, Buffer.from([7, 8])]);
        const view = new DataView(around.buffer, around.byteOffset, around.length);
        const digest = new Int32Array(digestWords);
        keyedHash(view, start, start + content.length, Int32Array.of(k0, k1, k2), digest);
        const [first, second, , length] = digest;
        const expected = halfSipHash(Buffer.from(content), [k0, k1], { rounds: [1, 3], words: 2 });
        expect([first, second, length]).to.deep.equal([...expected, content.length]);
      }),
      { numRuns: runs(300) },
    );
  });

  it("tells apart by its third word what is the same in the others", () => {
    const thirdWords = new Set<number>();
    const digest = new Int32Array(digestWords);
    const view = new DataView(new ArrayBuffer(11));
    const key = randomKey();
    for (let i = 0; i < 4_096; i++) {
      view.setUint32(i % 8, Math.imul(i, 0x10001));
      keyedHash(view, 0, 11, key, digest);
      thirdWords.add(digest[2] ?? 0);
    }
    expect(thirdWords.size).to.be.greaterThan(4_000);
  });

  it("has keys of its own each time", () => {
    const keys = Array.from({ length: 20 }, () => randomKey().join());
    expect(new Set(keys).size).to.equal(20);
  });

  it("tells labels apart that were chosen to collide whatever the key", () => {
    const sets = Array.from({ length: 4_096 }, (_, series) => encodeLabels(collidingLabels(series)));
    for (let attempt = 0; attempt < 5; attempt++) {
      const key = randomKey();
      const digest = new Int32Array(digestWords);
      const firstWords = new Set<number>();
      for (const set of sets) {
        keyedHash(new DataView(set.buffer, set.byteOffset, set.length), 0, set.length, key, digest);
        firstWords.add(digest[0] ?? 0);
      }
      // Two of 4,096 random words are the same once in 512 times.
      expect(firstWords.size).to.be.greaterThan(4_090);
    }
  });
});
