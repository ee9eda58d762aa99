/**
 * Keeps a server running: what ends by itself is started again, at once and then with growing pauses, for as long as it takes. After a disk
 * was full, for example, PostgreSQL cannot even recover until there is room.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";

export interface ServerProcess {
  /** Resolves when it is gone, with its exit code or signal where that is known. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  /** Its name in the log. */
  readonly name: string;
  /** Starts the server once more, unless the signal is aborted meanwhile. Throws an error that says why it cannot. Null: it stays down. */
  readonly startAgain: ((signal: AbortSignal) => Promise<ServerProcess>) | null;
  readonly log: Log;
}

/** Between two attempts (milliseconds). */
const firstPauseMs = 250;
const longestPauseMs = 5_000;

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #stopping = new AbortController();
  #server: ServerProcess;
  #starting: Promise<void> | undefined;
  #isDown = false;

  constructor(server: ServerProcess, options: SupervisorOptions) {
    this.#options = options;
    this.#server = server;
    this.#watch(server);
  }

  /** Whether the server has ended and does not run again yet. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Resolves when the server is gone for good. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    await this.#server.stop();
  }

  #watch(server: ServerProcess): void {
    void server.ended.then((how) => {
      if (this.#stopping.signal.aborted) return;
      const { log, name, startAgain } = this.#options;
      this.#isDown = true;
      log.error(`${name} stopped by itself (${how})${startAgain === null ? "" : "; it is started again"}`);
      if (startAgain !== null) this.#starting = this.#startAgain(startAgain);
    });
  }

  async #startAgain(startAgain: (signal: AbortSignal) => Promise<ServerProcess>): Promise<void> {
    const { log, name } = this.#options;
    const { signal } = this.#stopping;
    let told = "";
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        this.#server = await startAgain(signal);
        this.#isDown = false;
        log.warn(`${name} runs again`);
        this.#watch(this.#server);
        return;
      } catch (error) {
        const { message } = error as Error;
        if (message !== told && !signal.aborted) log.error(`${name} is started again until that succeeds: ${message}`);
        told = message;
      }
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}
