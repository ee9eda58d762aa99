/** HTTP written by hand, for what no client would send. */
import { connect, type Socket } from "node:net";

/** Opens a connection and sends `text`; the rest is up to the test. */
export async function open(port: number, text: string, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.write(text);
  return socket;
}

/** An open connection, and what has come back on it so far. */
export interface Conversation {
  readonly socket: Socket;
  readonly said: () => string;
}

/** Opens a connection, sends `text` and listens. */
export async function converse(port: number, text = "", localAddress?: string): Promise<Conversation> {
  const socket = await open(port, text, localAddress);
  let said = "";
  socket.on("data", (chunk) => {
    said += chunk.toString("latin1");
  });
  return { socket, said: () => said };
}

/** Sends a whole exchange and returns everything that comes back until the server closes the connection. */
export async function exchange(port: number, text: string): Promise<string> {
  const socket = await open(port, text);
  let answer = "";
  for await (const chunk of socket) answer += (chunk as Buffer).toString("latin1");
  return answer;
}

/** Resolves with the next bytes that arrive. */
export function nextBytes(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once("data", (chunk) => resolve(chunk.toString("latin1"))));
}
