/** Answers requests that node:http cannot parse in the same form as other errors: a problem with a request id. */
import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { problemMembers } from "#src/contract/problem-json.ts";
import { guardingHeaders } from "#src/http/answer-headers.ts";
import { Problem } from "#src/http/problem.ts";
import { requestIdOf } from "#src/http/request-id.ts";
import { isTarget, originForm } from "#src/http/request-target.ts";
import { answerUnderWay } from "#src/http/socket-state.ts";

/** Problems by the code of node's error. All other codes are 400. */
const problemsByCode: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem("BAD_REQUEST", { status: 431, detail: "The address or the headers are too long." }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Problem("PAYLOAD_TOO_LARGE", { detail: "The chunk extensions are too long." }),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem("BAD_REQUEST", { status: 408, detail: "The request took too long to arrive." }),
};
const notHttp = new Problem("BAD_REQUEST", { detail: "This is not a valid HTTP request." });
const noHost = new Problem("BAD_REQUEST", { detail: "An HTTP/1.1 request must have a Host header." });
const manyHosts = new Problem("BAD_REQUEST", { detail: "A request must have exactly one Host header." });
const noTarget = new Problem("BAD_REQUEST", {
  detail: "The target of a request must be a path, or an http URL that can be parsed.",
});
const unmet = new Problem("BAD_REQUEST", {
  status: 417,
  detail: "The only expectation that is supported is 100-continue.",
});

/** Answers unparseable requests of a server. It must have `requireHostHeader: false`, because `namesNoHost` refuses requests without a host. */
export function answerUnreadable(server: Server): void {
  server.on("clientError", answer);
  server.on("checkExpectation", (request, response) => refuse(request, response, unmet));
}

/** Refuses a request with no Host header or several (RFC 9112, 3.2), and returns whether it did. */
export function namesNoHost(request: IncomingMessage, response: ServerResponse): boolean {
  const hosts = hostHeaders(request);
  if (hosts === 1 || (hosts === 0 && request.httpVersion !== "1.1")) return false;
  refuse(request, response, hosts === 0 ? noHost : manyHosts);
  return true;
}

/**
 * Refuses a request whose target cannot be parsed, and returns whether it did. The URL of any other request becomes its path and query,
 * which is all that its readers expect: the parser of Koa fails for some URLs.
 */
export function namesNoTarget(request: IncomingMessage, response: ServerResponse): boolean {
  const target = request.url ?? "";
  if (isTarget(target)) {
    request.url = originForm(target);
    return false;
  }
  refuse(request, response, noTarget);
  return true;
}

function answer({ code = "" }: NodeJS.ErrnoException, socket: Duplex): void {
  // A request said "Connection: close". The connection ends with its answer, and later bytes are not processed (RFC 9112, 9.6).
  if (code === "HPE_CLOSED_CONNECTION") return void socket.pause();
  // In the middle of another answer, the client would take this one for a part of it.
  if (!socket.writable || answerUnderWay(socket)?.headersSent || code === "ECONNRESET") return void socket.destroy();
  const requestId = `req_${randomUUID()}`;
  const { status, body, headers } = wireForm(problemsByCode[code] ?? notHttp, requestId);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
}

/** Counts the Host headers in `rawHeaders`, because `headers` keeps only the first. */
function hostHeaders({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}

/** Answers with a problem, whatever the request asks for, and ends the connection. */
export function refuse(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  const { status, body, headers } = wireForm(problem, requestIdOf(request));
  response.writeHead(status, headers).end(body);
}

function wireForm(problem: Problem, requestId: string) {
  const body = JSON.stringify(problemMembers(problem, requestId));
  const headers = {
    ...guardingHeaders,
    ...problem.headers,
    "X-Request-Id": requestId,
    "Content-Type": "application/problem+json",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  };
  return { status: problem.status, body, headers };
}
