import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Listening {
  readonly port: number;
  /** Ends all connections, also those in use. */
  close(): Promise<void>;
}

/** Serves on a host and port; port 0 takes a free one. Resolves when the server listens, and rejects when it cannot. */
export async function listen(host: string, port: number, listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  await once(server.listen(port, host), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
