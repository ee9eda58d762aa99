/**
 * The embedded object store: an S3 endpoint over a local folder. It supports whole objects (no multipart uploads) with path-style
 * addresses and one pair of keys. Every request must be signed.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { type ConnectionLimits, watchConnections } from "#src/http/connections.ts";
import { closeSlowly, drain } from "#src/http/draining.ts";
import { continueWhenRead } from "#src/http/expectations.ts";
import { FairSlots } from "#src/http/fair-slots.ts";
import { type Begin, Pipelines } from "#src/http/pipelines.ts";
import { ObjectDisk } from "./disk.ts";
import type { Answer } from "./object-call.ts";
import { perform, type StoreSettings } from "./operations.ts";
import { S3Error } from "./s3-error.ts";
import { type Credentials, type ReceivedRequest, SignatureVerifier } from "./signature.ts";
import { errorDocument } from "./xml.ts";

const MOST_HEADER_BYTES = 16 * 1024;
/** Limits that end slow or stalled uploads, whose temporary files are then removed, and connections that send nothing. */
const CONNECTION_LIMITS: ConnectionLimits = {
  most: 1024,
  bodyGraceMs: 15_000,
  bytesPerSecond: 16 * 1024,
  stallMs: 30_000,
};
const LONGEST_HEADERS_MS = 20_000;
/** Longest duration of an upload. */
const LONGEST_REQUEST_MS = 60 * 60_000;
/** How long a client may continue to send a body that was refused. */
const LONGEST_REFUSED_MS = 5_000;
/** How long `stop` waits for requests under way. */
const LONGEST_DRAIN_MS = 10_000;
const FIVE_GIB = 5 * 1024 ** 3;

/** Headers of every answer: browsers must not guess the type of uploaded content. */
const GUARDING_HEADERS = { "x-content-type-options": "nosniff" };
/** Any origin is allowed, because requests are authorised by their signatures and not by cookies. */
const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "ETag, Content-Length, Content-Range",
};
const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, PUT",
  "access-control-allow-headers": "*",
  "access-control-max-age": "3000",
};

export interface EmbeddedObjectStoreOptions extends Credentials {
  /** The folder of the objects. Only one store may use it at a time. */
  readonly directory: string;
  /** The port; 0 takes a free one. */
  readonly port: number;
  readonly host?: string;
  readonly region?: string;
  /** Largest object, in bytes; when left out 5 GiB, S3's limit for one PUT. */
  readonly maxObjectBytes?: number;
  /** Limits of connections: how many, and how slow. */
  readonly connections?: Partial<ConnectionLimits>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Called with faults of the store, which clients see as 500. */
  readonly onError?: (error: unknown) => void;
}

export interface EmbeddedObjectStore {
  /** `http://host:port` */
  readonly endpoint: string;
  readonly port: number;
  /** Refuses further requests, and resolves when those under way have been answered. */
  stop(): Promise<void>;
}

/** Starts the store. Rejects when the folder cannot be written or the port is taken. */
export async function startEmbeddedObjectStore(options: EmbeddedObjectStoreOptions): Promise<EmbeddedObjectStore> {
  const { host = "127.0.0.1", region = "us-east-1", now = Date.now, maxObjectBytes = FIVE_GIB } = options;
  const disk = await ObjectDisk.open(options.directory);
  const uploadTurns = new FairSlots({ perOwner: 1 });
  const settings: StoreSettings = { disk, maxObjectBytes, uploadTurns, now };
  const verifier = new SignatureVerifier(options, region, now);
  const server = createServer({
    maxHeaderSize: MOST_HEADER_BYTES,
    requestTimeout: LONGEST_REQUEST_MS,
    headersTimeout: LONGEST_HEADERS_MS,
  });
  const connections = watchConnections(
    server,
    { ...CONNECTION_LIMITS, ...options.connections },
    { onCutOff: () => {}, refuseSlow },
  );
  const pipelines = new Pipelines({ cutOff: (socket) => connections.cutOff(socket, "pipelined") });
  closeSlowly(server);

  const begin: Begin = (message, response) => {
    serve(message, response).catch((error: unknown) => {
      // The client has disconnected, or a part of the answer has been sent: the connection can only be closed.
      response.destroy();
      if (!isDisconnect(error)) options.onError?.(error);
    });
  };
  const admit: Begin = (message, response) => pipelines.admit(message, response, begin);
  server.on("request", admit);
  continueWhenRead(server, admit);

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    response.setHeaders(
      new Map(Object.entries({ ...GUARDING_HEADERS, ...CORS_HEADERS, "x-amz-request-id": requestId })),
    );
    let answer: Answer;
    try {
      answer = await answerTo(message, settings, verifier);
    } catch (error) {
      if (message.errored !== null) throw message.errored;
      if (!(error instanceof S3Error) && !isDisconnect(error)) options.onError?.(error);
      const refusal = error instanceof S3Error ? error : new S3Error("InternalError", "The store failed.");
      answer = { status: refusal.status, document: errorDocument(refusal, requestId) };
      dropBody(message);
    }
    if (!response.headersSent) await send(response, message.method === "HEAD", answer);
  }

  server.listen(options.port, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const authority = host.includes(":") ? `[${host}]` : host;
  let stopped: Promise<void> | undefined;
  return {
    endpoint: `http://${authority}:${port}`,
    port,
    stop() {
      const open = {
        sockets: () => connections.sockets(),
        hasNext: (socket: Socket) => pipelines.hasNext(socket),
      };
      stopped ??= drain(server, open, { patienceMs: LONGEST_DRAIN_MS, idleMs: 0 });
      return stopped;
    },
  };
}

async function answerTo(
  message: IncomingMessage,
  settings: StoreSettings,
  verifier: SignatureVerifier,
): Promise<Answer> {
  if (message.method === "OPTIONS") return { status: 204, headers: PREFLIGHT_HEADERS };
  const request = received(message);
  const { payloadHash } = await verifier.verify(request);
  return perform(settings, { request, payloadHash, message });
}

/** Reads the request line and headers. Does not use `URL`, which would rewrite the path: `a/../b` is a valid key. */
function received(message: IncomingMessage): ReceivedRequest {
  const url = message.url ?? "";
  const mark = url.indexOf("?");
  const query = new Map<string, string>();
  try {
    for (const pair of mark < 0 ? [] : url.slice(mark + 1).split("&")) {
      const [name = "", ...value] = pair.replaceAll("+", " ").split("=");
      const decoded = decodeURIComponent(name);
      if (query.has(decoded)) throw new S3Error("InvalidArgument", `The parameter ${decoded} is given twice.`);
      if (pair !== "") query.set(decoded, decodeURIComponent(value.join("=")));
    }
    const headers = new Map<string, string>();
    for (const [name, value] of Object.entries(message.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(",") : value);
    }
    const path = decodeURIComponent(mark < 0 ? url : url.slice(0, mark));
    return { method: message.method ?? "", path, query, headers };
  } catch (error) {
    if (error instanceof URIError) throw new S3Error("InvalidURI", "The address is not valid UTF-8, percent-encoded.");
    throw error;
  }
}

async function send(response: ServerResponse, headOnly: boolean, answer: Answer): Promise<void> {
  const { status, headers = {}, document, file } = answer;
  response.statusCode = status;
  response.setHeaders(new Map(Object.entries(headers)));
  if (file !== undefined) {
    const { handle, start, end } = file;
    await pipeline(handle.createReadStream({ start, end }), response);
    return;
  }
  if (document === undefined) {
    response.end();
    return;
  }
  response.setHeader("content-type", "application/xml");
  response.setHeader("content-length", Buffer.byteLength(document));
  response.end(headOnly ? undefined : document);
}

/** Reads and drops the rest of a refused body, so that a client that is still sending can read the answer. */
function dropBody(message: IncomingMessage): void {
  if (message.complete) return;
  const impatience = setTimeout(() => message.destroy(), LONGEST_REFUSED_MS);
  message.once("close", () => clearTimeout(impatience));
  message.resume();
}

function isDisconnect(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ECONNRESET" || code === "EPIPE" || code === "ERR_STREAM_PREMATURE_CLOSE";
}

function refuseSlow(response: ServerResponse): void {
  const { req: message } = response;
  // After the answer, node:http no longer watches the request. This tells the reader of its body when the connection is closed.
  message.socket.once("close", () => message.destroy());
  const requestId = randomUUID();
  const error = new S3Error("RequestTimeout", "The body came too slowly, or stopped coming.");
  const headers = { ...GUARDING_HEADERS, ...CORS_HEADERS, "x-amz-request-id": requestId, connection: "close" };
  response
    .writeHead(error.status, { ...headers, "content-type": "application/xml" })
    .end(errorDocument(error, requestId));
}
