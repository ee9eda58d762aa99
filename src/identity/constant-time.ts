import { timingSafeEqual } from "node:crypto";

/** Compares two digests in constant time. Their lengths are not secret. */
export function equalInConstantTime(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
