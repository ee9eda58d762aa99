/** One HTTP request and its answer, read under a ceiling. Follows no redirects and knows no proxies. */
import http, { type Agent, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { readAtMost } from "#src/http/collected-bytes.ts";

export interface HttpRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Most bytes of the answer's body. */
  readonly ceilingBytes: number;
  readonly signal: AbortSignal;
  /** False for a connection of its own. */
  readonly agent: Agent | false;
  /** Where the host's name leads, when that was decided before. */
  readonly lookup?: RequestOptions["lookup"];
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
}

/** The answer is longer than the ceiling. Not a byte more than one chunk past it was kept. */
export class AnswerTooLarge extends Error {
  constructor(ceilingBytes: number) {
    super(`the answer is larger than ${ceilingBytes} bytes`);
    this.name = "AnswerTooLarge";
  }
}

/** Throws AnswerTooLarge, and what node:http throws when the connection fails or the signal aborts. */
export function httpExchange(request: HttpRequest): Promise<HttpAnswer> {
  return unlessAborted(exchange(request), request.signal);
}

/** What `work` ends with, unless the signal aborts before: then it rejects with the reason, whatever the work waits for. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  if (signal.aborted) aborted.reject(signal.reason);
  signal.addEventListener("abort", () => aborted.reject(signal.reason), { once: true });
  return Promise.race([work, aborted.promise]);
}

async function exchange(request: HttpRequest): Promise<HttpAnswer> {
  const incoming = await respond(request);
  const { statusCode = 0, headers } = incoming;
  const declared = Number(headers["content-length"] ?? 0);
  if (declared > request.ceilingBytes) {
    incoming.destroy();
    throw new AnswerTooLarge(request.ceilingBytes);
  }
  const bytes = await readAtMost(request.ceilingBytes, incoming);
  if (bytes === null) throw new AnswerTooLarge(request.ceilingBytes);
  return { status: statusCode, headers, bytes };
}

function respond({ url, method, headers, body, signal, agent, lookup }: HttpRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    const outgoing = request(
      url,
      { method, headers, agent, signal, ...(lookup === undefined ? {} : { lookup }) },
      resolve,
    );
    outgoing.on("error", reject);
    // The bytes after a switch of protocols are not HTTP. Without this listener, Node reports neither an answer nor an error.
    outgoing.on("upgrade", (incoming, socket) => {
      socket.destroy();
      resolve(incoming);
    });
    outgoing.end(body);
  });
}
