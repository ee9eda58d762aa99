/** A process that reads what strangers have sent, as the process that started it sees it. */
import { type ChildProcess, fork } from "node:child_process";
import type { FoundSymbols, WantedSymbols } from "../symbolication/symbol-cache.ts";
import type { FromReader, Task, TaskResult, ToReader } from "./messages.ts";

/** The file cannot be read, or only with too much time or memory. Another attempt would fail, too. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
  /** Whether it takes more time or memory than it may have. */
  readonly exceedsLimits: boolean;

  constructor(message: string, { exceedsLimits = false } = {}) {
    super(message);
    this.exceedsLimits = exceedsLimits;
  }
}

/** The process was ended from outside, or did not end for long, with little CPU time: what it read may be fine. */
export class ReaderEndedError extends Error {
  override readonly name = "ReaderEndedError";
}

/** The symbols of one tenant, for a reader that asks. */
export interface ReaderSource {
  find(wanted: WantedSymbols): Promise<FoundSymbols | null>;
  read(objectKey: string, offset: number, length: number): Promise<Buffer>;
  /** The same bytes as a file on this machine. */
  copy(objectKey: string, offset: number, length: number): Promise<string>;
}

export interface TaskOptions {
  /** CPU time of the process for the task, without what its start takes (ms). */
  readonly cpuMs: number;
  /** By the clock: the process is ended then, whatever it does or waits for (ms). */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly source?: ReaderSource;
}

/** Bytes that are sent in a message; more of them go by a file, so that they are not in the memory of both processes. */
const mostSentBytes = 1024 * 1024;
/** Memory of the process outside the JavaScript heap: the program, its threads, and buffers (MiB). */
const beyondHeapMiB = 72;
const keptErrorText = 4_000;
/** Messages that V8 and the watching thread write before they end the process. */
const memoryWords = /heap out of memory|heap limit|memory limit|out of memory/i;
const cpuWords = /Reached the CPU time limit/;

/** Messages of JavaScript errors about strings and buffers that are too long for it. */
const sizeWords = /Invalid (?:string|array|typed array) length|Array buffer allocation failed|Cannot create a string/i;

export class ReaderProcess {
  readonly memoryMiB: number;
  /** What it took after its last task. */
  residentBytes = 0;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #hasEnded = false;
  #errors = "";

  /** Starts the process. `memoryMiB` is what it may have resident, buffers included. */
  constructor(memoryMiB: number) {
    this.memoryMiB = memoryMiB;
    this.#child = fork(new URL("reader.ts", import.meta.url), [String(memoryMiB)], {
      serialization: "advanced",
      // A signal to a terminal's processes is the server's to handle: it lets work end.
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: environment(),
      execArgv: [`--max-old-space-size=${memoryMiB - beyondHeapMiB}`, "--max-semi-space-size=8", "--v8-pool-size=1"],
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(0, keptErrorText);
    });
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#hasEnded = true;
        resolve();
      };
      // After "exit" there may be words left to read.
      this.#child.once("close", end).on("error", end);
    });
    // A process that waits for another task keeps nobody from ending.
    this.#unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Runs one task; a process runs one at a time. Throws UnreadableError, ReaderEndedError, what the source throws, and the
   * signal's reason; after each of them the process is of no use any more, and is stopped.
   */
  async run(task: Task, { cpuMs, patienceMs, signal, source }: TaskOptions): Promise<TaskResult> {
    const end = Promise.withResolvers<TaskResult>();
    // Nobody waits for it where the signal was aborted before: it would be logged as a mistake.
    end.promise.catch(() => {});
    const child = this.#child;
    const timer = setTimeout(
      () => end.reject(new ReaderEndedError(`The process that read it had no end within ${patienceMs} ms.`)),
      patienceMs,
    );
    const onMessage = (message: FromReader) => {
      if (message.kind === "done") {
        this.residentBytes = message.residentBytes;
        end.resolve(message.result);
      } else if (message.kind === "failed")
        end.reject(new UnreadableError(message.reason, { exceedsLimits: sizeWords.test(message.reason) }));
      else answer(message, source).then((found) => this.#tell(found), end.reject);
    };
    const onAbort = () => end.reject(signal?.reason);
    void this.#ended.then(() => end.reject(this.#reasonOfEnd(cpuMs)));
    child.ref();
    child.on("message", onMessage);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      signal?.throwIfAborted();
      this.#tell({ ...task, cpuMs });
      return await end.promise;
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      child.off("message", onMessage);
      this.#unref();
    }
  }

  /** Ends the process, whatever it does. */
  async stop(): Promise<void> {
    this.#child.ref();
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  #tell(message: ToReader): void {
    // That the process is gone is heard of by its end.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    (this.#child.stderr as { unref?: () => void } | null)?.unref?.();
  }

  #reasonOfEnd(cpuMs: number): Error {
    if (cpuWords.test(this.#errors))
      return new UnreadableError(`It took more than ${cpuMs} ms of CPU time.`, { exceedsLimits: true });
    if (memoryWords.test(this.#errors))
      return new UnreadableError(`It took more than ${this.memoryMiB} MiB of memory.`, { exceedsLimits: true });
    const { exitCode, signalCode } = this.#child;
    return new ReaderEndedError(
      `The process that read it ended with ${signalCode ?? exitCode}. ${this.#errors}`.trim(),
    );
  }
}

/** The process's environment: what Node needs, and nothing of the server's settings and secrets. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE, TMPDIR } = process.env;
  return {
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    ...(TMPDIR !== undefined && { TMPDIR }),
  };
}

async function answer(
  message: Extract<FromReader, { readonly kind: "find" | "read" }>,
  source: ReaderSource | undefined,
): Promise<ToReader> {
  if (source === undefined) throw new Error("The task has no symbols to ask for");
  const { call } = message;
  if (message.kind === "find") return { kind: "found", call, found: await source.find(message.wanted) };
  const { objectKey, offset, length } = message;
  if (length > mostSentBytes) return { kind: "file", call, path: await source.copy(objectKey, offset, length) };
  return { kind: "bytes", call, bytes: await source.read(objectKey, offset, length) };
}
