/**
 * Reads a request's bytes under two limits: on the wire, and after decompression. Neither limit is ever exceeded in
 * memory: reading stops, and inflating stops, at the first byte too many.
 */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { uncompressSync } from "snappy";
import { printable } from "./printable.ts";
import { Problem } from "./problem.ts";

export interface BodyLimits {
  /** Bytes on the wire. */
  readonly wire: number;
  /** Bytes after decompression. */
  readonly decoded: number;
  /** Content-Encodings taken besides identity. */
  readonly encodings: readonly string[];
}

const empty = Buffer.alloc(0);
/** Of what a client has sent, in an answer (characters). */
const mostShown = 80;

/** Throws Problem PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE (encoding) or MALFORMED_BODY. */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const encoding = encodingOf(request);
  return encoding === "identity" ? readBytes(request, limits.wire) : readEncoded(request, limits, encoding);
}

/** `x-gzip` means gzip (RFC 9110, 8.4.1.3). */
function encodingOf(request: IncomingMessage): string {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() || "identity";
  return encoding === "x-gzip" ? "gzip" : encoding;
}

/** Throws Problem UNSUPPORTED_MEDIA_TYPE unless the body's encoding is identity or one of `encodings`. */
export function requireEncoding(request: IncomingMessage, encodings: readonly string[]): void {
  const encoding = encodingOf(request);
  if (encoding === "identity" || encodings.includes(encoding)) return;
  const accepted = ["identity", ...encodings].join(", ");
  throw new Problem("UNSUPPORTED_MEDIA_TYPE", {
    detail: `Content-Encoding "${printable(encoding, mostShown)}" is not accepted here; accepted: ${accepted}.`,
    headers: { "Accept-Encoding": accepted },
  });
}

async function readEncoded(request: IncomingMessage, limits: BodyLimits, encoding: string): Promise<Buffer> {
  requireEncoding(request, limits.encodings);
  const bytes = await readBytes(request, limits.wire);
  return encoding === "snappy"
    ? unsnap(bytes, limits.decoded)
    : inflate(bytes, encoding as "gzip" | "deflate", limits.decoded);
}

/** The body as it is on the wire. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (request.readableEnded) return Promise.reject(alreadyRead());
  // A request that is gone already tells nobody again that it is.
  if (request.destroyed) return Promise.reject(new ClientGone());
  const declared = request.headers["content-length"];
  if (declared !== undefined && Number(declared) > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    let first: Buffer | null = null;
    let rest: Buffer[] | null = null;
    let size = 0;
    // The listeners stay until the request is collected: taking them off costs more than they do. What comes after
    // the limit is read and dropped, so that the client gets to read why.
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        first = rest = null;
        reject(tooLarge(limit));
      } else if (first === null) first = chunk;
      else if (rest === null) rest = [first, chunk];
      else rest.push(chunk);
    });
    request.on("end", () => resolve(rest === null ? (first ?? empty) : Buffer.concat(rest, size)));
    request.on("close", () => {
      if (!request.complete) reject(new ClientGone());
    });
  });
}

/** Waiting for a body that someone else has read would take for ever. */
function alreadyRead(): Error {
  return new Error("the body was read before the API got the request: body parsers come after it, or not at all");
}

/** The client went away before its request was complete; nobody is left to answer. */
export class ClientGone extends Error {
  constructor() {
    super("the client closed the connection before its request was complete");
    this.name = "ClientGone";
  }
}

function tooLarge(limit: number): Problem {
  return new Problem("PAYLOAD_TOO_LARGE", {
    detail: `The body is larger than the ${limit} bytes that this operation accepts.`,
    details: { limitBytes: limit },
  });
}

/** Below this size inflating on the spot costs less than a trip to the thread pool. */
const syncInflateBytes = 64 * 1024;
const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);
const inflateZlib = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);

/** RFC 1952 gzip, or `deflate`: RFC 1950 zlib, and the bare RFC 1951 stream that some clients send under that name. */
export async function inflate(bytes: Buffer, encoding: "gzip" | "deflate", limit: number): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  const options = { maxOutputLength: limit };
  const bare = encoding === "deflate" && ((bytes[0] ?? 0) & 0x0f) !== 8;
  try {
    if (bytes.length <= syncInflateBytes) {
      if (encoding === "gzip") return zlib.gunzipSync(bytes, options);
      return bare ? zlib.inflateRawSync(bytes, options) : zlib.inflateSync(bytes, options);
    }
    if (encoding === "gzip") return await gunzip(bytes, options);
    return bare ? await inflateRaw(bytes, options) : await inflateZlib(bytes, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
      throw tooLargeDecoded(limit);
    }
    throw new Problem("MALFORMED_BODY", { detail: `The body is not valid ${encoding} data.`, cause: error });
  }
}

/** Snappy's block format. The length it declares is checked before a byte is decompressed. */
export function unsnap(bytes: Buffer, limit: number): Buffer {
  const declared = declaredSnappyLength(bytes);
  if (declared === null) throw new Problem("MALFORMED_BODY", { detail: "The body is not a valid Snappy block." });
  if (declared > limit) throw tooLargeDecoded(limit);
  try {
    return uncompressSync(bytes, { asBuffer: true }) as Buffer;
  } catch (error) {
    throw new Problem("MALFORMED_BODY", { detail: "The body is not a valid Snappy block.", cause: error });
  }
}

/** The varint at the start of a block (Snappy format description, section 1); null when it is not one of 32 bits. */
function declaredSnappyLength(bytes: Buffer): number | null {
  let length = 0;
  for (let at = 0; at < 5; at++) {
    const byte = bytes[at];
    if (byte === undefined) return null;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return length < 2 ** 32 ? length : null;
  }
  return null;
}

function tooLargeDecoded(limit: number): Problem {
  return new Problem("PAYLOAD_TOO_LARGE", {
    detail: `The body is larger than ${limit} bytes after decompression.`,
    details: { limitBytes: limit },
  });
}
