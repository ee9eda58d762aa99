/** A server whose event loop is watched, and which is sent one request at a time. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { LongestTurn } from "./recorder.ts";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** What is preloaded into the server: it measures turns of the event loop in ms of CPU, or in work. */
export type Watch = "recorder" | "work-meter";

const program = join(import.meta.dirname, "..", "..", "src", "cli.ts");

export class RecordedServer {
  readonly #child: ChildProcess;
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#url = url;
  }

  /** Starts `accord` with these arguments and settings and waits until it listens. It checks every answer: one in a hundred would make steps differ. */
  static async start(
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    watch: Watch = "recorder",
  ): Promise<RecordedServer> {
    const child = fork(program, args, {
      execArgv: ["--import", join(import.meta.dirname, `${watch}.ts`)],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        ACCORD_RESPONSE_CHECKS: "always",
        ACCORD_PORT: "0",
        ACCORD_METRICS_PORT: "off",
        ...env,
      },
    });
    if (child.stderr === null) throw new Error("the server's words cannot be heard");
    for await (const line of createInterface({ input: child.stderr })) {
      const [, url] = / (http:\S+)$/.exec(line) ?? [];
      if (url === undefined) continue;
      child.stderr.resume();
      return new RecordedServer(child, url);
    }
    throw new Error("the server did not start");
  }

  /** Sends the request and resolves with its status, 0 when the server hangs up, and the longest turn meanwhile. */
  async measured(sent: Sent): Promise<{ readonly status: number; readonly longest: number }> {
    await this.#longestTurn();
    const status = await this.#send(sent);
    return { status, longest: await this.#longestTurn() };
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    this.#child.kill("SIGTERM");
    await once(this.#child, "exit");
  }

  /** Since it was asked last. */
  async #longestTurn(): Promise<number> {
    this.#child.send("longest");
    const [{ longest }] = (await once(this.#child, "message")) as [LongestTurn];
    return longest;
  }

  #send({ method, path, headers, body }: Sent): Promise<number> {
    return new Promise((resolve) => {
      const outgoing = request(this.#url + path, { method, headers, agent: this.#agent }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      });
      outgoing.once("error", () => resolve(0)).end(body);
    });
  }
}
