import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on a free port, which ends at once with the connections that it has. */
export async function listening(server: Server): Promise<{ readonly url: string; close(): Promise<void> }> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
    },
  };
}
