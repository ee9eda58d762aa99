/**
 * Keeps a server running: when it ends by itself, it is started again, at once and then after growing pauses, without a limit. For
 * example, after the disk was full, PostgreSQL cannot even recover until there is room.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";

export interface ServerProcess {
  /** Resolves when the process has ended, with its exit code or signal if known. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  /** The server's name in the log. */
  readonly name: string;
  /** Starts the server again, unless the signal is aborted. Throws an error that says why it cannot. When null, the server stays down. */
  readonly startAgain: ((signal: AbortSignal) => Promise<ServerProcess>) | null;
  readonly log: Log;
}

/** The first and the longest pause between two attempts (milliseconds). */
const firstPauseMs = 250;
const longestPauseMs = 5_000;

/** Watches a server process. */
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

  /** Whether the server has ended and has not been restarted yet. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Stops the server for good. */
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
