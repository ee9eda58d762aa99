/** Where a label set lies between 0 and 1, the same whenever it is asked: FNV-1a over its texts, mixed. For `limit_ratio`. */
import { keyOf, type LabelSet } from "./labels.ts";

export function labelHash(labels: LabelSet): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(keyOf(labels))) hash = Math.imul(hash ^ byte, 0x01000193);
  // The last texts would otherwise decide about the low bits alone (the finalizer of MurmurHash3).
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
