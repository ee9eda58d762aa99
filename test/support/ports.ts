/** Ports of this machine, for programs that cannot choose one themselves. Servers of our own listen on port 0. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Nobody listens there without being root, and nobody does. */
export const closedPort = 9;

/**
 * A free port that nobody takes in the meantime: below those that the system gives out, and one of so many that two tests do not
 * choose the same.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => resolve(true));
    });
    await new Promise<void>((resolve) => probe.close(() => resolve()));
    if (free) return port;
  }
}

/** The database that `url` names, over TCP and through a port of this machine. */
export function throughPort(url: string, port: number): string {
  const through = Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) });
  // The folder of a Unix socket would take its place.
  through.searchParams.delete("host");
  return through.href;
}
