/** The Idempotency-Key that an insurer is sent. */
import { createHash } from "node:crypto";
import type { KeyedRequest } from "#src/http/idempotency.ts";

/**
 * A key made from the seller's key and request, so that it is found again when nothing of them was kept: a UUID of
 * version 8 from SHA-256 (RFC 9562, 5.8). The request is part of it because a seller may use a key again, with another
 * request, when the first one failed.
 */
export function derivedInsurerKey({ owner, environment, operation, key, sha256 }: KeyedRequest): string {
  const name = JSON.stringify([owner, environment, operation, key, sha256.toString("hex")]);
  const bytes = createHash("sha256").update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
