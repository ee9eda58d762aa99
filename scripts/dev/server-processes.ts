import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";

/** What a server process sends when it listens. */
export interface Listening {
  readonly url: string;
}

/**
 * Server processes that follow one another on the same port: `node:cluster` keeps it open, so that the next one listens
 * while the last one still answers.
 */
export class ServerProcesses {
  #current: Worker | null = null;

  /** @param script what each of them runs: a module that sends its address when it listens. */
  constructor(script: string) {
    cluster.setupPrimary({ exec: script });
  }

  /** Starts the next one and ends the last one. Returns its address; null when it ended before it listened. */
  async replace(): Promise<string | null> {
    const next = cluster.fork();
    const listening = once(next, "message").then(([said]) => (said as Listening).url);
    const ended = once(next, "exit").then(() => null);
    const url = await Promise.race([listening, ended]);
    if (url === null) return null;
    const last = this.#current;
    this.#current = next;
    await end(last);
    return url;
  }

  async stop(): Promise<void> {
    await end(this.#current);
    this.#current = null;
  }
}

async function end(worker: Worker | null): Promise<void> {
  if (worker === null || worker.isDead()) return;
  const exit = once(worker, "exit");
  worker.process.kill("SIGTERM");
  await exit;
}
