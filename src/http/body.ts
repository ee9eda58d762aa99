/**
 * Reads the body of a request within two limits: bytes on the wire, and bytes after decompression. Reading and decompression stop at the
 * first byte over the limit, so memory never exceeds the limits.
 */
import type { IncomingMessage } from "node:http";
import { CollectedBytes } from "./collected-bytes.ts";
import { longBody } from "./event-loop.ts";
import { inflate, unsnap } from "./inflate.ts";
import type { RequestIntake } from "./intake.ts";
import { printable } from "./printable.ts";
import { Problem } from "./problem.ts";

export interface BodyLimits {
  /** Most bytes on the wire. */
  readonly wire: number;
  /** Most bytes after decompression. */
  readonly decoded: number;
  /** Accepted Content-Encodings, besides identity. */
  readonly encodings: readonly string[];
}

/** Most characters of a client's header that an answer repeats. */
const mostShown = 80;

/**
 * Reads and decompresses a body. Its bytes are charged to the request's share of memory. Throws Problem PAYLOAD_TOO_LARGE,
 * UNSUPPORTED_MEDIA_TYPE (encoding), MALFORMED_BODY or OVERLOADED.
 */
export function readBody(request: IncomingMessage, limits: BodyLimits, intake: RequestIntake): Promise<Buffer> {
  const encoding = encodingOf(request);
  if (encoding === "identity") return readBytes(request, limits.wire, intake);
  return readEncoded(request, limits, encoding, intake);
}

/** The Content-Encoding of a request. `x-gzip` means gzip (RFC 9110, 8.4.1.3). */
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

async function readEncoded(
  request: IncomingMessage,
  limits: BodyLimits,
  encoding: string,
  intake: RequestIntake,
): Promise<Buffer> {
  requireEncoding(request, limits.encodings);
  const bytes = await readBytes(request, limits.wire, intake);
  return encoding === "snappy"
    ? unsnap(bytes, limits.decoded, intake)
    : inflate(bytes, encoding as "gzip" | "deflate", limits.decoded, intake);
}

/** Reads the body without decompressing it. */
function readBytes(request: IncomingMessage, limit: number, intake: RequestIntake): Promise<Buffer> {
  if (request.readableEnded) return Promise.reject(alreadyRead());
  // A request that is already closed emits no further events.
  if (request.destroyed) return Promise.reject(new ClientGone());
  const declared = request.headers["content-length"];
  if (declared !== undefined && Number(declared) > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    let collected: CollectedBytes | null = new CollectedBytes();
    let received = 0;
    // Bytes after a refusal are read and dropped, so that the client can read the answer.
    const refuse = (why: unknown) => {
      collected = null;
      reject(why);
    };
    // The listeners stay until the request is garbage: removing them costs more than keeping them.
    request.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received > longBody) intake.read(request, chunk.length);
      if (collected === null) return;
      if (collected.size + chunk.length > limit) return refuse(tooLarge(limit));
      try {
        intake.take(chunk.length);
      } catch (noRoom) {
        return refuse(noRoom);
      }
      collected.add(chunk);
    });
    request.on("end", () => {
      if (collected !== null) resolve(collected.joined());
    });
    request.on("close", () => {
      if (!request.complete) refuse(new ClientGone());
    });
  });
}

/** The error for a body that other code has already read: waiting for it would never end. */
function alreadyRead(): Error {
  return new Error("the body was read before the API got the request: body parsers come after it, or not at all");
}

/** The client disconnected before its request was complete or answered, so no answer can be sent. */
export class ClientGone extends Error {
  constructor() {
    super("the client closed the connection before its request was answered");
    this.name = "ClientGone";
  }
}

function tooLarge(limit: number): Problem {
  return new Problem("PAYLOAD_TOO_LARGE", {
    detail: `The body is larger than the ${limit} bytes that this operation accepts.`,
    details: { limitBytes: limit },
  });
}
