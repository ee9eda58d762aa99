/** Symbolication in a worker thread, with a bound on its memory and a deadline for each subject. */
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Subject, SubjectForm } from "./subject.ts";
import type { SymbolSource } from "./symbol-cache.ts";
import type { FromThread, ToThread } from "./thread-messages.ts";

/** The subject itself is at fault: it would take too long or too much memory, or cannot be read. */
export class UnusableSubjectError extends Error {
  override readonly name = "UnusableSubjectError";
}

export interface SymbolicationThreadOptions {
  /** For one subject, reading its symbols included; 20,000 ms when left out. */
  readonly deadlineMs?: number;
  /** Of JavaScript values, in MiB; 768 when left out. Buffers come on top. */
  readonly memoryMiB?: number;
  /** How long the thread waits for another subject, in ms; 60,000 when left out. */
  readonly idleMs?: number;
}

export class SymbolicationThread {
  readonly #options: Required<SymbolicationThreadOptions>;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: AbortController | undefined;

  constructor(options: SymbolicationThreadOptions = {}) {
    this.#options = { deadlineMs: 20_000, memoryMiB: 768, idleMs: 60_000, ...options };
  }

  /**
   * Symbolicates one subject after the other. Null when no symbols could say more. Throws UnusableSubjectError, what the
   * source throws, and the signal's reason.
   */
  run(subject: Subject, source: SymbolSource, signal?: AbortSignal): Promise<SubjectForm | null> {
    const running = this.#last.then(() => this.#run(subject, source, signal));
    this.#last = running.catch(() => {});
    return running;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    this.#idle?.abort();
    await this.#stop();
  }

  async #run(subject: Subject, source: SymbolSource, signal: AbortSignal | undefined): Promise<SubjectForm | null> {
    signal?.throwIfAborted();
    this.#idle?.abort();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const end = Promise.withResolvers<Extract<FromThread, { readonly kind: "done" | "failed" }>>();
    const { deadlineMs, memoryMiB } = this.#options;
    const timer = setTimeout(
      () => end.reject(new UnusableSubjectError(`It took longer than ${deadlineMs} ms.`)),
      deadlineMs,
    );
    const tell = (message: ToThread) => worker.postMessage(message);
    const onMessage = (message: FromThread) => {
      if (message.kind === "done" || message.kind === "failed") end.resolve(message);
      else answer(message, source).then(tell).catch(end.reject);
    };
    const onError = (error: unknown) => {
      const isMemory = (error as { code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY";
      end.reject(new UnusableSubjectError(isMemory ? `It took more than ${memoryMiB} MiB of memory.` : String(error)));
    };
    const onExit = () => end.reject(new UnusableSubjectError("The thread ended."));
    const onAbort = () => end.reject(signal?.reason);
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    signal?.addEventListener("abort", onAbort, { once: true });
    tell({ kind: "symbolicate", subject });
    try {
      const ended = await end.promise.catch(async (error: unknown) => {
        // What it was about to do is not known: the next subject gets a new thread.
        await this.#stop();
        throw error;
      });
      this.#stopWhenIdle();
      if (ended.kind === "done") return ended.form;
      throw new UnusableSubjectError(ended.reason);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL("thread.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMiB },
      env: {},
      execArgv: [],
    });
    worker.unref();
    // Between subjects nobody else listens.
    worker
      .on("error", () => {})
      .on("exit", () => {
        if (this.#worker === worker) this.#worker = undefined;
      });
    return worker;
  }

  #stopWhenIdle(): void {
    const idle = new AbortController();
    this.#idle = idle;
    delay(this.#options.idleMs, undefined, { signal: idle.signal, ref: false }).then(
      () => this.#stop(),
      () => {},
    );
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

async function answer(
  message: Extract<FromThread, { readonly kind: "find" | "read" }>,
  source: SymbolSource,
): Promise<ToThread> {
  const { call } = message;
  if (message.kind === "find") return { kind: "found", call, found: await source.find(message.wanted) };
  const { objectKey, offset, length } = message;
  return { kind: "bytes", call, bytes: await source.read(objectKey, offset, length) };
}
