/** A receiver that keeps what it gets, over real HTTP. */
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { LocalServer } from "#test/support/local-server.ts";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** How a receiver answers; 204 when left out. A function that never ends the response is a receiver that hangs. */
export type Answering = (response: ServerResponse, received: Received, count: number) => void;

export async function aReceiver(
  answering: Answering = (response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = new LocalServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    const one = { path: request.url ?? "", headers: request.headers, body };
    received.push(one);
    answering(response, one, received.length);
  });
  await server.start();
  const { port } = server;
  return { url: `http://127.0.0.1:${port}/hook`, port, received, close: () => server.stop() };
}
