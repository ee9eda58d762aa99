/**
 * `Expect: 100-continue` (RFC 9110, 10.1.1): a client sends its body only after a 100. The server sends the 100 when it is about to read
 * the body, and not when it refuses the request because of its head.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Begin } from "./pipelines.ts";

/** Passes requests with `Expect: 100-continue` to `admit`, like all others. */
export function continueWhenRead(server: Server, admit: Begin): void {
  server.on("checkContinue", (request, response) => {
    if (hasBody(request)) answerFirstReading(request, response);
    else response.writeContinue();
    admit(request, response);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Sends the 100 with the first read of the body. Without a 100, node:http ends the connection after the answer: the client may send the
 * body or its next request, and the server cannot tell which.
 */
function answerFirstReading(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read;
  request._read = (size) => {
    request._read = read;
    // After the answer, the body is only read to be dropped, so no 100 is sent.
    if (!response.headersSent) response.writeContinue();
    read.call(request, size);
  };
}
