/** Where a label set lies between 0 and 1, as Prometheus 3 has it for `limit_ratio`: XXH64 (xxhash.com) over its texts, each behind its length. */
import type { LabelSet } from "./labels.ts";

const [prime1, prime2, prime3, prime4, prime5] = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
] as const;

export function labelHash(labels: LabelSet): number {
  const hash = xxh64(Buffer.concat(labels.flatMap((text) => withLength(Buffer.from(text)))));
  return Number(hash) / 2 ** 64;
}

/** A length of 255 or more is behind a byte 255, in three bytes (labels_stringlabels.go). */
function withLength(text: Buffer): readonly Buffer[] {
  const { length } = text;
  const head = length < 255 ? [length] : [255, length & 0xff, (length >> 8) & 0xff, length >> 16];
  return [Buffer.from(head), text];
}

const word = (value: bigint) => BigInt.asUintN(64, value);
const rotated = (value: bigint, by: bigint) => word((value << by) | (value >> (64n - by)));
const round = (lane: bigint, input: bigint) => word(rotated(word(lane + input * prime2), 31n) * prime1);

/** With the seed 0. */
export function xxh64(bytes: Buffer): bigint {
  let at = 0;
  let hash: bigint = prime5;
  if (bytes.length >= 32) {
    const lanes = [word(prime1 + prime2), prime2, 0n, word(-prime1)];
    for (; at + 32 <= bytes.length; at += 32)
      for (const [index, lane] of lanes.entries()) lanes[index] = round(lane, bytes.readBigUInt64LE(at + 8 * index));
    hash = lanes.reduce((sum, lane, index) => word(sum + rotated(lane, [1n, 7n, 12n, 18n][index] ?? 0n)), 0n);
    for (const lane of lanes) hash = word((hash ^ round(0n, lane)) * prime1 + prime4);
  }
  hash = word(hash + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8)
    hash = word(rotated(hash ^ round(0n, bytes.readBigUInt64LE(at)), 27n) * prime1 + prime4);
  if (at + 4 <= bytes.length) {
    hash = word(rotated(hash ^ word(BigInt(bytes.readUInt32LE(at)) * prime1), 23n) * prime2 + prime3);
    at += 4;
  }
  for (; at < bytes.length; at++) hash = word(rotated(hash ^ word(BigInt(bytes[at] as number) * prime5), 11n) * prime1);
  hash = word((hash ^ (hash >> 33n)) * prime2);
  hash = word((hash ^ (hash >> 29n)) * prime3);
  return hash ^ (hash >> 32n);
}
