/** The process that reads inputs, seen from the one that has them read. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Format } from "./format.ts";
import type { Outcome, Task } from "./subject.ts";

/** MiB of the heap: little, so that garbage is collected before it looks like an input's doing. */
const heap = 256;
/** What one input may take before the process is taken to hang: CPU time, so that a busy machine is no failure, or much more of the clock's. */
const patience = { cpuMs: 10_000, wallMs: 300_000 };

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
    let since = this.#progress();
    const watch = setInterval(() => {
      const now = this.#progress();
      if (now.turn !== since.turn) since = now;
      const isHanging = now.cpuMs > since.cpuMs + patience.cpuMs || now.wallMs > since.wallMs + patience.wallMs;
      if (isHanging) die(`It hung: ${Math.round(now.cpuMs - since.cpuMs)} ms of CPU at one input`);
    }, 1000);
    this.#child.once("message", resolve).once("exit", onExit);
    ask();
    return promise.finally(() => {
      clearInterval(watch);
      this.#child.off("message", resolve).off("exit", onExit);
    });
  }

  #progress() {
    return { turn: this.#turn(), cpuMs: cpuTime(this.#child.pid), wallMs: performance.now() };
  }

  #turn(): number {
    const number = Buffer.alloc(8);
    return readSync(this.#turnFile, number, 0, 8, 0) === 8 ? Number(number.readBigUInt64LE()) : 0;
  }
}

/** User and system time of a process in ms, where there is a /proc; else the clock's (proc_pid_stat(5), fields 14 and 15). */
function cpuTime(pid = 0): number {
  if (!existsSync("/proc/self/stat")) return performance.now();
  const path = `/proc/${pid}/stat`;
  // It may have ended, which is told otherwise.
  const fields = existsSync(path) ? readFileSync(path, "utf8").replace(/^.*\)/s, "").trim().split(" ") : [];
  const ticksPerSecond = 100;
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

type TaskOf<Kind> = Task & { readonly kind: Kind };

type AnswerOf<Kind extends Task["kind"]> = Extract<Outcome, { readonly kind: Kind extends "run" ? "ran" : "read" }>;
