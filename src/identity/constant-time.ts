import { timingSafeEqual } from "node:crypto";

/** Whether two digests are equal, in a time that does not tell where they differ. Lengths are not secret. */
export function equalInConstantTime(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
