/** HTTP written by hand, for what no client would send. */
import { connect, type Socket } from "node:net";

/** Opens a connection and sends `text`; the rest is up to the test. */
export async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.write(text);
  return socket;
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
