/** The process that reads inputs, seen from the one that has them read. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Format } from "./format.ts";
import type { Outcome, Task } from "./subject.ts";

/** MiB of the heap, as the product gives to what reads files of strangers. */
const heap = 512;
/** How long an input may take, however busy the machine is, before the process is taken to hang. */
const patienceMs = 30_000;

export class DeadSubjectError extends Error {
  override readonly name = "DeadSubjectError";
  /** The turn at which it died. */
  readonly turn: number;

  constructor(reason: string, turn: number) {
    super(reason);
    this.turn = turn;
  }
}

export class SubjectProcess {
  readonly #child: ChildProcess;
  readonly #turnFile: number;
  #lastWords = "";

  private constructor(child: ChildProcess, turnFile: number) {
    this.#child = child;
    this.#turnFile = turnFile;
    child.stderr?.on("data", (piece: Buffer) => {
      this.#lastWords = (this.#lastWords + piece.toString()).slice(-2_000);
    });
  }

  /** The folder is for the file that says which turn it is, and for what the process leaves. */
  static async start(format: Format, folder: string): Promise<SubjectProcess> {
    const turnFile = openSync(join(folder, `turn-${format.name}`), "w+");
    const child = fork(new URL("./subject.ts", import.meta.url), [format.name], {
      execArgv: [`--max-old-space-size=${heap}`],
      // What a process leaves that was killed goes with the folder.
      env: { ...process.env, TMPDIR: folder },
      stdio: ["ignore", "inherit", "pipe", "ipc", turnFile],
    });
    const subject = new SubjectProcess(child, turnFile);
    await subject.#answer(() => {});
    return subject;
  }

  /** Throws DeadSubjectError when it ends or hangs. */
  async ask<Kind extends Task["kind"]>(task: TaskOf<Kind>): Promise<AnswerOf<Kind>> {
    return (await this.#answer(() => this.#child.send(task))) as AnswerOf<Kind>;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill("SIGKILL");
      await once(this.#child, "exit");
    }
    closeSync(this.#turnFile);
  }

  #answer(ask: () => void): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const die = (reason: string) => reject(new DeadSubjectError(reason, this.#turn()));
    const onExit = (code: number | null, signal: string | null) =>
      die(`It ended with ${signal ?? `code ${code}`}: ${this.#lastWords.trim()}`);
    let turn = this.#turn();
    let since = performance.now();
    const watch = setInterval(() => {
      const now = this.#turn();
      if (now !== turn) since = performance.now();
      turn = now;
      if (performance.now() > since + patienceMs) die(`It hung for ${patienceMs / 1000} s`);
    }, 1000);
    this.#child.once("message", resolve).once("exit", onExit);
    ask();
    return promise.finally(() => {
      clearInterval(watch);
      this.#child.off("message", resolve).off("exit", onExit);
    });
  }

  #turn(): number {
    const number = Buffer.alloc(8);
    return readSync(this.#turnFile, number, 0, 8, 0) === 8 ? Number(number.readBigUInt64LE()) : 0;
  }
}

type TaskOf<Kind> = Task & { readonly kind: Kind };

type AnswerOf<Kind extends Task["kind"]> = Extract<Outcome, { readonly kind: Kind extends "run" ? "ran" : "read" }>;
