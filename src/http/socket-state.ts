/** State of connections that node:http and node:net have and leave out of their types. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The answer to the request that is under way on a connection, from its headers until it is written; null between requests. */
export function answerUnderWay(socket: Duplex): ServerResponse | null {
  // Where node:http itself looks when it is to write to a connection.
  const { _httpMessage: answer } = socket as unknown as { readonly _httpMessage?: ServerResponse | null };
  return answer ?? null;
}

/** Bytes written to a connection that the kernel has not taken, because the client does not read. */
export function unreadBytes(socket: Socket): number {
  // Node's own time-out of sockets looks at the same number; what is written in one piece counts down only there.
  const { _handle: handle } = socket as unknown as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? socket.writableLength;
}
