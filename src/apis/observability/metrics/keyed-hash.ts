/**
 * HalfSipHash-1-3 with 64 bits of output (J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", and their
 * reference code for 32-bit words), computed side by side under two independent keys. It is a keyed pseudorandom function:
 * who does not know the keys cannot choose bytes whose digests are equal.
 */
import { randomFillSync } from "node:crypto";

/** Of a digest and of a key, in words of 32 bits: half of them for each of the two functions. */
export const digestWords = 4;

/** Writes the digest of the bytes from `start` to `end` into `digest`. */
export type KeyedHash = (view: DataView, start: number, end: number, key: Int32Array, digest: Int32Array) => void;

/** Nobody outside the process knows it. */
export function randomKey(): Int32Array {
  return randomFillSync(new Int32Array(digestWords));
}

/**
 * The rounds are written out, both functions' steps in turn: the processor does them at the same time, and a function of their own would
 * have to keep eight words in memory.
 */
export const keyedHash: KeyedHash = (view, start, end, key, digest) => {
  let a0 = key[0] as number;
  let a1 = key[1] as number;
  let a2 = a0 ^ 0x6c796765;
  let a3 = a1 ^ 0x74656462;
  a1 ^= 0xee;
  let b0 = key[2] as number;
  let b1 = key[3] as number;
  let b2 = b0 ^ 0x6c796765;
  let b3 = b1 ^ 0x74656462;
  b1 ^= 0xee;

  const whole = end - ((end - start) & 3);
  for (let at = start; ; at += 4) {
    const isLast = at === whole;
    const word = isLast ? lastWord(view, start, whole, end) : view.getInt32(at, true);
    a3 ^= word;
    b3 ^= word;
    a0 = (a0 + a1) | 0;
    b0 = (b0 + b1) | 0;
    a1 = ((a1 << 5) | (a1 >>> 27)) ^ a0;
    b1 = ((b1 << 5) | (b1 >>> 27)) ^ b0;
    a0 = (a0 << 16) | (a0 >>> 16);
    b0 = (b0 << 16) | (b0 >>> 16);
    a2 = (a2 + a3) | 0;
    b2 = (b2 + b3) | 0;
    a3 = ((a3 << 8) | (a3 >>> 24)) ^ a2;
    b3 = ((b3 << 8) | (b3 >>> 24)) ^ b2;
    a0 = (a0 + a3) | 0;
    b0 = (b0 + b3) | 0;
    a3 = ((a3 << 7) | (a3 >>> 25)) ^ a0;
    b3 = ((b3 << 7) | (b3 >>> 25)) ^ b0;
    a2 = (a2 + a1) | 0;
    b2 = (b2 + b1) | 0;
    a1 = ((a1 << 13) | (a1 >>> 19)) ^ a2;
    b1 = ((b1 << 13) | (b1 >>> 19)) ^ b2;
    a2 = (a2 << 16) | (a2 >>> 16);
    b2 = (b2 << 16) | (b2 >>> 16);
    a0 ^= word;
    b0 ^= word;
    if (isLast) break;
  }
  finish(a0, a1, a2, a3, digest, 0);
  finish(b0, b1, b2, b3, digest, 2);
};

/** The bytes that fill no word, and the length in the highest byte. */
function lastWord(view: DataView, start: number, whole: number, end: number): number {
  let word = (end - start) << 24;
  for (let at = whole, shift = 0; at < end; at++, shift += 8) word |= view.getUint8(at) << shift;
  return word;
}

/** Three rounds for each of the digest's two words. */
function finish(v0: number, v1: number, v2: number, v3: number, digest: Int32Array, at: number): void {
  v2 ^= 0xee;
  for (let round = 0; round < 6; round++) {
    if (round === 3) {
      digest[at] = v1 ^ v3;
      v1 ^= 0xdd;
    }
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }
  digest[at + 1] = v1 ^ v3;
}
