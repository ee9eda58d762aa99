/** Reads the body of a PutObject: limits its length, and checks it against every digest that the client has sent. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { crc32 } from "node:zlib";
import { S3Error } from "./s3-error.ts";
import { type ReceivedRequest, UNSIGNED_PAYLOAD } from "./signature.ts";

const SHA256_HEX = /^[0-9a-f]{64}$/;

export interface BodyDigests {
  /** Size in bytes. */
  readonly size: number;
  /** In hex. */
  readonly md5: string;
  /** In hex. */
  readonly sha256: string;
  /** Base64 of the big-endian value. */
  readonly crc32: string;
}

/** The declared length of the object, in bytes. Throws an S3Error when it is missing or over `limit`. */
export function declaredLength({ headers }: ReceivedRequest, payloadHash: string, limit: number): number {
  if (payloadHash !== UNSIGNED_PAYLOAD && !SHA256_HEX.test(payloadHash)) {
    throw new S3Error("NotImplemented", `The payload form ${payloadHash} is not served here.`);
  }
  const value = headers.get("content-length");
  if (value === undefined) throw new S3Error("MissingContentLength", "The header content-length is required.");
  if (!/^\d{1,15}$/.test(value))
    throw new S3Error("InvalidArgument", "The header content-length must be a whole number.");
  if (Number(value) > limit) throw new S3Error("EntityTooLarge", `An object has at most ${limit} bytes.`);
  return Number(value);
}

/**
 * Passes the body to `write`, piece by piece. Throws an S3Error when the body is shorter or longer than `length`, or does not match the
 * digest in the signature, in Content-MD5, or in an `x-amz-checksum-…` header.
 */
export async function readBody(
  message: IncomingMessage,
  { headers }: ReceivedRequest,
  { payloadHash, length }: { readonly payloadHash: string; readonly length: number },
  write: (chunk: Buffer) => Promise<void>,
): Promise<BodyDigests> {
  // `destroyOnReturn: false`, because the message must stay open after an error for its socket to carry the answer.
  const bytes: AsyncIterableIterator<Buffer> = message.iterator({ destroyOnReturn: false });
  const md5 = createHash("md5");
  const sha256 = createHash("sha256");
  let crc = 0;
  let size = 0;
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > length) break;
      md5.update(chunk);
      sha256.update(chunk);
      crc = crc32(chunk, crc);
      await write(chunk);
    }
  } finally {
    // Releases the message, so that the rest of it can be dropped.
    await bytes.return?.();
  }
  if (size !== length)
    throw new S3Error("IncompleteBody", `The body must have the ${length} bytes that were declared.`);

  const crcBytes = Buffer.alloc(4);
  crcBytes.writeUInt32BE(crc);
  const found = { md5: md5.digest(), sha256: sha256.digest(), crc32: crcBytes };
  requireDigests(headers, found);
  if (SHA256_HEX.test(payloadHash) && payloadHash !== found.sha256.toString("hex")) {
    throw new S3Error("XAmzContentSHA256Mismatch", "The body does not have the signed SHA-256.");
  }
  return {
    size,
    md5: found.md5.toString("hex"),
    sha256: found.sha256.toString("hex"),
    crc32: found.crc32.toString("base64"),
  };
}

function requireDigests(
  headers: ReadonlyMap<string, string>,
  found: Readonly<Record<"md5" | "sha256" | "crc32", Buffer>>,
): void {
  const served = new Map([
    ["content-md5", found.md5],
    ["x-amz-checksum-sha256", found.sha256],
    ["x-amz-checksum-crc32", found.crc32],
  ]);
  for (const [name, value] of headers) {
    if (name !== "content-md5" && !name.startsWith("x-amz-checksum-")) continue;
    const digest = served.get(name);
    if (digest === undefined) throw new S3Error("NotImplemented", `The checksum ${name} is not served here.`);
    if (digest.toString("base64") !== value)
      throw new S3Error("BadDigest", `The body does not have the given ${name}.`);
  }
}
