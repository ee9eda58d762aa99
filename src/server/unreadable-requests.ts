/** Requests that node:http cannot parse are answered as every other error is: as a problem, with a request id. */
import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { problemMembers } from "#src/contract/problem-json.ts";
import { guardingHeaders } from "#src/http/answer-headers.ts";
import { Problem } from "#src/http/problem.ts";
import { requestIdOf } from "#src/http/request-id.ts";
import { answerUnderWay } from "#src/http/socket-state.ts";

/** By the code of node's error; whatever else it finds wrong is 400. */
const problemsByCode: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem("BAD_REQUEST", { status: 431, detail: "The address or the headers are too long." }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Problem("PAYLOAD_TOO_LARGE", { detail: "The chunk extensions are too long." }),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem("BAD_REQUEST", { status: 408, detail: "The request took too long to arrive." }),
};
const notHttp = new Problem("BAD_REQUEST", { detail: "This is no HTTP request." });
const noHost = new Problem("BAD_REQUEST", { detail: "A request of HTTP/1.1 has a Host header." });
const manyHosts = new Problem("BAD_REQUEST", { detail: "A request has one Host header." });
const unmet = new Problem("BAD_REQUEST", { status: 417, detail: "Nothing but 100-continue can be expected." });

/** Answers for a server that was made with `requireHostHeader: false`, which leaves that refusal to `namesNoHost`. */
export function answerUnreadable(server: Server): void {
  server.on("clientError", answer);
  server.on("checkExpectation", (request, response) => refuse(request, response, unmet));
}

/** Refuses a request that names no host or several (RFC 9112, 3.2). Returns whether it did. */
export function namesNoHost(request: IncomingMessage, response: ServerResponse): boolean {
  const hosts = hostHeaders(request);
  if (hosts === 1 || (hosts === 0 && request.httpVersion !== "1.1")) return false;
  refuse(request, response, hosts === 0 ? noHost : manyHosts);
  return true;
}

function answer({ code = "" }: NodeJS.ErrnoException, socket: Duplex): void {
  // The connection ends with the answer to the request that said so; what comes after it is not looked at (RFC 9112, 9.6).
  if (code === "HPE_CLOSED_CONNECTION") return void socket.pause();
  // In the middle of another answer, this one would be taken for a part of it.
  if (!socket.writable || answerUnderWay(socket)?.headersSent || code === "ECONNRESET") return void socket.destroy();
  const requestId = `req_${randomUUID()}`;
  const { status, body, headers } = wireForm(problemsByCode[code] ?? notHttp, requestId);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
}

/** How many Host headers there are; node:http keeps the first and drops the others. */
function hostHeaders({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}

/** Answers without a look at what is asked for, and ends the connection. */
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
