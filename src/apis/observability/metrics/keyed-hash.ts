/**
 * A keyed digest of bytes, 128 bits long. Without the key nobody can construct collisions. It consists of:
 *
 * - 64 bits of HalfSipHash-1-3 (J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", and their reference code for words
 *   of 32 bits), a keyed pseudorandom function. It alone says where in a table the bytes are looked for.
 * - 32 bits of a multiplicative hash, and the length, against equal digests by chance. An attacker could choose bytes for which these are equal.
 */
import { randomFillSync } from "node:crypto";

/** Of a digest, in words of 32 bits. */
export const digestWords = 4;
const keyWords = 3;

/** Writes the digest of the bytes from `start` to `end` into `digest`. */
export type KeyedHash = (view: DataView, start: number, end: number, key: Int32Array, digest: Int32Array) => void;

/** Makes a random key, which is secret to the process. */
export function randomKey(): Int32Array {
  return randomFillSync(new Int32Array(keyWords));
}

/** Both hashes in one pass, since this runs for every sample that is written. */
export const keyedHash: KeyedHash = (view, start, end, key, digest) => {
  let v0 = key[0] as number;
  let v1 = key[1] as number;
  let v2 = v0 ^ 0x6c796765;
  let v3 = v1 ^ 0x74656462;
  v1 ^= 0xee;
  let product = key[2] as number;
  const length = end - start;
  const whole = end - (length & 3);
  for (let at = start; at < whole; at += 4) {
    const word = view.getInt32(at, true);
    product = Math.imul(product ^ word, 0x9e3779b1);
    product ^= product >>> 15;
    v3 ^= word;
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
    v0 ^= word;
  }
  // The bytes that fill no word, and the length in the highest byte.
  let word = length << 24;
  for (let at = whole, shift = 0; at < end; at++, shift += 8) word |= view.getUint8(at) << shift;
  v3 ^= word;
  // The last word's round, and three for each word of the output.
  for (let round = 0; round < 7; round++) {
    if (round === 1) {
      v0 ^= word;
      v2 ^= 0xee;
    } else if (round === 4) {
      digest[0] = v1 ^ v3;
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
  digest[1] = v1 ^ v3;
  digest[2] = Math.imul(product ^ word, 0x9e3779b1);
  digest[3] = length;
};
