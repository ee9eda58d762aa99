/**
 * One HTTP attempt. The address that was checked is the one that is dialled: the request goes to it, and the name is
 * only used for TLS and the Host header, so that a second DNS answer changes nothing. Redirects are not followed,
 * proxies not used, and no more than the beginning of an answer is read.
 */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { TLSSocket } from "node:tls";
import { type Destination, DestinationRefused, type DestinationRule, type Destinations } from "./destinations.ts";
import { parseRetryAfter } from "./schedule.ts";

/** Why an attempt failed. */
export type SendFailure =
  | "HTTP_STATUS"
  | "REDIRECT"
  | "TIMEOUT"
  | "CONNECTION_FAILED"
  | "TLS_FAILED"
  | "URL_REFUSED"
  | "UNRESOLVABLE";

export interface SendResult {
  /** Null when the receiver answered 2xx. */
  readonly failure: SendFailure | null;
  /** The rule that the url breaks now, when the failure is URL_REFUSED. */
  readonly rule: DestinationRule | null;
  readonly httpStatus: number | null;
  /** The receiver's Retry-After, in ms, at most a day. */
  readonly retryAfterMs: number | null;
  /** The first KiB of the answer's body. */
  readonly bodyExcerpt: string | null;
  readonly durationMs: number;
}

export interface SenderOptions {
  readonly destinations: Pick<Destinations, "check">;
  /** For one attempt, from the DNS to the answer's status, in ms. 15,000 when left out. */
  readonly timeoutMs?: number;
  /** Certificate authorities beside the usual ones, for tests. */
  readonly ca?: string;
}

const excerptBytes = 1_024;
/** How long an answer's body may take once its status is known (ms); the status is what counts. */
const bodyPatienceMs = 1_000;
const idleMs = 4_000;
/** Addresses of one host that are tried in turn when a connection cannot be made. */
const maxDials = 3;
/** The next address may still answer. */
const unreachable = new Set(["ECONNREFUSED", "ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL", "ENETDOWN"]);

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly excerpt: string;
}

export class Sender {
  readonly #destinations: Pick<Destinations, "check">;
  readonly #timeoutMs: number;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor({ destinations, timeoutMs = 15_000, ca }: SenderOptions) {
    this.#destinations = destinations;
    this.#timeoutMs = timeoutMs;
    const keep = { keepAlive: true, maxFreeSockets: 256, maxTotalSockets: Number.POSITIVE_INFINITY, timeout: idleMs };
    this.#http = new HttpAgent(keep);
    this.#https = new HttpsAgent({ ...keep, ...(ca === undefined ? {} : { ca }), minVersion: "TLSv1.2" });
  }

  /** Posts `body` as JSON. Never throws for what a receiver or its network does. */
  async send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<SendResult> {
    const startedAt = performance.now();
    const timeout = Promise.withResolvers<never>();
    const abort = new AbortController();
    const timer = setTimeout(() => timeout.reject(new TimedOut()), this.#timeoutMs);
    timeout.promise.catch(() => {});
    const result = (given: Partial<SendResult>): SendResult => ({
      failure: null,
      rule: null,
      httpStatus: null,
      retryAfterMs: null,
      bodyExcerpt: null,
      durationMs: Math.round(performance.now() - startedAt),
      ...given,
    });
    try {
      const destination = await Promise.race([this.#destinations.check(url), timeout.promise]);
      const answer = await Promise.race([this.#post(destination, headers, body, abort.signal), timeout.promise]);
      return result({
        failure: failureOf(answer.status),
        httpStatus: answer.status,
        retryAfterMs: parseRetryAfter(answer.retryAfter, new Date()),
        bodyExcerpt: answer.excerpt,
      });
    } catch (error) {
      // Not after an answer: that would end a connection which can be used again.
      abort.abort();
      if (error instanceof TimedOut) return result({ failure: "TIMEOUT" });
      if (error instanceof TlsFailure) return result({ failure: "TLS_FAILED" });
      if (!(error instanceof DestinationRefused)) return result({ failure: "CONNECTION_FAILED" });
      if (error.rule === "unresolvable") return result({ failure: "UNRESOLVABLE" });
      return result({ failure: "URL_REFUSED", rule: error.rule });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends idle connections. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  async #post(
    { url, addresses }: Destination,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Answer> {
    const dials = addresses.slice(0, maxDials);
    for (const [index, address] of dials.entries()) {
      const dial = { url, address, headers, body, signal };
      try {
        return await this.#dial(dial).catch((error: unknown) => {
          // The receiver closed an idle connection at the moment it was used again; that says nothing about it.
          if (error instanceof StaleConnection) return this.#dial(dial, { fresh: true });
          throw error;
        });
      } catch (error) {
        if (index === dials.length - 1 || !unreachable.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
      }
    }
    throw new Error("a destination without an address");
  }

  #dial({ url, address, headers, body, signal }: Dial, { fresh = false } = {}): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    let answered = false;
    const secure = url.protocol === "https:";
    // An address has no server name (RFC 6066, 3); its certificate is then checked against the address itself.
    const servername = url.hostname === address || url.hostname === `[${address}]` ? "" : url.hostname;
    const request: ClientRequest = (secure ? httpsRequest : httpRequest)({
      host: address,
      port: url.port || (secure ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      method: "POST",
      agent: fresh ? false : secure ? this.#https : this.#http,
      signal,
      ...(secure ? { servername, ...(fresh ? { ca: this.#https.options.ca } : {}) } : {}),
      headers: {
        Host: url.host,
        "Content-Type": "application/json",
        "Content-Length": String(Buffer.byteLength(body)),
        "User-Agent": "Accord-Webhooks/1",
        ...headers,
      },
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      reject(stale ? new StaleConnection() : tlsAware(request, error));
    });
    request.on("close", () => {
      if (!answered) reject(new Error("the connection closed without an answer"));
    });
    // Switching protocols is no answer to a delivery, and its bytes are not HTTP.
    request.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, retryAfter: undefined, excerpt: "" });
    });
    request.on("response", (response) => {
      answered = true;
      void excerptOf(response).then((excerpt) =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"], excerpt }),
      );
    });
    request.end(body);
    return promise;
  }
}

interface Dial {
  readonly url: URL;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

class TimedOut extends Error {}

class StaleConnection extends Error {}

class TlsFailure extends Error {}

function failureOf(status: number): SendFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "REDIRECT" : "HTTP_STATUS";
}

/** An https connection that broke before its handshake was complete failed in TLS, unless it was never made. */
function tlsAware(request: ClientRequest, error: NodeJS.ErrnoException): Error {
  const socket = request.socket as TLSSocket | null;
  const handshaking = socket !== null && "encrypted" in socket && !socket.authorized && error.syscall !== "connect";
  return handshaking ? new TlsFailure(error.message, { cause: error }) : error;
}

/** Up to a KiB of the body. A longer or slower one is cut off, and its connection with it. */
function excerptOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (whole: boolean) => {
      clearTimeout(timer);
      if (!whole) response.destroy();
      resolve(Buffer.concat(chunks).subarray(0, excerptBytes).toString("utf8").toWellFormed());
    };
    const timer = setTimeout(() => finish(false), bodyPatienceMs);
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > excerptBytes) finish(false);
    });
    response.once("end", () => finish(true));
    response.once("error", () => finish(false));
    response.once("close", () => finish(false));
  });
}
