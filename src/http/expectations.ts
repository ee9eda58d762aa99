/**
 * `Expect: 100-continue` (RFC 9110, 10.1.1): a client waits with its body until it is told to send it. It is told so when the body is
 * about to be read, and never where the request is refused for what its head says.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Begin } from "./pipelines.ts";

/** Has `admit` carry out requests that expect to be continued, as it does others. */
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
 * After a refusal a client may send this body or its next request, and nothing tells which. So node:http ends the connection of a client
 * that was not told to continue.
 */
function answerFirstReading(request: IncomingMessage, response: ServerResponse): void {
  const read = request._read;
  request._read = (size) => {
    request._read = read;
    // Bytes after an answer are read and dropped.
    if (!response.headersSent) response.writeContinue();
    read.call(request, size);
  };
}
