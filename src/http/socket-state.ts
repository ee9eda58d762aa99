/** State of connections that node:http and node:net keep but leave out of their types. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The answer to the request under way on a connection, from the request's headers until the answer is written; null between requests. */
export function answerUnderWay(socket: Duplex): ServerResponse | null {
  // node:http itself uses this member to write to a connection.
  const { _httpMessage: answer } = socket as unknown as { readonly _httpMessage?: ServerResponse | null };
  return answer ?? null;
}

/** Bytes written to a connection that the kernel has not accepted, because the client does not read. */
export function unreadBytes(socket: Socket): number {
  // Node's own socket time-out uses the same number. Only this number decreases while a single large write is under way.
  const { _handle: handle } = socket as unknown as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? socket.writableLength;
}
