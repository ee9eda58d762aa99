/** Real OpenTelemetry SDK output: an exporter sends to a local server, which keeps the body. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What the SDK's exporters have in common. */
interface Exporter<T> {
  export(items: T[], done: (result: { code: number; error?: Error }) => void): void;
  shutdown(): Promise<void>;
}

interface Exported {
  /** The request's body as it was sent, without compression. */
  readonly body: Buffer;
  readonly contentType: string;
  /** 0 when the exporter took the answer for success. */
  readonly code: number;
}

/** Exports items once and answers with `answer`. */
export async function exportOnce<T>(
  exporterFor: (options: { url: string }) => Exporter<T>,
  items: readonly T[],
  answer: (contentType: string) => Buffer = () => Buffer.alloc(0),
): Promise<Exported> {
  let body: Buffer = Buffer.alloc(0);
  let contentType = "";
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    body = await buffer(request);
    contentType = request.headers["content-type"] ?? "";
    response.writeHead(200, { "content-type": contentType, connection: "close" }).end(answer(contentType));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const exporter = exporterFor({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  try {
    const { code } = await new Promise<{ code: number }>((done) => exporter.export([...items], done));
    return { body, contentType, code };
  } finally {
    await exporter.shutdown();
    await new Promise((closed) => server.close(closed));
  }
}
